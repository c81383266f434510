//! Tests the search against plain minimax, and tests its limits and threads.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game_core::{Game, Handicap, Limits, Outcome, Report, Score, Searcher};

/// Noughts and crosses on a small board: three in a row, column or diagonal wins.
#[derive(Clone, Debug)]
struct ThreeInARow<const WIDTH: usize, const HEIGHT: usize> {
    stones: Vec<Option<usize>>,
    played: Vec<usize>,
}

impl<const WIDTH: usize, const HEIGHT: usize> ThreeInARow<WIDTH, HEIGHT> {
    fn new() -> Self {
        Self { stones: vec![None; WIDTH * HEIGHT], played: Vec::new() }
    }

    fn at(&self, column: isize, row: isize) -> Option<usize> {
        let is_inside =
            (0..WIDTH as isize).contains(&column) && (0..HEIGHT as isize).contains(&row);
        if is_inside { self.stones[row as usize * WIDTH + column as usize] } else { None }
    }

    fn last_wins(&self) -> bool {
        let Some(&last) = self.played.last() else { return false };
        let (column, row) = ((last % WIDTH) as isize, (last / WIDTH) as isize);
        let color = self.stones[last];
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let run = |sign: isize| {
                (1..3)
                    .take_while(|step| {
                        self.at(column + sign * step * right, row + sign * step * up) == color
                    })
                    .count()
            };
            run(1) + run(-1) >= 2
        })
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> Game for ThreeInARow<WIDTH, HEIGHT> {
    type Move = usize;

    fn moves(&self, moves: &mut Vec<usize>) {
        moves.extend((0..self.stones.len()).filter(|&square| self.stones[square].is_none()));
    }

    fn play(&mut self, square: usize) {
        self.stones[square] = Some(self.side());
        self.played.push(square);
    }

    fn undo(&mut self) {
        let square = self.played.pop().expect("a move was played");
        self.stones[square] = None;
    }

    fn side(&self) -> usize {
        self.played.len() % 2
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.last_wins() {
            Some(Outcome::Loss)
        } else {
            (self.played.len() == self.stones.len()).then_some(Outcome::Draw)
        }
    }

    fn key(&self) -> u64 {
        self.stones.iter().fold(1, |key, stone| key * 3 + stone.map_or(0, |color| color as u64 + 1))
    }

    fn tag(&self, square: usize) -> u16 {
        square as u16
    }

    /// Distinguishes positions.
    fn evaluate(&mut self) -> i32 {
        (self.key() % 41) as i32 - 20
    }
}

fn minimax<G: Game>(game: &mut G, depth: u32, ply: i32) -> i32 {
    match game.outcome() {
        Some(Outcome::Win) => return 30_000 - ply,
        Some(Outcome::Loss) => return ply - 30_000,
        Some(Outcome::Draw) => return 0,
        None if depth == 0 => return game.evaluate(),
        None => {}
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = -40_000;
    for mv in moves {
        game.play(mv);
        best = best.max(-minimax(game, depth - 1, ply + 1));
        game.undo();
    }
    best
}

fn value(score: Score) -> i32 {
    match score {
        Score::Evaluation(value) => value,
        Score::WinIn(plies) => 30_000 - plies as i32,
        Score::LossIn(plies) => plies as i32 - 30_000,
    }
}

fn search<G: Game + Sync>(searcher: &mut Searcher, game: &G, limits: Limits) -> Report<G::Move> {
    searcher.search(game, &limits, &AtomicBool::new(false), |_| {}).expect("the game is not over")
}

type Small = ThreeInARow<3, 3>;
type Wide = ThreeInARow<5, 4>;

#[test]
fn every_iteration_has_the_value_of_minimax() {
    let mut game = Wide::new();
    for square in [7, 0, 13] {
        game.play(square);
        let mut values = Vec::new();
        let mut searcher = Searcher::new(1, 1);
        let limits = Limits::depth(4);
        searcher.search(&game, &limits, &AtomicBool::new(false), |report| {
            values.push((report.depth, value(report.score)));
        });
        for (depth, value) in values {
            assert_eq!(value, minimax(&mut game, depth, 0), "depth {depth} after {square}");
        }
    }
}

#[test]
fn noughts_and_crosses_is_a_draw_whoever_searches() {
    for threads in [1, 2, 3] {
        let mut searcher = Searcher::new(1, threads);
        let report = search(&mut searcher, &Small::new(), Limits::default());
        assert_eq!(report.score, Score::Evaluation(0), "{threads} threads");
    }
}

#[test]
fn wins_and_losses_have_their_distance() {
    let mut game = Small::new();
    // Each side has two in a row, so the side to move wins at once.
    for square in [0, 3, 1, 4] {
        game.play(square);
    }
    let report = search(&mut Searcher::new(1, 1), &game, Limits::default());
    assert_eq!((report.score, report.line), (Score::WinIn(1), vec![2]));
    // Two threats at once cannot both be answered.
    let mut game = Small::new();
    for square in [4, 1, 0, 8, 6] {
        game.play(square);
    }
    let report = search(&mut Searcher::new(1, 1), &game, Limits::default());
    assert_eq!(report.score, Score::LossIn(2));
}

#[test]
fn the_line_is_playable_and_ends_in_the_value() {
    let mut game = Wide::new();
    let report = search(&mut Searcher::new(1, 1), &game, Limits::depth(4));
    let mut sign = 1;
    for &mv in &report.line {
        assert!(game.outcome().is_none());
        game.play(mv);
        sign = -sign;
    }
    assert_eq!(report.line.len(), 4);
    assert_eq!(sign * game.evaluate(), value(report.score));
}

#[test]
fn the_same_search_finds_the_same() {
    let run = || search(&mut Searcher::new(1, 1), &Wide::new(), Limits::nodes(20_000));
    let [first, second] = [run(), run()];
    assert_eq!((first.line, first.nodes, first.depth), (second.line, second.nodes, second.depth));
    assert!(first.nodes < 20_100, "{}", first.nodes);
}

#[test]
fn clearing_forgets_the_search() {
    let mut searcher = Searcher::new(1, 1);
    let game = Wide::new();
    let first = search(&mut searcher, &game, Limits::depth(6));
    let again = search(&mut searcher, &game, Limits::depth(6));
    assert!(again.nodes < first.nodes, "{} {}", again.nodes, first.nodes);
    searcher.clear();
    assert_eq!(search(&mut searcher, &game, Limits::depth(6)).nodes, first.nodes);
}

#[test]
fn a_search_ends_in_time_and_on_stop() {
    for threads in [1, 2] {
        let mut searcher = Searcher::new(1, threads);
        let begin = Instant::now();
        search(&mut searcher, &Wide::new(), Limits::move_time(Duration::from_millis(60)));
        assert!(begin.elapsed() < Duration::from_secs(5));
        let stopped = AtomicBool::new(true);
        let found = searcher.search(&Wide::new(), &Limits::default(), &stopped, |_| {});
        assert!(found.is_some_and(|report| !report.line.is_empty()));
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut game = Small::new();
    for square in [0, 3, 1, 4, 2] {
        game.play(square);
    }
    let found =
        Searcher::new(1, 1).search(&game, &Limits::depth(3), &AtomicBool::new(false), |_| {});
    assert_eq!(found, None);
}

#[test]
fn a_handicap_changes_the_moves_consistently() {
    let mut searcher = Searcher::new(1, 1);
    let mut moves = |seed| {
        searcher.set_handicap(Some(Handicap { blur: 200, seed }));
        search(&mut searcher, &Wide::new(), Limits::depth(2)).line[0]
    };
    let first: Vec<usize> = (0..12).map(&mut moves).collect();
    let second: Vec<usize> = (0..12).map(&mut moves).collect();
    assert_eq!(first, second);
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
    // Wins are still found.
    let mut game = Small::new();
    for square in [0, 3, 1, 4] {
        game.play(square);
    }
    assert_eq!(search(&mut searcher, &game, Limits::depth(2)).line, [2]);
}

/// A game in which every position has one move, and the side to move at the end loses. `SAYS_SO` determines whether
/// every second move is declared forced.
#[derive(Clone)]
struct Way<const SAYS_SO: bool> {
    gone: usize,
}

impl<const SAYS_SO: bool> Game for Way<SAYS_SO> {
    type Move = ();

    fn moves(&self, moves: &mut Vec<()>) {
        moves.push(());
    }

    fn play(&mut self, (): ()) {
        self.gone += 1;
    }

    fn undo(&mut self) {
        self.gone -= 1;
    }

    fn side(&self) -> usize {
        self.gone % 2
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.gone == 4).then_some(Outcome::Loss)
    }

    fn key(&self) -> u64 {
        self.gone as u64
    }

    fn tag(&self, (): ()) -> u16 {
        0
    }

    fn evaluate(&mut self) -> i32 {
        0
    }

    fn is_forced(&self) -> bool {
        SAYS_SO && self.gone % 2 == 1
    }
}

#[test]
fn a_forced_move_costs_no_depth() {
    let score = |limits| {
        let plain = search(&mut Searcher::new(1, 1), &Way::<false> { gone: 0 }, limits).score;
        [plain, search(&mut Searcher::new(1, 1), &Way::<true> { gone: 0 }, limits).score]
    };
    assert_eq!(score(Limits::depth(2)), [Score::Evaluation(0); 2]);
    assert_eq!(score(Limits::depth(3)), [Score::Evaluation(0), Score::LossIn(4)]);
}
