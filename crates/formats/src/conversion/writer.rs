//! Writes games that do not come from files to a conversion's output, one by one.

use std::io::Write;

use super::{ConversionEvent, ConversionOutput, ConversionSummary, OutputError};
use crate::collection::Target;
use crate::game::{Game, WriteError};
use crate::game_files::GameFile;
use crate::losses::Losses;

/// Writes games in a format. As with [`convert`](super::convert), a file appears only when it is complete.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_formats::collection::{FileFormat, Target};
/// use chuhe_formats::conversion::{ConversionOutput, GameWriter};
/// use chuhe_formats::encoding::Encoding;
/// use chuhe_formats::game_files::GameFile;
/// use chuhe_engine::notation::MoveFormat;
/// use chuhe_formats::Game;
///
/// let mut game = Game::new(Position::startpos());
/// game.line.push("h2e2".parse()?);
/// let mut text = Vec::new();
/// let output = ConversionOutput::stream(&mut text, FileFormat::Moves, Encoding::Utf8);
/// let mut writer = GameWriter::new(Target::Moves(MoveFormat::Wxf), output, &GameFile::new("games"))?;
/// writer.write(&game)?.unwrap();
/// assert_eq!(writer.finish()?.games, 1);
/// assert_eq!(text, b"startpos moves C2.5\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameWriter<W> {
    target: Target,
    output: ConversionOutput<W>,
    summary: ConversionSummary,
}

impl<W: Write> GameWriter<W> {
    /// Creates a writer. Files in a folder are named after `source`, which is not read.
    ///
    /// # Errors
    /// If `source` itself would be overwritten.
    pub fn new(
        target: Target,
        mut output: ConversionOutput<W>,
        source: &GameFile,
    ) -> Result<Self, OutputError> {
        output.begin(source)?;
        Ok(Self { target, output, summary: ConversionSummary::default() })
    }

    /// Writes a game. The inner result is the losses, or the reason why the game is left out.
    ///
    /// # Errors
    /// If the output cannot be written. The file being written then keeps its old contents.
    pub fn write(&mut self, game: &Game) -> Result<Result<Losses, WriteError>, OutputError> {
        let number = self.summary.games + self.summary.games_refused + 1;
        let written = match self.target.write(game) {
            Ok((written, losses)) => {
                self.output.write(&written)?;
                self.summary.count(&ConversionEvent::GameConverted { game: number, losses });
                Ok(losses)
            }
            Err(error) => {
                let event = ConversionEvent::GameUnwritable { game: number, error: &error };
                self.summary.count(&event);
                Err(error)
            }
        };
        Ok(written)
    }

    /// Finishes the output.
    ///
    /// # Errors
    /// If the games cannot be written.
    pub fn finish(mut self) -> Result<ConversionSummary, OutputError> {
        self.output.end()?;
        self.summary.files_written = self.output.finish()?;
        Ok(self.summary)
    }

    /// Stops, and discards an unfinished file.
    ///
    /// # Errors
    /// If the stream cannot be written.
    pub fn abandon(mut self) -> Result<ConversionSummary, OutputError> {
        self.summary.files_written = self.output.abandon()?;
        self.summary.interrupted = true;
        Ok(self.summary)
    }
}
