//! The arguments that name positions. All commands read them in the same way.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::counts::at_place;
use super::numbers::whole;
use super::{UsageError, outputs};
use crate::failure::{self, Context, Failure};
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_formats::collection::{FileFormat, ReadError, ReadProblem};
use chuhe_formats::game_files::GameFile;
use chuhe_formats::{Game, position_text};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The name of the command line as a source of positions and games.
pub(super) const COMMAND_LINE: &str = "command line";

/// The arguments of a command that needs one position.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Position (局面): startpos, a FEN, moves, or one of the first two followed by moves; or a game file, - for
    /// standard input
    #[arg(value_name = "POSITION")]
    words: Vec<OsString>,

    #[command(flatten)]
    text: PositionText,

    /// Number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    game: Option<u64>,

    /// Take the position after this many plies [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    ply: Option<usize>,
}

/// The flags that name a position, also for commands that read many.
#[derive(Debug, Args)]
pub(super) struct PositionText {
    /// Position (局面): startpos or a FEN [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves (着法) played from that position, in any notation: h2e2, h2-e2, C2.5, 炮二平五
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,

    /// Number of the first rank in the coordinates of moves [default: detected from the moves]
    #[arg(long, value_name = "0|1", value_enum)]
    ranks: Option<FirstRank>,
}

/// How ranks are numbered in coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FirstRank {
    /// 0 to 9, as in UCCI and game records
    #[value(name = "0")]
    Zero,
    /// 1 to 10, as in UCI with `UCI_Variant`
    #[value(name = "1")]
    One,
}

impl FirstRank {
    const fn ranks(self) -> Ranks {
        match self {
            Self::Zero => Ranks::FromZero,
            Self::One => Ranks::FromOne,
        }
    }
}

/// What arguments name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "few exist at a time")]
pub(super) enum Named {
    /// A file or folder; `-` is standard input.
    File(PathBuf),
    /// A position, and the moves that lead to it.
    Position(NamedPosition),
}

/// A position named by its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedPosition {
    /// The text, in one line.
    pub(super) text: String,
    /// The start position and the moves.
    pub(super) game: Game,
}

impl PositionArgs {
    /// Whether the command line names a position.
    pub(super) fn is_given(&self) -> bool {
        !self.words.is_empty() || self.text.fen.is_some() || !self.text.moves.is_empty()
    }

    /// The position, with the moves that lead to it as its history.
    pub(super) fn position(&self) -> failure::Result<Position> {
        let mut named = self.text.named(&self.words)?;
        if named.len() > 1 {
            let found: Vec<String> = named.iter().map(Named::name).collect();
            let found = found.join(&tr!("list-separator"));
            return Err(UsageError(tr!("position-not-one", found = found)).into());
        }
        let mut game = match named.pop() {
            Some(Named::File(path)) => game_in_file(&path, self.game.unwrap_or(1))?,
            _ if self.game.is_some() => {
                return Err(UsageError(tr!("position-game-of-file")).into());
            }
            Some(Named::Position(named)) => named.game,
            None => Game::new(Position::startpos()),
        };
        let plies = game.line.moves.len();
        let ply = self.ply.unwrap_or(plies);
        if ply > plies {
            let text = tr!("position-too-few-plies", ply = ply, plies = plies);
            return Err(UsageError(text).into());
        }
        game.line.moves.truncate(ply);
        Ok(game.final_position()?)
    }
}

impl PositionText {
    /// What these flags and the positional arguments of a command name.
    ///
    /// # Errors
    /// If an argument is neither a file nor a position, or a position is combined with a file.
    pub(super) fn named(&self, words: &[OsString]) -> Result<Vec<Named>, UsageError> {
        let mut groups = match &self.fen {
            None => groups(words)?,
            // A FEN in several words continues in the positional arguments.
            Some(fen) => {
                let rest = words.iter().map(|word| word.to_string_lossy());
                let words: Vec<_> = std::iter::once(fen.as_str().into()).chain(rest).collect();
                vec![Group::Text { text: words.join(" "), is_quoted: false }]
            }
        };
        let moves = self.moves.join(" ");
        if !moves.trim().is_empty() {
            match &mut groups[..] {
                [] => groups.push(Group::Text { text: moves, is_quoted: true }),
                [Group::Text { text, .. }] => *text = format!("{text} {moves}"),
                _ => return Err(UsageError(tr!("position-one-for-moves"))),
            }
        }
        let ranks = self.ranks.map(FirstRank::ranks);
        let is_file = |group: &Group| matches!(group, Group::File(_));
        if ranks.is_some() && groups.iter().any(is_file) {
            return Err(UsageError(tr!("position-ranks-of-moves")));
        }
        let named = groups.into_iter().map(|group| match group {
            Group::File(path) => Ok(Named::File(path)),
            Group::Text { text, .. } => NamedPosition::read(&text, ranks).map(Named::Position),
        });
        named.collect()
    }

    /// Whether the ranks are numbered as the user says, and not as detected.
    pub(super) const fn sets_ranks(&self) -> bool {
        self.ranks.is_some()
    }
}

impl Named {
    /// The text or path, for messages.
    fn name(&self) -> String {
        match self {
            Self::File(path) => format!("'{}'", path.display()),
            Self::Position(named) => format!("'{}'", named.text),
        }
    }
}

impl NamedPosition {
    fn read(text: &str, ranks: Option<Ranks>) -> Result<Self, UsageError> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let game = position_text::read(&text, ranks)
            .map_err(|error| UsageError(refused(&text, &error)))?;
        if ranks.is_none()
            && Ranks::shown_by(text.split_whitespace()).is_none()
            && position_text::read(&text, Some(Ranks::FromZero)).is_err()
        {
            log::warn!("{}", tr!("position-ranks-detected"));
        }
        warn_of_strays(&game.start);
        Ok(Self { text, game })
    }
}

/// Logs a warning if a pawn stands on a square that it cannot have reached.
fn warn_of_strays(position: &Position) {
    if let Some(stray) = position.board().stray_pawn() {
        log::warn!("{}", tr!("stray-pawn-taken", stray = stray.localize()));
    }
}

/// Arguments that belong together.
#[derive(Debug)]
enum Group {
    File(PathBuf),
    Text {
        text: String,
        /// Whether the last argument was a quoted text of several words.
        is_quoted: bool,
    },
}

/// Splits arguments into files and positions. A text that has the form of a position is never the name of a file unless
/// it ends like one: `./h2e2` names the file `h2e2`, as `./-` names the file `-`.
fn groups(words: &[OsString]) -> Result<Vec<Group>, UsageError> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let path = Path::new(word);
        let Some(text) = word.to_str() else {
            groups.push(Group::File(path.to_owned()));
            continue;
        };
        let is_quoted = text.contains(char::is_whitespace);
        let is_new = match groups.last() {
            Some(last @ Group::Text { .. }) => !last.continues_in(text) && begins_anew(text),
            _ => true,
        };
        if let Some(Group::Text { text: begun, is_quoted: was_quoted }) = groups.last_mut()
            && !is_new
        {
            *begun = format!("{begun} {text}");
            *was_quoted = is_quoted;
            continue;
        }
        let is_text = position_text::is_position(text) || introduces_position(&words[at..]);
        let is_file = text == "-" || has_file_name(text) || !is_text && path.exists();
        if is_file {
            groups.push(Group::File(path.to_owned()));
            continue;
        }
        if is_text && path.exists() {
            log::warn!("{}", tr!("position-not-a-file", word = text));
        }
        let next = words.get(at + 1).and_then(|next| next.to_str()).unwrap_or_default();
        if !is_text && !position_text::begins_like_position(&format!("{text} {next}")) {
            let reason = tr!("expected-position");
            return Err(UsageError(tr!("neither-file-nor-position", word = text, reason = reason)));
        }
        groups.push(Group::Text { text: text.to_owned(), is_quoted });
    }
    Ok(groups)
}

impl Group {
    /// Whether an argument is grammatically part of the position that the group has begun.
    fn continues_in(&self, word: &str) -> bool {
        let Self::Text { text, is_quoted } = self else { return false };
        let last = text.split_whitespace().next_back().unwrap_or_default();
        match last.to_ascii_lowercase().as_str() {
            "position" | "fen" => true,
            // A dash after the side to move is a field of an unquoted FEN, and not standard input.
            "w" | "b" | "r" | "-" if word == "-" => !is_quoted,
            _ => word != "-" && position_text::continues_position(word),
        }
    }
}

/// Whether an argument after a position does not belong to it.
fn begins_anew(word: &str) -> bool {
    word == "-"
        || has_file_name(word)
        || position_text::begins_like_position(word)
        || Path::new(word).exists()
}

/// Whether the first argument is a move number or a word of the protocols, and a position or move follows.
fn introduces_position(words: &[OsString]) -> bool {
    let mut texts = words.iter().map(|word| word.to_str().unwrap_or_default());
    let is_intro = texts.next().is_some_and(|word| {
        ["position", "fen"].iter().any(|known| word.eq_ignore_ascii_case(known))
            || position_text::continues_position(word)
    });
    is_intro
        && (texts.next().is_some_and(position_text::begins_like_position)
            || introduces_position(&words[1..]))
}

/// Whether a text ends like the name of a game file.
fn has_file_name(text: &str) -> bool {
    let is_text = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case("txt");
    FileFormat::of_name(text).is_some() || Path::new(text).extension().is_some_and(is_text)
}

/// Why a text cannot be read as a position.
fn refused(text: &str, error: &ReadError) -> String {
    let (ply, reason) = match &error.problem {
        ReadProblem::Move { ply, error } => (*ply, error.localize()),
        ReadProblem::Illegal { ply, error, .. } => (*ply, error.localize()),
        ReadProblem::NoLine { .. } => {
            return tr!("position-refused", text = text, reason = tr!("expected-position"));
        }
        problem => return tr!("position-refused", text = text, reason = problem.localize()),
    };
    let before = error.salvaged().and_then(|game| game.final_position().ok());
    let fen = before.unwrap_or_else(Position::startpos).fen();
    let reason = tr!("word-refused", number = ply, reason = reason);
    format!("{reason}\n  {}", tr!("in-position", fen = fen))
}

/// Reads a game from a file; games are numbered from 1.
fn game_in_file(path: &Path, number: u64) -> failure::Result<Game> {
    let place = || path.display().to_string();
    let games = GameFile::new(path).open(None).with_context(place)?;
    let mut count = 0;
    for game in games {
        count += 1;
        if count < number {
            continue;
        }
        let game = game.or_else(|error| {
            let text = tr!("game-refused", game = number, error = error.localize());
            writeln!(outputs::stderr(), "{}", at_place(path, &text))?;
            let nothing = || Failure::new(at_place(path, &tr!("position-nothing")));
            error.into_salvaged().ok_or_else(nothing)
        })?;
        warn_of_strays(&game.start);
        return Ok(game);
    }
    let text = tr!("position-too-few-games", game = number, path = place(), games = count);
    Err(UsageError(text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> PositionArgs {
        #[derive(clap::Parser)]
        struct Test {
            #[command(flatten)]
            position: PositionArgs,
        }
        let words = std::iter::once(&"test").chain(words);
        <Test as clap::Parser>::try_parse_from(words).unwrap().position
    }

    fn fen(words: &[&str]) -> String {
        match args(words).position() {
            Ok(position) => position.fen(),
            Err(error) => error.to_string(),
        }
    }

    const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w";

    #[test]
    fn every_spelling_names_the_same_position() {
        let start = Position::startpos().fen();
        assert_eq!((fen(&[]), fen(&["startpos"]), fen(&[&start])), {
            (start.clone(), start.clone(), start.clone())
        });
        let unquoted: Vec<&str> = start.split(' ').collect();
        assert_eq!(fen(&unquoted), start);
        assert_eq!(fen(&[&["--fen"], &unquoted[..]].concat()), start);
        assert_eq!(fen(&["--moves", ""]), start);
        let expected = fen(&["startpos", "moves", "h2e2", "h9g7"]);
        assert!(expected.ends_with("w - - 2 2"), "{expected}");
        let moves = [&unquoted[..], &["moves", "h2e2", "h9g7"]].concat();
        for same in [
            &["startpos moves h2e2 h9g7"][..],
            &["position", "startpos", "moves", "h2e2", "h9g7"],
            &["moves", "h2e2", "h9g7"],
            &["h2e2", "h9g7"],
            &["H2-E2,h9g7"],
            &["1.", "C2.5", "H8+7", "2."],
            &["1.炮二平五馬8進7"],
            &["h3e3", "h10g8"],
            &["h3e3", "h10g8", "--ranks", "1"],
            &["--moves", "h2e2", "h9g7"],
            &["h2e2", "--moves", "h9g7"],
            &["--fen", "startpos", "--moves", "1. h2e2 h9g7"],
            &["--fen", &start, "h2e2", "h9g7"],
            &[&start, "h2e2", "h9g7"],
            &[&start, "--moves", "h2e2", "h9g7"],
            &[&format!("fen {start} moves h2e2 h9g7")],
            &moves,
        ] {
            assert_eq!(fen(same), expected, "{same:?}");
        }
        let address = format!("https://example.org/?fen={}", ROOK.replace(' ', "%20"));
        assert_eq!(fen(&[&address, "a0a9"]), fen(&[ROOK, "R9+9"]));
    }

    #[test]
    fn ranks_are_detected_unless_set() {
        assert_eq!(fen(&["h3e3", "h8e8"]), fen(&["h2e2", "h7e7"]));
        assert!(fen(&["h3e3", "--ranks", "0"]).starts_with("move 1: no piece stands on h3"));
    }

    #[test]
    fn plies_are_counted_from_the_start() {
        assert_eq!(fen(&["h2e2", "h9g7", "--ply", "1"]), fen(&["h2e2"]));
        assert_eq!(fen(&["h2e2", "--ply", "3"]), "--ply 3: the game has only 1 ply");
        assert_eq!(args(&["h2e2", "h9g7"]).position().unwrap().history().len(), 2);
    }

    #[test]
    fn errors_say_which_reading_failed() {
        for (words, expected) in [
            (&["nonsense"][..], "no such file 'nonsense', and not a position: expected startpos,"),
            (&["no/such/folder"], "no such file 'no/such/folder', and not a position: "),
            (&["3k5/9", "w"], "'3k5/9 w' is not a position: placement: 2 ranks; expected 10"),
            (&["--fen", ""], "'' is not a position: expected startpos,"),
            (&["--fen", "hello"], "'hello' is not a position: expected startpos,"),
            (&["h2e2", "nonsense"], "move 2: \"nonsense\" is not a move: expected"),
            (&[ROOK, "nonsense"], "move 1: \"nonsense\" is not a move: expected"),
            (&["h2e2", "h2e2"], "move 2: no piece stands on h2\n  in the position rnbakabnr/9/1"),
            (&["h9g7"], "move 1: it is red's turn, but a black horse stands on h9"),
            (&["b0d1"], "move 1: the red horse on b0 cannot go there"),
            (&["兵五平四"], "move 1: \"兵五平四\" is not a legal move"),
            (&["missing.pgn"], "missing.pgn: "),
            (&["a.pgn", "b.pgn"], "expected one position; found 'a.pgn', 'b.pgn'"),
            (&["startpos", ROOK], "expected one position; found 'startpos', '3k5"),
            (&["a.pgn", "--moves", "h2e2"], "--moves requires one position"),
            (&["a.pgn", "--ranks", "1"], "--ranks is only for moves"),
            (&["h2e2", "--game", "1"], "--game requires a game file"),
        ] {
            assert!(fen(words).starts_with(expected), "{words:?}: {}", fen(words));
        }
    }

    /// The files and texts among arguments.
    fn split(words: &[&str]) -> Vec<String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let names = groups(&words).unwrap().into_iter().map(|group| match group {
            Group::File(path) => format!("file {}", path.display()),
            Group::Text { text, .. } => text,
        });
        names.collect()
    }

    #[test]
    fn positions_and_files_can_be_mixed() {
        let rook: Vec<&str> = ROOK.split(' ').collect();
        assert_eq!(
            split(&["a.pgn", ROOK, "-", "b.TXT"]),
            ["file a.pgn", ROOK, "file -", "file b.TXT"]
        );
        assert_eq!(
            split(&[rook[0], "w", "-", "-", "0", "1", "-"]),
            ["3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "file -"]
        );
        assert_eq!(
            split(&[ROOK, ROOK, "a0a9", "startpos"]),
            [ROOK, &format!("{ROOK} a0a9"), "startpos"]
        );
        assert_eq!(
            split(&["fen", rook[0], "w", "moves", "a0a9", "c.xqf"]),
            ["fen 3k5/9/9/9/9/9/9/9/9/R3K4 w moves a0a9", "file c.xqf"]
        );
        // These names exist, so that they can be files.
        assert_eq!(split(&["src", "tests/data"]), ["file src", "file tests/data"]);
        assert_eq!(split(&["h2e2", "src"]), ["h2e2", "file src"]);
        assert_eq!(split(&["1.炮二平五.pgn"]), ["file 1.炮二平五.pgn"]);
        assert_eq!(split(&["/a/b/c/d/e/f/g/h/i.pgn"]), ["file /a/b/c/d/e/f/g/h/i.pgn"]);
    }
}
