use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use super::*;
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::HAND_CRAFTED;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::engine::{
    EngineError, NewsSink, SearchNews, SearchRequest, SearchResult, SearchTicket, Searcher,
};
use chuhe_engine::search::{Event, SearchInfo};

const MIDDLE_GAME: &str =
    "r1bak1bnr/4a4/nc2c4/p1p1p1p1p/9/2P6/P3P1P1P/1CN1B2C1/9/R2AKABNR w - - 6 4";
/// Longer than any test in this file takes.
const TIMEOUT: Duration = Duration::from_mins(2);

fn settings(searches: usize) -> PoolSettings {
    let eval_file = HAND_CRAFTED.to_owned();
    PoolSettings { searches, hash_mb: 1, eval_file, ..PoolSettings::default() }
}

fn pool(searches: usize) -> EnginePool {
    EnginePool::new(settings(searches)).unwrap()
}

fn request(limits: Limits) -> SearchRequest {
    SearchRequest::new(Position::from_fen(MIDDLE_GAME).unwrap(), limits)
}

fn submit(
    client: &PoolClient,
    request: SearchRequest,
) -> (Box<dyn SearchTicket>, Receiver<SearchNews>) {
    let (sender, events) = mpsc::channel();
    (client.enqueue(request, Box::new(move |event| drop(sender.send(event)))).unwrap(), events)
}

/// Starts a search that runs until it is stopped.
fn occupy(client: &PoolClient) -> (Box<dyn SearchTicket>, Receiver<SearchNews>) {
    let (ticket, events) = submit(client, request(Limits::none()));
    wait_for(&events, |event| matches!(event, SearchNews::Started));
    (ticket, events)
}

fn wait_for(events: &Receiver<SearchNews>, is_it: impl Fn(&SearchNews) -> bool) -> SearchNews {
    let end = Instant::now() + TIMEOUT;
    loop {
        let event = events.recv_timeout(end.saturating_duration_since(Instant::now())).unwrap();
        if is_it(&event) {
            return event;
        }
        assert!(!event.is_last(), "{event:?}");
    }
}

/// Waits until other threads have satisfied a condition.
fn wait_until(is_done: impl Fn() -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !is_done() {
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Receives events until the function is dropped, and returns the last one.
fn last(events: &Receiver<SearchNews>) -> SearchNews {
    let last = wait_for(events, SearchNews::is_last);
    assert_eq!(events.recv_timeout(TIMEOUT).unwrap_err(), RecvTimeoutError::Disconnected);
    last
}

fn is_best_move(event: &SearchNews) -> bool {
    matches!(event, SearchNews::Event(Event::BestMove(best)) if best.mv.is_some())
}

/// The complete result of a search, without times.
fn found(client: &PoolClient, request: SearchRequest) -> Vec<String> {
    let (_ticket, events) = submit(client, request);
    let reports = events.iter().filter_map(|event| match event {
        SearchNews::Event(Event::Info(info)) => Some(words(&info)),
        SearchNews::Event(Event::BestMove(best)) => Some(format!("{best:?}")),
        SearchNews::Failed(error) => panic!("{error}"),
        _ => None,
    });
    reports.collect()
}

fn words(info: &SearchInfo) -> String {
    let SearchInfo { depth, multipv, score, bound, nodes, pv, .. } = info;
    format!("{depth} {multipv} {score:?} {bound:?} {nodes} {pv:?}")
}

fn last_line(result: &SearchResult) -> String {
    words(&result.lines[0])
}

#[test]
fn two_hundred_clients_are_served_in_turn() {
    let pool = pool(1);
    let (blocker, _events) = occupy(&pool.client().unwrap());
    let clients: Vec<_> = (0..200).map(|_| pool.client().unwrap()).collect();
    let (sender, events) = mpsc::channel();
    // The first ten clients each make three requests before the other clients make any.
    let asked: Vec<usize> =
        (0..10).flat_map(|client| [client; 3]).chain(10..clients.len()).collect();
    let mut round = vec![0_usize; clients.len()];
    let tickets: Vec<_> = asked
        .iter()
        .map(|&client| {
            let (sender, number) = (sender.clone(), round[client]);
            round[client] += 1;
            let deliver = move |event| drop(sender.send((client, number, event)));
            clients[client].enqueue(request(Limits::nodes(1)), Box::new(deliver)).unwrap()
        })
        .collect();
    drop(sender);
    // The last client's place must be reported before the first client is served.
    let mut reports: Vec<(usize, usize, SearchNews)> = Vec::new();
    while reports.last().is_none_or(|&(client, ..)| client != 199) {
        reports.push(events.recv_timeout(TIMEOUT).unwrap());
    }
    blocker.stop();
    let mut reports = reports.into_iter();
    let mut next = || reports.next().unwrap_or_else(|| events.recv_timeout(TIMEOUT).unwrap());
    let (mut begun, mut first_places, mut ended) = (Vec::new(), Vec::new(), 0);
    let mut places = std::collections::HashMap::new();
    while ended < tickets.len() {
        let (client, number, event) = next();
        match event {
            SearchNews::Queued { ahead } => match places.insert((client, number), ahead) {
                None => first_places.push((client, number, ahead)),
                Some(before) if number == 0 => assert!(ahead < before, "{client}: {before}"),
                Some(_) => {} // a client's later requests may fall behind those of new clients
            },
            SearchNews::Started => begun.push((client, number)),
            event => ended += usize::from(event.is_last()),
        }
    }
    let first = (0..200).map(|client| (client, 0));
    let more = (1..3).flat_map(|number| (0..10).map(move |client| (client, number)));
    assert_eq!(begun, first.chain(more).collect::<Vec<_>>());
    // A new client waits for one request from each earlier client, not for all of them.
    assert!(first_places.contains(&(199, 0, 199)), "{first_places:?}");
}

#[test]
fn changed_places_are_reported_at_intervals() {
    let pool = pool(1);
    let (_blocker, _events) = occupy(&pool.client().unwrap());
    let clients: Vec<_> = (0..100).map(|_| pool.client().unwrap()).collect();
    let mut before: Vec<_> = clients[1..]
        .iter()
        .map(|client| client.enqueue(request(Limits::nodes(1)), Box::new(|_| {})).unwrap())
        .collect();
    let (_ticket, events) = submit(&clients[0], request(Limits::nodes(1)));
    let start = Instant::now();
    wait_for(&events, |event| matches!(event, SearchNews::Queued { ahead: 99 }));
    while before.pop().is_some() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut places = Vec::new();
    while places.last() != Some(&0) {
        match events.recv_timeout(TIMEOUT).unwrap() {
            SearchNews::Queued { ahead } => places.push(ahead),
            other => panic!("{other:?}"),
        }
    }
    assert!(places.is_sorted_by(|a, b| a > b), "{places:?}");
    let rounds = start.elapsed().as_millis() / PLACES_EVERY_MS + 1;
    assert!(places.len() as u128 <= rounds, "{} in {rounds}", places.len());
}

/// The interval at which the scheduler reports places, in milliseconds.
const PLACES_EVERY_MS: u128 = 100;

#[test]
fn every_search_ends() {
    let longest = Duration::from_millis(60);
    let pool = EnginePool::new(PoolSettings { longest, ..settings(1) }).unwrap();
    let client = pool.client().unwrap();
    let hour = Duration::from_hours(1);
    let clock =
        chuhe_engine::search::Clock { time: 100 * hour, increment: hour, moves_to_go: Some(1) };
    for limits in [
        Limits::none(),
        Limits { infinite: true, ..Limits::none() },
        Limits { ponder: true, ..Limits::depth(9) },
        Limits::move_time(hour),
        Limits::nodes(u64::MAX),
        Limits::depth(99),
        Limits { clock: Some(clock), ..Limits::none() },
        Limits { infinite: true, ..Limits::nodes(100) },
    ] {
        let (_ticket, events) = submit(&client, request(limits.clone()));
        assert!(is_best_move(&last(&events)), "{limits:?}");
    }
}

#[test]
fn a_long_search_gives_way_to_other_clients() {
    let crowded = Duration::from_millis(50);
    let settings = PoolSettings { longest_if_crowded: crowded, ..settings(2) };
    let pool = EnginePool::new(settings).unwrap();
    let (alone, other) = (pool.client().unwrap(), pool.client().unwrap());
    let (long, long_events) = occupy(&alone);
    let (own, _own_events) = submit(&alone, request(Limits::nodes(1)));
    let (_free, free_events) = submit(&other, request(Limits::nodes(1)));
    assert!(is_best_move(&last(&free_events)), "there was an engine for it");
    std::thread::sleep(3 * crowded);
    let goes_on = |events: &Receiver<SearchNews>| !events.try_iter().any(|event| event.is_last());
    assert!(goes_on(&long_events) && !long.made_room(), "only the client itself waits");
    drop(own);
    let (second, second_events) = occupy(&other);
    std::thread::sleep(3 * crowded);
    let (_third, third_events) = occupy(&pool.client().unwrap());
    assert!(is_best_move(&last(&long_events)), "the oldest search gives way");
    assert!(long.made_room() && !second.made_room());
    std::thread::sleep(2 * crowded);
    assert!(goes_on(&second_events) && goes_on(&third_events), "one engine was enough");
    let _fourth = occupy(&pool.client().unwrap());
    assert!(is_best_move(&last(&second_events)), "the next one gives way to the next who waits");
    assert!(goes_on(&third_events));
}

#[test]
fn stopped_search_ends_within_a_tenth_of_a_second() {
    let pool = pool(1);
    let client = pool.client().unwrap();
    let stop = || {
        let (ticket, events) = occupy(&client);
        std::thread::sleep(Duration::from_millis(30));
        let start = Instant::now();
        ticket.stop();
        assert!(is_best_move(&last(&events)));
        start.elapsed()
    };
    // The fastest of several attempts counts, because the machine may be busy.
    let best = (0..8).map(|_| stop()).min().unwrap();
    assert!(best < Duration::from_millis(100), "{best:?}");
}

#[test]
fn who_is_stopped_or_dropped_in_the_queue_leaves_it() {
    let pool = pool(1);
    let (blocker, _events) = occupy(&pool.client().unwrap());
    let (a, b, c) = (pool.client().unwrap(), pool.client().unwrap(), pool.client().unwrap());
    let (stopped, stopped_events) = submit(&a, request(Limits::nodes(1)));
    let (dropped, dropped_events) = submit(&b, request(Limits::nodes(1)));
    let (_kept, kept_events) = submit(&c, request(Limits::nodes(1)));
    wait_for(&kept_events, |event| matches!(event, SearchNews::Queued { ahead: 2 }));
    stopped.stop();
    assert!(matches!(last(&stopped_events), SearchNews::Withdrawn));
    wait_for(&kept_events, |event| matches!(event, SearchNews::Queued { ahead: 1 }));
    drop(dropped);
    wait_for(&kept_events, |event| matches!(event, SearchNews::Queued { ahead: 0 }));
    let heard: Vec<_> = dropped_events.iter().collect();
    assert!(heard.iter().all(|event| matches!(event, SearchNews::Queued { .. })), "{heard:?}");
    blocker.stop();
    assert!(is_best_move(&last(&kept_events)));
}

#[test]
fn who_is_dropped_while_searching_gives_the_engine_back() {
    let pool = pool(1);
    let (ticket, events) = occupy(&pool.client().unwrap());
    drop(ticket);
    let heard: Vec<_> = events.iter().collect();
    assert!(!heard.iter().any(SearchNews::is_last));
    assert_eq!(found(&pool.client().unwrap(), request(Limits::depth(2))).len(), 3);
    wait_until(|| pool.connected.load(Ordering::SeqCst) == 0);
}

#[test]
fn a_panic_in_a_function_of_a_client_ends_its_request_only() {
    struct Trap;
    impl Drop for Trap {
        fn drop(&mut self) {
            panic!("a test");
        }
    }
    let pool = pool(1);
    let steady = pool.client().unwrap();
    let expected = found(&steady, request(Limits::depth(3)));
    let traps: [fn(&SearchNews) -> bool; 4] = [
        |event| matches!(event, SearchNews::Queued { .. }),
        |event| matches!(event, SearchNews::Started),
        |event| matches!(event, SearchNews::Event(Event::Info(_))),
        SearchNews::is_last,
    ];
    for (number, is_it) in traps.into_iter().enumerate() {
        let (blocker, _events) = occupy(&steady);
        let (sender, events) = mpsc::channel();
        let client = pool.client().unwrap();
        let limits = if number == 2 { Limits::none() } else { Limits::depth(3) };
        let deliver = move |event| {
            sender.send(()).unwrap();
            assert!(!is_it(&event), "a test");
        };
        let ticket = client.enqueue(request(limits), Box::new(deliver));
        // The request is in the queue before the engine becomes free.
        events.recv_timeout(TIMEOUT).unwrap();
        blocker.stop();
        // The channel ends when the function is dropped.
        assert!(events.iter().count() >= usize::from(number > 0));
        assert_eq!(found(&pool.client().unwrap(), request(Limits::depth(3))), expected);
        drop(ticket);
    }
    let trap = Trap;
    let deliver = move |_| {
        let _ = &trap;
    };
    let ticket = steady.enqueue(request(Limits::depth(3)), Box::new(deliver)).unwrap();
    assert_eq!(found(&pool.client().unwrap(), request(Limits::depth(3))), expected);
    drop(ticket);
}

#[test]
fn sink_may_submit_again_and_finds_the_engine_free() {
    fn go_on(client: &PoolClient, left: usize, events: mpsc::Sender<SearchNews>, kept: &Tickets) {
        let (again, tickets) = (client.clone(), Arc::clone(kept));
        let deliver = move |event: SearchNews| {
            let is_last = event.is_last();
            events.send(event).unwrap();
            if is_last && left > 0 {
                tickets.lock().unwrap().pop();
                go_on(&again, left - 1, events.clone(), &tickets);
            }
        };
        let ticket = client.enqueue(request(Limits::nodes(1)), Box::new(deliver)).unwrap();
        kept.lock().unwrap().push(ticket);
    }
    type Tickets = Arc<Mutex<Vec<Box<dyn SearchTicket>>>>;
    let pool = pool(1);
    let (sender, events) = mpsc::channel();
    let tickets = Tickets::default();
    go_on(&pool.client().unwrap(), 20, sender, &tickets);
    let heard: Vec<_> = events.iter().collect();
    let count = |is_it: fn(&SearchNews) -> bool| heard.iter().filter(|event| is_it(event)).count();
    assert_eq!((count(SearchNews::is_last), count(is_best_move)), (21, 21));
    assert_eq!(count(|event| matches!(event, SearchNews::Queued { .. })), 0);
}

#[test]
fn an_answer_does_not_depend_on_who_had_the_engine_before() {
    // Uses the network if there is one, because full strength and weak levels evaluate differently.
    let eval_file = PoolSettings::default().eval_file;
    let pool = EnginePool::new(PoolSettings { eval_file, ..settings(1) }).unwrap();
    let weak = |level, seed| {
        let config = Config::default().with_strength(PlayingStrength::Level(level));
        SearchRequest { config, seed, ..request(Limits::nodes(1500)) }
    };
    let strong = || request(Limits::nodes(1500));
    let lines = || SearchRequest {
        config: Config { multipv: 3, ..Config::default() },
        ..request(Limits::depth(3))
    };
    let all: [&dyn Fn() -> SearchRequest; 5] =
        [&strong, &|| weak(4, 7), &|| weak(4, 8), &|| weak(5, 7), &lines];
    let alone: Vec<_> = all.map(|make| found(&pool.client().unwrap(), make())).into();
    assert_ne!(alone[1], alone[2], "the seed decides what a weak level overlooks");
    let clients: Vec<_> = (0..2).map(|_| pool.client().unwrap()).collect();
    for (number, make) in all.iter().enumerate().rev().chain(all.iter().enumerate()) {
        assert_eq!(found(&clients[number % 2], make()), alone[number], "request {number}");
        // Another game by the same client uses the engine in between.
        let other = SearchRequest { seed: 99, ..request(Limits::nodes(300)) };
        let _ = found(&clients[number % 2], other);
    }
    // The result must equal that of a separate engine.
    let config = Config { hash_mb: 1, ..Config::default() };
    let mut engine = Engine::with_config(config).unwrap();
    engine.new_game_with_seed(0);
    engine.set_position(request(Limits::none()).position);
    let result = engine.search(Limits::nodes(1500));
    assert_eq!(alone[0][alone[0].len() - 2], last_line(&result));
}

#[test]
fn a_client_that_comes_back_finds_its_table_unless_it_was_lent_meanwhile() {
    let pool = pool(1);
    let (mine, other) = (pool.client().unwrap(), pool.client().unwrap());
    let again = || request(Limits::depth(4));
    let cold = found(&mine, again());
    let warm = found(&mine, again());
    assert_ne!(warm, cold);
    let lines = Config { multipv: 2, ..Config::default() };
    let _ = found(&mine, SearchRequest { config: lines, ..again() });
    assert_ne!(found(&mine, again()), cold, "the number of lines does not matter");
    assert_eq!(found(&mine, SearchRequest { fresh: true, ..again() }), cold);
    let _ = found(&other, request(Limits::nodes(1)));
    assert_eq!(found(&mine, again()), cold);
    let level = Config::default().with_strength(PlayingStrength::Level(3));
    let _ = found(&mine, SearchRequest { config: level, ..request(Limits::nodes(1)) });
    assert_eq!(found(&mine, again()), cold, "what a weak level misjudges is not kept");

    // With two engines, each client gets its own engine back.
    let pool = self::pool(2);
    let (a, b) = (pool.client().unwrap(), pool.client().unwrap());
    assert_eq!((found(&a, again()), found(&b, again())), (cold.clone(), cold));
    assert_eq!((found(&a, again()), found(&b, again())), (warm.clone(), warm));
}

#[test]
fn requested_options_are_limited_by_the_pool() {
    let pool = pool(1);
    let client = pool.client().unwrap();
    let config = Config { multipv: 3, eval_file: "/no/such.nn".to_owned(), ..Config::default() };
    let lines = found(&client, SearchRequest { config, ..request(Limits::depth(1)) });
    assert_eq!(lines.len(), 4);
    let weakest = Config::default().with_strength(PlayingStrength::Level(0));
    let (_ticket, events) =
        submit(&client, SearchRequest { config: weakest, ..request(Limits::none()) });
    assert!(is_best_move(&last(&events)), "a weak level searches few nodes");
    let late = Position::from_fen("3k5/9/9/9/9/9/9/9/R8/5K3 w - - 119 100").unwrap();
    let said = |draw_moves| {
        let config = Config { draw_moves, ..Config::default() };
        let request = SearchRequest::new(late.clone(), Limits::depth(2));
        found(&client, SearchRequest { config, ..request })[1].clone()
    };
    assert!(said(60).contains("Cp(0)") && !said(0).contains("Cp(0)"), "{} {}", said(60), said(0));
    let bad = Config { multipv: 0, ..Config::default() };
    let refused =
        client.enqueue(SearchRequest { config: bad, ..request(Limits::none()) }, Box::new(|_| {}));
    assert_eq!(refused.unwrap_err().to_string(), "MultiPV is 0; expected 1 to 128");

    let settings = PoolSettings { threads_per_search: 2, hash_mb: 8, ..settings(1) };
    let allowed = |threads, hash_mb| {
        let config = Config { threads, hash_mb, ponder: true, ..Config::default() };
        let config = settings.allowed(&config);
        assert!(!config.ponder && config.eval_file == HAND_CRAFTED);
        (config.threads, config.hash_mb)
    };
    assert_eq!(allowed(1, 4), (1, 4));
    assert_eq!(allowed(64, 4096), (2, 8));
    assert_eq!(allowed(0, 0), (2, 8));
}

#[test]
fn client_searches_once_at_a_time_by_default() {
    let pool = pool(2);
    let single = pool.client().unwrap();
    let (first, _) = occupy(&single);
    let (second, events) = submit(&single, request(Limits::none()));
    wait_for(&events, |event| matches!(event, SearchNews::Queued { ahead: 0 }));
    assert!(
        events.recv_timeout(Duration::from_millis(50)).is_err(),
        "an engine is free for others"
    );
    drop((first, second));
    let double = pool.client_of(0, 2).unwrap();
    let (first, first_events) = occupy(&double);
    let (second, second_events) = occupy(&double);
    for (ticket, events) in [(first, first_events), (second, second_events)] {
        ticket.stop();
        assert!(is_best_move(&last(&events)));
    }
}

#[test]
fn clients_and_requests_are_counted() {
    let settings = PoolSettings { clients: 2, waiting_per_client: 2, ..settings(1) };
    let pool = EnginePool::new(settings).unwrap();
    let (a, b) = (pool.client().unwrap(), pool.client().unwrap());
    let error = pool.client().unwrap_err();
    assert!(matches!(error, EngineError::TooManyClients { most: 2 }), "{error}");
    drop(b);
    let b = pool.client().unwrap();
    let (_blocker, _events) = occupy(&a);
    let wait = |client: &PoolClient| client.enqueue(request(Limits::nodes(1)), Box::new(|_| {}));
    let (first, second) = (wait(&b).unwrap(), wait(&b).unwrap());
    let error = wait(&b).unwrap_err();
    assert!(matches!(error, EngineError::TooManyWaiting { most: 2 }), "{error}");
    let _other = wait(&a).unwrap();
    drop(first);
    let third = wait(&b).unwrap();
    third.stop();
    let fourth = wait(&b).unwrap();
    drop(b);
    assert!(pool.client().is_err(), "its requests are still there");
    drop((second, third, fourth));
    wait_until(|| pool.client().is_ok());
}

#[test]
fn without_the_pool_nothing_is_served() {
    let pool = pool(1);
    let client = pool.client().unwrap();
    let (_running, running_events) = occupy(&client);
    let (_waiting, waiting_events) = submit(&client, request(Limits::none()));
    wait_for(&waiting_events, |event| matches!(event, SearchNews::Queued { .. }));
    drop(pool);
    assert!(is_best_move(&last(&running_events)));
    assert!(matches!(last(&waiting_events), SearchNews::Failed(EngineError::Closed)));
    wait_until(|| match client.enqueue(request(Limits::none()), Box::new(|_| {})) {
        Ok(_) => false,
        Err(error) => matches!(error, EngineError::Closed),
    });
    let (sender, events) = mpsc::channel();
    let deliver = move |event| drop(sender.send(event));
    assert!(client.enqueue(request(Limits::none()), Box::new(deliver)).is_err());
    assert!(events.recv().is_err(), "an error is reports once");
}

#[test]
fn settings_have_ranges() {
    let error = |settings| EnginePool::new(settings).unwrap_err().to_string();
    let none = PoolSettings { searches: 0, ..settings(1) };
    assert_eq!(error(none), "searches is 0; expected 1 to 256");
    let threads = PoolSettings { threads_per_search: 1000, ..settings(1) };
    assert_eq!(error(threads), "Threads is 1000; expected 0 to 256");
    let network = PoolSettings { eval_file: "/no/such.nn".to_owned(), ..settings(1) };
    assert!(error(network).contains("/no/such.nn"));
}

#[test]
fn one_person_gets_strong_engines_and_many_get_many() {
    let split = |threads, hash_mb, is_local| {
        let settings = PoolSettings::shared_out(threads, hash_mb, 1, is_local);
        (settings.searches, settings.threads_per_search, settings.hash_mb)
    };
    assert_eq!(split(1, 64, true), (1, 1, 64));
    assert_eq!(split(2, 64, true), (2, 1, 32));
    assert_eq!(split(8, 64, true), (2, 4, 32));
    assert_eq!(split(8, 64, false), (8, 1, 8));
    assert_eq!(split(2, 1, false), (2, 1, 1), "a table has 1 MB at least");
}

fn review_request(limits: Limits, fresh: bool) -> SearchRequest {
    let config = Config { hash_mb: 1, eval_file: HAND_CRAFTED.to_owned(), ..Config::default() };
    SearchRequest { config, fresh, ..SearchRequest::new(Position::startpos(), limits) }
}

fn infos(searcher: &mut dyn Searcher, fresh: bool) -> Vec<(u32, u64)> {
    let mut infos = Vec::new();
    let mut note = |info: SearchInfo| infos.push((info.depth, info.nodes));
    searcher.run(review_request(Limits::nodes(3000), fresh), &|| false, &mut note).unwrap();
    infos
}

#[test]
fn review_in_pool_equals_review_in_own_engine() {
    let pool = pool(1);
    let source = pool.for_review().unwrap();
    let (mut own, mut pooled) = (EngineSource::default().open(), source.open());
    let first = infos(&mut *own, false);
    assert!(!first.is_empty());
    assert_eq!(infos(&mut *pooled, false), first);
    let warm = infos(&mut *own, false);
    assert_ne!(warm, first, "the table is warm");
    assert_eq!(infos(&mut *pooled, false), warm);
    assert_eq!(infos(&mut *own, true), first);
    assert_eq!(infos(&mut *pooled, true), first);
    // Another searcher for the same client has its own table.
    assert_eq!(infos(&mut *source.open(), false), first);
}

#[test]
fn stopped_review_search_ends_soon_whether_running_or_waiting() {
    let pool = pool(1);
    let busy = pool.client().unwrap();
    let source = pool.for_review().unwrap();
    for is_crowded in [false, true] {
        let _busy = is_crowded.then(|| occupy(&busy));
        let begun = Instant::now();
        let is_stopped = || begun.elapsed() > Duration::from_millis(100);
        let request = review_request(Limits::depth(100), false);
        let end = source.open().run(request, &is_stopped, &mut |_| {});
        assert!(matches!(end, Err(EngineError::Stopped)));
        // The limit is generous, because the machine may be busy.
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}

#[test]
fn review_in_closed_pool_fails() {
    let gone = pool(1);
    let source = gone.for_review().unwrap();
    drop(gone);
    let end = source.open().run(review_request(Limits::depth(1), false), &|| false, &mut |_| {});
    assert!(matches!(end, Err(EngineError::Closed)));
}

/// An engine that never answers, and what opens it.
#[derive(Debug)]
struct Mute;

impl Searcher for Mute {
    fn submit(
        &mut self,
        _: SearchRequest,
        deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        Ok(Box::new(MuteTicket(Mutex::new(deliver))))
    }
}

struct MuteTicket(#[expect(dead_code, reason = "it is held")] Mutex<NewsSink>);

impl std::fmt::Debug for MuteTicket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MuteTicket")
    }
}

impl SearchTicket for MuteTicket {
    fn stop(&self) {}
}

/// Opens engines of two kinds, the first of which never answers.
#[derive(Debug, Default)]
struct TwoKinds(Mutex<Vec<usize>>);

impl Opener for TwoKinds {
    fn open(&self, kind: usize) -> Result<Box<dyn Searcher>, EngineError> {
        self.0.lock().unwrap().push(kind);
        Ok(if kind == 0 { Box::new(Mute) } else { Box::new(Engine::new()) })
    }

    fn first_report(&self, kind: usize) -> Option<(Duration, EngineError)> {
        (kind == 0).then_some((Duration::from_millis(50), EngineError::NoLine))
    }
}

#[test]
fn an_engine_that_stays_silent_is_given_up() {
    let opener = Arc::new(TwoKinds::default());
    let pool = EnginePool::with_opener(settings(1), Arc::clone(&opener) as _).unwrap();
    let [mute, other] = [0, 1].map(|kind| pool.client_of(kind, 1).unwrap());
    for _ in 0..2 {
        let (_ticket, events) = submit(&mute, request(Limits::depth(1)));
        let last = wait_for(&events, SearchNews::is_last);
        assert!(matches!(last, SearchNews::Failed(EngineError::NoLine)), "{last:?}");
    }
    for _ in 0..2 {
        let (_ticket, events) = submit(&other, request(Limits::depth(1)));
        let last = wait_for(&events, SearchNews::is_last);
        assert!(matches!(last, SearchNews::Event(Event::BestMove(_))), "{last:?}");
    }
    assert_eq!(*opener.0.lock().unwrap(), [0, 0, 1], "an engine that answers stays open");
    assert!(pool.is_open());
    pool.close();
    wait_until(|| !pool.is_open());
}
