//! What a search found, as text and as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use crate::board::Position;
use crate::search::{BestMove, Bound, SearchInfo, Wdl};
use crate::types::{Move, Score, is_rule};

/// The columns of [`row`].
pub(super) const HEADER: &str = "depth  line         score        nodes   knps      time  moves";

/// The newest report of each line of play, by its place.
#[derive(Debug, Default)]
pub(super) struct Lines(BTreeMap<u32, SearchInfo>);

#[derive(Serialize)]
struct JsonLine {
    fen: String,
    side_to_move: String,
    best_move: Option<String>,
    multipv: u32,
    depth: u32,
    seldepth: u32,
    score: Score,
    bound: Bound,
    wdl: Wdl,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    hashfull: u32,
    pv: Vec<String>,
}

impl Lines {
    pub(super) fn add(&mut self, info: SearchInfo) {
        self.0.insert(info.multipv, info);
    }

    /// The newest report of each line of play that has moves, best first.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &SearchInfo> {
        let lines: Vec<&SearchInfo> = self.0.values().filter(|info| !info.pv.is_empty()).collect();
        lines.into_iter()
    }

    /// The lines that have moves, best first, one row of text each.
    pub(super) fn rows(&self) -> impl Iterator<Item = String> {
        self.0.values().filter(|info| !info.pv.is_empty()).map(row)
    }

    /// Writes a report that has not been added yet, below the header if it is the first.
    pub(super) fn write_next(&self, out: &mut impl Write, info: &SearchInfo) -> anyhow::Result<()> {
        if info.pv.is_empty() {
            return Ok(());
        }
        if self.0.is_empty() {
            writeln!(out, "{HEADER}")?;
        }
        writeln!(out, "{}", row(info))?;
        Ok(())
    }

    /// Writes the newest report of every line.
    pub(super) fn write_table(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut header = Some(HEADER);
        for row in self.rows() {
            if let Some(header) = header.take() {
                writeln!(out, "{header}")?;
            }
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    pub(super) fn write_json(
        &self,
        out: &mut impl Write,
        position: &Position,
        best: BestMove,
    ) -> anyhow::Result<()> {
        for info in self.0.values() {
            let line = JsonLine {
                fen: position.fen(),
                side_to_move: position.side_to_move().to_string(),
                best_move: best.mv.map(|mv| mv.to_string()),
                multipv: info.multipv,
                depth: info.depth,
                seldepth: info.seldepth,
                score: info.score,
                bound: info.bound,
                wdl: Wdl::from_score(info.score),
                nodes: info.nodes,
                nps: info.nps(),
                time_ms: info.time.as_millis() as u64,
                hashfull: info.hashfull,
                pv: info.pv.iter().map(Move::to_string).collect(),
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        }
        Ok(())
    }
}

/// Writes the answer of the search.
pub(super) fn write_answer(
    out: &mut impl Write,
    position: &Position,
    best: BestMove,
) -> anyhow::Result<()> {
    let us = position.side_to_move();
    match best {
        BestMove { mv: None, .. } => {
            let how = if position.in_check() { "checkmate" } else { "no legal move" };
            writeln!(out, "{how}: {} wins", !us)?;
        }
        BestMove { mv: Some(mv), ponder: None, .. } => writeln!(out, "\nbest move {mv}")?,
        BestMove { mv: Some(mv), ponder: Some(reply), .. } => {
            writeln!(out, "\nbest move {mv}, expected reply {reply}")?;
        }
    }
    Ok(())
}

/// A report as one row of text.
fn row(info: &SearchInfo) -> String {
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

/// A score in words: mates are counted in moves.
pub(super) fn score_text(score: Score, bound: Bound) -> String {
    let relation = match bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    };
    let text = match score {
        Score::Cp(cp) if is_rule(cp) && cp > 0 => "wins by rule".to_owned(),
        Score::Cp(cp) if is_rule(cp) => "loses by rule".to_owned(),
        Score::Cp(cp) => format!("{cp:+}"),
        Score::MateIn(plies) => format!("mate in {}", plies.div_ceil(2)),
        Score::MatedIn(plies) => format!("mated in {}", plies.div_ceil(2)),
    };
    format!("{relation}{text}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn info(multipv: u32, score: Score) -> SearchInfo {
        SearchInfo {
            depth: 12,
            seldepth: 20,
            multipv,
            score,
            bound: Bound::Exact,
            nodes: 1_234_567,
            time: Duration::from_millis(900),
            hashfull: 12,
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        }
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let row = row(&info(1, Score::Cp(-35)));
        assert_eq!(row, "12/20     1           -35      1234567   1371     0.90s  h2e2 h9g7");
        assert_eq!(row.find("h2e2"), HEADER.find("moves"));
        assert_eq!(row.find("0.90s").map(|i| i + 5), HEADER.find("time").map(|i| i + 4));
    }

    #[test]
    fn scores_are_words() {
        let text = |score| score_text(score, Bound::Exact);
        assert_eq!(text(Score::Cp(35)), "+35");
        assert_eq!(text(Score::MateIn(5)), "mate in 3");
        assert_eq!(text(Score::MatedIn(2)), "mated in 1");
        assert_eq!(text(Score::Cp(27_990)), "wins by rule");
        assert_eq!(text(Score::Cp(-28_000)), "loses by rule");
        assert_eq!(score_text(Score::Cp(80), Bound::Lower), ">= +80");
    }

    #[test]
    fn the_newest_report_of_a_line_counts() {
        let mut lines = Lines::default();
        lines.add(info(2, Score::Cp(1)));
        lines.add(info(1, Score::Cp(2)));
        lines.add(info(2, Score::Cp(3)));
        let rows: Vec<String> = lines.rows().collect();
        assert!(rows.len() == 2 && rows[0].contains("+2 ") && rows[1].contains("+3 "), "{rows:?}");
    }
}
