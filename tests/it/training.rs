//! Tests the training of a network from games, with interruptions, and showing, comparing, converting and using the
//! network.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use chuhe_lab::datagen::{DatagenPlan, RANDOM_PLIES};
use chuhe_lab::train::{TrainingPlan, TrainingSettings};
use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe};

/// Settings for a small number of games.
const SETTINGS: &str = "epochs = 3\nbatch = 64\nrate = 0.003\nheld_out = 2\n";

/// The same settings in the library.
fn settings() -> TrainingSettings {
    let batch = NonZero::new(64).unwrap();
    TrainingSettings { epochs: 3, batch, rate: 0.003, held_out: 2, ..Default::default() }
}

fn run(args: &[&str]) -> Run {
    chuhe(args).output().unwrap().into()
}

/// Runs a command that must succeed without messages, and returns its output.
fn output(args: &[&str]) -> String {
    run(args).quiet(args)
}

/// Runs a command that must be refused with an exit code, and returns the message.
#[track_caller]
fn refusal(args: &[&str], code: i32) -> String {
    let run = run(args);
    assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
    run.err
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&output(args)).unwrap()
}

/// Plays games with few nodes into a subfolder and returns its path.
fn games(folder: &Folder, name: &str, count: u64, seed: u64) -> String {
    let plan = DatagenPlan {
        nodes: NonZero::new(20).unwrap(),
        soft_nodes: None,
        seed,
        openings: Vec::new(),
        random_plies: RANDOM_PLIES,
        side_lines: 0,
        bench: 1,
        command: format!("chuhe datagen --seed {seed}"),
    };
    let path = folder.file(name);
    fs::create_dir_all(&path).unwrap();
    let (_, missing) = plan.missing(Path::new(&path), 0..count).unwrap();
    let (one, stop) = (NonZero::<usize>::MIN, AtomicBool::new(false));
    plan.run(Path::new(&path), missing, one, &stop, &|_| {}).unwrap();
    path
}

#[test]
fn from_games_to_a_network_that_plays() {
    let folder = Folder::new("training-road");
    let data = folder.file("data");
    output(&["datagen", "-o", &data, "--games", "24", "--nodes", "20", "--seed", "5"]);
    let settings = folder.write("settings.toml", SETTINGS);
    let (network, plot) = (folder.file("my.nn"), folder.file("my.svg"));
    let args = ["train", &settings, &data, "-o", &network, "-j", "1", "--plot", &plot];
    let text = output(&args);
    assert!(text.starts_with("24 games: "), "{text}");
    assert!(text.contains("\nheld-out error of the hand-crafted evaluation: 0.0"), "{text}");
    assert!(text.contains("\npass 3: error 0."), "{text}");
    assert!(text.contains("my.nn written ("), "{text}");
    assert!(!folder.path().join("my.nn.checkpoint").exists());
    let picture = fs::read_to_string(&plot).unwrap();
    assert!(picture.contains("held-out positions") && picture.contains("0.0"), "{picture}");

    // The same command writes identical bytes and reports identical figures.
    let bytes = fs::read(&network).unwrap();
    let report = json(&["train", &settings, &data, "-o", &network, "-j", "1", "--json"]);
    assert!(fs::read(&network).unwrap() == bytes);
    let error = |epoch: usize| report["epochs"][epoch]["error"].as_f64().unwrap();
    assert!(error(2) < 0.9 * error(0), "{report}");
    assert_eq!(report["epochs"].as_array().unwrap().len(), 3);
    assert_eq!(report["settings"]["batch"], 64);

    let shown = output(&["net", "show", &network]);
    assert!(shown.contains("a correction of the hand-crafted evaluation"), "{shown}");
    assert!(shown.contains("chuhe datagen --out FOLDER --nodes 20 --seed 5"), "{shown}");
    assert!(shown.contains("\n  batch = 64\n") && shown.contains("score_max = 2500"), "{shown}");
    let shown = json(&["net", "show", &network, "--json"]);
    assert_eq!(shown["header"]["digest"], report["digest"]);
    assert_eq!(shown["summary"]["weights"][0]["count"], 8820 * 128);

    // The engine's integer arithmetic agrees with the trainer's floating point.
    let own = json(&["net", "compare", &network, &network, &data, "--json"]);
    assert_eq!(own["positions"], report["held_out_positions"]);
    let found = own["held_out"]["networks"][0].as_f64().unwrap();
    let told = report["epochs"][2]["held_out_error"].as_f64().unwrap();
    assert!((found - told).abs() < 0.02 * told, "{found} and {told}");
    let hand_crafted = own["held_out"]["hand_crafted"].as_f64().unwrap();
    let told = report["hand_crafted_error"].as_f64().unwrap();
    assert!((hand_crafted - told).abs() < 1e-6, "{hand_crafted} and {told}");

    // The network can play.
    let option = format!("EvalFile={network}");
    let shown = output(&["eval", "--option", &option]);
    assert!(shown.contains("correction by the network: "), "{shown}");
    let engine = env!("CARGO_BIN_EXE_chuhe");
    let first = format!("cmd={engine} name=net option.EvalFile={network}");
    let second = format!("cmd={engine} name=hand option.EvalFile=none");
    let mut args = vec!["match", "--engine"];
    args.extend(first.split(' ').chain(["--engine"]).chain(second.split(' ')));
    let out = folder.file("match");
    args.extend(["--each", "nodes=20", "--rounds", "1", "-o", &out]);
    let played = run(&args);
    assert_eq!(played.code, 0, "{}{}", played.out, played.err);
    let games = fs::read_to_string(folder.path().join("match/games.pgn")).unwrap();
    assert_eq!(games.matches("[Result ").count(), 2, "{games}");
}

#[test]
fn a_training_that_was_killed_goes_on_to_the_same_bytes() {
    let folder = Folder::new("training-resume");
    let data = games(&folder, "data", 6, 1);
    let toml = folder.write("settings.toml", SETTINGS);
    let (whole, broken) = (folder.file("whole.nn"), folder.file("broken.nn"));
    output(&["train", &toml, &data, "-o", &whole, "-j", "1"]);

    // Training stops after one pass.
    let (one, go) = (NonZero::<usize>::MIN, AtomicBool::new(false));
    let paths = [PathBuf::from(&data)];
    let plan = TrainingPlan::read(settings(), &paths, Path::new(&broken), None).unwrap();
    let mut killed = plan.replay(one, &go, &mut |_| {}).unwrap();
    killed.epoch(one, &go, &mut |_| {}).unwrap();
    drop(killed);
    let checkpoint = folder.path().join("broken.nn.checkpoint");
    let kept = fs::read(&checkpoint).unwrap();

    // A run with other settings leaves the checkpoint unchanged and tells the user what to do.
    let others = folder.write("others.toml", SETTINGS.replace("0.003", "0.002"));
    let text = refusal(&["train", &others, &data, "-o", &broken], 1);
    let advice = "delete it to start over, or write to another file";
    assert!(text.contains("broken.nn.checkpoint: made with different settings"), "{text}");
    assert!(text.contains(advice), "{text}");
    let more = games(&folder, "more", 6, 2);
    let text = refusal(&["train", &toml, &data, &more, "-o", &broken], 1);
    assert!(text.contains("made from different games") && text.contains(advice), "{text}");
    assert!(fs::read(&checkpoint).unwrap() == kept);

    let text = output(&["train", &toml, &data, "-o", &broken, "-j", "1"]);
    assert!(text.contains("resuming after pass 1 from "), "{text}");
    assert!(fs::read(&broken).unwrap() == fs::read(&whole).unwrap());
    assert!(!checkpoint.exists());

    fs::write(&checkpoint, &kept[..kept.len() - 1]).unwrap();
    let text = refusal(&["train", &toml, &data, "-o", &broken], 1);
    assert!(text.contains("or damaged") && text.contains(advice), "{text}");
}

#[test]
fn the_next_training_goes_on_from_a_network() {
    let folder = Folder::new("training-from");
    let data = games(&folder, "data", 6, 1);
    let toml = folder.write("settings.toml", SETTINGS);
    let first = folder.file("first.nn");
    let train = |out: &str, more: &[&str]| {
        json(&[&["train", &toml, &data, "-o", out, "-j", "1", "--json"], more].concat())
    };
    let begun = train(&first, &[]);
    let (next, again) = (folder.file("next.nn"), folder.file("again.nn"));
    let went_on = train(&next, &["--from-network", &first]);
    let error = |report: &Value| report["epochs"][0]["error"].as_f64().unwrap();
    assert!(error(&went_on) < 0.9 * error(&begun), "{went_on} {begun}");
    train(&again, &["--from-network", &first]);
    assert!(fs::read(&again).unwrap() == fs::read(&next).unwrap());
    let shown = output(&["net", "show", &next]);
    assert!(
        shown.contains("from the network ") && shown.contains("whose last games were"),
        "{shown}"
    );

    let whole = folder.write("whole.toml", format!("role = \"whole\"\n{SETTINGS}"));
    let out = folder.file("other.nn");
    let text = refusal(&["train", &whole, &data, "-o", &out, "--from-network", &first], 1);
    assert!(text.contains("first.nn: made with a different role or scale"), "{text}");
    let text = refusal(&["train", &toml, &data, "-o", &out, "--from-network", &toml], 1);
    assert!(text.contains("settings.toml: not a chuhe network file"), "{text}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_training_keeps_its_passes() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = Folder::new("training-interrupt");
    let data = games(&folder, "data", 6, 1);
    let toml = folder.write("settings.toml", SETTINGS.replace("epochs = 3", "epochs = 5000"));
    let network = folder.file("my.nn");
    let mut command = chuhe(&["train", &toml, &data, "-o", &network, "-j", "1"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let checkpoint = folder.path().join("my.nn.checkpoint");
    let deadline = Instant::now() + Duration::from_mins(2);
    while !checkpoint.exists() {
        assert!(Instant::now() < deadline, "no pass was saved");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{}{}", run.out, run.err);
    assert!(run.err.contains("of 5000 passes; run the same command again"), "{}", run.err);
    assert!(checkpoint.exists() && !Path::new(&network).exists());
}

#[test]
fn settings_are_those_of_the_file_and_nonsense_is_refused_with_its_place() {
    let printed = output(&["train", "--print-settings"]);
    assert_eq!(toml::from_str::<TrainingSettings>(&printed).unwrap(), TrainingSettings::default());
    assert_eq!(toml::from_str::<TrainingSettings>(SETTINGS).unwrap(), settings());

    let folder = Folder::new("training-settings");
    let network = folder.file("my.nn");
    for (text, place, reason) in [
        ("epochs = 3\nepoch = 4\n", "line 2, column 1", "unknown field `epoch`"),
        ("[filter]\nquiet = true\n", "line 2, column 1", "unknown field `quiet`"),
        ("role = \"mistake\"\n", "line 1, column 8", "unknown variant `mistake`"),
        ("batch = 0\n", "line 1, column 9", "nonzero"),
        ("epochs = \n", "line 1, column 10", ""),
        ("held_out = 100\n", "", "held_out is 100; expected 1 to 90"),
        ("[filter]\nscore_max = 0\n", "", "filter.score_max is 0; expected 1 to 32767"),
    ] {
        let path = folder.write("settings.toml", text);
        let told = refusal(&["train", &path, "no-data", "-o", &network], 2);
        for part in ["settings.toml", place, reason] {
            assert!(told.contains(part), "{part} in {told}");
        }
    }
    let told = refusal(&["train", "no-settings.toml", "no-data", "-o", &network], 1);
    assert!(told.contains("no-settings.toml"), "{told}");
    refusal(&["train"], 2);
    let data = games(&folder, "data", 40, 1);
    let told = refusal(&["train", &folder.write("settings.toml", SETTINGS), "-o", &network], 2);
    assert!(told.contains("no games: name files or folders from `datagen`"), "{told}");
    // The settings may follow the games, and may be left out.
    let toml = folder.write("settings.toml", "epochs = 0\n");
    let told = refusal(&["train", &data, &toml, "-o", &network], 2);
    assert!(told.contains("settings.toml: ") && told.contains("epochs"), "{told}");
    let told = run(&["train", &data, "-o", &network, "--plot", "plot.png"]).err;
    assert!(told.contains("the plot is an SVG file"), "{told}");
}

#[test]
fn inaccessible_files_are_refused_before_the_work() {
    let folder = Folder::new("training-refused");
    let toml = folder.write("settings.toml", SETTINGS);
    // The data does not exist either, but that is reported only after the errors tested here.
    let refused = |out: &str, more: &[&str], code| {
        refusal(&[&["train", &toml, "no-data", "-o", out], more].concat(), code)
    };
    let text = refused(&folder.file("no-folder/my.nn"), &[], 1);
    assert!(text.contains("no such folder:"), "{text}");
    let text = refused(folder.path().to_str().unwrap(), &[], 1);
    assert!(text.contains("it is a folder, not a file"), "{text}");
    let network = folder.file("my.nn");
    let text = refused(&network, &["--plot", &folder.file("no-folder/my.svg")], 1);
    assert!(text.contains("no such folder:"), "{text}");
    let text = refused(&network, &["--plot", &folder.file("my.png")], 2);
    assert!(text.contains("the plot is an SVG file"), "{text}");
    let text = refused(&network, &[], 1);
    assert!(text.contains("no-data"), "{text}");

    let text = refusal(&["train", &toml, &toml, "-o", &network], 1);
    assert!(text.contains("settings.toml: not a file of self-play games"), "{text}");
    let few = games(&folder, "few", 1, 1);
    let text = run(&["train", &toml, &few, "-o", &network]).err;
    assert!(text.contains("too few positions to learn from or to hold out (games: 1)"), "{text}");

    for args in [
        &["net", "show", &toml][..],
        &["net", "compare", &toml, &toml],
        &["net", "convert", &toml, "-o", &network],
    ] {
        let text = refusal(args, 1);
        assert!(text.contains("settings.toml: not a chuhe network file"), "{text}");
    }
    let fake = folder.write("fake.safetensors", "nothing");
    let text = refusal(&["net", "convert", &fake, "-o", &network], 1);
    assert!(text.contains("fake.safetensors: not a network in safetensors format: "), "{text}");
    assert!(!Path::new(&network).exists());
}

#[test]
fn networks_are_compared_and_converted() {
    let folder = Folder::new("training-net");
    let data = games(&folder, "data", 6, 3);
    let mut files = Vec::new();
    for (name, toml) in [("a", SETTINGS.to_owned()), ("b", format!("{SETTINGS}seed = 2\n"))] {
        let toml = folder.write("settings.toml", toml);
        let network = folder.file(&format!("{name}.nn"));
        output(&["train", &toml, &data, "-o", &network, "-j", "2"]);
        files.push(network);
    }
    let compared = json(&["net", "compare", &files[0], &files[1], "--json"]);
    assert_eq!(compared["differences"], serde_json::json!({"settings.seed": ["1", "2"]}));
    let rms = |report: &Value| report["outputs"]["rms_difference"].as_f64().unwrap();
    assert!(rms(&compared) > 1.0 && compared["positions"].as_u64().unwrap() > 500, "{compared}");
    let table = output(&["net", "compare", &files[0], &files[1], &data]);
    assert!(table.contains("settings.seed  1"), "{table}");
    assert!(table.contains("\n  hand-crafted evaluation  0.0"), "{table}");

    let (tensors, back) = (folder.file("a.safetensors"), folder.file("back.nn"));
    output(&["net", "convert", &files[0], "-o", &tensors]);
    output(&["net", "convert", &tensors, "-o", &back]);
    assert!(fs::read(&back).unwrap() == fs::read(&files[0]).unwrap());
    // The file has the parts that the page describes: a length, a header in JSON, and 32-bit numbers.
    let bytes = fs::read(&tensors).unwrap();
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    assert_eq!(header["output_weights"]["shape"], serde_json::json!([8, 2, 128]));
    assert_eq!(header["input_weights"]["dtype"], "F32");
    let own: Value =
        serde_json::from_str(header["__metadata__"]["chuhe"].as_str().unwrap()).unwrap();
    assert_eq!(own["role"], "correction");
}
