//! The native module `chuhe._native` of the Python package `chuhe`, on top of the Rust library. Everything that is
//! easier to write in Python is in `python/chuhe`.
//!
//! No value passed from Python may abort the process: invalid values and panics become exceptions.

mod annotation;
mod arena;
mod board;
mod book;
mod convert;
mod data;
mod database;
mod engine;
mod engine_process;
mod errors;
mod game;
mod interrupt;
mod moves;
mod program;
mod query;
mod score;
mod stored_game;
mod tables;
mod work;

use pyo3::prelude::*;

/// The module `chuhe._native`.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::annotation::{Annotation, GradedMove, annotate};
    #[pymodule_export]
    use crate::arena::{Match, engine_words, play_games};
    #[pymodule_export]
    use crate::board::{Board, Judgement};
    #[pymodule_export]
    use crate::book::{Book, BookBuilder, BookMove};
    #[pymodule_export]
    use crate::data::DataFile;
    #[pymodule_export]
    use crate::database::{Database, import_games};
    #[pymodule_export]
    use crate::engine::{BestMove, Engine, Info, Search};
    #[pymodule_export]
    use crate::engine_process::EngineProcess;
    #[pymodule_export]
    use crate::game::{Games, NativeGame, find_files, write_whole};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::query::Query;
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::stored_game::StoredGame;
    #[pymodule_export]
    use crate::tables::{TableValue, Tables};
    #[pymodule_export]
    use crate::work::{Positions, analyze_positions, bench};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("DEFAULT_NODES", chuhe_review::annotation::DEFAULT_NODES)?;
        module.add("START_FEN", chuhe_engine::board::START_FEN)
    }
}
