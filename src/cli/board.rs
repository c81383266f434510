//! `board`: draws a position, in the terminal or as a picture.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{localized, warn_of_strays};
use super::counts::at_place;
use super::numbers::whole;
use super::outputs::FreshArgs;
use super::terminal::BoardArgs;
use super::{UsageError, outputs};
use crate::failure::{self, Context, Failure};
use chuhe_engine::board::{FenError, Position};
use chuhe_engine::notation::diagram::Diagram;
use chuhe_engine::notation::{parse_move, position_from_text, rank_numbering};
use chuhe_engine::types::Move;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::game_files::GameFile;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::picture::{self, Arrow, Faces, Mark, Picture, Theme, WIDTH_MAX};

/// Draw a position (局面) in the terminal, or as SVG or PNG
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe board                              the start position
  chuhe board startpos moves h2e2 h9g7     after two moves; the last is marked
  chuhe board 炮二平五 马8进7 --flip       any notation; Black at the bottom
  chuhe board game.pgn --ply 34            the first game after 34 plies
  chuhe board library.cbl --game 12 -o end.png
  chuhe board '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' -o end.png
  chuhe board moves h2e2 h9g7 -o board.svg --arrow h0g2 --mark g7:red
  chuhe board --svg - --theme print | lpr  black on white, for printing

Moves may be given in ICCS, WXF, Chinese or SAN notation; game files may be in any format that `chuhe convert` reads.
Arrows and marks may be green, red, blue, orange, purple or black, or any colour written as #rrggbb. SVG pictures
contain the outlines of their characters, so they need no Chinese font.")]
pub(super) struct BoardCommand {
    /// `startpos` or a FEN, then any moves, with or without the word `moves`; or a game file (棋谱; - for standard
    /// input)
    #[arg(value_name = "POSITION")]
    words: Vec<String>,

    /// The position (局面), in quotes
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    fen: Option<String>,

    /// Moves (着法) played from that position
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "words")]
    moves: Vec<String>,

    /// Number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    game: Option<u64>,

    /// Show the position after this many plies [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    ply: Option<usize>,

    /// Draw Black's side at the bottom
    #[arg(long)]
    flip: bool,

    /// Write the picture to a file; its extension selects SVG or PNG
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["svg", "png"], group = "raster")]
    out: Option<PathBuf>,

    /// Write the picture to a file as SVG; - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the picture to a file as PNG; - for standard output
    #[arg(long, value_name = "FILE", group = "raster")]
    png: Option<PathBuf>,

    #[command(flatten)]
    fresh: FreshArgs,

    /// Width of the PNG in pixels
    #[arg(long, value_name = "DOTS", default_value_t = 800, requires = "raster",
          value_parser = whole::<u32>(1..=u64::from(WIDTH_MAX)))]
    width: u32,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    board: BoardArgs,
}

/// Options that apply only to pictures.
#[derive(Debug, Args)]
struct Drawing {
    /// Draw an arrow in the picture; can be repeated
    #[arg(long = "arrow", value_name = "MOVE[:COLOUR]", value_parser = localized::<Arrow>)]
    arrows: Vec<Arrow>,

    /// Draw a ring around a point in the picture; can be repeated
    #[arg(long = "mark", value_name = "POINT[:COLOUR]", value_parser = localized::<Mark>)]
    marks: Vec<Mark>,

    /// Colour scheme of the picture [default: wood]
    #[arg(long, value_name = "THEME", value_enum)]
    theme: Option<ThemeName>,

    /// Leave the coordinates out of the picture
    #[arg(long)]
    no_coordinates: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    /// Wooden board, red and black pieces
    Wood,
    /// Black on white, for printing; arrows and marks are black as well
    Print,
}

impl Drawing {
    fn is_empty(&self) -> bool {
        self.arrows.is_empty()
            && self.marks.is_empty()
            && self.theme.is_none()
            && !self.no_coordinates
    }
}

impl BoardCommand {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        refuse_terminal(self.png.as_deref(), io::stdout().is_terminal())?;
        let game = self.game()?;
        let position = game.position(self.ply)?;
        warn_of_strays(&position);
        let last_move = position.history().last().and_then(|undo| undo.mv);
        let diagram = Diagram { last_move, flipped: self.flip, ..Diagram::new(position.board()) };
        let (svg, png) = self.files()?;
        if svg.is_none() && png.is_none() {
            if !self.drawing.is_empty() {
                return Err(UsageError(tr!("board-for-pictures")).into());
            }
            writeln!(out, "{}\n{}", self.board.style(diagram), position.fen())?;
            return Ok(());
        }
        let letters = self.board.wants_letters();
        let picture = Picture {
            last_move,
            arrows: self.drawing.arrows,
            marks: self.drawing.marks,
            faces: if letters { Faces::Letters } else { Faces::Chinese },
            theme: match self.drawing.theme {
                Some(ThemeName::Print) => Theme::Print,
                Some(ThemeName::Wood) | None => Theme::Wood,
            },
            coordinates: !self.drawing.no_coordinates,
            flipped: self.flip,
            ..Picture::new(position.board())
        };
        let text = picture.svg();
        if let Some(path) = svg {
            self.fresh.file(Some(&path))?;
            outputs::write(Some(&path), text.as_bytes(), out)?;
        }
        if let Some(path) = png {
            self.fresh.file(Some(&path))?;
            outputs::write(Some(&path), &picture::png(&text, self.width)?, out)?;
        }
        Ok(())
    }

    /// The SVG file and the PNG file to write, if requested.
    fn files(&self) -> Result<(Option<PathBuf>, Option<PathBuf>), UsageError> {
        let Some(path) = &self.out else { return Ok((self.svg.clone(), self.png.clone())) };
        let known = [("svg", PictureFile::Svg), ("png", PictureFile::Png)];
        match outputs::form_by_name(path, &known, "--svg, --png")? {
            Some(PictureFile::Png) => Ok((None, Some(path.clone()))),
            // A stream without an extension receives SVG, which is text.
            Some(PictureFile::Svg) | None => Ok((Some(path.clone()), None)),
        }
    }
}

#[derive(Clone, Copy)]
enum PictureFile {
    Svg,
    Png,
}

/// Refuses to write a PNG to a terminal.
fn refuse_terminal(png: Option<&Path>, is_terminal: bool) -> Result<(), UsageError> {
    if png == Some(Path::new("-")) && is_terminal {
        return Err(UsageError(tr!("board-terminal")));
    }
    Ok(())
}

/// A start position and the moves played from it.
struct PlayedMoves {
    start: Position,
    moves: Vec<Move>,
}

impl PlayedMoves {
    /// The position after `ply` plies, or after all moves if `ply` is `None`.
    fn position(&self, ply: Option<usize>) -> Result<Position, UsageError> {
        let played = self.moves.len();
        let ply = ply.unwrap_or(played);
        if ply > played {
            return Err(UsageError(tr!("board-too-few-plies", ply = ply, plies = played)));
        }
        let mut position = self.start.clone();
        for &mv in &self.moves[..ply] {
            position.make_unchecked(mv, &mut ());
        }
        Ok(position)
    }
}

impl BoardCommand {
    fn game(&self) -> failure::Result<PlayedMoves> {
        if let [path] = &self.words[..]
            && is_file(path)
        {
            return game_in_file(path, self.game.unwrap_or(1));
        }
        if self.game.is_some() {
            return Err(UsageError(tr!("board-game-of-file")).into());
        }
        let mut words = self.words.clone();
        words.extend(self.fen.clone());
        if !self.moves.is_empty() {
            words.push("moves".to_owned());
            words.extend(self.moves.iter().cloned());
        }
        Ok(game_in_words(&words)?)
    }
}

/// Whether a word names a file rather than a position.
fn is_file(word: &str) -> bool {
    word == "-" || FileFormat::of_name(word).is_some() || Path::new(word).exists()
}

/// Reads a game from a file; games are numbered from 1.
fn game_in_file(path: &str, number: u64) -> failure::Result<PlayedMoves> {
    let place = || path.to_owned();
    let collection = GameFile::new(path).read(None).with_context(place)?;
    let mut count = 0;
    for game in collection.games() {
        count += 1;
        if count == number {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    let text = tr!("game-refused", game = number, error = error.localize());
                    writeln!(outputs::stderr(), "{}", at_place(Path::new(path), &text))?;
                    let nothing = || Failure::new(at_place(Path::new(path), &tr!("board-nothing")));
                    error.into_salvaged().ok_or_else(nothing)?
                }
            };
            let moves = game.moves().collect();
            return Ok(PlayedMoves { start: game.start, moves });
        }
    }
    Err(UsageError(tr!("board-too-few-games", game = number, path = path, games = count)).into())
}

/// Reads `startpos moves …`, `FEN moves …` or only moves, split into any number of words.
fn game_in_words(words: &[String]) -> Result<PlayedMoves, UsageError> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let (start, words) = match words.iter().position(is_moves) {
        Some(at) => (&words[..at], &words[at + 1..]),
        // No field of a FEN is a move, and no move contains a slash.
        None => words.split_at(match words.first() {
            Some(word) if word.contains('/') => fen_words(&words),
            Some(word) => usize::from(word.eq_ignore_ascii_case("startpos")),
            None => 0,
        }),
    };
    let start = match start {
        [] => Position::startpos(),
        [word] if word.eq_ignore_ascii_case("startpos") => Position::startpos(),
        _ => {
            let fen = start.join(" ");
            let refused = |error: FenError| {
                tr!("board-fen-refused", fen = fen.clone(), error = error.localize())
            };
            position_from_text(&fen).map_err(|error| UsageError(refused(error)))?
        }
    };
    let ranks = rank_numbering(&start, words.iter().copied());
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let mv = parse_move(&position, word, ranks).map_err(|error| {
            let refused = tr!("word-refused", number = i + 1, reason = error.localize());
            UsageError(format!("{refused}\n  {}", tr!("in-position", fen = position.fen())))
        })?;
        position.make_unchecked(mv, &mut ());
        moves.push(mv);
    }
    Ok(PlayedMoves { start, moves })
}

/// The number of words at the beginning that belong to a FEN.
fn fen_words(words: &[&str]) -> usize {
    let is_field = |word: &&&str| {
        matches!(**word, "w" | "r" | "b" | "-") || word.chars().all(|c| c.is_ascii_digit())
    };
    1 + words[1..].iter().take(5).take_while(is_field).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(text: &str) -> String {
        let game = game_in_words(&[text.to_owned()]);
        match game.and_then(|game| game.position(None)) {
            Ok(position) => position.fen(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn positions_come_in_many_words() {
        let start = Position::startpos().fen();
        assert_eq!(
            (fen(""), fen("startpos"), fen(&start)),
            (start.clone(), start.clone(), start.clone())
        );
        let expected = fen("startpos moves h2e2 h9g7");
        assert!(expected.ends_with("w - - 2 2"), "{expected}");
        for same in ["h2e2 h9g7", "moves h2e2 h9g7", "startpos 炮二平五 马8进7", "C2.5 H8+7"]
        {
            assert_eq!(fen(same), expected, "{same}");
        }
        assert_eq!(fen(&format!("{start} h2e2 h9g7")), expected);
        assert_eq!(fen(&format!("{start} moves H2-E2 h9g7")), expected);
        assert_eq!(fen("3k5/9/9/9/9/9/9/9/9/4K4 w e0e1"), "3k5/9/9/9/9/9/9/9/4K4/9 b - - 1 1");
    }

    #[test]
    fn plies_are_counted_from_the_start() {
        let game = game_in_words(&["h2e2 h9g7".to_owned()]).unwrap();
        let fen = |ply| game.position(ply).map(|position| position.fen());
        assert_eq!(fen(Some(0)).unwrap(), Position::startpos().fen());
        assert_eq!(fen(Some(2)).unwrap(), fen(None).unwrap());
        assert_eq!(fen(Some(3)).unwrap_err().to_string(), "--ply 3: the game has only 2 plies");
    }

    #[test]
    fn no_picture_goes_to_a_terminal() {
        let refused =
            |path: &str, is_terminal| refuse_terminal(Some(Path::new(path)), is_terminal).is_err();
        assert!(refused("-", true));
        assert!(!refused("-", false) && !refused("a.png", true));
        assert!(refuse_terminal(None, true).is_ok());
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(fen("h2e2 h2e2").starts_with("move 2: "), "{}", fen("h2e2 h2e2"));
        assert!(fen("nonsense").starts_with("move 1: "));
        assert!(fen("3k5/9 w").starts_with("'3k5/9 w': "), "{}", fen("3k5/9 w"));
    }
}
