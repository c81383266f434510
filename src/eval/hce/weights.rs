//! The numbers of the evaluation, in the order of `terms`. Generated: they change by `chuhe tune`, not by hand.
//!
//! Tuned by `chuhe tune DATA --epochs 300 --seed 1 --holdout 10 --per-game 45
//! --result-share 0.5 --rate 1 --pull 0.000000001`, best after 300 passes.
//! Data: 14000 games, 516342 positions to learn from and 57822 held out;
//! `chuhe datagen --out FOLDER --nodes 2000 --seed 1 (version 0.1.0, bench 6317039)`, to game 14000
//! Mean squared error 0.027960 before, 0.025546 after; held out 0.028261 before, 0.026342 after.
//! The odds change by a factor e over 379 centipawns.

use super::tapered::Tapered;
use super::terms::COUNT;

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// Middle game and endgame weight of each coefficient, in centipawns, its owner's view.
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; COUNT] = [
    // material: advisor, elephant, horse, rook, cannon, pawn
    w(166, 160), w(174, 162), w(400, 437), w(967, 1010), w(428, 361), w(65, 108),
    // king placement: rank 9 first, files a to e, owner's view; files f to i mirror them
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-90, -15), w(-72, -6),
    w(0, 0), w(0, 0), w(0, 0), w(-68, 2), w(-35, 17),
    w(0, 0), w(0, 0), w(0, 0), w(-1, -5), w(62, -6),
    // advisor placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-39, -19), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(21, -1),
    w(0, 0), w(0, 0), w(0, 0), w(-5, -21), w(0, 0),
    // elephant placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(-2, -19), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-37, -17), w(0, 0), w(0, 0), w(0, 0), w(15, -13),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(1, -16), w(0, 0), w(0, 0),
    // horse placement: likewise
    w(-26, -28), w(-22, -18), w(7, 1), w(-12, -4), w(-14, -12),
    w(-11, -16), w(5, 2), w(54, -5), w(14, 13), w(-7, 0),
    w(4, 4), w(17, 2), w(11, 26), w(40, 13), w(41, 50),
    w(-19, -9), w(39, 9), w(-23, 23), w(81, 27), w(10, 16),
    w(-5, -9), w(21, 12), w(23, 22), w(43, 40), w(40, 28),
    w(-5, -4), w(-7, 14), w(46, 30), w(27, 14), w(31, 24),
    w(-10, -5), w(-6, -19), w(3, 14), w(-7, 13), w(30, 22),
    w(-12, 7), w(4, 0), w(3, -2), w(66, 14), w(-4, -6),
    w(-16, -45), w(-17, -17), w(-28, 3), w(-23, -5), w(-34, -1),
    w(-31, -35), w(-40, -39), w(-19, -18), w(-4, -7), w(-28, -30),
    // rook placement: likewise
    w(9, 10), w(18, 14), w(31, 11), w(29, 13), w(19, 19),
    w(29, 14), w(37, -1), w(24, 13), w(31, 18), w(38, 20),
    w(-18, 27), w(7, 11), w(17, 24), w(16, 42), w(35, 34),
    w(3, 14), w(27, 20), w(36, 11), w(28, 31), w(36, 35),
    w(-3, 25), w(19, 3), w(28, 32), w(35, 31), w(47, 23),
    w(16, 8), w(6, 21), w(24, 7), w(27, 22), w(29, 28),
    w(2, 16), w(5, 5), w(25, 14), w(10, 15), w(25, 25),
    w(-2, -15), w(9, -1), w(-5, 14), w(17, 20), w(17, 3),
    w(-6, -25), w(-1, -17), w(-1, -4), w(18, -1), w(-3, 6),
    w(-30, -28), w(-3, -24), w(-12, -13), w(26, 5), w(-9, 1),
    // cannon placement: likewise
    w(49, -25), w(22, -18), w(-11, 3), w(-34, -6), w(-12, 1),
    w(10, -4), w(-22, 0), w(-1, 3), w(-19, 17), w(-17, 3),
    w(36, 6), w(-16, 5), w(-3, -16), w(-24, -1), w(-16, -5),
    w(32, -18), w(13, 14), w(24, 16), w(-7, -14), w(2, 16),
    w(20, -7), w(1, 1), w(-3, 5), w(-3, -3), w(57, -6),
    w(4, -3), w(15, -7), w(2, -4), w(1, 19), w(22, 13),
    w(25, 11), w(-10, 10), w(2, 9), w(-18, 11), w(11, 8),
    w(11, 7), w(9, 25), w(21, 7), w(11, 20), w(47, 25),
    w(-13, -7), w(-7, 11), w(21, -3), w(3, 6), w(26, 19),
    w(-15, -12), w(-4, -8), w(1, 4), w(-13, -11), w(2, 10),
    // pawn placement: likewise
    w(-57, -51), w(-52, -42), w(-50, -52), w(-52, -62), w(-49, -61),
    w(47, 25), w(72, 51), w(107, 78), w(158, 104), w(153, 104),
    w(55, 47), w(82, 76), w(64, 77), w(160, 110), w(147, 129),
    w(56, 49), w(72, 64), w(105, 72), w(111, 88), w(102, 96),
    w(16, 46), w(45, 69), w(58, 72), w(89, 69), w(68, 84),
    w(-17, 3), w(0, 0), w(13, 4), w(0, 0), w(0, 29),
    w(-15, -3), w(0, 0), w(-14, -9), w(0, 0), w(18, -15),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // advisor mobility: squares to go to
    w(2, -21), w(-2, 5), w(0, 5), w(10, -2), w(-16, -28),
    // elephant mobility: squares to go to
    w(-7, -15), w(-2, -13), w(0, -8), w(-1, -18), w(-7, -19),
    // horse mobility: squares to go to that no pawn guards
    w(-22, -46), w(-14, -23), w(-9, -9), w(-7, 2), w(-4, 4), w(-6, 12),
    w(-1, 6), w(6, -1), w(13, -4),
    // rook mobility: squares to go to that no pawn guards
    w(-25, -33), w(-25, -40), w(-26, -47), w(-17, -27), w(-18, 2), w(-1, -4),
    w(2, 10), w(9, 2), w(10, 13), w(4, 15), w(11, 15), w(15, 18),
    w(16, 12), w(23, 16), w(17, 22), w(24, 23), w(19, 18), w(20, 13),
    // cannon mobility: squares to go to that no pawn guards
    w(-37, -20), w(2, -20), w(4, -10), w(-2, -2), w(-10, -9), w(-10, -11),
    w(-5, -9), w(-1, -9), w(-10, 1), w(-3, -10), w(-3, -3), w(-1, -8),
    w(11, -20), w(9, -2), w(8, -2), w(3, -6), w(6, 5), w(1, -11),
    // horse blocked ahead: by an own pawn, by another piece
    w(-4, -32), w(-8, -18),
    // horse in own palace: in the centre, the king behind it
    w(-21, 11),
    // horse near enemy king: steps away, 1 to 6 and more
    w(25, -1), w(30, 0), w(34, 4), w(6, 4), w(-3, 2), w(-25, -2),
    // linked horses: one guards the other
    w(10, -2),
    // cannon on king's file: pieces between: 0 to 3 and more
    w(25, -1), w(10, 5), w(20, 25), w(12, 5),
    // cannon on king's rank: pieces between: 0 to 3 and more
    w(23, -7), w(10, 5), w(21, 27), w(4, -1),
    // hollow cannon: by enemy advisors
    w(-1, 0), w(14, 1), w(89, 12),
    // cannon on palace horse: the horse in the palace centre, in front of its king
    w(42, 3),
    // paired cannons: one guards the other over a screen
    w(-1, 7),
    // rook's file: open, without own pawns, the enemy king's
    w(13, -1), w(-5, 28), w(9, 5),
    // rook on king's rank
    w(-17, -14),
    // rook pins: to the king: advisor, elephant, horse, rook, cannon, pawn
    w(19, 1), w(8, -3), w(8, 20), w(5, 7), w(-7, 6), w(8, 8),
    // threats: by pawn, guard, horse, cannon, rook, each: on advisor, elephant, horse, rook, cannon, pawn, each unguarded and guarded
    w(10, 11), w(0, 4), w(7, 4), w(13, -6), w(49, 28), w(37, 29),
    w(39, 40), w(32, 32), w(30, 27), w(38, 28), w(-2, 19), w(10, 12),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(19, 19), w(15, 13),
    w(24, 15), w(27, 30), w(37, 25), w(23, 15), w(10, 12), w(5, 24),
    w(8, 3), w(-1, -13), w(21, 12), w(16, -14), w(12, 11), w(0, 7),
    w(27, 16), w(21, 25), w(39, 13), w(43, 9), w(14, 20), w(0, -1),
    w(14, 11), w(31, 9), w(10, 9), w(9, -2), w(21, 14), w(9, 31),
    w(22, 25), w(28, 25), w(9, 8), w(9, 4), w(14, 19), w(-3, -7),
    w(25, 21), w(-4, -5), w(24, 23), w(2, -6), w(29, 32), w(4, 29),
    w(7, 8), w(6, 4), w(38, 18), w(7, 12), w(1, 16), w(-14, 13),
    // two hanging: two or more attacked pieces that nothing guards
    w(4, 20),
    // guarded: advisor, elephant, horse, rook, cannon, pawn
    w(3, -2), w(8, -3), w(8, -7), w(1, 6), w(3, -3), w(-2, 4),
    // palace squares attacked: by pawn, horse, rook, cannon
    w(40, -21), w(10, -3), w(2, 3), w(0, -9),
    // palace attackers: attackers 0 to 5 and more, each: enemy guards 0 and 1, 2 and 3, 4
    w(3, -18), w(-6, 10), w(8, 21), w(2, -16), w(6, -5), w(-1, 26),
    w(0, 22), w(19, -12), w(11, 4), w(46, 26), w(32, 16), w(35, -6),
    w(88, 38), w(73, 36), w(38, 10), w(127, 56), w(96, 42), w(64, 28),
    // palace pressure: attacks on palace squares, all together, 0 to 15 and more
    w(5, 15), w(-7, 6), w(8, -4), w(4, -5), w(0, -12), w(-4, -3),
    w(8, 3), w(16, 17), w(32, 7), w(34, 8), w(35, 13), w(44, 15),
    w(51, 18), w(58, 20), w(69, 24), w(79, 27),
    // joint attack: rook and horse, rook and cannon, horse and cannon
    w(5, -4), w(-5, -3), w(5, 19),
    // king's escapes: squares to go to that are not attacked
    w(-34, -19), w(-24, -7), w(-1, -6), w(9, -1), w(30, 12),
    // guards: advisors 0 to 2, each: elephants 0 to 2
    w(-9, 5), w(-4, 9), w(-10, 25), w(17, 13), w(-8, -7), w(16, -28),
    w(-14, 22), w(6, -2), w(7, -14),
    // guards in shape: advisors, elephants guard each other; king and advisors at home
    w(20, 18), w(10, 4), w(22, 7),
    // advisors against rooks: enemy rooks 0 to 2, each: own advisors 0 to 2
    w(11, 61), w(23, 22), w(28, -48), w(10, -24), w(3, -14), w(-51, -7),
    w(-67, -41), w(-8, -36), w(22, 54),
    // advisors against horses: enemy horses 0 to 2, each: own advisors 0 to 2
    w(22, 19), w(-1, -3), w(-31, -34), w(-11, 19), w(4, 0), w(7, 15),
    w(-44, -23), w(18, -25), w(6, 19),
    // elephants against cannons: enemy cannons 0 to 2, each: own elephants 0 to 2
    w(-13, -13), w(2, -35), w(10, -33), w(6, 24), w(-23, 21), w(-12, 10),
    w(-8, 9), w(14, 10), w(4, -7),
    // pawns across the river: 0 to 5
    w(-3, -6), w(-10, -4), w(6, -4), w(22, 34), w(17, 30), w(20, 30),
    // pawn across: enemy advisors 0 to 2
    w(29, 77), w(29, 2), w(-5, -34),
    // linked pawns: side by side across the river
    w(10, -4),
    // pawn near enemy king: across the river, steps away, 1 to 6 and more
    w(56, 25), w(11, 36), w(6, 10), w(9, 1), w(0, 11), w(0, 0),
    // pairs: horses, rooks, cannons
    w(4, 14), w(32, 9), w(-9, -23),
    // mixed pairs: rook and horse, rook and cannon, horse and cannon
    w(32, 67), w(36, -9), w(10, 85),
    // crowded board: pieces on the board for each horse, for each cannon
    w(-3, -1), w(-2, 3),
    // cannon and guards: own guards for each cannon
    w(5, -2),
    // massed on a wing: three, four, five and more beyond the river
    w(16, 19), w(28, 12), w(22, 2),
    // to move
    w(19, 0),
];
