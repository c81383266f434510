use std::thread;
use std::time::Duration;

use super::*;

#[test]
fn a_dead_draw_has_no_other_chances() {
    let mut engine = Engine::new();
    let mut wdl = |fen| {
        engine.set_position(Position::from_fen(fen).unwrap());
        let line = engine.search(Limits::depth(4)).lines.remove(0);
        (line.wdl().win, line.wdl().draw, line.wdl().loss)
    };
    assert_eq!(wdl("2bakab2/9/9/9/9/9/9/9/4A4/2BAK4 w"), (0, 1000, 0));
    assert_ne!(wdl("2bakab2/9/9/9/9/9/4P4/9/4A4/2BAK4 w").1, 1000);
}

#[test]
fn make_ready_and_new_game_allocate_the_table() {
    let mut engine = Engine::new();
    assert!(engine.table.is_fresh());
    engine.make_ready();
    assert!(!engine.table.is_fresh());
    engine.set_option("Hash", "32").unwrap();
    assert!(engine.table.is_fresh());
    engine.new_game();
    assert!(!engine.table.is_fresh());
}

#[test]
fn the_table_grows_with_the_threads_unless_its_size_is_set() {
    let size = |settings: &[(&str, &str)]| {
        let mut engine = Engine::new();
        for (name, value) in settings {
            engine.set_option(name, value).unwrap();
        }
        engine.table.megabytes()
    };
    assert_eq!(size(&[]), 64);
    assert_eq!(size(&[("Threads", "2")]), 128);
    assert_eq!(size(&[("Threads", "8")]), 512);
    assert_eq!(size(&[("Threads", "8"), ("Threads", "1")]), 64);
    assert_eq!(size(&[("Hash", "64"), ("Threads", "2")]), 64);
    assert_eq!(size(&[("Threads", "2"), ("Hash", "5"), ("MultiPV", "2")]), 5);
    assert_eq!(size(&[("Hash", "5"), ("Threads", "2"), ("Hash", "0")]), 128);
    let many = Config { threads: config::THREADS.max, ..Config::default() };
    assert_eq!(many.effective_hash_mb(), 4096);
}

#[test]
fn a_memory_limit_makes_the_automatic_table_smaller() {
    let mut engine = Engine::within(MemoryLimit::of_megabytes::<80>());
    // Half of the 76 MB beside what the engine itself needs.
    assert_eq!(engine.table.megabytes(), 38);
    assert!(engine.search(Limits::depth(2)).best.is_some());
    engine.set_option("MultiPV", "2").unwrap();
    engine.set_option("Threads", "2").unwrap();
    assert_eq!((engine.table.megabytes(), engine.pool.size()), (38, 2));
    assert!(engine.set_option("Hash", "128").is_err());
    assert_eq!(engine.table.megabytes(), 38);
    // What was not reached automatically is reached, or refused, explicitly.
    engine.set_option("Hash", "64").unwrap();
    assert_eq!(engine.table.megabytes(), 64);
    let engine = Engine::within(MemoryLimit::of_megabytes::<0>());
    assert_eq!(engine.table.megabytes(), 0);
}

#[test]
fn options_take_effect_or_change_nothing() {
    let mut engine = Engine::new();
    assert_eq!(engine.set_option("hashsize", "2").unwrap(), Effect::None);
    engine.set_option("Threads", "2").unwrap();
    assert_eq!((engine.config().hash_mb, engine.pool.size()), (2, 2));
    assert!(matches!(engine.set_option("Hash", "lots"), Err(OptionError::Value { .. })));
    assert!(matches!(engine.set_option("nosuchoption", "1"), Err(OptionError::Unknown(_))));
    assert_eq!(engine.config().hash_mb, 2);
    assert_eq!(engine.set_option("UCI_Variant", "xiangqi").unwrap(), Effect::HostKnowsVariants);
}

#[test]
fn a_network_is_used_from_when_its_file_is_named_and_until_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a network.nn");
    let network = Network::random(4);
    network.write(&path).unwrap();
    let mut engine = Engine::with_seed(1);
    let nodes = |engine: &mut Engine| {
        engine.new_game();
        engine.search(Limits::depth(5)).nodes
    };
    engine.set_option("EvalFile", "none").unwrap();
    let alone = nodes(&mut engine);
    engine.set_option("EvalFile", path.to_str().unwrap()).unwrap();
    assert!(**engine.network().unwrap() == network);
    let corrected = nodes(&mut engine);
    assert_ne!(corrected, alone, "the search uses the network");
    // Weak levels play without the network, which is used again at full strength.
    engine.set_option("Skill Level", "5").unwrap();
    assert!(engine.network().is_none());
    engine.set_option("Skill Level", "20").unwrap();
    assert_eq!(nodes(&mut engine), corrected);
    engine.set_option("EvalFile", "hce").unwrap();
    assert!(engine.network().is_none());
    assert_eq!(nodes(&mut engine), alone);
}

#[test]
fn a_file_that_does_not_fit_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    Network::random(4).write(path("good.nn").as_ref()).unwrap();
    std::fs::write(path("bad.nn"), "chuhenn2 and no more").unwrap();
    let mut engine = Engine::new();
    engine.set_option("EvalFile", &path("good.nn")).unwrap();
    let before = Arc::as_ptr(engine.network().unwrap());
    for (name, reason) in [("bad.nn", "the checksum does not match"), ("none.nn", "No such file")] {
        let error = engine.set_option("evalfile", &path(name)).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(reason), "{error}");
        assert!(error.ends_with("previous setting kept"), "{error}");
        assert_eq!(engine.config().eval_file, path("good.nn"));
        assert_eq!(Arc::as_ptr(engine.network().unwrap()), before);
    }
    // Hosts may set the same value again, which must change nothing.
    engine.set_option("EvalFile", &path("good.nn")).unwrap();
    assert_eq!(Arc::as_ptr(engine.network().unwrap()), before);
}

#[test]
fn a_configuration_out_of_range_changes_nothing() {
    let mut engine = Engine::new();
    let before = engine.config().clone();
    let error = engine.configure(Config { multipv: 0, ..before.clone() }).unwrap_err();
    assert_eq!(error.to_string(), "MultiPV is 0; expected 1 to 128");
    assert!(engine.configure(Config { threads: 1000, ..before.clone() }).is_err());
    assert_eq!(engine.config(), &before);
    engine.configure(Config { hash_mb: 2, threads: 2, ..before }).unwrap();
    assert_eq!(engine.pool.size(), 2);
    assert!(Engine::with_config(Config { elo: 1, ..Config::default() }).is_err());
}

#[test]
fn buttons_forget() {
    let mut engine = Engine::new();
    for button in ["Clear Hash", "newgame"] {
        engine.set_position(Position::startpos());
        engine.play("h2e2".parse().unwrap()).unwrap();
        let key = engine.position().key();
        let _ = engine.search(Limits::depth(3));
        assert!(engine.table().probe(key, 0).is_some(), "the search remembers its root");
        engine.set_option(button, "").unwrap();
        assert!(engine.table().probe(key, 0).is_none(), "{button}");
    }
}

#[test]
fn a_seed_decides_all_games_and_games_differ() {
    let play = |seed| -> Vec<Option<Move>> {
        let mut engine = Engine::with_seed(seed);
        engine.set_option("Skill Level", "2").unwrap();
        (0..12)
            .map(|_| {
                engine.new_game();
                engine.search(Limits::none()).best
            })
            .collect()
    };
    let games = play(1);
    assert_eq!(play(1), games);
    assert!(games.iter().any(|mv| *mv != games[0]));
}

#[test]
fn an_engine_and_a_handle_are_for_every_thread() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Engine>();
    shared::<SearchHandle>();
    sent::<Search>();
}

#[test]
fn another_thread_stops_a_search() {
    let mut engine = Engine::new();
    let search = engine.start(Limits { infinite: true, ..Limits::none() });
    let handle = search.handle();
    let stopper = thread::spawn(move || handle.stop());
    let result = search.wait();
    stopper.join().unwrap();
    assert!(result.best.is_some() && result.lines.len() == 1 && result.nodes > 0);
    assert_eq!(result.lines[0].pv.first().copied(), result.best);
}

#[test]
fn a_search_is_watched_to_its_answer_and_no_further() {
    let mut engine = Engine::new();
    let mut search = engine.start(Limits::depth(5));
    let depths: Vec<u32> = search
        .by_ref()
        .filter_map(|event| match event {
            Event::Info(info) => Some(info.depth),
            _ => None,
        })
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert!(search.next().is_none());
    assert!(search.next_timeout(Duration::ZERO).is_err());
    let result = search.wait();
    assert_eq!(result.depth, 5);
    assert_eq!(result.score, result.lines[0].score);
}

#[test]
fn a_new_search_a_new_game_and_a_dropped_search_stop_the_old_one() {
    let endless = || Limits { infinite: true, ..Limits::none() };
    let mut engine = Engine::new();
    let old = engine.start(endless());
    let result = engine.search(Limits::depth(2));
    assert!(result.best.is_some() && old.wait().best.is_some());
    let old = engine.start(endless());
    engine.new_game();
    assert!(old.wait().best.is_some());
    drop(engine.start(endless()));
    engine.pool.wait();
}

#[test]
fn limits_can_be_used_again_after_their_time() {
    let limits = Limits { move_time: Some(Duration::from_millis(200)), ..Limits::none() };
    let mut engine = Engine::new();
    thread::sleep(Duration::from_millis(250));
    // With an expired clock, the search would end after the first iteration.
    assert!(engine.search(limits.clone()).depth > 1);
    assert!(engine.search(limits).depth > 1);
}
