//! Tests a game whose engine is not shared.

use std::fs;
use std::sync::mpsc::{self, Receiver};

use super::*;
use chuhe_engine::engine::config::Config;
use chuhe_engine::search::Limits;
use chuhe_formats::Outcome;

/// Red can mate with b1b9 or b1d1. If it is Black's turn, only the pawn can move.
const ENDING: &str = "3k5/8R/9/p8/9/9/9/9/1R7/4K4 w - - 0 1";

fn game(autosave: Option<PathBuf>) -> (CasualGame, Receiver<OpponentEvent>) {
    let config = Config { hash_mb: 1, ..Config::default() };
    let opponent = Opponent::new(config, Limits::nodes(500)).unwrap();
    let (sender, events) = mpsc::channel();
    let settings = CasualSettings { autosave, ..CasualSettings::new(Color::Red) };
    let start = Position::from_fen(ENDING).unwrap();
    let deliver = move |event| drop(sender.send(event));
    (CasualGame::new(opponent, start, settings, deliver).unwrap(), events)
}

/// Waits for the engine's next answer.
fn answer(game: &mut CasualGame, events: &Receiver<OpponentEvent>) -> Change {
    events.iter().find_map(|event| game.handle(event, Instant::now())).unwrap().change
}

#[test]
fn the_engine_answers_a_move_and_gives_hints() {
    let now = Instant::now();
    let (mut game, events) = game(None);
    assert!(matches!(game.play_text("b1c2", now), Err(CasualError::MoveText(_))));
    let diagonal = "b1c2".parse().unwrap();
    assert!(matches!(game.play(diagonal, now), Err(CasualError::Illegal(_))));
    let played = game.play_text("车八进一", now).unwrap().change;
    assert!(matches!(played, Change::Moved(mv) if mv.text == "b1b2" && mv.number == 1));
    game.proceed(now);
    assert_eq!(game.thinks(), Some(Purpose::Move));
    assert!(matches!(game.play_text("b2b3", now), Err(CasualError::NotYourTurn)));
    assert!(matches!(answer(&mut game, &events), Change::Moved(mv) if mv.color == Color::Black));
    assert!(game.request_hint().unwrap().is_none());
    let Change::Hint(hint, _) = answer(&mut game, &events) else { panic!("no hint") };
    assert_eq!(game.hint(), Some(hint));
    game.play(hint.mv, now).unwrap();
    assert_eq!(game.hint(), None, "a hint is for one position");
}

#[test]
fn leaving_warns_about_unsaved_or_unfinished_games() {
    let now = Instant::now();
    let folder = std::env::temp_dir().join(format!("chuhe-play-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.pgn");
    let (mut game, _events) = game(Some(path.clone()));
    assert_eq!(game.leave_warning(), None);
    let update = game.play_text("b1b2", now).unwrap();
    assert!(update.save_error.is_none() && path.exists());
    assert_eq!(game.leave_warning(), Some(LeaveWarning::Unfinished));
    game.resign(now).unwrap();
    assert_eq!(game.leave_warning(), None);
    assert!(matches!(game.offer_draw(), Err(CasualError::Over)));

    let loaded = LoadedGame::read(&path).unwrap();
    assert_eq!((loaded.person(), loaded.is_alone()), (Color::Red, true));
    assert_eq!(loaded.game.outcome, Outcome::Win(Color::Black));
    game.new_game(Color::Black);
    assert!(matches!(game.undo(), Err(CasualError::NothingToUndo)));
    assert!(matches!(game.save(None), Err(CasualError::NoFileName)));
    let taken = game.save(Some(&path));
    assert!(matches!(taken, Err(CasualError::File(FileError::Exists(_)))));
    let mut broken = loaded.clone();
    broken.game.line.push("a0a1".parse().unwrap());
    assert!(matches!(game.load(broken), Err(FileError::Illegal(_))));
    assert!(game.state().last_move().is_none(), "a broken game changes nothing");
    game.load(loaded).unwrap();
    assert_eq!(game.undo().unwrap().change, Change::TakenBack { plies: 1, was_over: true });
    assert_eq!(game.leave_warning(), Some(LeaveWarning::Unsaved));
    assert_eq!(game.save(None).unwrap(), path, "the game came from this file");
    assert_eq!(game.leave_warning(), None);

    fs::remove_dir_all(&folder).unwrap();
    game.play_text("b1b2", now).unwrap();
    assert!(game.save(None).is_err() && game.save_failed());
    assert_eq!(game.leave_warning(), Some(LeaveWarning::Unsaved));
}

#[test]
fn a_game_moves_to_another_file() {
    let now = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first.pgn", "second.pgn"].map(|name| folder.path().join(name));
    let (mut game, _events) = game(Some(first.clone()));
    game.set_strength(PlayingStrength::Elo(900)).unwrap();
    game.play_text("b1b2", now).unwrap();
    fs::write(&second, "something else").unwrap();
    assert!(matches!(
        game.keep_in(second.clone(), Arc::new(SystemFiles)),
        Err(FileError::Exists(_))
    ));
    assert_eq!(game.autosave(), Some(first.as_path()));
    fs::remove_file(&second).unwrap();
    game.keep_in(second.clone(), Arc::new(SystemFiles)).unwrap();
    game.resign(now).unwrap();
    let [first, second] = [first, second].map(|path| LoadedGame::read(&path).unwrap());
    assert_eq!(first.game.outcome, Outcome::Unknown, "the first file stays as it was");
    assert_eq!(second.game.outcome, Outcome::Win(Color::Black));
    assert_eq!(second.strength(), Some(PlayingStrength::Elo(900)));
}

#[test]
fn a_game_is_taken_from_bytes() {
    let text = b"1. h2e2 *\n\n[Red \"chuhe 0.1.0 level 7\"]\n\n1. h2e2 h9g7 *\n";
    let load = |number| LoadedGame::of_bytes("games", text.to_vec(), number);
    let second = load(2).unwrap();
    assert_eq!((second.game.line.moves.len(), second.count), (2, 2));
    assert_eq!(second.strength(), Some(PlayingStrength::Level(7)));
    assert!(!second.is_alone());
    assert_eq!(load(1).unwrap().strength(), None);
    assert!(load(0).is_err() && load(3).is_err());
    assert!(LoadedGame::of_bytes("games", b"nothing of the kind".to_vec(), 1).is_err());
}

#[test]
fn strengths_off_the_scale_are_refused() {
    let (mut game, _events) = game(None);
    assert!(matches!(game.set_strength(PlayingStrength::Level(21)), Err(CasualError::Strength)));
    game.set_strength(PlayingStrength::Elo(900)).unwrap();
    assert!(game.state().record().tag("Black").unwrap().ends_with("rating 900"));
}
