//! The game that the manager has set up, and the commands that need no search.

use crate::board::{Color, Point, Size};
use crate::position::Position;
use crate::rules::Rule;

use super::command::{Coordinates, Owner, StoneList, owned_stone, pair};
use super::time::Times;

/// The bit of `INFO rule` that requires exactly five in a row.
const EXACTLY_FIVE: i64 = 1;
const RENJU: i64 = 4;

/// The state set by the manager's commands.
#[derive(Debug)]
pub(super) struct Session {
    /// `None` before the first START.
    pub(super) position: Option<Position>,
    pub(super) times: Times,
    /// The memory limit in bytes; 0 means no limit.
    pub(super) max_memory: u64,
    rule: Rule,
    /// An unsupported rule that the manager has set. No game is played until the manager sets a supported one.
    unknown_rule: Option<i64>,
}

/// A list of stones being read. The first mistake is kept and reported at the end of the list.
#[derive(Debug)]
pub(super) struct StoneReader {
    kind: StoneList,
    stones: Vec<(Coordinates, Owner)>,
    mistake: Option<String>,
}

impl StoneReader {
    pub(super) const fn new(kind: StoneList) -> Self {
        Self { kind, stones: Vec::new(), mistake: None }
    }

    pub(super) const fn kind(&self) -> StoneList {
        self.kind
    }

    /// Reads a line other than DONE.
    pub(super) fn read(&mut self, line: &str) {
        let stone = match self.kind {
            StoneList::Board | StoneList::YxBoard => owned_stone(line),
            // The order of the stones determines their owners.
            StoneList::Swap2 => pair(line).map(|at| (at, Owner::Engine)),
        };
        match stone {
            Ok(stone) => self.stones.push(stone),
            Err(mistake) => self.mistake = self.mistake.take().or(Some(mistake)),
        }
    }
}

impl Session {
    pub(super) fn new(rule: Rule) -> Self {
        Self { position: None, times: Times::default(), max_memory: 0, rule, unknown_rule: None }
    }

    /// Begins a game.
    pub(super) fn start(&mut self, size: Size) {
        self.position = Some(Position::new(size, self.rule));
    }

    /// Begins another game on the same board.
    pub(super) fn restart(&mut self) -> Result<(), String> {
        let size = self.position()?.size();
        self.start(size);
        Ok(())
    }

    /// The game, or an error if there is none.
    pub(super) fn position(&mut self) -> Result<&mut Position, String> {
        self.position.as_mut().ok_or_else(|| "no game: START comes first".to_owned())
    }

    /// The game, or an error if the engine cannot move in it.
    pub(super) fn playable(&mut self) -> Result<&mut Position, String> {
        if let Some(rule) = self.unknown_rule {
            return Err(format!("rule {rule} is not supported"));
        }
        let position = self.position()?;
        if position.is_over() { Err("the game is over".to_owned()) } else { Ok(position) }
    }

    /// Places a stone of the side to move.
    pub(super) fn play(&mut self, (x, y): Coordinates) -> Result<(), String> {
        let position = self.playable()?;
        let point = on_board(position.size(), (x, y))?;
        position.try_play(point).map_err(|error| format!("{x},{y}: {error}"))
    }

    /// Removes a stone, which need not be the last: after BOARD the order is unknown.
    pub(super) fn take_back(&mut self, at: Coordinates) -> Result<(), String> {
        let position = self.position()?;
        let point = on_board(position.size(), at)?;
        let color = position.stone(point).ok_or_else(|| format!("{},{}: no stone", at.0, at.1))?;
        if position.played().last() == Some(&(point, color)) {
            position.undo();
            return Ok(());
        }
        let mut stones = position.played().to_vec();
        stones.retain(|stone| stone.0 != point);
        *position = Position::from_stones(position.size(), position.rule(), &stones, color)
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Sets up the stones of a list. If the list is invalid, the game stays unchanged.
    pub(super) fn set_up(&mut self, list: StoneReader) -> Result<(), String> {
        if let Some(mistake) = list.mistake {
            return Err(mistake);
        }
        let rule = self.rule;
        let position = self.position()?;
        let size = position.size();
        let is_swap = list.kind == StoneList::Swap2;
        let count = |owner| list.stones.iter().filter(|stone| stone.1 == owner).count();
        let (own, other) = (count(Owner::Engine), count(Owner::Opponent));
        let engine = match (is_swap, other.wrapping_sub(own)) {
            (true, _) | (false, 0) => Color::Black,
            (false, 1) => Color::White,
            _ => {
                return Err(format!(
                    "invalid stone counts: {own} for the engine, {other} for the opponent"
                ));
            }
        };
        let mut stones = Vec::new();
        for (index, &(at, owner)) in list.stones.iter().enumerate() {
            let color = match owner {
                _ if is_swap => Color::ALL[index % 2],
                Owner::Engine => engine,
                Owner::Opponent => !engine,
            };
            stones.push((on_board(size, at)?, color));
        }
        if is_swap && ![0, 3, 5].contains(&stones.len()) {
            return Err(format!("an opening has 0, 3 or 5 stones, not {}", stones.len()));
        }
        let to_move = if is_swap { Color::ALL[stones.len() % 2] } else { engine };
        *position = Position::from_stones(size, rule, &stones, to_move)
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Applies a setting. Unknown settings and those without effect are ignored, as the protocol requires. A returned
    /// text is only a remark.
    pub(super) fn inform(&mut self, key: &str, value: &str) -> Option<String> {
        if key == "evaluate" {
            return Some(self.describe(value).unwrap_or_else(|error| error));
        }
        let target = match key {
            "timeout_turn" | "timeout_match" | "time_left" | "max_memory" | "max_node"
            | "max_depth" | "rule" => value.parse::<i64>(),
            // Other settings have no effect: the engine keeps no files and plays all opponents alike.
            _ => return None,
        };
        let Ok(number) = target else {
            return Some(format!("{key} expects a number, not {value:?}"));
        };
        match key {
            "timeout_turn" => self.times.turn_ms = number,
            "timeout_match" => self.times.match_ms = number,
            "time_left" => self.times.left_ms = Some(number),
            "max_node" => self.times.nodes = number,
            "max_depth" => self.times.depth = number,
            "max_memory" => self.max_memory = u64::try_from(number).unwrap_or(0),
            _ => return self.set_rule(number),
        }
        None
    }

    fn set_rule(&mut self, number: i64) -> Option<String> {
        let rule = match number {
            0 => Rule::Freestyle,
            EXACTLY_FIVE => Rule::Standard,
            RENJU => Rule::Renju,
            _ => {
                self.unknown_rule = Some(number);
                return Some(format!("rule {number} is not supported"));
            }
        };
        self.unknown_rule = None;
        self.rule = rule;
        if let Some(position) = self.position.as_mut().filter(|position| position.rule() != rule) {
            // The stones are already on the board, so setting them up again cannot fail.
            let (size, to_move) = (position.size(), position.to_move());
            if let Ok(same) = Position::from_stones(size, rule, position.played(), to_move) {
                *position = same;
            }
        }
        None
    }

    /// The points forbidden to the side to move, each with two digits for the column and two for the row.
    pub(super) fn forbidden(&mut self) -> Result<String, String> {
        let position = self.position()?;
        let color = position.to_move();
        let free = position.size().points().filter(|point| position.is_empty(*point));
        let fouls = free.filter(|point| position.foul(color, *point).is_some());
        let names = fouls.map(|point| format!("{:02}{:02}", point.column(), point.row()));
        Ok(names.collect::<Vec<_>>().concat())
    }

    /// Describes what a stone of either side would make at a point.
    fn describe(&mut self, at: &str) -> Result<String, String> {
        let position = self.position()?;
        let at = pair(at)?;
        let point = on_board(position.size(), at)?;
        if !position.is_empty(point) {
            return Err(format!("{},{}: the point is taken", at.0, at.1));
        }
        let sides = [(Color::Black, "black"), (Color::White, "white")].map(|(color, name)| {
            let shapes = position.shapes(color, point).map(|shape| format!("{shape:?}")).join(" ");
            let foul = position.foul(color, point);
            let foul = foul.map_or_else(String::new, |foul| format!(" (forbidden: {foul})"));
            format!("; {name}: {shapes}{foul}")
        });
        Ok(format!("{},{}{}", at.0, at.1, sides.concat()))
    }
}

fn on_board(size: Size, (x, y): Coordinates) -> Result<Point, String> {
    size.point(x, y).ok_or_else(|| format!("{x},{y} is not on the board"))
}
