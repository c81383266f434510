//! Tests that invalid command lines and match files are refused.

use std::fs;
use std::time::Duration;

use super::harness::{Match, Run, each, fault};

/// Runs a match with exactly these words, which must be refused.
fn refuse(game: &Match, words: &[&str]) -> Run {
    Run::new(&game.command().args(words).output().unwrap(), Duration::ZERO)
}

#[test]
fn invalid_settings_are_refused_by_name() {
    // Each case has the words added to a command line with two sound engines, the exit code, and text that the message
    // must contain.
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--each", "speed=5"], 2, "unknown setting `speed`"),
        (&["--each", "speed"], 2, "\"speed\" is not of the form key=value"),
        (&["--each", "tc=fast"], 2, "tc=fast"),
        (&["--each", "tc=-1"], 2, "tc=-1"),
        (&["--each", "st=0"], 2, "st=0"),
        (&["--each", "nodes=-5"], 2, "nodes=-5"),
        (&["--each", "depth=99999999999"], 2, "depth=99999999999"),
        (&["--each", "proto=xboard"], 2, "proto=xboard"),
        (&["--each", "coord=2"], 2, "coord=2"),
        (&["--each", "ponder=perhaps"], 2, "ponder=perhaps"),
        (&["--each", "timemargin=x"], 2, "timemargin=x"),
        (&["--each", "scoreunit=pawn"], 2, "scoreunit=pawn: expected cp for hundredths"),
        (&["--engine", "name=lonely"], 2, "cmd=COMMAND is missing"),
        (&["--engine", "cmd=env"], 2, "no time control"),
        (&["--engine", "cmd=/no/such/engine", "depth=1"], 1, "/no/such/engine"),
        (&["--engine", "cmd=/no/such/engine", "depth=1"], 1, "did not start"),
        (&["--engine", "cmd=true", "depth=1"], 1, "true did not start"),
        (&["--engine", "cmd=env", "dir=/no/such/place", "depth=1"], 1, "did not start"),
        (&["--rounds", "0"], 2, "--rounds"),
        (&["--rounds", "many"], 2, "many"),
        (&["--games", "3"], 2, "--games"),
        (&["--concurrency", "0"], 2, "--jobs"),
        (&["--tournament", "swiss"], 2, "swiss"),
        (&["--seeds", "1"], 2, "`seeds` requires"),
        (&["--tournament", "gauntlet", "--seeds", "2"], 2, "seeds 2: "),
        (&["--clock", "sun"], 2, "sun"),
        (&["--use-affinity", "x"], 2, "use-affinity x: "),
        (&["--use-affinity", "1023"], 2, "no processor 1023"),
        (&["--use-affinity", "0", "--jobs", "2"], 2, "use-affinity 0: "),
        (&["--openings", "order=random"], 2, "file=NAME is missing"),
        (&["--openings", "file=/no/such/book"], 1, "/no/such/book"),
        (&["--openings", "file=x", "order=backwards"], 2, "order=backwards"),
        (&["--openings", "file=x", "start=0"], 2, "start=0"),
        (&["--openings", "file=x", "plies=-1"], 2, "plies=-1"),
        (&["--openings", "file=x", "format=sgf"], 2, "format=sgf"),
        (&["--openings", "book=x"], 2, "unknown setting `book`"),
        (&["--sprt", "elo0=5", "elo1=0"], 2, "sprt: "),
        (&["--sprt", "elo0=0", "elo1=5", "alpha=2"], 2, "sprt: "),
        (&["--sprt", "elo=5"], 2, "sprt: "),
        (&["--resign", "score=-5"], 2, "score=-5"),
        (&["--resign", "moves=5"], 2, "resign: "),
        (&["--draw", "movecount=0"], 2, "movecount=0"),
        (&["--log", "some"], 2, "some"),
        (&["--notation", "english"], 2, "english"),
        (&["--wheels", "4"], 2, "--wheels"),
        (&["--log", "none", "/no/such/file.toml"], 1, "/no/such/file.toml"),
        (&["--pgnout", "/no/such/folder/games.pgn"], 1, "--pgnout /no/such/folder/games.pgn: "),
        (&["--second-opinion", "/no/such/judge"], 1, "--second-opinion /no/such/judge: "),
        (&["--second-opinion", "echo nonsense"], 1, "invalid answer, \"nonsense\""),
        (&["--second-opinion", "true"], 1, "the program exited after judging 0 games"),
    ];
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    each(&numbered, |&(index, (words, code, message))| {
        let game = Match::new(&format!("refused-{index}"));
        let game = game.double("", "proto=uci depth=1").double("", "proto=uci depth=1");
        let run = refuse(&game, words);
        assert_eq!(run.code, Some(*code), "{words:?}: {}", run.err);
        assert!(
            run.err.starts_with("error: ") && run.err.contains(message),
            "{words:?}: {}",
            run.err
        );
        assert!(run.out.is_empty() && game.games().is_empty(), "{words:?}: {}", run.out);
        game.check_nothing_runs();
    });
}

#[test]
fn a_match_needs_two_engines() {
    let game = Match::new("alone");
    assert!(
        refuse(&game, &[])
            .err
            .contains("at least two engines; 0 are given; add --engine cmd=COMMAND")
    );
    let game = Match::new("alone-1").double("", "depth=1");
    let run = refuse(&game, &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("; 1 is given"), "{}", run.err);
}

#[test]
fn an_engine_that_could_only_lose_is_refused_before_the_first_game() {
    let chess = "--offer 'UCI_Variant type combo default chess var chess var atomic'";
    let cases = [
        ("--one", "coord=0", "counts ranks from 1; add coord=1"),
        ("", "coord=1", "counts ranks from 0; add coord=0"),
        ("", "option.Ponder=1", "option.Ponder=1: expected true or false"),
        ("", "option.Pnoder=true", "unknown option `Pnoder`; did you mean `Ponder`?"),
        ("", "name=x option.Hash=16", "x: unknown option `Hash`; expected one of Ponder"),
        (chess, "name=x", "x: does not play xiangqi; its UCI_Variant is one of chess, atomic"),
    ];
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    each(&numbered, |&(index, (double, words, message))| {
        let game = Match::new(&format!("loser-{index}"));
        let words = format!("proto=uci depth=1 {words}");
        let run = refuse(&game.double("", "proto=uci depth=1").double(double, &words), &[]);
        assert_eq!(run.code, Some(1), "{words:?}: {}", run.err);
        assert!(run.err.contains(message), "{words:?}: {}", run.err);
    });
}

#[test]
fn an_engine_of_another_protocol_is_named_as_such() {
    let game = Match::new("cecp");
    let engine = game.path("engine.sh");
    let script = "while read line; do case $line in \
        protover*) echo 'feature myname=\"x\" done=1';; u*) exit 1;; esac; done\n";
    fs::write(&engine, script).unwrap();
    let game = game.double("", "depth=1").words("--engine cmd=sh depth=1");
    let run = refuse(&game.word(format!("arg={}", engine.display())), &[]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(
        run.err.contains("sh did not start: speaks CECP, the protocol of xboard"),
        "{}",
        run.err
    );
}

/// The engine is told to play xiangqi, and then counts ranks from 1.
#[test]
fn the_variant_is_set_unless_the_user_sets_it() {
    let offer = "--offer 'UCI_Variant type combo default chess var chess var xiangqi' --log said";
    for (index, (double, words)) in
        [("--one", ""), ("--one", "option.uci_variant=xiangqi"), ("", "coord=0")].iter().enumerate()
    {
        let game = Match::new(&format!("variant-{index}"));
        let words = format!("proto=uci depth=1 {words}");
        let game =
            game.double("", "proto=uci depth=1").double(&format!("{offer} {double}"), &words);
        assert!(game.play().iter().all(|game| fault(game).is_none()), "{words}");
        let said = fs::read_to_string(game.path("said")).unwrap();
        let lines =
            said.lines().filter(|line| line.ends_with("setoption name UCI_Variant value xiangqi"));
        let starts = said.lines().filter(|line| line.ends_with(" uci"));
        assert_eq!(lines.count(), starts.count(), "{said}");
    }
}

#[test]
fn files_are_refused_with_their_name_and_the_place() {
    let cases = [
        ("rounds = 'many'", "rounds = many: expected a whole number"),
        ("wheels = 4", "unknown key `wheels`"),
        ("rounds 5", "line 1"),
        ("engines = 5", "unknown key `engines`; did you mean `engine`?"),
        ("engine = 5", "engine: "),
        ("[noswap]\nx = 1", "noswap: "),
        ("[[engine]]\ncmd = 'x'\nspeed = 9\n[[engine]]\ncmd = 'y'", "speed"),
        ("[[engine]]\nname = 'x'\n[[engine]]\ncmd = 'y'", "cmd=COMMAND is missing"),
        ("concurrency = -1", "concurrency = -1: expected a whole number"),
        ("noswap = 'perhaps'", "perhaps"),
        ("[[engine]]\ncmd = 'x'\ntc = '2+x'\n[[engine]]\ncmd = 'y'", "engine 1: tc=2+x: "),
    ];
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    each(&numbered, |&(index, (text, message))| {
        let game = Match::new(&format!("file-{index}"));
        let path = game.path("match.toml");
        fs::write(&path, text).unwrap();
        let run = refuse(&game, &[path.to_str().unwrap()]);
        assert!(matches!(run.code, Some(1 | 2)), "{text}: {:?} {}", run.code, run.err);
        let place = format!("error: {}: ", path.display());
        assert!(run.err.starts_with(&place) && run.err.contains(message), "{text}: {}", run.err);
        assert_eq!(run.err.matches("match.toml").count(), 1, "{text}: {}", run.err);
        assert!(run.out.is_empty(), "{text}: {}", run.out);
    });
}

#[test]
fn a_file_and_the_command_line_play_the_same_match() {
    let game = Match::new("from-file");
    let path = game.path("match.toml");
    let engine = |name: &str| {
        let folder = game.folder.display();
        format!(
            "[[engine]]\ncmd = 'env'\ndir = '{folder}'\nname = '{name}'\n\
             args = ['./fault_engine', '--marker', '{}']\n",
            game.marker
        )
    };
    let text =
        format!("rounds = 3\n[each]\nproto = 'ucci'\ndepth = 1\n{}{}", engine("a"), engine("b"));
    fs::write(&path, text).unwrap();
    let game = game.word(path.to_str().unwrap());
    assert_eq!(game.play().len(), 6);
    assert_eq!(game.words("--rounds 4").play().len(), 8);
}
