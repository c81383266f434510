//! `board`: a position drawn, in the terminal or as a picture.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::terminal::BoardArgs;
use super::{UsageError, outputs};
use crate::board::Position;
use crate::notation::diagram::Diagram;
use crate::notation::iccs::Ranks;
use crate::notation::parse_move;
use crate::picture::{self, Arrow, Faces, Mark, Picture, Theme, WIDTH_MAX};

/// Draw a position (局面), in the terminal or as SVG and PNG
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe board                                              the start position
  chuhe board startpos moves h2e2 h9g7                     after some moves, the last one marked
  chuhe board 炮二平五 马8进7 --flip                         in any notation, Black at the bottom
  chuhe board '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --png end.png
  chuhe board moves h2e2 h9g7 --svg board.svg --arrow h0g2 --arrow b0c2:blue --mark g7:red
  chuhe board --svg - --theme print | lpr                  black on white, for paper

Moves are ICCS coordinates, WXF or Chinese. Colours of arrows and marks: green, red, blue, orange, purple, black or
#rrggbb. The SVG contains the shapes of its characters, so it looks the same where no Chinese font is
installed.")]
pub(super) struct BoardCommand {
    /// `startpos` or a FEN, then moves; the word `moves` between them may be left out
    #[arg(value_name = "POSITION")]
    words: Vec<String>,

    /// Put Black's side at the bottom
    #[arg(long)]
    flip: bool,

    /// Write the picture as SVG; - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the picture as PNG; - for standard output
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// The width of the PNG in dots
    #[arg(long, value_name = "DOTS", default_value_t = 800, requires = "png",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(WIDTH_MAX)))]
    width: u32,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    board: BoardArgs,
}

/// What only pictures have.
#[derive(Debug, Args)]
struct Drawing {
    /// Draw an arrow in the picture; can be repeated
    #[arg(long = "arrow", value_name = "MOVE[:COLOUR]")]
    arrows: Vec<Arrow>,

    /// Draw a ring around a point in the picture; can be repeated
    #[arg(long = "mark", value_name = "POINT[:COLOUR]")]
    marks: Vec<Mark>,

    /// The colours of the picture [default: wood]
    #[arg(long, value_name = "THEME", value_enum)]
    theme: Option<ThemeName>,

    /// Leave the coordinates out of the picture
    #[arg(long)]
    no_coordinates: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    /// Wood, red and black
    Wood,
    /// Black on white, for paper; arrows and marks are black
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
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let position = position(&self.words)?;
        let last_move = position.history().last().and_then(|undo| undo.mv);
        let diagram = Diagram { last_move, flipped: self.flip, ..Diagram::new(position.board()) };
        if self.svg.is_none() && self.png.is_none() {
            if !self.drawing.is_empty() {
                let text = "--arrow, --mark, --theme and --no-coordinates are for pictures: say where \
                            to put one with --svg or --png";
                return Err(UsageError(text.to_owned()).into());
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
        let svg = picture.svg();
        if let Some(path) = &self.svg {
            outputs::write(Some(path), svg.as_bytes(), out)?;
        }
        if let Some(path) = &self.png {
            outputs::write(Some(path), &picture::png(&svg, self.width)?, out)?;
        }
        Ok(())
    }
}

/// The position of `startpos moves …`, `FEN moves …` or moves alone, in as many words as may be.
fn position(words: &[String]) -> Result<Position, UsageError> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let (start, moves) = match words.iter().position(is_moves) {
        Some(at) => (&words[..at], &words[at + 1..]),
        // Fields of a FEN are no moves, and no move has a slash.
        None => words.split_at(match words.first() {
            Some(word) if word.contains('/') => fen_words(&words),
            Some(word) => usize::from(word.eq_ignore_ascii_case("startpos")),
            None => 0,
        }),
    };
    let mut position = match start {
        [] => Position::startpos(),
        [word] if word.eq_ignore_ascii_case("startpos") => Position::startpos(),
        _ => {
            let fen = start.join(" ");
            Position::from_fen(&fen).map_err(|error| UsageError(format!("'{fen}': {error}")))?
        }
    };
    let ranks = Ranks::shown_by(moves.iter().copied()).unwrap_or_default();
    for (i, word) in moves.iter().enumerate() {
        let mv = parse_move(&position, word, ranks).map_err(|error| {
            UsageError(format!("move {}: {error}\n  in {}", i + 1, position.fen()))
        })?;
        position.make_unchecked(mv, &mut ());
    }
    Ok(position)
}

/// How many of the words that begin with a FEN belong to it.
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
        match position(&[text.to_owned()]) {
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
    fn what_is_wrong_is_said() {
        assert!(fen("h2e2 h2e2").starts_with("move 2: "), "{}", fen("h2e2 h2e2"));
        assert!(fen("nonsense").starts_with("move 1: "));
        assert!(fen("3k5/9 w").starts_with("'3k5/9 w': "), "{}", fen("3k5/9 w"));
    }
}
