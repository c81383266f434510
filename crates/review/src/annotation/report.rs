//! Writes annotations as JSON. `docs/reference/annotation.md` describes the format.

use std::collections::BTreeMap;

use serde::Serialize;

use super::grade::{self, Class, tenths};
use super::remarks::Remark;
use super::{Annotation, GradedMove, LEGAL, Moment, OpeningName, Point, SideSummary, Standing};
use crate::move_texts::MoveTexts;
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::rules::{Ending, Reason};
use chuhe_engine::search::Wdl;
use chuhe_engine::types::{Color, Score};
use chuhe_formats::{Line, LineMove};

/// The first field of the JSON. Its digit is the version of the format.
const FORM: &str = "chuhe-annotation-1";

/// The JSON object for an annotation.
#[derive(Serialize)]
pub(super) struct AnnotationReport<'a> {
    form: &'static str,
    engine: &'a str,
    tags: BTreeMap<&'a str, &'a str>,
    result: &'static str,
    opening: Option<&'a OpeningName>,
    ending: EndingReport,
    /// Why part of the game is missing; `None` if the game is complete.
    unread: Option<String>,
    /// The comment before the first move.
    comment: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    drawings: String,
    nodes: u64,
    sides: [SideReport; 2],
    turning_points: Vec<usize>,
    moments: Vec<MomentReport>,
    /// The start position, and the position after each move.
    positions: Vec<AnnotatedPositionReport>,
    moves: Vec<GradedMoveReport>,
}

/// The verdict of the rules on the last position.
#[derive(Serialize)]
struct EndingReport {
    verdict: &'static str,
    reason: Option<Reason>,
    text: String,
}

#[derive(Serialize)]
struct SideReport {
    side: Color,
    moves: usize,
    accuracy: Option<f64>,
    mean_loss_cp: Option<f64>,
    classes: BTreeMap<Class, usize>,
}

/// A move that decided the game.
#[derive(Serialize)]
struct MomentReport {
    ply: usize,
    kind: &'static str,
    /// The mover's expectations after the best move and after the move played.
    expectations: [f64; 2],
    standings: [Standing; 2],
    /// The move named in the sentence.
    by: Option<MoveTexts>,
    text: String,
}

#[derive(Serialize)]
struct AnnotatedPositionReport {
    fen: String,
    /// The score, from Red's point of view.
    red_score: Score,
    /// Red's expectation, 0 to 100.
    red_expectation: f64,
    /// The chances of the side to move, if they are the engine's own. The expectation follows from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<Wdl>,
    depth: u32,
    best_line: Vec<MoveTexts>,
    /// Why the rules end the game here, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<OverReport>,
}

#[derive(Serialize)]
struct OverReport {
    verdict: &'static str,
    reason: Reason,
}

#[derive(Serialize)]
struct GradedMoveReport {
    /// The ply, counted from 1.
    ply: usize,
    side: Color,
    #[serde(flatten)]
    texts: MoveTexts,
    /// The score of the best move, from the mover's point of view.
    before: Score,
    after: Score,
    loss: f64,
    loss_cp: i32,
    class: Class,
    forced: bool,
    turning_point: bool,
    #[serde(flatten)]
    theirs: MoveRemarks,
}

/// The remarks on a move in the file.
#[derive(Serialize)]
struct MoveRemarks {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    drawings: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationReport>,
}

/// A variation in the file.
#[derive(Serialize)]
struct VariationReport {
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: String,
    moves: Vec<VariationMoveReport>,
}

#[derive(Serialize)]
struct VariationMoveReport {
    #[serde(flatten)]
    texts: MoveTexts,
    #[serde(flatten)]
    theirs: MoveRemarks,
}

impl Annotation {
    /// Returns the annotation as a JSON object on one line.
    pub fn json(&self) -> String {
        AnnotationReport::new(self).json()
    }
}

impl<'a> AnnotationReport<'a> {
    pub(super) fn new(annotation: &'a Annotation) -> Self {
        let game = &annotation.game;
        let known = game.tags.iter().filter(|(_, value)| !value.starts_with('?'));
        let judgement = &annotation.judgement;
        let played = &game.line.moves;
        let turning =
            annotation.moves.iter().enumerate().filter(|(_, graded)| graded.is_turning_point);
        let before = Remark::new(&game.line.comment);
        let (mut positions, mut moves) = (Vec::new(), Vec::new());
        game.replay(|position: &Position| {
            let i = positions.len();
            positions.push(AnnotatedPositionReport::new(position, &annotation.points[i]));
            if let Some((graded, played)) = annotation.moves.get(i).zip(played.get(i)) {
                moves.push(GradedMoveReport::new(i + 1, graded, position, played));
            }
        })
        .expect(LEGAL);
        Self {
            form: FORM,
            engine: &annotation.engine,
            tags: known.map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            result: game.outcome.text(),
            opening: annotation.opening.as_ref(),
            ending: EndingReport {
                verdict: Ending::word(judgement.ending.as_ref()),
                reason: judgement.ending.map(|ending| ending.reason),
                text: judgement.to_string(),
            },
            unread: annotation.unread.as_ref().map(ToString::to_string),
            comment: before.text,
            drawings: before.drawings,
            nodes: annotation.nodes,
            sides: Color::ALL.map(|color| SideReport::new(color, &annotation.sides[color.index()])),
            turning_points: turning.map(|(i, _)| i + 1).collect(),
            moments: annotation
                .moments()
                .iter()
                .map(|it| MomentReport::new(annotation, it))
                .collect(),
            positions,
            moves,
        }
    }
}

impl AnnotationReport<'_> {
    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).expect("all keys are strings")
    }
}

impl SideReport {
    fn new(color: Color, side: &SideSummary) -> Self {
        Self {
            side: color,
            moves: side.moves,
            accuracy: side.accuracy.map(tenths),
            mean_loss_cp: side.mean_loss_cp.map(tenths),
            classes: Class::ALL.into_iter().zip(side.classes).collect(),
        }
    }
}

impl MomentReport {
    fn new(annotation: &Annotation, moment: &Moment) -> Self {
        let board = annotation.board_of_named(moment);
        Self {
            ply: moment.ply,
            kind: moment.event.kind(),
            expectations: moment.expectations,
            standings: moment.standings,
            by: moment.event.by().map(|mv| MoveTexts::new(board, mv)),
            text: annotation.sentence(moment, MoveFormat::Coordinates).to_string(),
        }
    }
}

impl AnnotatedPositionReport {
    fn new(position: &Position, point: &Point) -> Self {
        let red_score = grade::for_red(point.score, position.side_to_move());
        Self {
            fen: position.fen(),
            red_score,
            red_expectation: tenths(point.red_expectation()),
            wdl: point.wdl,
            depth: point.depth,
            best_line: MoveTexts::of_line(position, &point.line),
            over: point.ending.map(|ending| OverReport {
                verdict: Ending::word(Some(&ending)),
                reason: ending.reason,
            }),
        }
    }
}

impl GradedMoveReport {
    fn new(ply: usize, graded: &GradedMove, before: &Position, played: &LineMove) -> Self {
        Self {
            ply,
            side: graded.side,
            texts: MoveTexts::new(before.board(), graded.mv),
            before: graded.before,
            after: graded.after,
            loss: graded.loss,
            loss_cp: graded.loss_cp,
            class: graded.class,
            forced: graded.is_forced,
            turning_point: graded.is_turning_point,
            theirs: MoveRemarks::new(played, &mut before.clone()),
        }
    }
}

impl MoveRemarks {
    /// Describes a move. `before` is the position before the move, and is unchanged afterwards.
    fn new(played: &LineMove, before: &mut Position) -> Self {
        let Remark { text, clock, elapsed, drawings } = Remark::new(&played.comment);
        let variations = played.variations.iter().filter(|line| !line.moves.is_empty());
        let variations = variations.map(|line| VariationReport::new(line, before)).collect();
        Self { glyphs: played.glyphs.clone(), comment: text, clock, elapsed, drawings, variations }
    }
}

impl VariationReport {
    /// Describes a line that begins in `position`, which is unchanged afterwards. The line ends before the first
    /// illegal move.
    fn new(line: &Line, position: &mut Position) -> Self {
        let mut moves = Vec::new();
        for played in &line.moves {
            if !position.is_legal(played.mv) {
                break;
            }
            let texts = MoveTexts::new(position.board(), played.mv);
            moves.push(VariationMoveReport { texts, theirs: MoveRemarks::new(played, position) });
            position.make_unchecked(played.mv, &mut ());
        }
        for _ in &moves {
            position.unmake(&mut ());
        }
        Self { comment: Remark::new(&line.comment).text, moves }
    }
}
