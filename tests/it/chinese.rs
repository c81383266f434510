//! Tests the commands' output in Chinese, and output that is the same in every language.

use chuhe_localize::columns::width;
use serde_json::Value;

use crate::common::command::{Run, chuhe};

fn output(language: &str, line: &str) -> String {
    let words: Vec<&str> = line.split(' ').chain(["--lang", language]).collect();
    Run::from(chuhe(&words).output().unwrap()).quiet(&words)
}

#[test]
fn output_for_programs_does_not_depend_on_the_language() {
    for line in ["eval --json", "options --markdown", "perft 0"] {
        let [english, chinese] = ["en", "zh"].map(|language| output(language, line));
        let last = |text: &str| text.lines().last().map(str::to_owned);
        assert_eq!(last(&english), last(&chinese), "{line}");
    }
    let report =
        |language| -> Value { serde_json::from_str(&output(language, "doctor --json")).unwrap() };
    let (english, chinese) = (report("en"), report("zh"));
    assert_eq!(english["hosts"], chinese["hosts"]);
    assert_eq!(english["checks"][1], chinese["checks"][1]);
}

#[test]
fn doctor_speaks_chinese() {
    let text = output("zh", "doctor");
    assert_eq!(text.lines().last(), Some("一切正常。"));
    let engine = env!("CARGO_BIN_EXE_chuhe");
    assert!(text.contains(&format!("在“引擎管理”中添加 {engine}，协议选择 UCCI。")), "{text}");
    // The descriptions in a table are aligned.
    let begins = |lead: &str, column: usize| {
        let row = text.lines().find(|line| line.starts_with(lead)).expect(lead);
        let rest = row[lead.len()..].trim_start();
        assert_eq!(width(row) - width(rest), column, "{row}");
    };
    for name in ["处理器", "编译", "线程", "内存"] {
        begins(&format!("  {name} "), 11);
    }
    for name in ["着法生成", "搜索", "速度", "UCCI", "UCI"] {
        begins(&format!("  ok   {name} "), 18);
    }
}

#[test]
fn the_table_of_options_has_straight_columns() {
    let text = output("zh", "options");
    let column = |start: &str, word: &str| {
        let line = text.lines().find(|line| line.starts_with(start)).unwrap();
        width(&line[..line.rfind(word).unwrap()])
    };
    let columns =
        [column("UCI ", "取值"), column("Hash ", "0 到"), column("Clear Hash", "（按钮）")];
    assert_eq!(columns, [42; 3], "{text}");
    assert!(text.contains("\n    置换表大小，单位 MB；0 为自动：每个线程 64 MB\n"), "{text}");
}
