//! The language of a command, taken from `--lang` or the environment, and the help in that language.
//!
//! The definitions of the commands contain the English help. The catalogue `help` contains the Chinese help, with a
//! message for each command and argument.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::builder::Resettable;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};

use super::complaint::{complaint, message};
use super::features::missing;
use super::intent::{self, Intent};
#[cfg(feature = "arena")]
use super::matches::fastchess::{self, Translation};
use super::numbers::with_negative;
use super::outputs::Stdout;
use super::{Cli, Ending, conclude, ending, help, outputs, terminal};
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;

impl Cli {
    /// Reads a command line that starts with the program's name.
    ///
    /// # Errors
    /// The text to print instead of running a command, in the language of the command line. Requests for help or for
    /// the version are returned in the same way.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, Interlude> {
        let words: Vec<OsString> = words.into_iter().collect();
        let language = language(&words);
        locale::with(language, || Self::read_in(language, words))
    }

    fn read_in(language: Language, words: Vec<OsString>) -> Result<Self, Interlude> {
        let refuse = |reason: String| Interlude::Complaint(message(&reason));
        let grammar = command_in(language);
        let Intent { words, talk } = intent::of(words, &grammar).map_err(refuse)?;
        if let Some((name, feature)) = missing_command(&words) {
            return Err(refuse(tr!("grammar-not-built", name = name, feature = feature)));
        }
        #[cfg(feature = "arena")]
        let Translation { words, notes } = fastchess::translate(words).map_err(refuse)?;
        #[cfg(not(feature = "arena"))]
        let notes = Vec::new();
        let cli = help::with_paragraphs(grammar.clone())
            .term_width(terminal::prose_columns())
            .try_get_matches_from_mut(&words)
            .and_then(|matches| Self::from_arg_matches(&matches))
            .map_err(|error| {
                if error.use_stderr() {
                    Interlude::Complaint(complaint(&error, &grammar, &words))
                } else {
                    Interlude::Help(error, language)
                }
            })?;
        if let (Some(_), Some(line)) = (&cli.command, talk.lines.first()) {
            return Err(refuse(tr!("intent-two-commands", line = line.as_str())));
        }
        Ok(Self { talk, notes, language, ..cli })
    }

    /// Switches to the chosen language. The conversation with a host stays in English, because hosts parse it.
    pub(super) fn set_language(&self) {
        if self.command.is_some() {
            locale::set_default(self.language);
        }
    }
}

/// What to print instead of running a command: help, the version, or an error in the command line.
#[derive(Debug)]
pub enum Interlude {
    /// The text of the help or the version, and its language.
    Help(clap::Error, Language),
    /// An error in the command line.
    Complaint(String),
}

impl Interlude {
    /// Prints the text to the right stream and returns how the program ends.
    #[must_use]
    pub fn print(&self) -> Ending {
        match self {
            Self::Help(error, language) => {
                let width = terminal::prose_columns();
                let page = help::page(error, width, terminal::stdout_has_colors());
                locale::with(*language, || {
                    let printed = outputs::write(None, page.as_bytes(), &mut Stdout::new());
                    conclude(printed.map(|()| Ending::Done))
                })
            }
            Self::Complaint(text) => {
                // If stderr is closed, the exit code is all that can be reported.
                let _ = io::stderr().write_all(text.as_bytes());
                Ending::Usage
            }
        }
    }
}

/// The language of a command line: the last valid `--lang`, otherwise the environment's language. Clap reports invalid
/// values.
fn language(words: &[OsString]) -> Language {
    let mut found = None;
    let mut words = words.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        if word == "--" {
            break;
        }
        if word == "--lang" {
            found = words.next().and_then(|tag| Language::of_tag(&tag)).or(found);
        } else if let Some(tag) = word.strip_prefix("--lang=") {
            found = Language::of_tag(tag).or(found);
        }
    }
    found.unwrap_or_else(Language::of_environment)
}

/// The command of a command line, if this build lacks it, and the feature that would add it.
fn missing_command(words: &[OsString]) -> Option<(&str, &'static str)> {
    let at = intent::first_word(words)?;
    let asked = words[at..].iter().find(|word| *word != "help")?.to_str()?;
    Some((asked, missing(asked)?))
}

/// Reads the value of `--lang`.
pub(super) fn parse_language(tag: &str) -> Result<Language, String> {
    Language::of_tag(tag).ok_or_else(|| tr!("expected-language"))
}

/// All commands, with their help in the given language.
pub(super) fn command_in(language: Language) -> Command {
    let command = with_negative(Cli::command());
    match language {
        Language::English => command,
        Language::Chinese => translate(command, "help"),
    }
}

/// The message with this name in the catalogue, if there is one.
fn text(id: &str) -> Option<String> {
    locale::has(id).then(|| locale::message(id, &[("serve", &cfg!(feature = "serve"))]))
}

/// Replaces the help of a command and its subcommands with the Chinese help. `id` is the name of the command's message.
fn translate(mut command: Command, id: &str) -> Command {
    if let Some(about) = text(id) {
        command = command.about(about);
    }
    command = match text(&format!("{id}-long")) {
        Some(long) => command.long_about(long),
        None => command.long_about(Resettable::Reset),
    };
    if let Some(after) = text(&format!("{id}-after")) {
        command = match command.get_name() {
            "chuhe" => command.after_help(ending::program_help(&after)),
            _ => ending::with_codes(command.after_help(after)),
        };
    }
    let names: Vec<_> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
    for name in names {
        command = command.mut_arg(&name, |arg| translate_argument(arg, &format!("{id}--{name}")));
    }
    let subcommands: Vec<_> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for name in subcommands {
        let id = format!("{id}-{name}");
        command = command.mut_subcommand(name, |command| translate(command, &id));
    }
    // Clap requires `'static` names. Leaking them does no harm, because the program reads only one command line.
    let aliases: Vec<&'static str> =
        command.get_all_aliases().map(|alias| &*alias.to_owned().leak()).collect();
    let shown: Vec<_> = command.get_visible_aliases().collect();
    if !shown.is_empty() {
        // Clap would show the aliases in English.
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let about = format!("{about}（也可写作 {}）", shown.join("、"));
        command = command.about(about).visible_alias(None).aliases(aliases);
    }
    let is_root = id == "help";
    // A command that has rendered its usage no longer inherits arguments, so a copy of it renders the usage.
    let usage = command.clone().render_usage().to_string().replace("[OPTIONS]", "[选项]");
    let usage = usage.trim_start_matches("Usage: ").trim_start_matches("chuhe ");
    let usage = format!("chuhe {}", usage.replace("[COMMAND]", "[命令]"));
    command = in_chinese(command, &usage).disable_help_flag(true).arg(flag(
        "help",
        'h',
        ArgAction::Help,
        "显示帮助（--help 更详细）",
    ));
    if is_root {
        command = command.disable_version_flag(true).arg(flag(
            "version",
            'V',
            ArgAction::Version,
            "显示版本",
        ));
        // Clap adds the command `help` only here.
        command.build();
        command = command.mut_subcommand("help", |help| {
            in_chinese(help.about(HELP_COMMAND), "chuhe help [命令]")
                .mut_subcommand("help", |help| help.about(HELP_COMMAND))
        });
    }
    command
}

const HELP_COMMAND: &str = "显示本帮助，或某个命令的帮助";

/// Adds Chinese headings to the help of a command.
fn in_chinese(command: Command, usage: &str) -> Command {
    command
        .override_usage(usage.to_owned())
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
        .subcommand_help_heading("命令")
}

fn flag(name: &'static str, short: char, action: ArgAction, help: &'static str) -> Arg {
    // Places the flag after all others, as clap does with its own.
    const LAST: usize = 999;
    let arg = Arg::new(name).short(short).long(name).action(action).help(help);
    arg.help_heading("选项").display_order(LAST)
}

/// The name of the message for an argument that several commands share.
fn common(arg: &clap::Id) -> String {
    format!("help-any--{arg}")
}

fn translate_argument(mut arg: Arg, id: &str) -> Arg {
    let heading = match arg.get_help_heading() {
        None if arg.is_positional() => "参数".to_owned(),
        None => "选项".to_owned(),
        Some(heading) => {
            let id = format!("help-heading-{}", heading.to_ascii_lowercase());
            text(&id).unwrap_or_else(|| heading.to_owned())
        }
    };
    // Clap requires `'static` names. Leaking them does no harm, because the program reads only one command line.
    arg = arg.help_heading(&*heading.leak());
    let Some(mut help) = text(id).or_else(|| text(&common(arg.get_id()))) else { return arg };
    let mut notes = Vec::new();
    let defaults = arg.get_default_values();
    if !arg.is_hide_default_value_set() && !defaults.is_empty() && arg.get_action().takes_values() {
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        notes.push(format!("默认 {}", defaults.join(" ")));
    }
    if let Some(variable) = arg.get_env() {
        notes.push(format!("环境变量 {}", variable.to_string_lossy()));
    }
    let aliases = |names: Option<Vec<&str>>| -> Vec<String> {
        names.unwrap_or_default().into_iter().map(str::to_owned).collect()
    };
    let shown = aliases(arg.get_visible_aliases());
    if !shown.is_empty() {
        notes.push(format!("也可写作 --{}", shown.join("、--")));
        // Clap would show the aliases in English.
        let all = aliases(arg.get_all_aliases());
        arg = arg.visible_alias(None);
        arg = all.into_iter().fold(arg, |arg, alias| arg.alias(&*alias.leak()));
    }
    if !notes.is_empty() {
        help = format!("{help}（{}）", notes.join("，"));
    }
    let takes_values = arg.get_action().takes_values();
    arg.help(help)
        .hide_env(true)
        .long_help(Resettable::Reset)
        .hide_default_value(takes_values)
        .hide_possible_values(takes_values)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::mem::discriminant;

    use regex_lite::Regex;

    use super::*;
    use chuhe_localize::columns;

    /// The names of the messages that a command and its subcommands need. For an argument with a fixed set of values,
    /// the values are included.
    fn needed(command: &Command, id: &str, all: &mut Vec<(String, Vec<String>)>) {
        all.push((id.to_owned(), Vec::new()));
        if command.get_after_help().is_some() {
            all.push((format!("{id}-after"), Vec::new()));
        }
        if command.get_long_about().is_some() {
            all.push((format!("{id}-long"), Vec::new()));
        }
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            if let Some(heading) = arg.get_help_heading() {
                let id = format!("help-heading-{}", heading.to_ascii_lowercase());
                all.push((id, Vec::new()));
            }
            let values = arg.get_possible_values();
            let shown = arg.get_action().takes_values();
            let values = values.iter().filter(|value| shown && !value.is_hide_set());
            let values = values.map(|value| value.get_name().to_owned()).collect();
            all.push((format!("{id}--{}", arg.get_id()), values));
        }
        for command in command.get_subcommands() {
            needed(command, &format!("{id}-{}", command.get_name()), all);
        }
    }

    #[test]
    fn all_help_is_there_in_chinese_and_no_more() {
        let mut all = Vec::new();
        needed(&Cli::command(), "help", &mut all);
        let text = |id: &str| locale::with(Language::Chinese, || super::text(id));
        let common = |id: &str| Some(format!("help-any--{}", id.rsplit_once("--")?.1));
        let found = |id: &str| text(id).or_else(|| text(&common(id)?));
        let missing: Vec<_> = all.iter().filter(|(id, _)| found(id).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        for (id, values) in &all {
            let text = found(id).unwrap_or_default();
            for value in values {
                assert!(text.contains(value), "{id} does not name {value}");
            }
        }
        let mut needed: Vec<_> = all.into_iter().map(|(id, _)| id).collect();
        needed.extend(needed.clone().iter().filter_map(|id| common(id)));
        let lines = include_str!("../../crates/localize/src/zh-CN/help.ftl").lines();
        let there = lines.filter(|line| line.starts_with("help"));
        let there = there.filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
        let surplus: Vec<_> = there.filter(|id| !needed.iter().any(|other| other == id)).collect();
        assert!(surplus.is_empty(), "{surplus:?}");
    }

    /// The terms on a page of help that do not depend on the language: flags, files, numbers, variables and quoted
    /// words.
    fn named(page: &str) -> BTreeSet<String> {
        let things = Regex::new(
            r"\B--?[a-z][a-z-]*\w|\b\d[\d.]*[kM]?\b|\b[A-Z]+_[A-Z]+\b|`[a-z][^`]+`|Ctrl-C",
        );
        // A quoted command may be wrapped.
        things.unwrap().find_iter(page).map(|thing| thing.as_str().replace('\n', " ")).collect()
    }

    #[test]
    fn chinese_and_english_help_name_the_same_things() {
        let commands = Cli::command();
        let names =
            commands.get_subcommands().map(|command| format!("help {}", command.get_name()));
        for line in names.chain(["help".to_owned()]) {
            let [english, chinese] = Language::ALL.map(|language| outcome(language, &line).1);
            let chinese = named(&chinese);
            let missing: Vec<_> =
                named(&english).into_iter().filter(|thing| !chinese.contains(thing)).collect();
            assert!(missing.is_empty(), "{line}: {missing:?}");
        }
    }

    /// An installed program has no files of the repository, so help names pages of the handbook by their titles.
    #[test]
    fn help_names_pages_of_the_handbook() {
        // Lines of help may break within a title.
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        let summary = squeeze(include_str!("../../docs/SUMMARY.md"));
        let titles = Regex::new("\"([^\"]+)\" in the handbook|手册“([^”]+)”").unwrap();
        let file = Regex::new(r"\b(?:docs|tests|crates|scripts)/[\w/.-]+").unwrap();
        let commands = Cli::command();
        let names = commands.get_subcommands().flat_map(|command| {
            let below = command.get_subcommands().map(clap::Command::get_name);
            let below = below.map(|name| format!("help {} {name}", command.get_name()));
            std::iter::once(format!("help {}", command.get_name())).chain(below)
        });
        let mut count = 0;
        for (line, language) in
            names.flat_map(|line| Language::ALL.map(|language| (line.clone(), language)))
        {
            let page = outcome(language, &line).1.replace('\n', " ");
            assert!(file.find(&page).is_none(), "{language:?}: {page}");
            for found in titles.captures_iter(&page) {
                let title = found.iter().skip(1).flatten().next().unwrap().as_str();
                let title = squeeze(title);
                assert!(summary.contains(&format!("[{title}](")), "{language:?}: {title}");
                count += 1;
            }
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn no_line_of_help_is_too_long() {
        let command = Cli::command();
        let names =
            command.get_subcommands().map(|command| format!("{} --help", command.get_name()));
        let lines: Vec<String> = names.chain(["help".to_owned(), "-h".to_owned()]).collect();
        for language in Language::ALL {
            for line in &lines {
                let words = std::iter::once("chuhe").chain(line.split(' ')).map(OsString::from);
                let read = locale::with(language, || Cli::read_in(language, words.collect()));
                let Err(Interlude::Help(page, _)) = read else { panic!("{line}") };
                for width in [80, 100] {
                    for line in help::page(&page, width, false).lines() {
                        assert!(columns::width(line) <= width, "{language:?}, {width}: {line}");
                    }
                }
            }
        }
    }

    #[test]
    fn translated_commands_are_sound() {
        locale::with(Language::Chinese, || translate(Cli::command(), "help").debug_assert());
    }

    /// The result of a command line: the command's name, or the kind and text of the message printed instead.
    fn outcome(language: Language, line: &str) -> (String, String) {
        let words = std::iter::once("chuhe").chain(line.split_whitespace()).map(OsString::from);
        match locale::with(language, || Cli::read_in(language, words.collect())) {
            Ok(cli) => (
                format!("{:?}", cli.command.map(|command| discriminant(&command))),
                line.to_owned(),
            ),
            Err(Interlude::Help(page, _)) => {
                (format!("{:?}", page.kind()), help::page(&page, 100, false))
            }
            Err(Interlude::Complaint(text)) => ("complaint".to_owned(), text),
        }
    }

    #[test]
    fn both_languages_take_the_same_command_lines() {
        let commands: Vec<_> =
            Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let mut lines: Vec<String> = commands.iter().map(|name| format!("help {name}")).collect();
        lines.extend(commands.iter().map(|name| format!("{name} --help")));
        let others = "help|help help|help analyse|help nonsense|analyse|analyse -h|-h|--help|-V|\
                      --version|bench --version|perft 3|perft|options --markdown|nonsense";
        lines.extend(others.split('|').map(str::to_owned));
        for line in lines {
            let [english, chinese] =
                [Language::English, Language::Chinese].map(|language| outcome(language, &line));
            assert_eq!(english.0, chinese.0, "{line}: {}", chinese.1);
        }
    }

    #[test]
    fn no_english_is_left_in_the_list_of_commands() {
        let (_, text) = outcome(Language::Chinese, "help");
        assert!(
            text.contains("（也可写作 analyse）") && text.contains("显示本帮助，或某个命令的帮助"),
            "{text}"
        );
        assert!(!text.contains("alias") && !text.contains("Print"), "{text}");
        let (_, text) = outcome(Language::Chinese, "help bench");
        assert!(text.contains("用法：chuhe bench") && text.contains("示例："), "{text}");
        let (_, text) = outcome(Language::Chinese, "help match");
        assert!(
            text.contains("\n引擎：\n") && text.contains("（也可写作 --concurrency）"),
            "{text}"
        );
        assert!(!text.contains("Timeouts") && !text.contains("alias"), "{text}");
        let (_, text) = outcome(Language::Chinese, "help analyze");
        assert!(text.contains("环境变量") && !text.contains("[env"), "{text}");
    }

    #[test]
    fn chinese_headings_have_chinese_colons() {
        for line in ["--help", "help judge", "match -h"] {
            let (_, text) = outcome(Language::Chinese, line);
            assert!(text.contains("选项："), "{text}");
            let is_wrong = |line: &&str| {
                let plain: String = line.chars().filter(|c| !c.is_ascii_control()).collect();
                let heading = plain.trim_end_matches("[0m").strip_suffix(':');
                heading.is_some_and(|heading| heading.ends_with(|c: char| !c.is_ascii()))
            };
            let wrong = text.lines().find(is_wrong);
            assert_eq!(wrong, None);
        }
        let (_, text) = outcome(Language::English, "help judge");
        assert!(text.contains("Options:"), "{text}");
    }

    #[test]
    fn the_last_lang_counts() {
        let language = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(OsString::from).collect();
            super::language(&words)
        };
        assert_eq!(language(&["chuhe", "--lang", "zh", "play"]), Language::Chinese);
        assert_eq!(language(&["chuhe", "play", "--lang=zh_CN"]), Language::Chinese);
        assert_eq!(language(&["chuhe", "--lang=zh", "--lang=en"]), Language::English);
        assert_eq!(language(&["chuhe", "--lang=zh", "--", "--lang=en"]), Language::Chinese);
    }
}
