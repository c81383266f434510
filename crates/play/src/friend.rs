//! A game between two people at two devices.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::conditions;
use super::file::{PERSON, Saves, new_record};
use super::{CasualError, FileError, GameFiles, GameState, GameTimeControl, LoadedGame};
use chuhe_engine::board::Position;
use chuhe_engine::clock::Instant;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::rules::Rules;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::{Game, Outcome};

/// The conditions of a game between two people, and where it is saved.
#[derive(Clone, Debug)]
pub struct FriendGameSettings {
    /// The start position.
    pub start: Position,
    /// The time control; `None` to play without clocks.
    pub control: Option<GameTimeControl>,
    /// The rules that end the game.
    pub rules: Rules,
    /// The file in which the game is saved after every change.
    pub file: PathBuf,
    /// Where the file is written.
    pub files: Arc<dyn GameFiles>,
}

/// What a player can propose. It happens when the other player proposes the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A draw.
    Draw,
    /// Taking back the last move of the proposing side.
    Undo,
    /// Another game with the sides exchanged, once this one is over.
    Rematch,
}

/// A game between two people at two devices: its moves and clocks, what the players propose to each other, and the file.
#[derive(Debug)]
pub struct FriendGame {
    state: GameState,
    rules: Rules,
    saves: Saves,
    file: PathBuf,
    proposal: Option<(Color, Proposal)>,
}

impl FriendGame {
    /// Starts a game, which is not saved before it has changed.
    ///
    /// # Errors
    /// If the file exists.
    pub fn new(settings: FriendGameSettings) -> Result<Self, FileError> {
        let FriendGameSettings { start, control, rules, file, files } = settings;
        let record = new_record(Game::new(start));
        let mut state = GameState::new(record, Color::Red, rules, control)?;
        for tag in ["Red", "Black"] {
            state.set_tag(tag, PERSON);
        }
        let saves = Saves::new(files, Some(file.clone()), None)?;
        Ok(Self { state, rules, saves, file, proposal: None })
    }

    /// Continues a game from a file that contains nothing else, with the clocks and the rules in its record.
    ///
    /// # Errors
    /// If the file contains more than the game, or a move in the game is illegal.
    pub fn resume(loaded: LoadedGame, files: Arc<dyn GameFiles>) -> Result<Self, FileError> {
        let rules = Rules { set: loaded.rules().unwrap_or_default(), ..Rules::default() };
        let (file, clocks) = (loaded.path.clone(), loaded.clocks());
        let own = loaded.is_alone().then(|| file.clone());
        let saves = Saves::new(files, Some(file.clone()), own)?;
        let mut state = GameState::new(loaded.game, Color::Red, rules, None)?;
        if let Some(clocks) = clocks {
            state.set_clocks(clocks, Instant::now());
        }
        Ok(Self { state, rules, saves, file, proposal: None })
    }

    /// The moves, the clocks and the result.
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// The rules that end the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The file in which the game is saved.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What a player has proposed, and which side it is, until the other player agrees or declines, or a move is played.
    pub const fn proposal(&self) -> Option<(Color, Proposal)> {
        self.proposal
    }

    /// A tag of the record.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.state.record().tag(name).map(str::to_owned)
    }

    /// Sets a tag of the record, which is saved with the next change.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.state.set_tag(name, value);
    }

    /// Starts the clock of the side to move, or stops both clocks while the game rests.
    pub fn set_resting(&mut self, rests: bool, now: Instant) -> Option<FileError> {
        if rests {
            self.state.stop_clocks(now);
            self.save_if_begun()
        } else {
            self.state.start_clock(now);
            None
        }
    }

    /// Plays a move. Returns why the game could not be saved, if it could not. What was proposed is withdrawn.
    ///
    /// # Errors
    /// If it is not this side's turn, the game is over, or the move is illegal.
    pub fn play(
        &mut self,
        side: Color,
        mv: Move,
        now: Instant,
    ) -> Result<Option<FileError>, CasualError> {
        if self.state.finish().is_none() && self.state.position().side_to_move() != side {
            return Err(CasualError::OtherSidesTurn);
        }
        self.state.play(mv, now)?;
        self.state.start_clock(now);
        self.proposal = None;
        Ok(self.save())
    }

    /// Resigns for a side.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, side: Color, now: Instant) -> Result<Option<FileError>, CasualError> {
        if !self.state.resign_for(side, now) {
            return Err(CasualError::Over);
        }
        self.proposal = None;
        Ok(self.save())
    }

    /// Proposes something for a side, or agrees to what the other side has proposed. Returns whether both agree; a
    /// rematch is then up to the caller.
    ///
    /// # Errors
    /// If it is not possible now: a draw or taking back after the end, a rematch before it, or no move to take back.
    pub fn propose(
        &mut self,
        side: Color,
        proposal: Proposal,
        now: Instant,
    ) -> Result<bool, CasualError> {
        let is_over = self.state.finish().is_some();
        match proposal {
            Proposal::Draw | Proposal::Undo if is_over => return Err(CasualError::Over),
            Proposal::Rematch if !is_over => return Err(CasualError::NotOver),
            _ => {}
        }
        if self.proposal != Some((!side, proposal)) {
            let plies = self.state.position().history().len();
            let first = usize::from(self.state.position().side_to_move() == side);
            if proposal == Proposal::Undo && plies <= first {
                return Err(CasualError::NothingToUndo);
            }
            self.proposal = Some((side, proposal));
            return Ok(false);
        }
        self.proposal = None;
        match proposal {
            Proposal::Draw => drop(self.state.agree_draw(now)),
            Proposal::Undo => {
                self.state.undo_for(!side);
                self.state.start_clock(now);
            }
            Proposal::Rematch => {}
        }
        Ok(true)
    }

    /// Declines what the other side has proposed, or withdraws this side's own proposal.
    ///
    /// # Errors
    /// If nothing is proposed.
    pub fn decline(&mut self) -> Result<(), CasualError> {
        self.proposal.take().map(drop).ok_or(CasualError::NoProposal)
    }

    /// Ends the game if the side to move is out of time. Returns whether the game ended.
    pub fn check_clocks(&mut self, now: Instant) -> bool {
        let ended = self.state.check_clocks(now);
        if ended {
            self.proposal = None;
        }
        ended
    }

    /// Saves the game. Returns the reason if that fails; the next change tries again.
    pub fn save(&mut self) -> Option<FileError> {
        let mut record = self.state.record();
        conditions::record(&mut record, self.state.clocks(), self.rules.set, false, Instant::now());
        self.saves.changed(&record, MoveFormat::Iccs).err()
    }

    fn save_if_begun(&mut self) -> Option<FileError> {
        let has_begun =
            self.state.last_move().is_some() || self.state.record().outcome != Outcome::Unknown;
        if has_begun { self.save() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Finish, SystemFiles};

    fn settings(folder: &Path, control: Option<&str>) -> FriendGameSettings {
        FriendGameSettings {
            start: Position::startpos(),
            control: control.map(|text| text.parse().unwrap()),
            rules: Rules::default(),
            file: folder.join("friend.pgn"),
            files: Arc::new(SystemFiles),
        }
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn each_side_moves_in_its_turn_and_agrees_to_proposals() {
        let folder = tempfile::tempdir().unwrap();
        let (now, red, black) = (Instant::now(), Color::Red, Color::Black);
        let mut game = FriendGame::new(settings(folder.path(), None)).unwrap();
        assert!(matches!(game.play(black, mv("h9g7"), now), Err(CasualError::OtherSidesTurn)));
        assert!(matches!(game.play(red, mv("a0a9"), now), Err(CasualError::Illegal(_))));
        let undo = game.propose(red, Proposal::Undo, now);
        assert!(matches!(undo, Err(CasualError::NothingToUndo)));
        assert!(game.play(red, mv("h2e2"), now).unwrap().is_none());
        assert!(matches!(
            game.propose(black, Proposal::Undo, now),
            Err(CasualError::NothingToUndo)
        ));
        game.play(black, mv("h9g7"), now).unwrap();

        assert!(!game.propose(red, Proposal::Undo, now).unwrap(), "the other side has to agree");
        assert!(!game.propose(red, Proposal::Undo, now).unwrap(), "one side agrees with itself");
        assert!(game.propose(black, Proposal::Undo, now).unwrap());
        assert_eq!(game.state().moves(), [], "both moves after that of the proposing side");
        game.play(red, mv("h2e2"), now).unwrap();
        game.propose(black, Proposal::Draw, now).unwrap();
        assert_eq!(game.proposal(), Some((black, Proposal::Draw)));
        game.decline().unwrap();
        assert!(matches!(game.decline(), Err(CasualError::NoProposal)));
        game.propose(black, Proposal::Draw, now).unwrap();
        game.play(black, mv("h9g7"), now).unwrap();
        assert_eq!(game.proposal(), None, "a move withdraws it");
        assert!(matches!(game.propose(red, Proposal::Rematch, now), Err(CasualError::NotOver)));
        game.resign(black, now).unwrap();
        assert_eq!(game.state().finish(), Some(&Finish::Resigned(black)), "not the side to move");
        assert!(matches!(game.resign(red, now), Err(CasualError::Over)));
        assert!(!game.propose(red, Proposal::Rematch, now).unwrap());
        assert!(game.propose(black, Proposal::Rematch, now).unwrap());
    }

    #[test]
    fn a_saved_game_continues_with_its_clocks_and_tags() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut game = FriendGame::new(settings(folder.path(), Some("60s+2s"))).unwrap();
        game.set_tag("Red", "Li");
        game.set_resting(false, at(0));
        game.play(Color::Red, mv("h2e2"), at(10)).unwrap();
        assert!(game.set_resting(true, at(15)).is_none());
        let file = game.file().to_owned();
        drop(game);

        let loaded = LoadedGame::read(&file).unwrap();
        let mut game = FriendGame::resume(loaded, Arc::new(SystemFiles)).unwrap();
        let clocks = game.state().clocks().unwrap();
        let left = |color| clocks.left(color, Instant::now()).as_secs();
        assert_eq!((left(Color::Red), left(Color::Black)), (52, 55));
        assert_eq!(
            (game.tag("Red").as_deref(), game.tag("Black").as_deref()),
            (Some("Li"), Some("Person"))
        );
        let now = Instant::now();
        game.set_resting(false, now);
        assert!(!game.check_clocks(now + Duration::from_secs(54)));
        assert!(game.check_clocks(now + Duration::from_secs(56)));
        assert_eq!(game.state().finish(), Some(&Finish::Time(Color::Black)));
        assert!(game.save().is_none());
        assert_eq!(LoadedGame::read(&file).unwrap().game.outcome, Outcome::Win(Color::Red));
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("friend.pgn"), "1. h2e2 *\n\n1. b2e2 *\n").unwrap();
        let taken = FriendGame::new(settings(folder.path(), None));
        assert!(matches!(taken, Err(FileError::Exists(_))));
        let loaded = LoadedGame::read(&folder.path().join("friend.pgn")).unwrap();
        let two = FriendGame::resume(loaded, Arc::new(SystemFiles));
        assert!(matches!(two, Err(FileError::Exists(_))));
    }
}
