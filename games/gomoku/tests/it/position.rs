//! Tests the incrementally updated state against the state computed from scratch.

use gomoku::board::{Color, Point, Size};
use gomoku::position::{MoveError, Position};
use gomoku::rules::Rule;

/// A reproducible random number below `limit`.
fn random(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit
}

#[test]
fn a_game_forwards_and_backwards_equals_a_fresh_position() {
    let mut state = 3;
    for round in 0..60 {
        let size = Size::new(5 + random(&mut state, 18), 5 + random(&mut state, 18)).unwrap();
        let rule = Rule::ALL[round % 3];
        let mut position = Position::new(size, rule);
        for _ in 0..150 {
            if random(&mut state, 5) == 0 {
                for _ in 0..random(&mut state, 4) {
                    position.undo();
                }
            }
            let point =
                Point::new(random(&mut state, size.width()), random(&mut state, size.height()));
            let before = (position.key(), position.played().len(), position.winner());
            if position.try_play(point).is_err() {
                let after = (position.key(), position.played().len(), position.winner());
                assert_eq!(after, before, "a refused move changed something");
            }
        }
        let fresh =
            Position::from_stones(size, rule, position.played(), position.to_move()).unwrap();
        assert_eq!(position.winner(), fresh.winner(), "round {round}");
        assert_eq!(position.key(), fresh.key());
        // The debug output covers all stored state.
        assert_eq!(format!("{position:?}"), format!("{fresh:?}"), "round {round}");
        while !position.played().is_empty() {
            position.undo();
        }
        assert_eq!(format!("{position:?}"), format!("{:?}", Position::new(size, rule)));
    }
}

#[test]
fn keys_tell_positions_apart_and_orders_not() {
    let size = Size::new(15, 15).unwrap();
    let play = |points: &[(usize, usize)]| {
        let mut position = Position::new(size, Rule::Freestyle);
        for (x, y) in points {
            position.try_play(Point::new(*x, *y)).unwrap();
        }
        position.key()
    };
    assert_eq!(play(&[(1, 1), (2, 2), (3, 3), (4, 4)]), play(&[(3, 3), (4, 4), (1, 1), (2, 2)]));
    assert_ne!(play(&[(1, 1), (2, 2), (3, 3), (4, 4)]), play(&[(1, 1), (2, 2), (4, 4), (3, 3)]));
    let mut keys = std::collections::HashSet::new();
    for rule in Rule::ALL {
        for (width, height) in [(15, 15), (15, 20), (20, 15), (20, 20)] {
            keys.insert(Position::new(Size::new(width, height).unwrap(), rule).key());
        }
    }
    assert_eq!(keys.len(), 12);
}

#[test]
fn who_wins_with_what() {
    let size = Size::new(15, 15).unwrap();
    // Black fills row 7 from column 3 on except for the middle; White plays far away.
    let row = |length: usize| {
        let mut stones: Vec<(Point, Color)> =
            (0..length).filter(|x| *x != 2).map(|x| (Point::new(3 + x, 7), Color::Black)).collect();
        stones.push((Point::new(0, 0), Color::White));
        stones
    };
    for (rule, length, winner) in [
        (Rule::Freestyle, 5, Some(Color::Black)),
        (Rule::Freestyle, 6, Some(Color::Black)),
        (Rule::Standard, 5, Some(Color::Black)),
        (Rule::Standard, 6, None),
        (Rule::Renju, 5, Some(Color::Black)),
    ] {
        let mut position = Position::from_stones(size, rule, &row(length), Color::Black).unwrap();
        position.try_play(Point::new(5, 7)).unwrap();
        assert_eq!(position.winner(), winner, "{rule} {length}");
        let again = Position::from_stones(size, rule, position.played(), Color::White).unwrap();
        assert_eq!(again.winner(), winner);
    }
    let mut position = Position::from_stones(size, Rule::Renju, &row(6), Color::Black).unwrap();
    let refused = position.try_play(Point::new(5, 7));
    assert!(matches!(refused, Err(MoveError::Forbidden(_))), "{refused:?}");
    // White may make an overline.
    let white: Vec<(Point, Color)> =
        row(6).into_iter().map(|(point, color)| (point, !color)).collect();
    let mut position = Position::from_stones(size, Rule::Renju, &white, Color::White).unwrap();
    position.try_play(Point::new(5, 7)).unwrap();
    assert_eq!(position.winner(), Some(Color::White));
    assert_eq!(position.try_play(Point::new(9, 9)), Err(MoveError::Over));
}

#[test]
fn the_row_that_has_won_is_in_line_and_holds_the_last_stone() {
    let mut state = 11;
    let mut rows = 0;
    for round in 0..60 {
        let size = Size::new(6 + round % 3, 6).unwrap();
        let rule = Rule::ALL[round % 3];
        let mut position = Position::new(size, rule);
        for _ in 0..400 {
            let point =
                Point::new(random(&mut state, size.width()), random(&mut state, size.height()));
            drop(position.try_play(point));
        }
        let row = position.winning_row();
        let Some(winner) = position.winner() else {
            assert!(row.is_empty());
            continue;
        };
        rows += 1;
        assert!(row.iter().all(|point| position.stone(*point) == Some(winner)));
        assert!(row.contains(&position.played().last().unwrap().0));
        let is_exact = rule.wins_with_exactly_five(winner);
        assert!(row.len() == 5 || row.len() > 5 && !is_exact, "{rule}: {row:?}");
        let step = |pair: &[Point]| {
            let way = |one: usize, other: usize| other as isize - one as isize;
            let [one, other] = [pair[0], pair[1]];
            (way(one.column(), other.column()), way(one.row(), other.row()))
        };
        let steps: Vec<_> = row.windows(2).map(step).collect();
        let (right, down) = steps[0];
        assert!(right.abs().max(down.abs()) == 1 && steps.iter().all(|it| *it == steps[0]));
    }
    assert!(rows > 10, "{rows}");
}
