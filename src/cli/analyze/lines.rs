//! Lines of play as a table.

use std::io::{self, Write};

use chuhe_engine::board::Position;
use chuhe_engine::engine::SearchResult;
use chuhe_engine::notation::{MoveFormat, line_texts};
use chuhe_engine::search::SearchInfo;
use chuhe_engine::types::Move;
use chuhe_localize::Localize;
use chuhe_localize::columns::{left, right};
use chuhe_localize::score::Bounded;
use chuhe_localize::tr;

/// The column titles of [`LineTable::row`].
pub(super) fn header() -> String {
    let heads = [
        left(&tr!("column-depth"), 6),
        right(&tr!("column-line"), 4),
        right(&tr!("column-score"), 13),
        right(&tr!("column-nodes"), 12),
        right(&tr!("column-speed"), 6),
        right(&tr!("column-time"), 9),
    ];
    format!("{}  {}", heads.join(" "), tr!("column-moves"))
}

/// The column where the moves begin.
const MOVES_AT: usize = 57;

/// How a position's lines of play are shown.
#[derive(Debug)]
pub(super) struct LineTable<'a> {
    pub(super) position: &'a Position,
    pub(super) moves: MoveFormat,
    /// The width of the terminal in columns; `None` if there is no terminal, in which case nothing is cut off.
    pub(super) width: Option<usize>,
}

impl LineTable<'_> {
    /// A row for each line that has moves.
    pub(super) fn rows(&self, lines: &[SearchInfo]) -> impl Iterator<Item = String> {
        lines.iter().filter(|info| !info.pv.is_empty()).map(|info| self.row(info))
    }

    /// Writes the header and all rows, or nothing if there are no rows.
    pub(super) fn write(&self, out: &mut impl Write, lines: &[SearchInfo]) -> io::Result<()> {
        let mut heading = Some(header());
        for row in self.rows(lines) {
            if let Some(heading) = heading.take() {
                writeln!(out, "{heading}")?;
            }
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    /// Formats a report as one row of text, with as many moves as fit, but at least one.
    pub(super) fn row(&self, info: &SearchInfo) -> String {
        let score = Bounded::for_red(info.score, info.bound, self.position.side_to_move());
        let mut row = format!(
            "{:>2}/{:<3} {:>4} {} {:>12} {:>6} {:>8.2}s ",
            info.depth,
            info.seldepth,
            info.multipv,
            right(&score.localize(), 13),
            info.nodes,
            info.nps() / 1000,
            info.time.as_secs_f64(),
        );
        // One more than the width, because no space precedes the first move.
        let room = self.width.map_or(usize::MAX, |width| (width + 1).saturating_sub(MOVES_AT));
        let mut taken = 0;
        for (i, text) in line_texts(self.position, &info.pv, self.moves).iter().enumerate() {
            // Chinese characters are two columns wide.
            taken += 1 + text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
            if i > 0 && taken > room {
                break;
            }
            row.push(' ');
            row.push_str(text);
        }
        row
    }

    /// A legal move in the position, as text.
    fn text(&self, mv: Move) -> String {
        line_texts(self.position, &[mv], self.moves).concat()
    }

    /// Writes the result of the search.
    pub(super) fn write_answer(
        &self,
        out: &mut impl Write,
        result: &SearchResult,
    ) -> io::Result<()> {
        let Some(best) = result.best else {
            let side = tr!("side", side = (!self.position.side_to_move()).to_string());
            let text = if self.position.in_check() {
                tr!("ended-by-checkmate", side = side)
            } else {
                tr!("ended-without-moves", side = side)
            };
            return writeln!(out, "{text}");
        };
        let text = match result.ponder {
            None => tr!("analyze-best", best = self.text(best)),
            Some(reply) => {
                let mut line = line_texts(self.position, &[best, reply], self.moves);
                let reply = line.pop().unwrap_or_default();
                tr!("analyze-best-reply", best = self.text(best), reply = reply)
            }
        };
        writeln!(out, "\n{text}")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use chuhe_engine::notation::chinese::Script;
    use chuhe_engine::search::Bound;
    use chuhe_engine::types::Score;
    use chuhe_localize::columns::width;
    use chuhe_localize::{Language, with};

    #[test]
    fn columns_stand_under_their_heads() {
        let info = SearchInfo {
            depth: 12,
            seldepth: 20,
            multipv: 1,
            score: Score::Cp(-35),
            bound: Bound::Exact,
            known_wdl: None,
            nodes: 1_234_567,
            time: Duration::from_millis(900),
            hashfull: 12,
            tb_hits: None,
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        };
        let position = Position::startpos();
        let table = |moves, width| LineTable { position: &position, moves, width };
        let row = table(MoveFormat::Coordinates, None).row(&info);
        assert_eq!(row, "12/20     1         -0.35      1234567   1371     0.90s  h2e2 h9g7");
        assert_eq!(row.find("h2e2"), Some(MOVES_AT));
        assert_eq!(row.find("h2e2"), header().find("moves"));
        assert_eq!(row.find("0.90s").map(|i| i + 5), header().find("time").map(|i| i + 4));
        let heads = with(Language::Chinese, header);
        let ends = |head| heads.split_once(head).map(|(before, _)| width(before) + width(head));
        assert_eq!(width(heads.split_once("着法").unwrap().0), MOVES_AT);
        assert_eq!(ends("时间"), row.find("0.90s").map(|i| i + 5));
        assert_eq!(ends("节点"), row.find("1234567").map(|i| i + 7));
        // No move is ever cut short, and the first one is always shown.
        for (width, shown) in [(66, "h2e2 h9g7"), (65, "h2e2"), (20, "h2e2")] {
            let row = table(MoveFormat::Coordinates, Some(width)).row(&info);
            assert_eq!(&row[MOVES_AT..], shown, "{width}");
        }
        let chinese = MoveFormat::Chinese(Script::Simplified);
        assert!(table(chinese, Some(75)).row(&info).ends_with("s  炮二平五 马８进７"));
        assert!(table(chinese, Some(72)).row(&info).ends_with("s  炮二平五"));
    }
}
