//! Tests the endgame tables against the search, and for consistency.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use draughts::board::{Board, Piece};
use draughts::endgame::{Tables, Verdict};
use draughts::engine::{Engine, Settings};
use draughts::moves::legal_moves;
use draughts::notation::{fen, read_board};
use draughts::position::Position;
use draughts::variant::{Color, Variant};
use game_core::{Limits, Score};

static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::generate(3, |_, _| {})));

/// The position of three or fewer pieces with this number, if there is one.
fn board(number: u64) -> Option<Board> {
    let mut rest = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
    let mut take = |end: u64| {
        let value = rest % end;
        rest /= end;
        value
    };
    let side = if take(2) == 0 { Color::White } else { Color::Black };
    let mut board = Board::empty(Variant::English, side);
    for color in [side, side.other(), Color::White].into_iter().take(2 + take(2) as usize) {
        let bit = board.rules().geometry.bit(take(32) as u8 + 1);
        let is_king = take(2) == 0 || board.far_row(color) >> bit & 1 != 0;
        if board.piece_at(bit).is_some() {
            return None;
        }
        board.put(bit, Piece { color, is_king });
    }
    Some(board)
}

#[test]
fn verdicts_follow_from_the_next_ones_and_agree_with_the_search() {
    let tables = &TABLES;
    let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
    let mut counts = [0; 3];
    for board in (0..1500).filter_map(board) {
        let verdict = tables.probe(&board).expect("the tables include three pieces");
        let next: Vec<Verdict> = legal_moves(&board)
            .into_iter()
            .map(|mv| tables.probe(&board.after(mv)).expect("no piece was added"))
            .collect();
        let loses = |verdict: &Verdict| matches!(verdict, Verdict::Loss(_));
        let wins = |verdict: &Verdict| matches!(verdict, Verdict::Win(_));
        let expected = [next.iter().any(loses), next.iter().all(wins)];
        assert_eq!([wins(&verdict), loses(&verdict)], expected, "{}", fen(&board));
        counts[usize::from(wins(&verdict)) + 2 * usize::from(loses(&verdict))] += 1;

        let limits = Limits::depth(5);
        let position = Position::new(board);
        let found = engine.think(&position, limits, &AtomicBool::new(false), |_| {});
        match found.map(|found| found.score) {
            Some(Score::WinIn(_)) => assert!(wins(&verdict), "{}", fen(&board)),
            Some(Score::LossIn(_)) => assert!(loses(&verdict), "{}", fen(&board)),
            Some(Score::Evaluation(_)) | None => {}
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn all_positions_are_counted() {
    // The counts exclude those of the 261,224 positions with three pieces in which all pieces have one colour. Only
    // positions with White to move are counted.
    let counts = TABLES.counts();
    let sums: Vec<u64> =
        counts.iter().map(|counts| counts.wins + counts.draws + counts.losses).collect();
    assert_eq!(sums, [3488, 196_032]);
}

#[test]
fn the_engine_wins_positions_won_by_the_tables() {
    let tables = &TABLES;
    let settings =
        Settings { megabytes: 4, tables: Some(Arc::clone(tables)), ..Settings::default() };
    // The first position has two kings against one in the middle; in the second, a man must reach the far row.
    for text in ["W:WK29,K30:BK14", "B:W21,K32:BK12"] {
        let mut position = Position::new(read_board(Variant::English, text).unwrap());
        let strong = tables.probe(position.board()).unwrap();
        let winner = match strong {
            Verdict::Win(_) => position.board().side(),
            Verdict::Loss(_) => position.board().side().other(),
            Verdict::Draw => panic!("{text} is drawn"),
        };
        let mut engine = Engine::new(settings.clone());
        while position.outcome().is_none() {
            let limits = Limits::depth(4);
            let found = engine.think(&position, limits, &AtomicBool::new(false), |_| {}).unwrap();
            position.play(found.line[0]);
            assert!(position.played().len() < 80, "{text}: {}", fen(position.board()));
        }
        assert_eq!(position.result(), Some(draughts::position::GameResult::Won(winner)), "{text}");
    }
}
