//! Converts games from one format to another.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::messages::{Converted, Format, GameFile, Written};
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_formats::Game;
use chuhe_formats::collection::{self, Collection, FileFormat, Target};
use chuhe_formats::lines::Positions;

impl From<Format> for Target {
    fn from(format: Format) -> Self {
        let chinese = MoveFormat::Chinese(Script::Simplified);
        match format {
            Format::Pgn => Self::Pgn(MoveFormat::Iccs),
            Format::PgnChinese => Self::Pgn(chinese),
            Format::PgnWxf => Self::Pgn(MoveFormat::Wxf),
            Format::Dhtmlxq => Self::DhtmlXq,
            Format::Xqf => Self::Xqf,
            Format::Moves => Self::Moves(MoveFormat::Coordinates),
            Format::MovesChinese => Self::Moves(chinese),
            Format::MovesWxf => Self::Moves(MoveFormat::Wxf),
            Format::Fen => Self::Fen(Positions::Last),
            Format::Fens => Self::Fen(Positions::All),
        }
    }
}

impl GameFile {
    pub(super) fn collection(self) -> Result<Collection, String> {
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(bytes)) => BASE64.decode(bytes).map_err(|error| error.to_string())?,
            _ => return Err("a file is given as its text or as its bytes".to_owned()),
        };
        let none = || "there is no game in it".to_owned();
        let format = FileFormat::guess(&self.name, &bytes).ok_or_else(none)?;
        let collection = Collection::new(bytes, format);
        if collection.is_empty() { Err(none()) } else { Ok(collection) }
    }
}

pub(super) fn convert(file: GameFile, to: Format) -> Result<Converted, String> {
    let collection = file.collection()?;
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    for read in collection.games() {
        let (game, unread) = match read {
            Ok(game) => (game, None),
            Err(error) => {
                let text = error.to_string();
                let Some(game) = error.into_salvaged() else {
                    problems.push(text);
                    continue;
                };
                (game, Some(text))
            }
        };
        match write(&game, to.into(), unread) {
            Ok(written) => games.push(written),
            Err(error) => problems.push(error),
        }
    }
    Ok(Converted { from: collection.format().extension().to_owned(), games, problems })
}

fn write(game: &Game, to: Target, unread: Option<String>) -> Result<Written, String> {
    let (written, losses) = to.write(game).map_err(|error| error.to_string())?;
    let (text, base64) = match written {
        collection::GameContent::Text(text) => (Some(text), None),
        collection::GameContent::Binary(bytes) => (None, Some(BASE64.encode(bytes))),
    };
    let losses = if losses.is_empty() { String::new() } else { losses.to_string() };
    let tags = game.tags.iter().map(|(name, value)| [name.clone(), value.clone()]);
    Ok(Written { tags: tags.collect(), text, base64, losses, unread })
}
