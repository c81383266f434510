//! Lines of play as a table.

use std::io::{self, Write};

use crate::analysis::score_text;
use crate::board::Position;
use crate::engine::SearchResult;
use crate::search::SearchInfo;
use crate::types::Move;

/// The columns of [`row`].
pub(super) const HEADER: &str = "depth  line         score        nodes   knps      time  moves";

/// A row for each line that has moves.
pub(super) fn rows(lines: &[SearchInfo]) -> impl Iterator<Item = String> {
    lines.iter().filter(|info| !info.pv.is_empty()).map(row)
}

/// Writes the header and all rows, or nothing without rows.
pub(super) fn write_table(out: &mut impl Write, lines: &[SearchInfo]) -> io::Result<()> {
    let mut header = Some(HEADER);
    for row in rows(lines) {
        if let Some(header) = header.take() {
            writeln!(out, "{header}")?;
        }
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// Writes the answer of the search.
pub(super) fn write_answer(
    out: &mut impl Write,
    position: &Position,
    result: &SearchResult,
) -> io::Result<()> {
    match (result.best, result.ponder) {
        (None, _) => {
            let how = if position.in_check() { "checkmate" } else { "no legal move" };
            writeln!(out, "{how}: {} wins", !position.side_to_move())
        }
        (Some(mv), None) => writeln!(out, "\nbest move {mv}"),
        (Some(mv), Some(reply)) => writeln!(out, "\nbest move {mv}, expected reply {reply}"),
    }
}

/// A report as one row of text.
pub(super) fn row(info: &SearchInfo) -> String {
    let moves: Vec<String> = info.pv.iter().map(Move::to_string).collect();
    format!(
        "{:>2}/{:<3} {:>4} {:>13} {:>12} {:>6} {:>8.2}s  {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score_text(info.score, info.bound),
        info.nodes,
        info.nps() / 1000,
        info.time.as_secs_f64(),
        moves.join(" "),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Bound;
    use crate::types::Score;

    #[test]
    fn columns_stand_under_their_heads() {
        let info = SearchInfo {
            depth: 12,
            seldepth: 20,
            multipv: 1,
            score: Score::Cp(-35),
            bound: Bound::Exact,
            nodes: 1_234_567,
            time: Duration::from_millis(900),
            hashfull: 12,
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        };
        let row = row(&info);
        assert_eq!(row, "12/20     1           -35      1234567   1371     0.90s  h2e2 h9g7");
        assert_eq!(row.find("h2e2"), HEADER.find("moves"));
        assert_eq!(row.find("0.90s").map(|i| i + 5), HEADER.find("time").map(|i| i + 4));
    }
}
