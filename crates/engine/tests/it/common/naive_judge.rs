//! A second implementation of the repetition rules on the naive board, following the text of the rules, with points for
//! pieces and lists for sets.
//!
//! It covers the Asian and the computer rules; the Chinese rules would also need a search for mates.

use super::naive::{NaiveBoard, Point, Step, points};

/// The rule sets that the naive judge covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NaiveSet {
    Asian,
    Computer,
}

/// A game as its boards and the steps between them.
pub(crate) struct NaiveGame {
    boards: Vec<NaiveBoard>,
    steps: Vec<Step>,
}

impl NaiveGame {
    pub(crate) fn new(fen: &str) -> Self {
        Self { boards: vec![NaiveBoard::from_fen(fen)], steps: Vec::new() }
    }

    pub(crate) fn play(&mut self, step: Step) {
        let next = self.boards.last().expect("the game has a start position").after(step);
        self.boards.push(next);
        self.steps.push(step);
    }

    /// Red's and Black's conduct over the last two laps of a repetition: 2 for perpetual check, 1 for a perpetual
    /// chase, 0 otherwise. `None` if the position has not occurred three times.
    pub(crate) fn levels(&self, set: NaiveSet) -> Option<[u8; 2]> {
        let last = self.boards.len() - 1;
        let now = &self.boards[last];
        let stood: Vec<usize> = (0..=last).filter(|&i| self.boards[i] == *now).collect();
        let first = *stood.iter().rev().nth(2)?;
        let checks = |i: usize| {
            let board = &self.boards[i + 1];
            !board.checkers(board.red_to_move).is_empty()
        };
        let moves_of =
            |red: bool| (first..last).filter(move |&i| self.boards[i].red_to_move == red);
        let all_check = [true, false].map(|red| moves_of(red).all(checks));
        if set == NaiveSet::Computer && all_check == [false; 2] && (first..last).any(checks) {
            return Some([0, 0]);
        }
        Some([true, false].map(|red| {
            if moves_of(red).all(checks) {
                return 2;
            }
            let mut lists = moves_of(red).map(|i| self.chased(set, i));
            let common = lists.next().expect("both sides have moved");
            let rest: Vec<Vec<Point>> = lists.collect();
            u8::from(common.iter().any(|x| rest.iter().all(|list| list.contains(x))))
        }))
    }

    /// The pieces that step `i` chases, as their points at the end of the game.
    fn chased(&self, set: NaiveSet, i: usize) -> Vec<Point> {
        let (before, after, (from, to)) = (&self.boards[i], &self.boards[i + 1], self.steps[i]);
        let red = before.red_to_move;
        let back = |point: Point| if point == to { from } else { point };
        let is_new = |x: Point| match set {
            NaiveSet::Computer => {
                !attackers(before, red).iter().any(|&a| counts(set, before, a, x))
            }
            NaiveSet::Asian => attackers(after, red).iter().any(|&a| {
                counts(set, after, a, x)
                    && !counts(set, before, back(a), x)
                    && !only_protected_over(before, back(a), x)
            }),
        };
        let attacked = points().filter(|&x| is_victim(after, x, red));
        let attacked =
            attacked.filter(|&x| attackers(after, red).iter().any(|&a| counts(set, after, a, x)));
        attacked.filter(|&x| is_new(x)).map(|x| self.at_the_end(x, i + 1)).collect()
    }

    /// The point at the end of the game of the piece that is on `point` before step `i`.
    fn at_the_end(&self, point: Point, i: usize) -> Point {
        self.steps[i..].iter().fold(point, |at, step| if at == step.0 { step.1 } else { at })
    }
}

/// All pieces of a side that can chase.
fn attackers(board: &NaiveBoard, red: bool) -> Vec<Point> {
    board.points_of(red).filter(|&p| !"kp".contains(kind(board, p))).collect()
}

fn kind(board: &NaiveBoard, point: Point) -> char {
    board.at(point).to_ascii_lowercase()
}

fn is_victim(board: &NaiveBoard, x: Point, red: bool) -> bool {
    let is_theirs = board.points_of(!red).any(|p| p == x);
    let is_home_pawn = kind(board, x) == 'p' && if red { x.1 >= 5 } else { x.1 < 5 };
    is_theirs && kind(board, x) != 'k' && !is_home_pawn
}

/// The enemy pieces that could capture a side's king, including the enemy king.
fn king_hunters(board: &NaiveBoard, red: bool) -> Vec<Point> {
    let mut hunters = board.checkers(red);
    if board.kings_face() {
        hunters.extend(board.points_of(!red).filter(|&p| kind(board, p) == 'k'));
    }
    hunters
}

/// Whether a side's king is attacked by a piece that did not attack it before.
fn is_exposed_anew(before: &NaiveBoard, after: &NaiveBoard, red: bool) -> bool {
    let known = king_hunters(before, red);
    king_hunters(after, red).iter().any(|hunter| !known.contains(hunter))
}

/// The board after the piece on `a` captures the one on `x`; `None` if it cannot or would newly expose its king.
fn capture(board: &NaiveBoard, a: Point, x: Point) -> Option<NaiveBoard> {
    let red = board.at(a).is_ascii_uppercase();
    let after = board.can_go(a, x).then(|| board.after((a, x)))?;
    (!is_exposed_anew(board, &after, red)).then_some(after)
}

/// The pieces that could recapture on `x` in `after`, the board after a capture there.
fn protectors(board: &NaiveBoard, after: &NaiveBoard, x: Point) -> Vec<Point> {
    let red = !after.at(x).is_ascii_uppercase();
    let may_retake = |p: &Point| {
        let end = after.after((*p, x));
        if kind(after, *p) == 'k' {
            king_hunters(&end, red).is_empty()
        } else {
            !is_exposed_anew(board, &end, red)
        }
    };
    after.attackers(x, red).into_iter().filter(may_retake).collect()
}

fn counts(set: NaiveSet, board: &NaiveBoard, a: Point, x: Point) -> bool {
    let Some(after) = capture(board, a, x) else { return false };
    let (hunter, prey) = (kind(board, a), kind(board, x));
    let bold = match hunter {
        'n' | 'c' => prey == 'r',
        'a' | 'b' => set == NaiveSet::Computer && "rnc".contains(prey),
        _ => false,
    };
    let is_offer = hunter == prey && capture(board, x, a).is_some();
    bold || (!is_offer && protectors(board, &after, x).is_empty())
}

/// Whether the piece on `a` could capture the one on `x`, and only pieces whose line to `x` passes through `a` protect
/// it.
fn only_protected_over(board: &NaiveBoard, a: Point, x: Point) -> bool {
    let Some(after) = capture(board, a, x) else { return false };
    let protectors = protectors(board, &after, x);
    let behind = |p: &Point| {
        let toward = |from: Point, to: Point| ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let on_one_line = |a: Point, b: Point| a.0 == b.0 || a.1 == b.1;
        "rc".contains(kind(board, *p))
            && on_one_line(*p, a)
            && on_one_line(a, x)
            && toward(*p, a) == toward(a, x)
    };
    !protectors.is_empty() && protectors.iter().all(behind)
}
