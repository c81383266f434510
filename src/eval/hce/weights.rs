//! The numbers of the evaluation, in the order of `terms`. Generated: they change by `chuhe tune`, not by hand.
//!
//! Set by hand from the usual teaching values; not tuned yet.

use super::tapered::Tapered;
use super::terms::COUNT;

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// Middle game and endgame weight of each coefficient, in centipawns, its owner's view.
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; COUNT] = [
    // material: advisor, elephant, horse, rook, cannon, pawn
    w(175, 180), w(180, 185), w(405, 450), w(900, 960), w(440, 425), w(80, 95),
    // king placement: rank 9 first, files a to e, owner's view; files f to i mirror them
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-60, -20), w(-50, -10),
    w(0, 0), w(0, 0), w(0, 0), w(-35, -5), w(-25, 5),
    w(0, 0), w(0, 0), w(0, 0), w(-5, 0), w(10, 10),
    // advisor placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-20, -20), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(8, 8),
    w(0, 0), w(0, 0), w(0, 0), w(2, 2), w(0, 0),
    // elephant placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(-5, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-20, 0), w(0, 0), w(0, 0), w(0, 0), w(12, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // horse placement: likewise
    w(-25, -30), w(-10, -15), w(5, -5), w(-10, -10), w(-15, -15),
    w(-15, -15), w(5, 0), w(55, 20), w(10, 15), w(-10, 5),
    w(0, -5), w(20, 10), w(25, 25), w(45, 35), w(15, 25),
    w(5, 0), w(30, 15), w(25, 25), w(35, 30), w(25, 30),
    w(0, 0), w(20, 12), w(25, 20), w(28, 25), w(30, 28),
    w(0, -5), w(8, 8), w(22, 15), w(24, 20), w(25, 22),
    w(-5, -10), w(0, 0), w(8, 8), w(8, 10), w(12, 12),
    w(-10, -15), w(-2, -5), w(10, 2), w(5, 5), w(2, 5),
    w(-20, -20), w(-10, -15), w(0, -5), w(-5, -5), w(-45, -15),
    w(-25, -30), w(-20, -20), w(-12, -15), w(-15, -15), w(-20, -20),
    // rook placement: likewise
    w(10, 10), w(12, 12), w(12, 12), w(22, 18), w(25, 20),
    w(15, 15), w(18, 18), w(18, 20), w(35, 28), w(45, 30),
    w(10, 12), w(15, 15), w(15, 18), w(30, 24), w(35, 26),
    w(12, 10), w(20, 14), w(18, 16), w(28, 20), w(30, 22),
    w(12, 8), w(18, 12), w(18, 14), w(25, 18), w(28, 20),
    w(8, 6), w(15, 10), w(15, 12), w(22, 16), w(25, 18),
    w(2, 0), w(10, 5), w(8, 6), w(18, 10), w(18, 12),
    w(-5, -5), w(8, 2), w(0, 2), w(15, 8), w(10, 8),
    w(-8, -8), w(8, 0), w(4, 0), w(15, 5), w(-5, 2),
    w(-25, -12), w(0, -4), w(-5, -4), w(12, 2), w(-10, 0),
    // cannon placement: likewise
    w(30, 10), w(25, 8), w(5, 0), w(-10, 0), w(-15, 0),
    w(10, 2), w(12, 4), w(5, 2), w(-8, 2), w(-12, 2),
    w(8, 0), w(10, 2), w(5, 2), w(-5, 2), w(-8, 4),
    w(2, 0), w(8, 2), w(8, 4), w(5, 4), w(15, 8),
    w(2, 0), w(4, 2), w(6, 4), w(5, 4), w(20, 8),
    w(0, 0), w(4, 2), w(6, 4), w(5, 6), w(18, 10),
    w(0, 0), w(0, 2), w(5, 4), w(4, 8), w(12, 12),
    w(2, 2), w(8, 4), w(10, 6), w(8, 10), w(22, 16),
    w(0, 4), w(4, 6), w(4, 6), w(6, 12), w(2, 16),
    w(-2, 4), w(0, 6), w(4, 8), w(6, 14), w(0, 18),
    // pawn placement: likewise
    w(-60, -60), w(-55, -55), w(-50, -50), w(-45, -40), w(-40, -35),
    w(40, 15), w(70, 35), w(105, 60), w(140, 95), w(150, 105),
    w(45, 40), w(75, 65), w(110, 90), w(135, 110), w(140, 115),
    w(45, 45), w(70, 65), w(95, 85), w(110, 95), w(115, 100),
    w(30, 45), w(45, 55), w(60, 65), w(70, 75), w(75, 75),
    w(-5, 10), w(0, 0), w(15, 15), w(0, 0), w(25, 15),
    w(-10, 0), w(0, 0), w(-2, 0), w(0, 0), w(12, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // advisor mobility: squares to go to
    w(-2, -1), w(0, 0), w(2, 1), w(4, 2), w(6, 3),
    // elephant mobility: squares to go to
    w(-6, -4), w(-3, -2), w(0, 0), w(3, 2), w(6, 4),
    // horse mobility: squares to go to that no pawn guards
    w(-32, -36), w(-16, -18), w(-9, -11), w(-4, -5), w(0, 0), w(4, 4),
    w(7, 8), w(10, 12), w(13, 15),
    // rook mobility: squares to go to that no pawn guards
    w(-34, -34), w(-22, -22), w(-17, -17), w(-13, -13), w(-10, -10), w(-7, -7),
    w(-5, -5), w(-2, -2), w(0, 0), w(2, 2), w(4, 4), w(6, 6),
    w(8, 8), w(9, 9), w(11, 11), w(13, 13), w(14, 14), w(16, 16),
    // cannon mobility: squares to go to that no pawn guards
    w(-17, -17), w(-11, -11), w(-8, -8), w(-7, -7), w(-5, -5), w(-4, -4),
    w(-2, -2), w(-1, -1), w(0, 0), w(1, 1), w(2, 2), w(3, 3),
    w(4, 4), w(5, 5), w(5, 5), w(6, 6), w(7, 7), w(8, 8),
    // horse blocked ahead: by an own pawn, by another piece
    w(-8, -4), w(-8, -6),
    // horse in own palace: in the centre, the king behind it
    w(-30, 0),
    // horse near enemy king: steps away, 1 to 6 and more
    w(10, 5), w(25, 15), w(15, 10), w(8, 5), w(0, 0), w(0, 0),
    // linked horses: one guards the other
    w(10, 6),
    // cannon on king's file: pieces between: 0 to 3 and more
    w(60, 20), w(10, 5), w(20, 5), w(8, 2),
    // cannon on king's rank: pieces between: 0 to 3 and more
    w(10, 5), w(10, 5), w(15, 5), w(5, 0),
    // hollow cannon: by enemy advisors
    w(10, 5), w(40, 10), w(90, 20),
    // cannon on palace horse: the horse in the palace centre, in front of its king
    w(50, 10),
    // paired cannons: one guards the other over a screen
    w(8, 6),
    // rook's file: open, without own pawns, the enemy king's
    w(10, 5), w(8, 3), w(15, 5),
    // rook on king's rank
    w(10, 5),
    // rook pins: to the king: advisor, elephant, horse, rook, cannon, pawn
    w(5, 5), w(5, 5), w(20, 15), w(5, 5), w(20, 15), w(5, 5),
    // threats: by pawn, guard, horse, cannon, rook, each: on advisor, elephant, horse, rook, cannon, pawn, each unguarded and guarded
    w(8, 6), w(1, 1), w(8, 6), w(1, 1), w(30, 30), w(24, 24),
    w(40, 40), w(32, 32), w(30, 30), w(24, 24), w(5, 5), w(1, 1),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(25, 25), w(20, 20),
    w(40, 40), w(32, 32), w(25, 25), w(20, 20), w(8, 8), w(1, 1),
    w(6, 5), w(1, 1), w(6, 5), w(1, 1), w(15, 15), w(2, 2),
    w(40, 35), w(32, 28), w(18, 18), w(3, 3), w(10, 12), w(2, 2),
    w(5, 4), w(1, 1), w(5, 4), w(1, 1), w(12, 10), w(2, 2),
    w(35, 30), w(28, 24), w(10, 10), w(2, 2), w(5, 5), w(1, 1),
    w(6, 8), w(1, 1), w(6, 8), w(1, 1), w(18, 20), w(3, 3),
    w(10, 10), w(2, 2), w(18, 20), w(3, 3), w(8, 12), w(1, 2),
    // two hanging: two or more attacked pieces that nothing guards
    w(20, 20),
    // guarded: advisor, elephant, horse, rook, cannon, pawn
    w(2, 2), w(2, 2), w(5, 5), w(3, 3), w(5, 5), w(3, 4),
    // palace squares attacked: by pawn, horse, rook, cannon
    w(5, 4), w(4, 3), w(3, 2), w(3, 1),
    // palace attackers: attackers 0 to 5 and more, each: enemy guards 0 and 1, 2 and 3, 4
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(19, 10), w(14, 7), w(10, 5), w(51, 24), w(38, 18), w(26, 12),
    w(88, 40), w(66, 30), w(44, 20), w(128, 56), w(96, 42), w(64, 28),
    // palace pressure: attacks on palace squares, all together, 0 to 15 and more
    w(0, 0), w(0, 0), w(1, 0), w(3, 1), w(6, 2), w(9, 3),
    w(13, 4), w(17, 6), w(22, 8), w(28, 10), w(35, 12), w(42, 15),
    w(50, 17), w(59, 20), w(69, 24), w(79, 27),
    // joint attack: rook and horse, rook and cannon, horse and cannon
    w(12, 6), w(10, 4), w(8, 4),
    // king's escapes: squares to go to that are not attacked
    w(-25, -20), w(-8, -6), w(0, 0), w(2, 2), w(2, 2),
    // guards: advisors 0 to 2, each: elephants 0 to 2
    w(-15, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(15, 5),
    // guards in shape: advisors, elephants guard each other; king and advisors at home
    w(8, 4), w(8, 5), w(10, 0),
    // advisors against rooks: enemy rooks 0 to 2, each: own advisors 0 to 2
    w(0, 0), w(0, 0), w(0, 0), w(-10, -5), w(0, 0), w(0, 0),
    w(-25, -10), w(-8, -4), w(5, 0),
    // advisors against horses: enemy horses 0 to 2, each: own advisors 0 to 2
    w(0, 0), w(0, 0), w(0, 0), w(-8, -5), w(0, 0), w(0, 0),
    w(-16, -8), w(-5, -4), w(3, 0),
    // elephants against cannons: enemy cannons 0 to 2, each: own elephants 0 to 2
    w(0, 0), w(0, 0), w(0, 0), w(-8, -5), w(0, 0), w(0, 0),
    w(-16, -8), w(-5, -4), w(3, 0),
    // pawns across the river: 0 to 5
    w(0, 0), w(0, 0), w(5, 8), w(10, 16), w(15, 25), w(20, 30),
    // pawn across: enemy advisors 0 to 2
    w(12, 12), w(5, 5), w(0, 0),
    // linked pawns: side by side across the river
    w(12, 15),
    // pawn near enemy king: across the river, steps away, 1 to 6 and more
    w(20, 15), w(15, 12), w(8, 8), w(3, 3), w(0, 0), w(0, 0),
    // pairs: horses, rooks, cannons
    w(5, 5), w(10, 0), w(8, 0),
    // mixed pairs: rook and horse, rook and cannon, horse and cannon
    w(4, 4), w(4, 4), w(6, 6),
    // crowded board: pieces on the board for each horse, for each cannon
    w(0, 0), w(0, 0),
    // cannon and guards: own guards for each cannon
    w(2, 4),
    // massed on a wing: three, four, five and more beyond the river
    w(8, 0), w(15, 0), w(20, 0),
    // to move
    w(12, 12),
];
