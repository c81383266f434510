//! The numbers of the evaluation, in the order of `terms`. Generated: they change by `chuhe tune`, not by hand.
//!
//! Tuned by `chuhe tune DATA --epochs 600 --seed 1 --holdout 10 --per-game 80
//! --surprise 1000 --result-share 0.5 --rate 1 --pull 0.000000001`, best after 600 passes.
//! Data: 22400 games, 1318127 positions to learn from and 145286 held out;
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 777 (version 0.1.0, bench 793861)`, to game 5200
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 888 (version 0.1.0, bench 685015)`, to game 4350
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 999 (version 0.1.0, bench 720725)`, to game 3600
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 1010 (version 0.1.0, bench 682201)`, to game 5050
//! `chuhe datagen --out FOLDER --nodes 2500 --seed 1212 (version 0.1.0, bench 587539)`, to game 4200
//! Mean squared error 0.028670 before, 0.027807 after; held out 0.029172 before, 0.028591 after.
//! The odds change by a factor e over 223 centipawns.

use super::tapered::Tapered;
use super::terms::COUNT;

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// Middle game and endgame weight of each coefficient, in centipawns, its owner's view.
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; COUNT] = [
    // material: advisor, elephant, horse, rook, cannon, pawn
    w(137, 165), w(166, 126), w(350, 377), w(1034, 1000), w(394, 248), w(59, 99),
    // king placement: rank 9 first, files a to e, owner's view; files f to i mirror them
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-116, -4), w(-102, 8),
    w(0, 0), w(0, 0), w(0, 0), w(-63, 9), w(-10, 11),
    w(0, 0), w(0, 0), w(0, 0), w(21, -17), w(67, -20),
    // advisor placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(-48, -16), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(28, 1),
    w(0, 0), w(0, 0), w(0, 0), w(-32, -20), w(0, 0),
    // elephant placement: likewise
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(-39, -22), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-23, -32), w(0, 0), w(0, 0), w(0, 0), w(29, -33),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(4, -26), w(0, 0), w(0, 0),
    // horse placement: likewise
    w(-30, -23), w(-47, -26), w(3, 5), w(-20, 5), w(-12, -12),
    w(-20, -3), w(-35, 7), w(72, 4), w(-18, -3), w(-6, -11),
    w(29, 14), w(21, -3), w(-27, 15), w(72, -1), w(82, 28),
    w(-36, 6), w(41, 25), w(-20, 23), w(106, 19), w(-31, 15),
    w(-24, -8), w(34, 6), w(9, 20), w(34, 36), w(32, 21),
    w(-3, 25), w(-10, 3), w(78, 14), w(18, 11), w(37, 31),
    w(-10, 7), w(-14, 6), w(3, 34), w(12, 25), w(40, 14),
    w(-5, -16), w(-5, 2), w(5, -27), w(69, 15), w(-8, 0),
    w(-40, -63), w(-16, -9), w(-30, -5), w(-19, -11), w(-8, -34),
    w(-50, -34), w(-63, -41), w(-3, -19), w(-20, -24), w(-33, -31),
    // rook placement: likewise
    w(10, -15), w(11, -5), w(32, 3), w(71, -5), w(24, 37),
    w(9, -15), w(39, -12), w(29, 2), w(35, 15), w(43, 27),
    w(-15, 31), w(-8, 21), w(13, 29), w(15, 47), w(50, 46),
    w(30, -4), w(27, 14), w(69, -7), w(46, 19), w(14, 46),
    w(1, 5), w(19, -1), w(52, 3), w(32, 24), w(28, 24),
    w(19, 5), w(27, 17), w(40, 12), w(38, 30), w(29, 34),
    w(-12, 27), w(9, 24), w(41, 24), w(23, 36), w(34, 47),
    w(-9, -5), w(3, 12), w(10, 28), w(13, 35), w(-3, 20),
    w(-12, -28), w(3, -15), w(-10, 4), w(-4, 19), w(-35, 4),
    w(-28, -43), w(-10, -22), w(-12, -17), w(4, -15), w(-6, 3),
    // cannon placement: likewise
    w(93, -27), w(30, -16), w(-22, -10), w(-47, 1), w(-20, -11),
    w(4, -11), w(-42, 4), w(-24, 3), w(-43, 8), w(-37, -14),
    w(29, -10), w(-23, 9), w(-26, -22), w(-36, 0), w(-62, -4),
    w(24, -9), w(6, 3), w(13, -1), w(-7, 3), w(-16, 11),
    w(28, -7), w(-25, 16), w(2, 2), w(-12, 10), w(45, -5),
    w(-1, -16), w(17, -15), w(16, -15), w(2, -5), w(24, -3),
    w(23, -1), w(-9, 9), w(30, -12), w(-8, -8), w(39, 1),
    w(39, 1), w(7, 12), w(37, 4), w(22, 5), w(66, -8),
    w(17, 9), w(15, 17), w(35, -7), w(7, 15), w(39, 37),
    w(-21, -10), w(-31, -3), w(4, -12), w(-39, 35), w(16, 30),
    // pawn placement: likewise
    w(-54, -52), w(-44, -56), w(-34, -38), w(-48, -76), w(-50, -66),
    w(52, 46), w(95, 58), w(134, 64), w(201, 85), w(154, 115),
    w(35, 48), w(87, 57), w(54, 84), w(148, 121), w(115, 127),
    w(32, 51), w(54, 64), w(102, 63), w(95, 97), w(106, 99),
    w(5, 63), w(29, 72), w(62, 71), w(91, 78), w(77, 96),
    w(-16, 3), w(0, 0), w(11, -12), w(0, 0), w(12, 18),
    w(-27, -4), w(0, 0), w(-27, -11), w(0, 0), w(34, -21),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // advisor mobility: squares to go to
    w(-17, -4), w(-14, 9), w(-5, -6), w(-2, -12), w(4, -24),
    // elephant mobility: squares to go to
    w(-6, -23), w(5, -24), w(7, -24), w(-5, -26), w(-26, -22),
    // horse mobility: squares to go to that no pawn guards
    w(-44, -73), w(-38, -45), w(-32, -18), w(-22, 0), w(-16, 3), w(-7, 7),
    w(-4, 1), w(7, -4), w(18, -14),
    // rook mobility: squares to go to that no pawn guards
    w(-29, -37), w(-28, -77), w(-23, -77), w(-14, -38), w(-11, 0), w(1, -3),
    w(5, 10), w(6, 7), w(8, 18), w(12, 16), w(13, 24), w(17, 19),
    w(17, 26), w(19, 27), w(37, 19), w(30, 29), w(34, 27), w(30, 29),
    // cannon mobility: squares to go to that no pawn guards
    w(-73, -27), w(-22, -35), w(-23, -29), w(-15, -30), w(-16, -23), w(-12, -18),
    w(-6, -21), w(-5, -16), w(-4, -13), w(1, -15), w(1, -9), w(4, -8),
    w(15, -19), w(9, -5), w(10, -10), w(11, -8), w(17, -2), w(17, -4),
    // horse blocked ahead: by an own pawn, by another piece
    w(-8, -36), w(-29, -5),
    // horse in own palace: in the centre, the king behind it
    w(-2, -15),
    // horse near enemy king: steps away, 1 to 6 and more
    w(42, -16), w(34, -4), w(4, -8), w(-22, -3), w(-25, -15), w(-54, -31),
    // linked horses: one guards the other
    w(16, -1),
    // cannon on king's file: pieces between: 0 to 3 and more
    w(45, -13), w(10, 5), w(26, 59), w(-6, 11),
    // cannon on king's rank: pieces between: 0 to 3 and more
    w(33, -16), w(10, 5), w(5, 28), w(-30, 1),
    // hollow cannon: by enemy advisors
    w(-33, 14), w(11, 7), w(143, -20),
    // cannon on palace horse: the horse in the palace centre, in front of its king
    w(51, 36),
    // paired cannons: one guards the other over a screen
    w(-11, 19),
    // rook's file: open, without own pawns, the enemy king's
    w(26, -9), w(13, 7), w(12, 10),
    // rook on king's rank
    w(-15, 16),
    // rook pins: to the king: advisor, elephant, horse, rook, cannon, pawn
    w(14, -9), w(14, 6), w(30, 22), w(27, 20), w(1, 8), w(37, 15),
    // threats: by pawn, guard, horse, cannon, rook, each: on advisor, elephant, horse, rook, cannon, pawn, each unguarded and guarded
    w(14, 26), w(6, -11), w(25, 19), w(48, -3), w(76, 37), w(88, 55),
    w(34, 35), w(37, 32), w(61, 39), w(92, 46), w(3, 22), w(-4, 24),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(40, 34), w(33, 26),
    w(23, 23), w(25, 28), w(66, 45), w(53, 20), w(48, 15), w(38, 33),
    w(19, 10), w(-18, -3), w(47, -5), w(6, 3), w(30, 24), w(20, 24),
    w(28, -9), w(35, 14), w(48, 15), w(61, 8), w(14, 26), w(-3, 9),
    w(18, 13), w(4, 11), w(34, 23), w(13, 8), w(58, 33), w(20, 106),
    w(76, 30), w(100, 42), w(-6, -6), w(8, 14), w(8, 27), w(-5, 11),
    w(43, 13), w(-8, -2), w(34, 14), w(-7, -1), w(54, 58), w(21, 28),
    w(11, 7), w(-2, 1), w(73, 40), w(21, 32), w(6, 28), w(-5, 15),
    // two hanging: two or more attacked pieces that nothing guards
    w(0, 5),
    // guarded: advisor, elephant, horse, rook, cannon, pawn
    w(-1, 2), w(2, 1), w(6, -3), w(8, 3), w(16, 6), w(-4, 8),
    // palace squares attacked: by pawn, horse, rook, cannon
    w(33, -16), w(1, -2), w(-6, 0), w(-6, 2),
    // palace attackers: attackers 0 to 5 and more, each: enemy guards 0 and 1, 2 and 3, 4
    w(-24, -19), w(-5, 8), w(5, 26), w(-15, -13), w(-7, 2), w(-14, 23),
    w(18, 4), w(20, -10), w(2, 7), w(49, 39), w(64, 3), w(37, -7),
    w(88, 40), w(72, 43), w(61, 6), w(127, 55), w(98, 44), w(69, 28),
    // palace pressure: attacks on palace squares, all together, 0 to 15 and more
    w(-23, 16), w(-4, 1), w(9, -2), w(17, -10), w(11, -7), w(14, -4),
    w(22, -3), w(25, 23), w(17, 12), w(9, 9), w(36, 10), w(42, 15),
    w(52, 18), w(58, 20), w(69, 24), w(79, 27),
    // joint attack: rook and horse, rook and cannon, horse and cannon
    w(-14, 14), w(4, -12), w(9, 12),
    // king's escapes: squares to go to, neither attacked nor facing the other king
    w(-26, -15), w(-23, 0), w(-2, 2), w(21, -5), w(9, -3),
    // safe checks: by rook, horse, cannon, each: 1, 2, 3 and more
    w(32, 3), w(59, 28), w(16, 7), w(59, 4), w(46, 10), w(2, 5),
    w(-12, 21), w(-13, 3), w(2, -2),
    // guarded checks: by rook, horse, cannon, on guarded squares
    w(5, 12), w(-1, 3), w(3, -3),
    // kinds with safe checks: 0 to 3, each: enemy king's escapes 0, 1, 2 and more
    w(-39, -16), w(-36, -10), w(-19, 0), w(16, -3), w(5, -7), w(4, -8),
    w(23, 21), w(40, 13), w(9, 3), w(2, 2), w(4, 3), w(3, 2),
    // guards: advisors 0 to 2, each: elephants 0 to 2
    w(-6, 35), w(24, -8), w(-31, 20), w(10, 2), w(-7, -5), w(30, -40),
    w(-14, 32), w(-10, 0), w(3, -14),
    // guards in shape: advisors, elephants guard each other; king and advisors at home
    w(-6, 18), w(29, 8), w(21, -2),
    // advisors against rooks: enemy rooks 0 to 2, each: own advisors 0 to 2
    w(47, 162), w(80, 27), w(28, -137), w(13, -43), w(-48, -33), w(-121, -12),
    w(-95, -115), w(-6, -43), w(73, 162),
    // advisors against horses: enemy horses 0 to 2, each: own advisors 0 to 2
    w(-3, 17), w(-6, -29), w(-65, -70), w(14, 15), w(16, 21), w(0, 45),
    w(-34, -9), w(18, -42), w(24, 39),
    // elephants and cannons: enemy cannons 0 to 2, each: own elephants 0 to 2
    w(-25, -44), w(1, -59), w(-2, -80), w(-19, 47), w(-3, 30), w(-11, 27),
    w(26, 45), w(8, 11), w(5, 6),
    // pawns across the river: 0 to 5
    w(-2, -8), w(-15, -3), w(22, -30), w(8, 62), w(18, 29), w(20, 30),
    // pawn across: enemy advisors 0 to 2
    w(-15, 119), w(8, 15), w(54, -61),
    // linked pawns: side by side across the river
    w(14, -24),
    // pawn near enemy king: across the river, steps away, 1 to 6 and more
    w(116, 31), w(31, 31), w(-19, 17), w(-22, 11), w(-33, 21), w(0, 0),
    // pairs: horses, rooks, cannons
    w(-20, -4), w(6, -17), w(-33, -74),
    // mixed pairs: rook and horse, rook and cannon, horse and cannon
    w(75, 60), w(53, -25), w(1, 133),
    // crowded board: pieces on the board for each horse, for each cannon
    w(-2, 5), w(-1, 8),
    // cannon and guards: own guards for each cannon
    w(-9, 17),
    // massed on a wing: three, four, five and more beyond the river
    w(34, 5), w(60, 47), w(27, 4),
    // attack and defence: pieces beyond the river less enemy rooks, horses and cannons at home, -3 and less to 6 and more
    w(14, 9), w(12, 19), w(13, 8), w(13, -10), w(9, -21), w(-4, -17),
    w(-29, 10), w(-23, 6), w(-3, -3), w(-1, -1),
    // horse, king aside: rank 9 first, files a to i, owner's view, on top of the placement while the enemy king is on file d; mirrored while on f
    w(4, 3), w(1, 9), w(-2, 6), w(0, -2), w(-2, -4), w(-1, 5), w(1, -10), w(-2, 2), w(-3, -7),
    w(-4, 7), w(8, 4), w(-1, -2), w(-1, -7), w(7, 16), w(-5, 3), w(-14, -26), w(13, 15), w(-2, 5),
    w(4, -9), w(2, 1), w(7, 20), w(2, -21), w(11, -9), w(-13, -13), w(19, 20), w(4, 2), w(7, -1),
    w(8, 2), w(-18, -20), w(34, 8), w(16, -13), w(10, 11), w(-17, -19), w(23, -3), w(-20, -37), w(-4, 19),
    w(-8, -5), w(-3, -17), w(9, 6), w(-2, -36), w(2, 3), w(4, -19), w(-4, -14), w(-5, -11), w(9, 8),
    w(-11, -7), w(28, 33), w(-5, -6), w(19, -1), w(10, -15), w(-9, 2), w(11, -16), w(3, -6), w(-6, -8),
    w(9, 4), w(-9, -11), w(-11, -6), w(1, 4), w(-22, 2), w(4, -6), w(-12, -13), w(0, 2), w(-4, 6),
    w(-15, -10), w(7, 5), w(17, -15), w(-9, -7), w(-9, 4), w(-17, -8), w(-9, 7), w(-16, -10), w(-8, -9),
    w(1, 7), w(-2, -4), w(-12, -3), w(-44, -10), w(-11, -29), w(-27, -14), w(-17, 1), w(4, -1), w(7, -12),
    w(-3, -4), w(-2, -7), w(-8, -16), w(-6, -12), w(0, 0), w(-7, -9), w(0, -6), w(-16, -21), w(1, -2),
    // rook, king aside: likewise
    w(18, -4), w(23, 8), w(-11, -14), w(1, 1), w(12, 16), w(-16, -20), w(-10, -20), w(-7, -14), w(-8, -14),
    w(20, 11), w(17, 12), w(-6, -1), w(0, 0), w(5, 7), w(-13, -15), w(-4, -14), w(-13, -2), w(-3, -9),
    w(8, 10), w(11, 22), w(11, 4), w(6, 3), w(-15, 7), w(5, -4), w(-18, -3), w(-2, -10), w(-9, -12),
    w(20, 9), w(5, 12), w(1, 14), w(12, 4), w(8, 26), w(0, -2), w(-15, -6), w(-6, -11), w(5, 8),
    w(1, 5), w(11, 15), w(15, 15), w(11, 13), w(12, 20), w(-26, -11), w(-3, -7), w(-1, -6), w(12, 3),
    w(10, 9), w(9, 11), w(1, -4), w(11, -6), w(-1, 4), w(-3, -10), w(-1, 0), w(-4, -5), w(-12, -9),
    w(-10, -2), w(14, 13), w(-5, -1), w(30, 9), w(-1, 10), w(22, 3), w(-9, -24), w(-8, -4), w(-20, -7),
    w(23, 7), w(21, 6), w(12, -7), w(4, -3), w(-9, 11), w(1, -15), w(-2, -6), w(12, -5), w(1, -5),
    w(7, 0), w(19, 7), w(4, -4), w(-2, -2), w(2, 2), w(-26, -5), w(13, 7), w(-13, -4), w(6, -8),
    w(10, 16), w(21, 1), w(-10, 3), w(0, -5), w(0, 1), w(-33, -14), w(-22, -9), w(-19, -12), w(-2, 9),
    // cannon, king aside: likewise
    w(-20, 7), w(-4, -19), w(-16, -13), w(-7, -7), w(-5, -8), w(4, 5), w(16, 19), w(4, 1), w(-16, -6),
    w(-17, -5), w(-2, -3), w(-8, -10), w(-4, -8), w(-1, -11), w(11, -7), w(-1, 2), w(-4, -4), w(8, 0),
    w(-21, -5), w(1, -17), w(-26, -19), w(8, 4), w(-9, 7), w(-1, 1), w(5, 4), w(9, 15), w(-3, -10),
    w(-11, -2), w(-7, -17), w(-43, -9), w(-25, -9), w(16, -13), w(-16, 2), w(-2, 3), w(26, -1), w(2, -9),
    w(0, 4), w(-2, -6), w(-14, -4), w(9, 5), w(1, 7), w(-2, 7), w(6, 3), w(20, 14), w(13, 8),
    w(0, 9), w(16, -4), w(0, -8), w(14, 16), w(23, -6), w(-23, -8), w(-12, 3), w(-5, -1), w(-15, -9),
    w(4, 3), w(13, -9), w(1, -10), w(17, 6), w(-1, -6), w(-10, 0), w(-6, 7), w(-13, -4), w(-7, -2),
    w(-18, 1), w(7, 10), w(24, -2), w(20, -8), w(3, 2), w(7, -2), w(17, -9), w(-10, -5), w(-10, -15),
    w(-13, 5), w(-10, 9), w(15, 24), w(4, 10), w(-9, -15), w(-7, -16), w(11, 1), w(1, -14), w(-12, 0),
    w(4, 9), w(18, 18), w(10, 10), w(12, 24), w(-5, -5), w(10, -9), w(-6, -10), w(9, 0), w(3, 2),
    // pawn, king aside: likewise
    w(0, 6), w(1, -11), w(-1, -20), w(-1, -3), w(3, 1), w(5, -6), w(7, 16), w(2, 15), w(1, 5),
    w(0, 1), w(5, -10), w(-1, -13), w(0, -2), w(1, 11), w(32, -2), w(2, 14), w(0, 3), w(1, 13),
    w(12, 13), w(8, -11), w(34, 9), w(6, 13), w(13, 21), w(-2, -1), w(-3, 9), w(1, -6), w(-8, 0),
    w(-14, 5), w(2, 5), w(43, 16), w(22, 11), w(5, 1), w(-7, 2), w(-5, -1), w(-25, 4), w(-4, 2),
    w(-4, 3), w(-3, 1), w(18, 23), w(4, 15), w(10, 1), w(6, 5), w(-14, -7), w(-14, 10), w(-24, -10),
    w(-29, 16), w(0, 0), w(-11, 29), w(0, 0), w(20, 13), w(0, 0), w(7, -4), w(0, 0), w(5, 5),
    w(-22, 13), w(0, 0), w(-5, 20), w(0, 0), w(33, -4), w(0, 0), w(14, -16), w(0, 0), w(-4, 3),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // to move
    w(36, 2),
];
