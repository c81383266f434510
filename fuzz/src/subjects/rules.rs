//! The rules compared with their second implementations: move generation, check, and repetition verdicts.

use chuhe_engine::rules::{Ending, Reason, RuleSet, Rules, ending, is_dead_material, judge};

use super::shape::{Bytes, pick, position, sets_agree};
use crate::common::naive::{NaiveBoard, point, step, steps};
use crate::common::naive_judge::{NaiveGame, NaiveSet};

/// The maximum length of a game in plies.
const PLIES_MAX: usize = 64;

/// A game from a position that the input determines. At every ply both implementations agree on the moves and the
/// checks, moves can be taken back, and a position that occurs for the third time gets the same verdict from both.
pub(super) fn rules(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let Some(mut position) = position(&mut bytes) else { return };
    let mut naive = NaiveBoard::from_fen(&position.fen());
    let mut game = NaiveGame::new(&position.fen());
    sets_agree(&position);
    for _ in 0..PLIES_MAX {
        let moves = position.legal_moves();
        assert_eq!(steps(&moves), naive.legal_moves(), "{}", position.fen());
        assert_eq!(position.in_check(), naive.is_in_check(naive.red_to_move));
        let checkers: Vec<_> = position.board().checkers().into_iter().map(point).collect();
        let mut expected = naive.checkers(naive.red_to_move);
        let mut found = checkers;
        found.sort_unstable();
        expected.sort_unstable();
        // Facing kings do not appear among the checkers.
        assert_eq!(found, expected, "{}", position.fen());
        if verdicts_agree(&position, &game) || moves.is_empty() || bytes.is_empty() {
            break;
        }
        let mv = pick(&position, &moves, bytes.next());
        let before = position.fen();
        let gives_check = position.board().gives_check(mv);
        let key = position.board().key_after(mv);
        position.make_unchecked(mv, &mut ());
        position.unmake(&mut ());
        assert_eq!(position.fen(), before);
        position.make_unchecked(mv, &mut ());
        assert_eq!((position.in_check(), position.key()), (gives_check, key), "{mv} in {before}");
        naive = naive.after(step(mv));
        game.play(step(mv));
        assert_eq!(position.board().to_string(), naive.to_string());
    }
    position.board().check();
    sets_agree(&position);
    for set in RuleSet::ALL {
        let judgement = judge(&position, &Rules { set, ..Rules::default() });
        assert_eq!(
            judgement.ending.as_ref(),
            ending(&position, &Rules { set, ..Rules::default() }).as_ref()
        );
    }
}

/// Checks that both implementations reach the same verdict on a repetition. Returns whether the game is over, by such a
/// verdict or for lack of material.
fn verdicts_agree(position: &chuhe_engine::board::Position, game: &NaiveGame) -> bool {
    if is_dead_material(position.board()) {
        return true;
    }
    let sets = [(RuleSet::Asian, NaiveSet::Asian), (RuleSet::Computer, NaiveSet::Computer)];
    let mut is_over = false;
    for (set, naive_set) in sets {
        let Some([red, black]) = game.levels(naive_set) else { continue };
        is_over = true;
        let found = ending(position, &Rules { set, ..Rules::default() });
        let expected = match red.cmp(&black) {
            std::cmp::Ordering::Greater => "red_loses",
            std::cmp::Ordering::Less => "black_loses",
            std::cmp::Ordering::Equal => "draw",
        };
        assert_eq!(Ending::word(found.as_ref()), expected, "{set}: {}", described(position));
    }
    if is_over {
        let checks = RuleSet::ALL.map(|set| {
            let found = ending(position, &Rules { set, ..Rules::default() });
            found.map(|ending| ending.reason) == Some(Reason::PerpetualCheck)
        });
        assert!(checks == [true; 3] || checks == [false; 3], "{}", described(position));
    }
    is_over
}

fn described(position: &chuhe_engine::board::Position) -> String {
    let moves: Vec<String> =
        position.history().iter().filter_map(|undo| Some(undo.mv?.to_string())).collect();
    format!("{} after {}", position.fen(), moves.join(" "))
}
