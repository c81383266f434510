use super::*;

fn read(text: &str) -> MatchSpec {
    MatchSpec::from_toml(text).unwrap()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn files_and_json_have_the_same_keys() {
    let spec = read(
        "rounds = '1k'\nnoswap = true\njson = false\nout = 'here'\nconcurrency = 2\n\
         [openings]\nfile = 'book.fen'\norder = 'random'\n\
         [each]\ntc = '1+0.01'\n[each.option]\nThreads = 2\nHash = 16\n\
         [[engine]]\ncmd = 'a b'\nargs = ['-x', 'y z']\nponder = true\n\
         [[engine]]\ncmd = 'c'\nnodes = 5",
    );
    assert_eq!(
        (spec.rounds, spec.noswap, spec.json, spec.jobs),
        (Some(1000), true, false, Some(2))
    );
    assert_eq!(spec.openings, words(&["file=book.fen", "order=random"]));
    // The words are in the order in which they are sent.
    assert_eq!(spec.each, words(&["tc=1+0.01", "option.Threads=2", "option.Hash=16"]));
    let engines =
        [words(&["cmd=a b", "args=-x 'y z'", "ponder=true"]), words(&["cmd=c", "nodes=5"])];
    assert_eq!(spec.engine, engines);
    let json = r#"{"engine": [["cmd=a"], {"cmd": "b"}], "sprt": "elo0=0 elo1=5", "draw-moves": 0}"#;
    let spec = MatchSpec::from_json(json).unwrap();
    assert_eq!(spec.engine, [words(&["cmd=a"]), words(&["cmd=b"])]);
    assert_eq!((spec.sprt, spec.draw_moves), (words(&["elo0=0", "elo1=5"]), Some(0)));
}

#[test]
fn the_command_line_overrides_the_file() {
    let file = read(
        "rounds = 5\nsrand = 7\nfresh = true\neach = 'st=1'\n[sprt]\nelo0 = 0\nelo1 = 5\n[[engine]]\ncmd = 'a'",
    );
    let line = read("rounds = 9\neach = 'st=2'\nsprt = 'elo0=1 elo1=2'\n[[engine]]\ncmd = 'b'");
    let spec = line.over(file);
    assert_eq!((spec.rounds, spec.srand, spec.fresh), (Some(9), Some(7), true));
    assert_eq!(spec.sprt, words(&["elo0=1", "elo1=2"]));
    assert_eq!(spec.each, words(&["st=1", "st=2"]));
    assert_eq!(spec.engine, [words(&["cmd=a"]), words(&["cmd=b"])]);
}

#[test]
fn refusals_name_the_key() {
    for (text, expected) in [
        ("rounds = 'many'", "rounds = many: expected a whole number from 1 to 10000000"),
        ("rounds = -1", "rounds = -1: expected a whole number from 1 to 10000000"),
        ("stall-ms = 0", "stall-ms = 0: expected a whole number, at least 1"),
        ("noswap = 'perhaps'", "noswap: invalid type: string \"perhaps\", expected a boolean"),
        ("wheels = 4", "unknown key `wheels`"),
        ("round = 4", "unknown key `round`; did you mean `rounds`?"),
        ("engines = 4", "unknown key `engines`; did you mean `engine`?"),
        ("clock = 'sand'", "clock: unknown variant `sand`, expected `wall` or `cpu`"),
        ("engine = 5", "engine: invalid type: integer `5`, expected a sequence"),
        ("each = 5", "each: expected a table"),
        ("[noswap]\nx = 1", "noswap: invalid type: map, expected a boolean"),
        ("[openings]\nfile = [[1]]", "openings: expected text, a number, true or false"),
    ] {
        let error = MatchSpec::from_toml(text).unwrap_err().to_string();
        assert_eq!(error, expected, "{text}");
    }
    let error = MatchSpec::from_toml("rounds 5").unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

#[test]
fn invalid_matches_are_refused_with_their_place() {
    let two = "[[engine]]\ncmd = 'a'\nnodes = 1\n[[engine]]\ncmd = 'b'\n";
    for (text, expected) in [
        ("", "a match needs at least two engines; 0 are given; add --engine"),
        (two, "engine 2: no time control"),
        ("each = 'hash=5'\n", "engine 1: unknown setting `hash`"),
        ("each = 'st=1'\nseeds = 1\n", "`seeds` requires"),
        ("each = 'st=1'\ntournament = 'gauntlet'\nseeds = 2\n", "seeds 2: a gauntlet of 2"),
        ("each = 'st=1'\nsprt = 'elo0=5 elo1=0'\n", "sprt: elo0 must be less"),
        ("each = 'st=1'\nresign = 'moves=5'\n", "resign: unknown setting `moves`"),
        ("each = 'st=1'\nopenings = 'file=/no/book'\n", "/no/book: "),
    ] {
        let engines = if text.contains('=') && text != two { two } else { "" };
        let error = read(&format!("{text}{engines}")).plan().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
