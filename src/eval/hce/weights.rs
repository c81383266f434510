//! The numbers of the evaluation, in the order of `terms`. Generated: they change by `chuhe tune`, not by hand.
//!
//! Tuned by `chuhe tune DATA --epochs 800 --seed 1 --holdout 10 --per-game 80
//! --result-share 0.5 --rate 1 --pull 0.000000001`, best after 800 passes.
//! Data: 13150 games, 724894 positions to learn from and 80629 held out;
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 777 (version 0.1.0, bench 793861)`, to game 5200
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 888 (version 0.1.0, bench 685015)`, to game 4350
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 999 (version 0.1.0, bench 720725)`, to game 3600
//! Mean squared error 0.027686 before, 0.025698 after; held out 0.028125 before, 0.026959 after.
//! The odds change by a factor e over 227 centipawns.

use super::tapered::Tapered;
use super::terms::COUNT;

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// Middle game and endgame weight of each coefficient, in centipawns, its owner's view.
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; COUNT] = [
    // material: advisor, elephant, horse, rook, cannon, pawn
    w(150, 157), w(176, 132), w(366, 397), w(1014, 1017), w(406, 279), w(62, 105),
    // king placement: rank 9 first, files a to e, owner's view; files f to i mirror them
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-97, -1), w(-93, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-70, 5), w(-22, 11),
    w(0, 0), w(0, 0), w(0, 0), w(9, -10), w(70, -18),
    // advisor placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-46, -16), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(30, -3),
    w(0, 0), w(0, 0), w(0, 0), w(-23, -25), w(0, 0),
    // elephant placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(-32, -25), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-26, -30), w(0, 0), w(0, 0), w(0, 0), w(32, -27),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(6, -25), w(0, 0), w(0, 0),
    // horse placement: likewise
    w(-35, -26), w(-36, -28), w(3, -4), w(-15, -1), w(-13, -11),
    w(-16, -10), w(-17, 8), w(55, -3), w(-2, 5), w(-6, -6),
    w(17, 14), w(25, -3), w(-13, 12), w(53, 10), w(64, 42),
    w(-33, 1), w(41, 26), w(-23, 26), w(110, 28), w(-21, 13),
    w(-18, -13), w(32, 6), w(25, 18), w(30, 34), w(25, 23),
    w(4, 20), w(-11, 5), w(70, 19), w(16, 15), w(36, 28),
    w(-10, 3), w(-3, 2), w(2, 28), w(5, 23), w(39, 13),
    w(-5, -15), w(6, 2), w(1, -18), w(67, 20), w(-12, -11),
    w(-34, -57), w(-21, -10), w(-19, 1), w(-23, -12), w(-18, -26),
    w(-40, -33), w(-60, -39), w(-6, -12), w(-19, -21), w(-31, -29),
    // rook placement: likewise
    w(15, -1), w(15, 11), w(36, 6), w(51, 7), w(18, 29),
    w(20, -3), w(35, -8), w(18, 10), w(36, 18), w(36, 19),
    w(-21, 34), w(-4, 14), w(15, 28), w(15, 47), w(39, 40),
    w(12, 7), w(27, 17), w(59, -1), w(45, 17), w(22, 42),
    w(-5, 10), w(29, -2), w(48, 14), w(33, 17), w(32, 25),
    w(17, 2), w(25, 14), w(40, 10), w(34, 21), w(32, 26),
    w(-9, 19), w(8, 25), w(42, 19), w(16, 26), w(35, 44),
    w(-13, -5), w(5, 4), w(-3, 28), w(12, 32), w(11, 10),
    w(-10, -23), w(3, -13), w(-7, 3), w(1, 14), w(-16, 9),
    w(-30, -37), w(-8, -23), w(-13, -15), w(16, -6), w(-6, 3),
    // cannon placement: likewise
    w(66, -25), w(32, -15), w(-11, -9), w(-42, 4), w(-17, -8),
    w(5, -10), w(-34, 6), w(-9, 9), w(-41, 15), w(-30, -10),
    w(31, -7), w(-24, 10), w(-17, -21), w(-39, -1), w(-30, -1),
    w(27, -12), w(5, 12), w(11, 5), w(-15, 1), w(-7, 10),
    w(27, -12), w(-25, 14), w(-3, 1), w(-4, 3), w(52, -3),
    w(2, -12), w(15, -8), w(12, -16), w(10, -2), w(18, 1),
    w(21, -4), w(-12, 12), w(20, 6), w(-16, -12), w(31, -1),
    w(30, 9), w(6, 13), w(28, 4), w(24, 9), w(67, -2),
    w(16, 8), w(7, 14), w(28, -4), w(8, 12), w(27, 30),
    w(-15, -15), w(-20, -9), w(-3, -11), w(-25, 23), w(10, 22),
    // pawn placement: likewise
    w(-55, -51), w(-49, -52), w(-41, -44), w(-50, -68), w(-49, -63),
    w(48, 33), w(81, 58), w(117, 62), w(178, 89), w(153, 108),
    w(37, 44), w(83, 60), w(59, 82), w(155, 125), w(131, 125),
    w(48, 49), w(62, 61), w(105, 60), w(99, 99), w(110, 99),
    w(16, 60), w(37, 74), w(62, 76), w(89, 83), w(80, 99),
    w(-15, 7), w(0, 0), w(11, -10), w(0, 0), w(4, 23),
    w(-22, -6), w(0, 0), w(-25, -13), w(0, 0), w(30, -20),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // advisor mobility: squares to go to
    w(-12, -9), w(-14, 7), w(-3, -6), w(5, -11), w(2, -26),
    // elephant mobility: squares to go to
    w(-3, -18), w(6, -23), w(7, -21), w(-2, -30), w(-23, -21),
    // horse mobility: squares to go to that no pawn guards
    w(-34, -48), w(-30, -35), w(-25, -17), w(-17, 3), w(-11, 0), w(-4, 8),
    w(1, -3), w(0, -2), w(13, -19),
    // rook mobility: squares to go to that no pawn guards
    w(-27, -35), w(-21, -58), w(-23, -65), w(-15, -29), w(-13, -1), w(-4, 4),
    w(6, 9), w(6, 6), w(8, 19), w(11, 15), w(14, 20), w(16, 17),
    w(17, 20), w(20, 22), w(30, 18), w(28, 23), w(26, 26), w(27, 25),
    // cannon mobility: squares to go to that no pawn guards
    w(-49, -22), w(-15, -26), w(-14, -29), w(-13, -25), w(-15, -12), w(-12, -14),
    w(-6, -21), w(-5, -15), w(-5, -10), w(0, -9), w(0, -9), w(2, -9),
    w(13, -18), w(9, -1), w(5, -7), w(6, -9), w(16, -1), w(11, -12),
    // horse blocked ahead: by an own pawn, by another piece
    w(-6, -37), w(-27, -8),
    // horse in own palace: in the centre, the king behind it
    w(-10, -11),
    // horse near enemy king: steps away, 1 to 6 and more
    w(31, -9), w(25, -5), w(15, -2), w(-9, 3), w(-13, -10), w(-42, -24),
    // linked horses: one guards the other
    w(14, -8),
    // cannon on king's file: pieces between: 0 to 3 and more
    w(41, -16), w(10, 5), w(18, 34), w(-3, 0),
    // cannon on king's rank: pieces between: 0 to 3 and more
    w(26, -13), w(10, 5), w(12, 23), w(-14, 3),
    // hollow cannon: by enemy advisors
    w(-20, 2), w(5, 3), w(132, -7),
    // cannon on palace horse: the horse in the palace centre, in front of its king
    w(43, 24),
    // paired cannons: one guards the other over a screen
    w(-10, 19),
    // rook's file: open, without own pawns, the enemy king's
    w(22, -10), w(7, 20), w(0, 13),
    // rook on king's rank
    w(-27, -6),
    // rook pins: to the king: advisor, elephant, horse, rook, cannon, pawn
    w(9, -10), w(13, 8), w(20, 19), w(10, 11), w(1, 20), w(30, 14),
    // threats: by pawn, guard, horse, cannon, rook, each: on advisor, elephant, horse, rook, cannon, pawn, each unguarded and guarded
    w(12, 21), w(-1, -5), w(12, 17), w(38, -4), w(58, 26), w(44, 35),
    w(36, 38), w(33, 31), w(42, 29), w(65, 32), w(-3, 23), w(-7, 16),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(21, 22), w(22, 19),
    w(13, 17), w(25, 27), w(40, 29), w(39, 18), w(36, 11), w(31, 34),
    w(11, 3), w(-10, 1), w(30, 0), w(12, -1), w(19, 18), w(-3, 14),
    w(21, 1), w(24, 17), w(37, 10), w(51, 5), w(14, 24), w(2, 6),
    w(10, 11), w(9, 11), w(26, 19), w(15, 5), w(36, 17), w(10, 73),
    w(50, 25), w(51, 29), w(4, 0), w(4, 10), w(15, 23), w(-2, 5),
    w(35, 20), w(-7, 4), w(32, 19), w(-6, -1), w(35, 39), w(21, 25),
    w(11, 9), w(4, 4), w(50, 25), w(15, 27), w(5, 23), w(-4, 13),
    // two hanging: two or more attacked pieces that nothing guards
    w(1, 10),
    // guarded: advisor, elephant, horse, rook, cannon, pawn
    w(-2, 6), w(2, -2), w(2, -4), w(6, 1), w(13, 1), w(-1, 4),
    // palace squares attacked: by pawn, horse, rook, cannon
    w(34, -19), w(3, 0), w(-3, 2), w(-6, 0),
    // palace attackers: attackers 0 to 5 and more, each: enemy guards 0 and 1, 2 and 3, 4
    w(-14, -21), w(-7, 11), w(7, 23), w(0, -17), w(3, 1), w(-8, 25),
    w(6, 9), w(19, -7), w(8, 8), w(46, 32), w(52, 8), w(35, -9),
    w(90, 41), w(68, 38), w(50, 10), w(127, 56), w(97, 43), w(65, 27),
    // palace pressure: attacks on palace squares, all together, 0 to 15 and more
    w(-14, 15), w(-5, 3), w(11, -4), w(14, -11), w(3, -9), w(4, 0),
    w(22, 4), w(27, 22), w(21, 7), w(13, 7), w(37, 11), w(43, 15),
    w(51, 18), w(58, 20), w(69, 24), w(79, 27),
    // joint attack: rook and horse, rook and cannon, horse and cannon
    w(-4, 3), w(11, -14), w(18, 19),
    // king's escapes: squares to go to that are not attacked
    w(-24, -11), w(-21, -2), w(-4, -3), w(17, -3), w(11, -2),
    // guards: advisors 0 to 2, each: elephants 0 to 2
    w(-7, 27), w(18, 4), w(-26, 18), w(5, 4), w(-9, -2), w(28, -40),
    w(-12, 28), w(-2, -1), w(5, -16),
    // guards in shape: advisors, elephants guard each other; king and advisors at home
    w(-1, 14), w(28, 11), w(31, 0),
    // advisors against rooks: enemy rooks 0 to 2, each: own advisors 0 to 2
    w(36, 138), w(50, 31), w(35, -109), w(17, -54), w(-24, -35), w(-102, 2),
    w(-91, -79), w(-9, -39), w(58, 113),
    // advisors against horses: enemy horses 0 to 2, each: own advisors 0 to 2
    w(14, 20), w(-5, -20), w(-59, -62), w(3, 14), w(6, 16), w(4, 38),
    w(-42, -10), w(18, -40), w(23, 31),
    // elephants against cannons: enemy cannons 0 to 2, each: own elephants 0 to 2
    w(-19, -30), w(6, -53), w(-1, -68), w(-13, 36), w(-7, 27), w(-17, 21),
    w(9, 32), w(7, 23), w(13, -4),
    // pawns across the river: 0 to 5
    w(-2, -5), w(-18, -5), w(21, -28), w(12, 54), w(19, 34), w(20, 30),
    // pawn across: enemy advisors 0 to 2
    w(20, 112), w(6, 13), w(28, -55),
    // linked pawns: side by side across the river
    w(16, -18),
    // pawn near enemy king: across the river, steps away, 1 to 6 and more
    w(86, 26), w(30, 38), w(-4, 19), w(-9, 10), w(-21, 16), w(0, 0),
    // pairs: horses, rooks, cannons
    w(-14, 4), w(20, -8), w(-27, -63),
    // mixed pairs: rook and horse, rook and cannon, horse and cannon
    w(62, 71), w(45, -21), w(0, 130),
    // crowded board: pieces on the board for each horse, for each cannon
    w(-2, 3), w(1, 6),
    // cannon and guards: own guards for each cannon
    w(-13, 16),
    // massed on a wing: three, four, five and more beyond the river
    w(23, 5), w(47, 29), w(24, 2),
    // horse, king aside: rank 9 first, files a to i, owner's view, on top of the placement while the enemy king is on file d; mirrored while on f
    w(2, 2), w(1, 6), w(1, 4), w(-1, -2), w(-1, -1), w(-2, 2), w(-1, -7), w(-1, 0), w(-3, -5),
    w(-1, 6), w(1, -2), w(-1, -5), w(1, -2), w(4, 10), w(-2, 5), w(-7, -14), w(8, 10), w(0, 3),
    w(0, -7), w(-1, -1), w(4, 14), w(5, 2), w(3, -8), w(-7, -10), w(8, 11), w(2, 2), w(3, -2),
    w(2, -1), w(-13, -15), w(18, 8), w(5, -13), w(6, 6), w(-15, -23), w(14, 4), w(-14, -33), w(-2, 12),
    w(-6, -5), w(-3, -12), w(2, 5), w(-2, -22), w(2, 1), w(3, -6), w(-1, -12), w(-3, -6), w(3, 2),
    w(-4, -1), w(15, 20), w(-3, -9), w(16, 5), w(5, -12), w(-10, -3), w(6, -11), w(3, -2), w(-3, -3),
    w(6, 2), w(-4, -6), w(-7, -1), w(1, 2), w(-19, -1), w(2, -4), w(-6, -6), w(0, 2), w(-2, 4),
    w(-16, -9), w(3, 0), w(15, -14), w(-6, -4), w(-3, 3), w(-11, -8), w(-2, 5), w(-5, -5), w(-1, -4),
    w(1, 2), w(-1, -1), w(-1, -1), w(-28, -6), w(3, -13), w(-16, -7), w(-10, -1), w(4, 1), w(5, -7),
    w(-2, -3), w(-1, -1), w(-5, -11), w(-9, -12), w(0, 0), w(4, 0), w(3, -1), w(-11, -15), w(1, -2),
    // rook, king aside: likewise
    w(11, 0), w(18, 13), w(-6, -5), w(0, 0), w(4, 9), w(-5, -9), w(-3, -7), w(-5, -11), w(1, -5),
    w(12, 7), w(18, 15), w(0, 2), w(0, 0), w(-2, -1), w(4, -6), w(2, -3), w(-5, -1), w(-1, -4),
    w(5, 7), w(7, 13), w(1, 2), w(2, 1), w(-7, 3), w(0, -4), w(-10, 0), w(3, -3), w(-3, -6),
    w(7, 6), w(4, 9), w(3, 11), w(2, 1), w(9, 20), w(-3, -1), w(-13, -4), w(-4, -9), w(3, 4),
    w(0, 0), w(7, 13), w(10, 10), w(5, 7), w(7, 12), w(-18, -10), w(-1, -4), w(1, -3), w(9, 3),
    w(7, 6), w(2, 8), w(-3, -3), w(4, -3), w(-5, -1), w(3, -3), w(0, 1), w(-8, -4), w(-5, -6),
    w(-7, -2), w(5, 11), w(-3, 0), w(11, 3), w(-1, 3), w(16, 6), w(-6, -15), w(-5, 1), w(-13, -3),
    w(17, 4), w(13, 6), w(11, 0), w(0, -2), w(-6, 2), w(-3, -10), w(-2, -3), w(9, -2), w(0, -1),
    w(8, 1), w(8, 4), w(5, 0), w(-1, -1), w(2, 1), w(-9, 3), w(10, 6), w(-6, -3), w(6, -7),
    w(9, 11), w(14, 6), w(-8, 1), w(-1, -3), w(0, 1), w(-14, -5), w(-14, -6), w(-13, -9), w(-1, 5),
    // cannon, king aside: likewise
    w(-8, 6), w(0, -11), w(-10, -14), w(-3, -2), w(-4, -7), w(7, 7), w(8, 11), w(8, 5), w(-12, -6),
    w(-14, -5), w(-3, -3), w(-5, -7), w(-4, -3), w(-4, -10), w(9, -4), w(-1, 1), w(-2, -1), w(3, 0),
    w(-7, 1), w(0, -10), w(-14, -9), w(5, 2), w(-1, 6), w(0, 1), w(2, 1), w(7, 14), w(-2, -3),
    w(-5, -3), w(-7, -15), w(-27, -8), w(-13, -8), w(6, -11), w(-10, 1), w(1, 9), w(15, -2), w(-2, -6),
    w(1, 2), w(-2, -5), w(-11, -5), w(9, 3), w(3, 8), w(-3, 4), w(4, 1), w(9, 8), w(7, 6),
    w(-2, 6), w(7, -4), w(-2, -6), w(1, 3), w(13, 0), w(-13, -10), w(-1, 4), w(-5, -3), w(-8, -6),
    w(2, 1), w(11, -2), w(4, -7), w(14, 3), w(1, -5), w(-4, -2), w(-2, 2), w(-9, -4), w(-5, -3),
    w(-16, -4), w(9, 8), w(12, -1), w(0, -7), w(0, -1), w(3, -1), w(9, -5), w(-11, -2), w(-9, -8),
    w(-10, 4), w(-11, 2), w(9, 11), w(-2, 3), w(-1, -8), w(-6, -17), w(1, -3), w(4, -8), w(-7, -1),
    w(2, 2), w(9, 12), w(4, 6), w(4, 12), w(-3, -2), w(7, -6), w(-6, -10), w(6, -2), w(1, 0),
    // pawn, king aside: likewise
    w(0, 5), w(0, -5), w(1, -10), w(0, 0), w(2, 1), w(1, -8), w(3, 6), w(2, 12), w(0, 4),
    w(0, 2), w(1, -5), w(0, -7), w(0, -1), w(0, 3), w(17, -5), w(0, 11), w(-1, 0), w(0, 4),
    w(7, 6), w(3, -9), w(15, 2), w(4, 7), w(10, 17), w(2, 4), w(-2, 4), w(1, -4), w(-4, 0),
    w(-5, 5), w(5, 8), w(26, 11), w(11, 12), w(-2, 4), w(3, 3), w(-5, -3), w(-15, 3), w(0, 1),
    w(0, 0), w(-1, -1), w(13, 17), w(2, 11), w(2, 3), w(7, 4), w(-9, -6), w(-7, 8), w(-18, -4),
    w(-15, 9), w(0, 0), w(-2, 20), w(0, 0), w(15, 14), w(0, 0), w(6, -7), w(0, 0), w(11, 3),
    w(-12, 10), w(0, 0), w(2, 14), w(0, 0), w(17, -5), w(0, 0), w(7, -18), w(0, 0), w(0, 7),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // to move
    w(28, 0),
];
