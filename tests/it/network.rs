//! Tests the commands that show and use networks.

use std::sync::Arc;

use chuhe_engine::eval::network::{Network, Role};

use crate::common::command::{Folder, Run, chuhe};

fn network(role: Role) -> Arc<Network> {
    let mut network = Network::random(18);
    network.header.role = role;
    Arc::new(network)
}

fn run(args: &[&str]) -> Run {
    chuhe(args).output().unwrap().into()
}

#[test]
fn eval_shows_the_network_beside_the_terms() {
    let folder = Folder::new("network-eval");
    let path = folder.write("my.nn", network(Role::Correction).to_bytes());
    let option = format!("EvalFile={path}");
    let args = ["eval", "--option", &option];
    let text = run(&args).quiet(&args);
    assert!(text.contains("cannon placement") && text.contains("\ntotal +"), "{text}");
    let heading = text.lines().position(|line| line.starts_with("correction by the network: "));
    let board: Vec<&str> = text.lines().skip(heading.unwrap() + 2).collect();
    assert_eq!(board.len(), 21, "{text}");
    assert!(board[0].starts_with(" 9      r      n      b      a      .      a "), "{text}");

    let args = ["eval", "--option", &option, "--json"];
    let report: serde_json::Value = serde_json::from_str(&run(&args).quiet(&args)).unwrap();
    let network = &report["network"];
    let number = |value: &serde_json::Value| value.as_i64().unwrap();
    assert_eq!(number(&network["total"]), number(&report["total"]) + number(&network["value"]));
    assert_eq!(network["pieces"].as_array().unwrap().len(), 30);
    assert_eq!(
        (&network["role"], &network["pieces"][0]["square"]),
        (&"correction".into(), &"a0".into())
    );

    let args = ["eval", "--option", "EvalFile=none", "--json"];
    let report: serde_json::Value = serde_json::from_str(&run(&args).quiet(&args)).unwrap();
    assert_eq!(report.get("network"), None);
}

#[test]
fn a_file_that_is_no_network_is_refused_with_the_reason() {
    let folder = Folder::new("network-refused");
    let mut bytes = network(Role::Whole).to_bytes();
    bytes.truncate(100_000);
    let path = folder.write("cut.nn", bytes);
    for command in ["eval", "bench"] {
        let run = run(&[command, "--option", &format!("EvalFile={path}")]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        let reason = format!("cannot use EvalFile {path}: damaged: the checksum does not match");
        assert!(run.err.contains(&reason), "{}", run.err);
    }
}

#[test]
fn bench_searches_with_the_network_that_is_named() {
    let folder = Folder::new("network-bench");
    let path = folder.write("my.nn", network(Role::Correction).to_bytes());
    let nodes = |file: &str| {
        let args = ["bench", "4", "--option", &format!("EvalFile={file}")];
        let text = run(&args).quiet(&args);
        text.lines().last().unwrap().split_once(" nodes ").unwrap().0.to_owned()
    };
    let with_network = nodes(&path);
    assert_eq!(nodes(&path), with_network);
    assert_ne!(nodes("none"), with_network);
}
