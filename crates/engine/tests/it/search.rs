//! Tests of the whole search, through its pool of threads.

use std::sync::mpsc;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use chuhe_engine::board::Position;
use chuhe_engine::rules::{RuleSet, Rules};
use chuhe_engine::search::{
    BestMove, Event, Handicap, Job, Limits, Pool, Pruning, RootFilter, SearchInfo, Settings,
    Signals, Sink, TranspositionTable,
};
use chuhe_engine::types::{Color, Move, RULE_BOUND, RULE_WIN, Score};

/// Threads, table and signals, and the number of the last search.
struct Bench {
    pool: Pool,
    table: Arc<TranspositionTable>,
    signals: Arc<Signals>,
    id: u64,
}

/// All reports of a search, and its answer.
struct Outcome {
    infos: Vec<SearchInfo>,
    answer: BestMove,
}

impl Outcome {
    fn last(&self) -> &SearchInfo {
        self.infos.last().unwrap()
    }
}

impl Bench {
    fn new(threads: usize, megabytes: usize) -> Self {
        let signals = Arc::new(Signals::default());
        let pool = Pool::new(threads, &signals).unwrap();
        let table = Arc::new(TranspositionTable::new(megabytes).unwrap());
        Self { pool, table, signals, id: 0 }
    }

    fn start(
        &mut self,
        position: &Position,
        limits: Limits,
        settings: Settings,
    ) -> mpsc::Receiver<Event> {
        let (events, inbox) = mpsc::channel();
        self.start_into(
            position,
            limits,
            settings,
            Box::new(move |event| events.send(event).unwrap()),
        );
        inbox
    }

    fn start_into(&mut self, position: &Position, limits: Limits, settings: Settings, sink: Sink) {
        self.id += 1;
        let job = Job {
            id: self.id,
            position: position.clone(),
            limits,
            asked: Instant::now(),
            settings,
            table: Arc::clone(&self.table),
            probes: None,
        };
        self.pool.start(job, sink);
    }

    fn search(&mut self, position: &Position, limits: Limits) -> Outcome {
        self.search_with(position, limits, Settings::default())
    }

    fn search_with(&mut self, position: &Position, limits: Limits, settings: Settings) -> Outcome {
        collect(&self.start(position, limits, settings))
    }

    fn new_game(&mut self) {
        self.pool.clear();
        self.table.clear(1);
    }
}

fn collect(inbox: &mpsc::Receiver<Event>) -> Outcome {
    let mut infos = Vec::new();
    loop {
        match inbox.recv_timeout(Duration::from_mins(2)).expect("the search answers") {
            Event::Info(info) => infos.push(info),
            Event::BestMove(answer) => return Outcome { infos, answer },
            _ => {}
        }
    }
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn after(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv}");
        position.make_unchecked(mv, &mut ());
    }
    position
}

/// Checks that a line is playable to its end, and that a line with a mate score ends in mate after that number of
/// plies.
fn check_line(position: &Position, info: &SearchInfo) {
    let mut position = position.clone();
    for mv in &info.pv {
        assert!(position.is_legal(*mv), "{mv} of {:?}", info.pv);
        position.make_unchecked(*mv, &mut ());
    }
    if let Score::MateIn(plies) | Score::MatedIn(plies) = info.score
        && info.pv.len() == usize::from(plies)
    {
        assert!(position.legal_moves().is_empty(), "{:?} is no mate", info.pv);
    }
}

#[derive(serde::Deserialize)]
struct Tactic {
    id: String,
    fen: String,
    best: Vec<String>,
    mate: Option<u16>,
}

static TACTICS: LazyLock<Vec<Tactic>> = LazyLock::new(|| {
    include_str!("../../../../tests/data/tactics.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
});

#[test]
fn short_mates_are_found_with_their_distance() {
    let mut bench = Bench::new(1, 16);
    let short: Vec<_> = TACTICS.iter().filter(|t| t.mate.is_some_and(|n| n <= 3)).collect();
    assert!(short.len() >= 15, "only {} mates in the file", short.len());
    for tactic in short {
        let position = position(&tactic.fen);
        let moves = tactic.mate.unwrap();
        bench.new_game();
        let limits =
            Limits { nodes: Some(3_000_000), mate: Some(u32::from(moves)), ..Limits::none() };
        let outcome = bench.search(&position, limits);
        outcome.infos.iter().for_each(|info| check_line(&position, info));
        let best = outcome.answer.mv.unwrap().to_string();
        assert!(tactic.best.contains(&best), "{}: {best}, not {:?}", tactic.id, tactic.best);
        assert_eq!(outcome.last().score, Score::MateIn(2 * moves - 1), "{}", tactic.id);
        assert_eq!(outcome.last().pv.len(), usize::from(2 * moves - 1), "{}", tactic.id);
    }
}

#[test]
fn a_new_game_repeats_the_search_node_for_node() {
    let mut bench = Bench::new(1, 4);
    let position = after(chuhe_engine::board::START_FEN, "h2e2 h9g7 h0g2 i9h9");
    let mut counts = [0; 2];
    for count in &mut counts {
        bench.new_game();
        *count = bench.search(&position, Limits::depth(9)).last().nodes;
    }
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    let mut bench = Bench::new(1, 4);
    let position = Position::startpos();
    let whole = bench.search(&position, Limits::depth(8));
    for iteration in whole.infos.iter().filter(|info| info.depth >= 4) {
        // The limit is the last node of an iteration, or the node before it. The iteration is interrupted, and its line
        // so far is reported.
        for limit in [iteration.nodes - 1, iteration.nodes] {
            bench.new_game();
            let outcome = bench.search(&position, Limits::nodes(limit));
            assert_eq!(outcome.last().nodes, limit, "iteration {}", iteration.depth);
            assert_eq!(outcome.last().depth, iteration.depth);
            assert!(outcome.answer.mv.is_some());
        }
    }
}

#[test]
fn a_soft_node_limit_ends_the_search_between_two_iterations() {
    let mut bench = Bench::new(1, 4);
    let position = Position::startpos();
    let whole = bench.search(&position, Limits::depth(8));
    // The last report of an iteration marks its end.
    let ends: Vec<_> = (4..=8)
        .map(|depth| whole.infos.iter().rfind(|info| info.depth == depth).unwrap())
        .map(|info| (info.depth, info.nodes))
        .collect();
    for pair in ends.windows(2) {
        let ((before, so_far), (next, then)) = (pair[0], pair[1]);
        for (soft, depth, nodes) in [(so_far, before, so_far), (so_far + 1, next, then)] {
            bench.new_game();
            let limits = Limits { soft_nodes: Some(soft), ..Limits::depth(9) };
            let outcome = bench.search(&position, limits);
            assert_eq!((outcome.last().depth, outcome.last().nodes), (depth, nodes), "{soft}");
        }
        // The hard limit still applies.
        bench.new_game();
        let limits = Limits { soft_nodes: Some(so_far + 1), ..Limits::nodes(then - 1) };
        assert_eq!(bench.search(&position, limits).last().nodes, then - 1);
    }
}

/// Delays are counted in nodes, which do not depend on the load of the machine; `tests/response_times.rs` measures
/// time.
#[test]
fn a_stop_is_obeyed_within_a_few_thousand_nodes() {
    for threads in [1, 2] {
        let mut bench = Bench::new(threads, 4);
        // The number of nodes searched after a stop that arrives while the search reports a line.
        let mut late = || {
            let (events, inbox) = mpsc::channel();
            let (signals, id) = (Arc::clone(&bench.signals), bench.id + 1);
            let sink = move |event: Event| {
                if matches!(&event, Event::Info(info) if info.depth == 6) {
                    signals.stop(id);
                }
                events.send(event).unwrap();
            };
            bench.new_game();
            bench.start_into(
                &Position::startpos(),
                Limits { infinite: true, ..Limits::none() },
                Settings::default(),
                Box::new(sink),
            );
            let outcome = collect(&inbox);
            assert!(outcome.answer.mv.is_some());
            let stop = outcome.infos.iter().find(|info| info.depth == 6).unwrap();
            outcome.last().nodes - stop.nodes
        };
        // Other threads may search on while the stopping thread waits for a processor, but not every time.
        let least = (0..10).map(|_| late()).find(|&late| late <= 1100 * threads as u64);
        assert!(least.is_some(), "{threads} threads");
    }
}

#[test]
fn a_fixed_time_is_used_and_kept() {
    let limit = Duration::from_millis(200);
    for threads in [1, 2] {
        let mut bench = Bench::new(threads, 4);
        let mut time = || {
            let asked = Instant::now();
            bench.search(&Position::startpos(), Limits::move_time(limit));
            asked.elapsed()
        };
        // Other work on the machine makes some searches late, but not every one.
        let mut times = Vec::new();
        while times.len() < 10 && times.last().is_none_or(|&time| time > limit * 5 / 4) {
            times.push(time());
            assert!(*times.last().unwrap() >= limit / 2, "{threads} threads: {times:?}");
        }
        assert!(times.len() < 10, "{threads} threads: {times:?}");
    }
}

#[test]
fn a_stop_that_comes_first_still_counts() {
    let mut bench = Bench::new(2, 1);
    bench.signals.stop(1);
    let outcome = bench.search(&Position::startpos(), Limits { infinite: true, ..Limits::none() });
    assert!(outcome.answer.mv.is_some());
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut bench = Bench::new(1, 1);
    let mate_in_one = position("4k4/4a4/9/9/9/9/9/9/9/R3K4 w");
    let limits = Limits { ponder: true, ..Limits::move_time(Duration::from_millis(50)) };
    let inbox = bench.start(&mate_in_one, limits, Settings::default());
    let waiting = Instant::now();
    while waiting.elapsed() < Duration::from_millis(400) {
        let event = inbox.recv_timeout(Duration::from_millis(20));
        assert!(!matches!(event, Ok(Event::BestMove(_))), "answered while pondering");
    }
    bench.signals.ponder_hit(bench.id);
    assert_eq!(collect(&inbox).answer.mv, "a0a9".parse().ok());
}

#[test]
fn lines_are_distinct_sorted_and_playable() {
    let mut bench = Bench::new(1, 4);
    let position = after(chuhe_engine::board::START_FEN, "h2e2");
    let settings = Settings { multipv: 5, ..Settings::default() };
    let outcome = bench.search_with(&position, Limits::depth(6), settings);
    let last: Vec<_> = outcome.infos.iter().filter(|info| info.depth == 6).collect();
    assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let cp =
        |info: &SearchInfo| if let Score::Cp(cp) = info.score { cp } else { panic!("a mate?") };
    assert!(
        last.windows(2).all(|pair| cp(pair[0]) >= cp(pair[1]) && pair[0].pv[0] != pair[1].pv[0])
    );
    outcome.infos.iter().for_each(|info| check_line(&position, info));
    assert_eq!(outcome.answer.mv, Some(last[0].pv[0]));
}

/// A search may end in the middle of an iteration, with some lines from this iteration and some from the one before.
#[test]
fn lines_are_best_first_wherever_the_search_ends() {
    let mut bench = Bench::new(1, 4);
    let mut unfinished = 0;
    for moves in ["", "h2e2 h9g7"] {
        let position = after(chuhe_engine::board::START_FEN, moves);
        for (nodes, multipv) in (1..16).map(|n| (1100 * n, 2 + n as u32 % 4)) {
            bench.new_game();
            let settings = Settings { multipv, ..Settings::default() };
            let outcome = bench.search_with(&position, Limits::nodes(nodes), settings);
            let last = |line| outcome.infos.iter().rfind(|info| info.multipv == line).unwrap();
            let lines: Vec<_> = (1..=multipv).map(last).collect();
            let shown = || {
                lines
                    .iter()
                    .map(|info| format!("{} at {}", info.score, info.depth))
                    .collect::<Vec<_>>()
            };
            let cp = |info: &SearchInfo| if let Score::Cp(cp) = info.score { cp } else { panic!() };
            assert!(lines.is_sorted_by_key(|info| -cp(info)), "{nodes} {multipv}: {:?}", shown());
            assert_eq!(outcome.answer.mv, Some(lines[0].pv[0]), "{nodes} {multipv}");
            for info in &lines {
                check_line(&position, info);
            }
            let mut first: Vec<_> = lines.iter().map(|info| info.pv[0].bits()).collect();
            first.sort_unstable();
            first.dedup();
            assert_eq!(first.len(), lines.len(), "{nodes} {multipv}: a move twice");
            unfinished += usize::from(lines.iter().any(|info| info.depth != lines[0].depth));
        }
    }
    assert!(unfinished > 3, "{unfinished}");
}

#[test]
fn the_root_filter_is_obeyed() {
    let mut bench = Bench::new(2, 1);
    let mate_in_one = position("4k4/4a4/9/9/9/9/9/9/9/R3K4 w");
    let ask = |bench: &mut Bench, root_moves| {
        bench.search(&mate_in_one, Limits { root_moves, ..Limits::depth(4) }).answer.mv
    };
    let (mate, other) = ("a0a9".parse().unwrap(), "a0a1".parse().unwrap());
    assert_eq!(ask(&mut bench, RootFilter::All), Some(mate));
    assert_eq!(ask(&mut bench, RootFilter::Only(vec![other])), Some(other));
    assert_ne!(ask(&mut bench, RootFilter::Except(vec![mate])), Some(mate));
    assert_eq!(ask(&mut bench, RootFilter::Only(Vec::new())), None);
}

#[test]
fn no_legal_move_is_a_loss_in_check_or_not() {
    let mut bench = Bench::new(2, 1);
    for fen in ["3k5/9/3P5/9/9/9/9/9/9/4K4 b", "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b"] {
        let outcome = bench.search(&position(fen), Limits::depth(3));
        assert_eq!(outcome.answer.mv, None);
        assert_eq!(outcome.last().score, Score::MatedIn(0));
        assert!(outcome.last().pv.is_empty());
    }
}

/// Red is a rook up.
const ROOK_UP: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w";

#[test]
fn a_winning_side_does_not_repeat() {
    // Both sides have shuffled. If Red moves back once more, Black can complete the repetition.
    let mut bench = Bench::new(1, 4);
    let game = after(ROOK_UP, "a0a1 d9d8 a1a0 d8d9 a0a1 d9d8");
    let back: Move = "a1a0".parse().unwrap();
    let only_back = RootFilter::Only(vec![back]);
    let outcome = bench.search(&game, Limits { root_moves: only_back, ..Limits::depth(6) });
    assert_eq!(outcome.last().score, Score::Cp(0), "the search sees the draw");
    bench.new_game();
    let outcome = bench.search(&game, Limits::depth(6));
    assert_ne!(outcome.answer.mv, Some(back));
    let wins = matches!(outcome.last().score, Score::Cp(300..) | Score::MateIn(_));
    assert!(wins, "{:?}", outcome.last().score);
}

#[test]
fn a_losing_side_repeats() {
    let mut bench = Bench::new(1, 4);
    let game = after(ROOK_UP, "a0a1 d9d8 a1a0 d8d9 a0a1 d9d8 a1a0");
    let outcome = bench.search(&game, Limits::depth(5));
    assert_eq!(outcome.answer.mv, "d8d9".parse().ok(), "Black completes the repetition");
    assert_eq!(outcome.last().score, Score::Cp(0));
}

#[test]
fn a_perpetual_check_is_no_way_out() {
    // Black is a rook down and could check forever. But perpetual check loses, so Black has to stop checking.
    let mut bench = Bench::new(1, 4);
    let game = after("2bak4/4a4/4b4/9/9/9/2R3R2/9/r8/4K4 b", "a1a0 e0e1 a0a1 e1e0 a1a0 e0e1");
    let check: Move = "a0a1".parse().unwrap();
    let only_check = RootFilter::Only(vec![check]);
    let outcome = bench.search(&game, Limits { root_moves: only_check, ..Limits::depth(6) });
    assert_eq!(outcome.last().score, Score::Cp(2 - RULE_WIN), "Red repeats, and wins");
    bench.new_game();
    let outcome = bench.search(&game, Limits::depth(6));
    assert_ne!(outcome.answer.mv, Some(check));
    let is_lost = matches!(outcome.last().score, Score::Cp(-2_000..=-300));
    assert!(is_lost, "neither drawn nor lost by rule: {:?}", outcome.last().score);
}

/// A rook chases two cannons that do not protect each other; Black moves one of them to and fro.
const CHASE: &str = "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w";

#[test]
fn a_chase_is_broken_off_in_time_and_a_win_by_rule_is_taken() {
    let lap = "c7c5 e5e7 c5c7 e7e5 ";
    let mut bench = Bench::new(1, 4);
    let chaser = after(CHASE, &format!("{lap}c7c5 e5e7"));
    let outcome = bench.search(&chaser, Limits::depth(6));
    assert_ne!(outcome.answer.mv, "c5c7".parse().ok(), "the chase that lets Black repeat");
    let chased = after(CHASE, &format!("{lap}c7c5 e5e7 c5c7"));
    bench.new_game();
    let outcome = bench.search(&chased, Limits::depth(6));
    assert_eq!(outcome.answer.mv, "e7e5".parse().ok(), "Black claims the game");
    assert_eq!(outcome.last().score, Score::Cp(RULE_WIN - 1));
}

#[test]
fn the_value_of_a_repetition_depends_on_the_rule_set() {
    // Red alternates checks and chases, which only the Chinese rules forbid; Black is about to repeat once more.
    let lap = "a0d0 d9e9 d0a0 e9d9 ";
    let game = after("3k5/9/9/9/9/n8/9/9/9/R4K3 w", &format!("{lap}a0d0 d9e9 d0a0"));
    let mut bench = Bench::new(1, 4);
    for set in RuleSet::ALL {
        bench.new_game();
        let rules = Rules { set, ..Rules::default() };
        let settings = Settings { rules, ..Settings::default() };
        let outcome = bench.search_with(&game, Limits::depth(4), settings);
        let wins = outcome.last().score == Score::Cp(RULE_WIN - 1);
        assert_eq!(wins, set == RuleSet::Chinese, "{set}: {:?}", outcome.last().score);
    }
}

#[test]
fn the_third_occurrence_decides_a_perpetual_check_within_the_search() {
    // Red is mated unless it keeps checking. The first lap begins before the root and ends after it. Whatever route
    // the checks take, the game ends when a position occurs for the third time.
    let mut bench = Bench::new(1, 4);
    let game = after("4k4/9/9/9/8R/9/9/1r7/r8/3K5 w", "i5i9 e9e8");
    let outcome = bench.search(&game, Limits::depth(12));
    assert!(matches!(outcome.last().score, Score::Cp(..-27_900)), "{:?}", outcome.last().score);
}

#[test]
fn a_single_lap_of_chases_decides_nothing_yet() {
    // Black draws by attacking the cannon. Repeating any single lap would lose, but Black can attack in more than one
    // way.
    let mut bench = Bench::new(1, 4);
    let game = position("3aka3/4n4/9/9/9/9/2C6/9/6r2/3AK4 b");
    for depth in 6..=14 {
        bench.new_game();
        let outcome = bench.search(&game, Limits::depth(depth));
        let open = matches!(outcome.last().score, Score::Cp(cp) if cp.abs() < RULE_BOUND);
        assert!(open, "depth {depth}: {:?}", outcome.last().score);
    }
}

#[test]
fn having_to_move_can_lose_and_null_move_must_not_hide_it() {
    // After e9d9 every move of the horse loses; if Red could pass, it would hold.
    let mut bench = Bench::new(1, 16);
    let game = position("4k4/3N5/9/9/9/9/5p3/9/3K5/9 b");
    let outcome = bench.search(&game, Limits::depth(18));
    assert_eq!(outcome.answer.mv, "e9d9".parse().ok());
    assert_eq!(outcome.last().score, Score::MateIn(9));
}

#[test]
fn a_mate_once_seen_is_not_lost_again() {
    // A horse plays against an advisor. The defender deviates from the line found first, so the mates in the table must
    // lead to new ones.
    let fen = "5k3/4a4/9/9/9/4N4/9/9/9/4K4 w";
    let mut bench = Bench::new(1, 16);
    for (moves, mate) in [("", 15), ("e4d6 e8d9", 14), ("e4d6 e8d9 d6f7 d9e8", 13)] {
        let limits = Limits { nodes: Some(300_000), ..Limits::none() };
        let outcome = bench.search(&after(fen, moves), limits);
        assert_eq!(outcome.last().score, Score::MateIn(2 * mate - 1), "after {moves:?}");
    }
}

#[test]
fn every_degree_of_pruning_finds_the_mate() {
    let mut bench = Bench::new(1, 16);
    let tactic = TACTICS.iter().find(|t| t.mate == Some(2)).unwrap();
    // The search that prunes most may need many iterations, but few nodes.
    let nodes = Limits { nodes: Some(10_000), ..Limits::none() };
    let degrees = [
        (Pruning::None, Limits::depth(4)),
        (Pruning::Small, Limits::depth(4)),
        (Pruning::Medium, Limits::depth(4)),
        (Pruning::Large, nodes),
    ];
    for (pruning, limits) in degrees {
        bench.new_game();
        let settings = Settings { pruning, ..Settings::default() };
        let outcome = bench.search_with(&position(&tactic.fen), limits, settings);
        assert_eq!(outcome.last().score, Score::MateIn(3), "{pruning:?}");
    }
}

/// Red's score in centipawns, at most 1000 for either side, after at most 60 plies, with a few nodes searched for each
/// move.
fn play_out(bench: &mut Bench, opening: &str, handicaps: [Option<Handicap>; 2]) -> i32 {
    let mut game = after(chuhe_engine::board::START_FEN, opening);
    let mut search = |game: &Position, nodes, handicap| {
        bench.new_game();
        let settings = Settings { handicap, ..Settings::default() };
        bench.search_with(game, Limits::nodes(nodes), settings)
    };
    for ply in 0..60 {
        let Some(mv) = search(&game, 250, handicaps[ply % 2]).answer.mv else { break };
        game.make_unchecked(mv, &mut ());
    }
    let score = match search(&game, 3_000, None).last().score {
        Score::Cp(cp) => cp.clamp(-1_000, 1_000),
        Score::MateIn(_) => 1_000,
        Score::MatedIn(_) => -1_000,
    };
    if game.side_to_move() == Color::Red { score } else { -score }
}

#[test]
fn each_weakness_of_a_handicap_loses_games() {
    let none = Handicap { nodes: None, misjudge_cp: 0, choice_cp: 0, blindness: 0, seed: 0 };
    let openings = ["h2e2 h9g7", "b2e2 b9c7", "g3g4 b7d7", "c3c4 h9g7", "g0e2 h7e7"];
    let mut bench = Bench::new(1, 1);
    for weak in [
        Handicap { misjudge_cp: 400, ..none },
        Handicap { choice_cp: 200, ..none },
        Handicap { blindness: 1_000, ..none },
    ] {
        let mut sum = 0;
        for (seed, opening) in (1..).zip(openings) {
            let weak = Some(Handicap { seed, ..weak });
            // Equal players would play the same game twice, and the sum would be 0.
            sum += play_out(&mut bench, opening, [weak, None]);
            sum -= play_out(&mut bench, opening, [None, weak]);
        }
        assert!(sum <= -3_000, "{sum} centipawns in ten games with {weak:?}");
    }
}

#[test]
fn a_handicap_is_varied_and_legal() {
    let mut bench = Bench::new(1, 4);
    let position = Position::startpos();
    let mut answers = std::collections::HashSet::new();
    for seed in 0..12 {
        let handicap =
            Handicap { nodes: Some(2_000), misjudge_cp: 80, choice_cp: 60, blindness: 150, seed };
        let settings = Settings { handicap: Some(handicap), ..Settings::default() };
        bench.new_game();
        let outcome = bench.search_with(&position, Limits::nodes(20_000), settings);
        assert!(outcome.last().nodes <= 2_000);
        let answer = outcome.answer.mv.unwrap();
        assert!(position.is_legal(answer));
        answers.insert(answer);
    }
    assert!(answers.len() > 2, "always {answers:?}");
}

#[test]
fn threads_on_a_tiny_table_do_not_trip_over_each_other() {
    let mut bench = Bench::new(4, 1);
    let tactics = TACTICS.iter().filter(|tactic| tactic.mate.is_none_or(|moves| moves <= 3));
    for Tactic { id, fen, best, mate } in tactics.step_by(6) {
        let position = position(fen);
        let limits = Limits { mate: mate.map(u32::from), ..Limits::nodes(200_000) };
        let outcome = bench.search(&position, limits);
        outcome.infos.iter().for_each(|info| check_line(&position, info));
        let score = outcome.last().score;
        assert!(best.contains(&outcome.answer.mv.unwrap().to_string()), "{id}: {score:?}");
        if let Some(moves) = mate {
            assert_eq!(score, Score::MateIn(2 * moves - 1), "{id}");
        } else {
            let wins = matches!(score, Score::Cp(200..) | Score::MateIn(_));
            assert!(wins, "{id}: {score:?}");
        }
    }
}
