//! The commands that a build may lack because it was compiled without a feature.

/// The commands that need a feature of the package, each with its feature and whether this build has it.
const COMMANDS: [(&str, &str, bool); 18] = [
    ("annotate", "review", cfg!(feature = "review")),
    ("board", "review", cfg!(feature = "review")),
    ("book", "lab", cfg!(feature = "lab")),
    ("check-engine", "arena", cfg!(feature = "arena")),
    ("cloud", "serve", cfg!(feature = "serve")),
    ("completions", "help", cfg!(feature = "help")),
    ("datagen", "lab", cfg!(feature = "lab")),
    ("db", "database", cfg!(feature = "database")),
    ("engines", "arena", cfg!(feature = "arena")),
    ("man", "help", cfg!(feature = "help")),
    ("match", "arena", cfg!(feature = "arena")),
    ("net", "lab", cfg!(feature = "lab")),
    ("play", "play", cfg!(feature = "play")),
    ("puzzles", "review", cfg!(feature = "review")),
    ("serve", "serve", cfg!(feature = "serve")),
    ("tables", "lab", cfg!(feature = "lab")),
    ("train", "lab", cfg!(feature = "lab")),
    ("tune", "lab", cfg!(feature = "lab")),
];

/// The feature that would add a command to this build; `None` if the build has the command or there is none of this name.
pub(super) fn missing(command: &str) -> Option<&'static str> {
    let found = COMMANDS.iter().find(|(name, ..)| *name == command);
    found.filter(|(.., is_built)| !is_built).map(|(_, feature, _)| *feature)
}

/// Removes the examples that run a command that this build lacks.
pub(super) fn without_missing(help: &str) -> String {
    let runs_missing = |line: &str| {
        let mut words = line.split_whitespace();
        line.starts_with(' ')
            && words.next() == Some("chuhe")
            && words.next().is_some_and(|word| missing(word).is_some())
    };
    help.split_inclusive('\n').filter(|line| !runs_missing(line)).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::*;

    #[test]
    fn the_table_agrees_with_the_grammar() {
        let grammar = Cli::command();
        for (name, _, is_built) in COMMANDS {
            assert_eq!(grammar.find_subcommand(name).is_some(), is_built, "{name}");
        }
    }

    #[test]
    fn the_handbook_lists_the_commands_of_each_feature() {
        let page = include_str!("../../docs/inside/releasing.md");
        for (name, feature, _) in COMMANDS {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{feature}` |")));
            assert!(row.is_some_and(|row| row.contains(&format!("`{name}`"))), "{name}");
        }
    }
}
