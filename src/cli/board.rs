//! `board`: draws a position, in the terminal or as a picture.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::localized;
use super::numbers::whole;
use super::outputs::FreshArgs;
use super::position::PositionArgs;
use super::terminal::BoardArgs;
use super::{UsageError, outputs};
use crate::failure;
use chuhe_engine::notation::diagram::Diagram;
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
    #[command(flatten)]
    position: PositionArgs,

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
    theme: Option<ThemeArg>,

    /// Leave the coordinates out of the picture
    #[arg(long)]
    no_coordinates: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
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
        let position = self.position.position()?;
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
                Some(ThemeArg::Print) => Theme::Print,
                Some(ThemeArg::Wood) | None => Theme::Wood,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_goes_to_a_terminal() {
        let refused =
            |path: &str, is_terminal| refuse_terminal(Some(Path::new(path)), is_terminal).is_err();
        assert!(refused("-", true));
        assert!(!refused("-", false) && !refused("a.png", true));
        assert!(refuse_terminal(None, true).is_ok());
    }
}
