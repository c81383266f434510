//! How to add the engine to GUIs and other hosts.

use std::path::Path;

use serde::Serialize;

use chuhe_localize::tr;

/// A program that hosts engines.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EngineHost {
    /// The program's name.
    pub name: String,
    /// The systems on which the program runs.
    pub systems: String,
    /// The protocol to choose.
    pub protocol: String,
    /// The steps to follow, or the text to paste.
    pub steps: String,
}

/// Placeholder for the engine's path.
const ENGINE: &str = "{engine}";

/// The English texts for each host: (key in the catalogue, name, systems, protocol, steps). The catalogues of other
/// languages override them.
const HOSTS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "xqwizard",
        "象棋巫师 XQWizard",
        "Windows",
        "UCCI",
        "In the engine settings (引擎), add the file {engine} as a UCCI engine.",
    ),
    (
        "sharkchess",
        "鲨鱼象棋 SharkChess",
        "Windows",
        "UCCI (UCI works too)",
        "In the engine management (引擎管理), add {engine} and choose UCCI.",
    ),
    (
        "bhgui",
        "兵河五四 BHGUI",
        "Windows",
        "UCCI (UCI works too)",
        "In the engine management (引擎管理), add {engine} and choose UCCI.",
    ),
    (
        "tchess",
        "TCHESS (public-Xiangqi)",
        "Windows, Linux, macOS",
        "UCI, detected automatically",
        "In the engine management (引擎管理), add {engine}.",
    ),
    (
        "xboard",
        "xboard",
        "Linux",
        "UCCI through uci2wb",
        "xboard -variant xiangqi -fcp \"uci2wb -var xiangqi -x {engine}\"\n\
         For UCI, write -c instead of -x. Install the packages xboard and uci2wb first.",
    ),
    (
        "gmchess",
        "gmchess",
        "Linux",
        "UCCI",
        "In the preferences, enter {engine} as the engine and turn the opening book off, or write in\n\
         gmchess/config in the configuration folder ($XDG_CONFIG_HOME, or ~/.config):\n\
         engine_name={engine}\n\
         usebook=0",
    ),
    (
        "cutechess",
        "cutechess, the fork that plays xiangqi",
        "Windows, Linux, macOS",
        "UCI",
        "cutechess-cli -variant xiangqi -each proto=uci tc=60+1 -engine name=chuhe cmd={engine} \\\n    \
         -engine name=other cmd=OTHER\n\
         In the window, under Tools, Settings, Engines, set the command to {engine} and the protocol to UCI.",
    ),
    (
        "xiangqi-lab",
        "Xiangqi Lab",
        "Windows, Linux, macOS",
        "UCI",
        "Set the engine path in the settings, or in xiangqilab/config.json in the configuration folder:\n\
         \"engine\": {\"engine_path\": \"{engine}\"}",
    ),
    (
        "cchess",
        "cchess, for Python",
        "Windows, Linux, macOS",
        "UCCI (UciEngine: UCI)",
        "import time, cchess\n\
         engine = cchess.UcciEngine()\n\
         assert engine.load(\"{engine}\") and engine.wait_for_ready()\n\
         engine.go_from(cchess.FULL_INIT_FEN, {\"depth\": 10})\n\
         while (action := engine.get_action()) is None or action[\"action\"] != \"bestmove\":\n    \
             time.sleep(0.01)\n\
         print(action[\"move\"])\n\
         engine.quit()",
    ),
    (
        "any",
        "any other",
        "anywhere",
        "UCCI if supported, otherwise UCI",
        "Add the file {engine} without arguments. The engine uses the protocol in which the program greets it.",
    ),
];

/// The hosts known to work with this engine, and how to add an engine at this path to each, in the language of the
/// thread.
pub(crate) fn engine_hosts(binary: &Path) -> Vec<EngineHost> {
    let engine = binary.to_string_lossy();
    HOSTS
        .iter()
        .map(|&(host, name, systems, protocol, steps)| {
            // In JSON and Python strings, a backslash is written twice.
            let quoted = steps.contains("\"{engine}\"").then(|| engine.replace('\\', "\\\\"));
            let engine = quoted.as_deref().unwrap_or(&engine);
            let steps = steps.replace(ENGINE, engine);
            EngineHost {
                name: tr!("doctor-host-name", host = host, name = name),
                systems: tr!("doctor-host-systems", host = host, systems = systems),
                protocol: tr!("doctor-host-protocol", host = host, protocol = protocol),
                steps: tr!("doctor-host-steps", host = host, engine = engine, steps = steps),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_localize::{Language, with};

    #[test]
    fn every_gui_gets_the_path() {
        for (path, language) in [
            ("/usr/bin/chuhe", Language::English),
            ("C:\\chuhe\\chuhe.exe", Language::English),
            ("C:\\chuhe\\chuhe.exe", Language::Chinese),
        ] {
            for host in with(language, || engine_hosts(Path::new(path))) {
                let doubled = path.replace('\\', "\\\\");
                assert!(
                    host.steps.contains(path) || host.steps.contains(&doubled),
                    "{}: {}",
                    host.name,
                    host.steps
                );
                assert!(!host.steps.contains(ENGINE));
            }
        }
    }

    #[test]
    fn text_to_paste_is_the_same_in_chinese() {
        let hosts = |language| with(language, || engine_hosts(Path::new("/usr/bin/chuhe")));
        for (english, chinese) in hosts(Language::English).iter().zip(hosts(Language::Chinese)) {
            // Lines with quotes or an equals sign are commands and code.
            let is_code = |line: &&str| line.contains(['"', '=']);
            for line in english.steps.lines().filter(is_code) {
                assert!(chinese.steps.contains(line), "{}: {line}", english.name);
            }
        }
    }
}
