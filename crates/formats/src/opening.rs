//! Names of openings, determined from the pieces' first moves.
//!
//! The names are those that players use. The families resemble those of ECCO, the encyclopedia of openings, but are
//! this project's own. The patterns consider where pieces went rather than in which order, so most transpositions get
//! the same name. There are no codes like those of ECCO.

use chuhe_engine::board::{Board, Position, START_FEN};
use chuhe_engine::types::{Color, Move, PieceType};

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OpeningName {
    /// The Chinese name, such as 中炮对屏风马, in simplified characters.
    pub chinese: String,
    /// The English name.
    pub english: String,
}

/// The number of moves of each side that are examined.
const MOVES_MAX: usize = 10;

/// A name in Chinese and in English.
type Name = (&'static str, &'static str);

/// The opening of a game; `None` if the game does not start from the start position or its first moves have no name.
pub fn opening(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<OpeningName> {
    if start.fen() != START_FEN {
        return None;
    }
    let [red, black] = sides(start, moves);
    let name = if let Some(cannon) = red.central_cannon(3) {
        central_cannon(cannon, &red, &black)
    } else {
        let first = red.steps.first()?.idea()?;
        let reply = black.steps.first().and_then(|step| step.idea());
        by_first_moves(first, reply, &red, &black)
    };
    let (chinese, english) = name;
    Some(OpeningName { chinese, english })
}

/// The first moves of a side.
#[derive(Default)]
struct FirstMoves {
    steps: Vec<OpeningMove>,
}

/// A move from the player's point of view: ranks are counted from the player's back rank.
#[derive(Clone, Copy)]
struct OpeningMove {
    kind: PieceType,
    from: (u8, u8),
    to: (u8, u8),
}

/// The idea of a first move; mirror images have the same idea.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Idea {
    CentralCannon,
    Elephant,
    Horse,
    EdgeHorse,
    Pawn,
    EdgePawn,
    CornerCannon,
    CrossPalaceCannon,
    HookCannon,
    PawnCannon,
    Advisor,
}

fn sides(start: &Position, moves: impl IntoIterator<Item = Move>) -> [FirstMoves; 2] {
    let mut sides = [FirstMoves::default(), FirstMoves::default()];
    let mut position = start.clone();
    for mv in moves.into_iter().take(2 * MOVES_MAX) {
        let (side, step) = (position.side_to_move(), OpeningMove::of(position.board(), mv));
        if position.play(mv).is_err() {
            break;
        }
        sides[side.index()].steps.extend(step);
    }
    sides
}

impl OpeningMove {
    fn of(board: &Board, mv: Move) -> Option<Self> {
        let piece = board.moved_piece(mv)?;
        let [from, to] = [mv.from(), mv.to()].map(|square| {
            let square = if piece.color() == Color::Black { square.flip() } else { square };
            (square.file(), square.rank())
        });
        Some(Self { kind: piece.kind(), from, to })
    }

    /// The idea of a first move.
    fn idea(self) -> Option<Idea> {
        // Mirror the move to the wing of files f to i.
        let [file, to_file] =
            [self.from.0, self.to.0].map(|file| if self.from.0 < 4 { 8 - file } else { file });
        Some(match (self.kind, file, to_file, self.to.1) {
            (PieceType::Cannon, 7, 4, 2) => Idea::CentralCannon,
            (PieceType::Cannon, 7, 5, 2) => Idea::CornerCannon,
            (PieceType::Cannon, 7, 3, 2) => Idea::CrossPalaceCannon,
            (PieceType::Cannon, 7, 2, 2) => Idea::HookCannon,
            (PieceType::Cannon, 7, 6, 2) => Idea::PawnCannon,
            (PieceType::Elephant, _, 4, 2) => Idea::Elephant,
            (PieceType::Horse, _, 6, 2) => Idea::Horse,
            (PieceType::Horse, _, 8, 2) => Idea::EdgeHorse,
            (PieceType::Pawn, 6, 6, 4) => Idea::Pawn,
            (PieceType::Pawn, 8, 8, 4) => Idea::EdgePawn,
            (PieceType::Advisor, ..) => Idea::Advisor,
            _ => return None,
        })
    }
}

impl FirstMoves {
    /// The index, among the side's own moves, of the first move by a piece of this kind from one of the squares `from`
    /// to one of `to`.
    fn when(&self, kind: PieceType, from: &[(u8, u8)], to: &[(u8, u8)]) -> Option<usize> {
        self.steps.iter().position(|step| {
            step.kind == kind && from.contains(&step.from) && to.contains(&step.to)
        })
    }

    /// The file from which a cannon moved to the central file within the first `within` moves.
    fn central_cannon(&self, within: usize) -> Option<u8> {
        let moves = [1, 7]
            .map(|file| self.when(PieceType::Cannon, &[(file, 2)], &[(4, 2)]).zip(Some(file)));
        let (first, file) = moves.into_iter().flatten().min()?;
        (first < within).then_some(file)
    }

    /// Whether a piece of this kind ever moved to one of these squares.
    fn went(&self, kind: PieceType, to: &[(u8, u8)]) -> bool {
        self.steps.iter().any(|step| step.kind == kind && to.contains(&step.to))
    }

    /// The number of horses that were developed towards the centre, and the number that went to the edge.
    fn horses(&self) -> (usize, usize) {
        let towards_centre = [((1, 0), (2, 2)), ((7, 0), (6, 2))];
        let to_edge = [((1, 0), (0, 2)), ((7, 0), (8, 2))];
        let [centre, edge] = [towards_centre, to_edge].map(|moves| {
            let came = moves.map(|(from, to)| self.when(PieceType::Horse, &[from], &[to]));
            came.into_iter().flatten().count()
        });
        (centre, edge)
    }
}

/// The name if Red played a central cannon early: Red's system against Black's defence.
fn central_cannon(file: u8, red: &FirstMoves, black: &FirstMoves) -> (String, String) {
    let (reply, reply_names) = black_defence(file, black);
    match reply {
        Defence::OtherFile => (reply_names.0.to_owned(), reply_names.1.to_owned()),
        Defence::SameFile => {
            let rooks = rook_plans(red).zip(rook_plans(black));
            match rooks {
                Some((ours, theirs)) => (
                    format!("{}{}对{}", reply_names.0, ours.0, theirs.0),
                    format!("{}, {} v {}", reply_names.1, ours.1, theirs.1),
                ),
                None => (reply_names.0.to_owned(), reply_names.1.to_owned()),
            }
        }
        Defence::Other | Defence::None => {
            let system = red_system(file, red);
            if reply == Defence::None {
                return system;
            }
            (
                format!("{}对{}", system.0, reply_names.0),
                format!("{} v {}", system.1, reply_names.1),
            )
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Defence {
    SameFile,
    OtherFile,
    Other,
    None,
}

/// Black's defence against a central cannon that came from this file.
fn black_defence(file: u8, black: &FirstMoves) -> (Defence, Name) {
    if let Some(own) = black.central_cannon(5) {
        let at_once = black.central_cannon(1).is_some();
        return match (own == file, at_once) {
            (true, _) => (Defence::SameFile, ("顺炮", "Same Direction Cannons")),
            (false, true) => (Defence::OtherFile, ("列炮", "Opposite Direction Cannons")),
            (false, false) => {
                (Defence::OtherFile, ("半途列炮", "Delayed Opposite Direction Cannons"))
            }
        };
    }
    let corner = black.when(PieceType::Cannon, &[(1, 2), (7, 2)], &[(3, 2), (5, 2)]);
    let name = match black.horses() {
        _ if is_tiger(black) => ("三步虎", "Three-Step Tiger"),
        (2, _) if corner.is_some_and(|at| at < 4) => ("反宫马", "Sandwiched Horses"),
        (2, _) => ("屏风马", "Screen Horses"),
        (1, 1) => ("单提马", "Single Horse"),
        _ => return (Defence::None, ("", "")),
    };
    (Defence::Other, name)
}

/// Whether Black played three-step tiger: developed a horse, moved the rook beside it, and put the cannon on the edge,
/// all within three moves.
fn is_tiger(black: &FirstMoves) -> bool {
    [(1, 0), (7, 8)].into_iter().any(|(wing, edge)| {
        let inner = if wing == 1 { 2 } else { 6 };
        let steps = [
            black.when(PieceType::Horse, &[(wing, 0)], &[(inner, 2)]),
            black.when(PieceType::Rook, &[(edge, 0)], &[(wing, 0)]),
            black.when(PieceType::Cannon, &[(wing, 2)], &[(edge, 2)]),
        ];
        steps.into_iter().all(|step| step.is_some_and(|at| at < 3))
    })
}

/// The name for how a side develops its rook, if both sides have a central cannon.
fn rook_plans(side: &FirstMoves) -> Option<Name> {
    let first = side.steps.iter().take(5).find(|step| step.kind == PieceType::Rook)?;
    match (first.from, first.to) {
        ((0, 0), (1, 0)) | ((8, 0), (7, 0)) => Some(("直车", "Straight Rook")),
        ((0 | 8, 0), (0 | 8, 1)) => Some(("横车", "Sideways Rook")),
        _ => None,
    }
}

/// Red's system with a central cannon that came from this file.
fn red_system(file: u8, red: &FirstMoves) -> (String, String) {
    let other = 8 - file;
    // Steps go inward from the file of the other cannon.
    let beside = |steps: u8| if other < 4 { other + steps } else { other - steps };
    let cannon = |to| red.when(PieceType::Cannon, &[(other, 2)], &[to]).is_some();
    let edge = if other < 4 { 0 } else { 8 };
    let near = if file < 4 { 2 } else { 6 };
    let pushes_near_pawn = red.when(PieceType::Pawn, &[(near, 3)], &[(near, 4)]).is_some();
    let second: Option<Name> = if cannon((beside(2), 2)) {
        Some(("五六炮", "Five-Six Cannons"))
    } else if cannon((beside(1), 2)) {
        Some(("五七炮", "Five-Seven Cannons"))
    } else if cannon((edge, 2)) {
        Some(("五九炮", "Five-Nine Cannons"))
    } else if cannon((other, 6)) && pushes_near_pawn {
        Some(("五八炮", "Five-Eight Cannons"))
    } else if cannon((other, 4)) {
        Some(("中炮巡河炮", "Central and Riverbank Cannons"))
    } else {
        None
    };
    let rook: Option<Name> = if red.went(PieceType::Rook, &[(1, 6), (7, 6)]) {
        Some(("过河车", "River-Crossing Rook"))
    } else if red.went(PieceType::Rook, &[(1, 4), (7, 4)]) {
        Some(("巡河车", "Riverbank Rook"))
    } else if red.when(PieceType::Rook, &[(0, 0), (8, 0)], &[(0, 1), (8, 1)]).is_some() {
        Some(("横车", "Sideways Rook"))
    } else {
        None
    };
    let (chinese, english) = second.unwrap_or(("中炮", "Central Cannon"));
    match rook {
        Some((rook, rook_english)) => {
            (format!("{chinese}{rook}"), format!("{english} with {rook_english}"))
        }
        None => (chinese.to_owned(), english.to_owned()),
    }
}

/// The name of an opening in which Red plays no early central cannon, judging by each side's first move.
fn by_first_moves(
    first: Idea,
    reply: Option<Idea>,
    red: &FirstMoves,
    black: &FirstMoves,
) -> (String, String) {
    let (chinese, english) = first.name();
    // The same file means that the pawns face each other, or that Black's cannon faces Red's pawn.
    let files = red.steps.first().zip(black.steps.first());
    let same_file = files.is_some_and(|(ours, theirs)| ours.from.0 == theirs.to.0);
    let reply: Option<Name> = match (first, reply) {
        (Idea::Pawn, Some(Idea::PawnCannon)) if same_file => Some(("卒底炮", "Cannon Behind Pawn")),
        (_, None | Some(Idea::PawnCannon)) => None,
        (Idea::Pawn, Some(Idea::Pawn)) if !same_file => {
            return ("对兵局".to_owned(), "Opposing Pawns".to_owned());
        }
        (_, Some(Idea::Elephant)) => Some(("飞象", "Elephant")),
        (_, Some(Idea::Pawn)) => Some(("进卒", "Pawn")),
        (_, Some(Idea::EdgePawn)) => Some(("进边卒", "Edge Pawn")),
        (_, Some(Idea::Advisor)) => Some(("上士", "Advisor")),
        (_, Some(idea)) => Some(idea.short_name()),
    };
    match reply {
        Some((theirs, theirs_english)) => {
            (format!("{chinese}对{theirs}"), format!("{english} v {theirs_english}"))
        }
        None => (chinese.to_owned(), english.to_owned()),
    }
}

impl Idea {
    /// The name of the opening that begins with this move by Red.
    const fn name(self) -> Name {
        match self {
            Self::CentralCannon => ("中炮", "Central Cannon"),
            Self::Elephant => ("飞相局", "Elephant Opening"),
            Self::Horse => ("起马局", "Horse Opening"),
            Self::EdgeHorse => ("边马局", "Edge Horse Opening"),
            Self::Pawn => ("仙人指路", "Pawn Opening"),
            Self::EdgePawn => ("边兵局", "Edge Pawn Opening"),
            Self::CornerCannon => ("士角炮", "Palace-Corner Cannon"),
            Self::CrossPalaceCannon => ("过宫炮", "Cross-Palace Cannon"),
            Self::HookCannon => ("金钩炮", "Golden Hook Cannon"),
            Self::PawnCannon => ("兵底炮", "Cannon Behind Pawn Opening"),
            Self::Advisor => ("上仕局", "Advisor Opening"),
        }
    }

    /// The name of this move as Black's reply.
    const fn short_name(self) -> Name {
        match self {
            Self::Horse => ("起马", "Horse"),
            Self::EdgeHorse => ("边马", "Edge Horse"),
            other => other.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::notation::iccs::Ranks;
    use chuhe_engine::notation::parse_move;

    fn name(text: &str) -> String {
        let start = Position::startpos();
        let mut position = start.clone();
        let moves: Vec<Move> = text
            .split_whitespace()
            .map(|word| {
                let mv = parse_move(&position, word, Ranks::FromZero).unwrap();
                position.make_unchecked(mv, &mut ());
                mv
            })
            .collect();
        opening(&start, moves).map_or_else(String::new, |opening| opening.chinese)
    }

    #[test]
    fn first_moves_have_names() {
        for (text, expected) in [
            ("炮二平五", "中炮"),
            ("炮八平五", "中炮"),
            ("兵七进一", "仙人指路"),
            ("兵三进一", "仙人指路"),
            ("相三进五", "飞相局"),
            ("相七进五", "飞相局"),
            ("马八进七", "起马局"),
            ("马二进一", "边马局"),
            ("炮二平六", "过宫炮"),
            ("炮二平四", "士角炮"),
            ("炮八平六", "士角炮"),
            ("炮八平四", "过宫炮"),
            ("炮二平七", "金钩炮"),
            ("炮二平三", "兵底炮"),
            ("仕四进五", "上仕局"),
            ("兵九进一", "边兵局"),
            ("车九进一", ""),
            ("", ""),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }

    #[test]
    fn defences_have_names_in_any_order_of_moves() {
        for (text, expected) in [
            ("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3", "中炮对屏风马"),
            ("马八进七 马2进3 炮二平五 马8进7", "中炮对屏风马"),
            ("炮八平五 马2进3 马八进七 马8进7", "中炮对屏风马"),
            ("炮二平五 炮8平5", "顺炮"),
            ("炮八平五 炮2平5", "顺炮"),
            ("炮二平五 炮2平5", "列炮"),
            ("炮二平五 马8进7 马二进三 车9平8 车一平二 炮2平5", "半途列炮"),
            ("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1", "顺炮直车对横车"),
            ("炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7", "中炮对反宫马"),
            ("炮二平五 马2进3 马二进三 马8进9", "中炮对单提马"),
            ("炮二平五 马8进7 马二进三 车9平8 兵七进一 炮8平9", "中炮对三步虎"),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }

    #[test]
    fn systems_behind_the_central_cannon_have_names() {
        let screen = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 ";
        for (rest, expected) in [
            ("兵七进一 卒7进1 车二进六", "中炮过河车对屏风马"),
            ("兵七进一 卒7进1 车二进六 炮8平9 车二平三 炮9退1 炮八平九", "五九炮过河车对屏风马"),
            ("兵三进一 卒3进1 炮八平七", "五七炮对屏风马"),
            ("炮八平六", "五六炮对屏风马"),
            ("兵三进一 卒3进1 炮八进四", "五八炮对屏风马"),
            ("炮八进二", "中炮巡河炮对屏风马"),
            ("车二进四", "中炮巡河车对屏风马"),
        ] {
            assert_eq!(name(&format!("{screen}{rest}")), expected, "{rest}");
        }
        let sideways = "炮二平五 马8进7 马二进三 车9平8 车一进一 马2进3";
        assert_eq!(name(sideways), "中炮横车对屏风马");
    }

    #[test]
    fn replies_to_other_openings_have_names() {
        for (text, expected) in [
            ("兵七进一 炮2平3", "仙人指路对卒底炮"),
            ("兵三进一 炮8平7", "仙人指路对卒底炮"),
            ("兵七进一 卒7进1", "对兵局"),
            ("兵三进一 卒3进1", "对兵局"),
            ("兵七进一 象3进5", "仙人指路对飞象"),
            ("相三进五 炮8平4", "飞相局对过宫炮"),
            ("相三进五 炮2平4", "飞相局对士角炮"),
            ("相三进五 炮8平5", "飞相局对中炮"),
            ("马二进三 卒7进1", "起马局对进卒"),
            ("炮二平六 马8进7", "过宫炮对起马"),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }

    #[test]
    fn other_starts_have_no_openings() {
        let start = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
        assert_eq!(opening(&start, []), None);
    }
}
