//! Tests that every link leads to an existing page and heading, and that every page is in the handbook.

use std::path::{Component, Path, PathBuf};
use std::{collections::BTreeSet, fs};

use super::{page, pages, path};

const SUMMARY: &str = "docs/SUMMARY.md";

/// The page without its code blocks, where brackets are not links.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The targets of links and of pictures in HTML.
fn links(text: &str) -> Vec<&str> {
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let html = text.split(['"', ' ']).filter(|word| word.starts_with("docs/pictures/"));
    inline.map(|(target, _)| target).chain(html).collect()
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let shown = heading.trim().to_lowercase();
    let kept = shown.chars().filter(|it| it.is_alphanumeric() || [' ', '-', '_'].contains(it));
    kept.collect::<String>().replace(' ', "-")
}

fn headings(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| line.starts_with('#'));
    lines.map(|line| slug(line.trim_start_matches('#'))).collect()
}

/// A link's target as a path relative to the repository root.
fn target(from: &str, link: &str) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in Path::new(from).parent().unwrap().join(link).components() {
        if part == Component::ParentDir {
            assert!(parts.pop(), "{from}: {link} leads out of the repository");
        } else {
            parts.push(part);
        }
    }
    parts
}

fn is_in_handbook(name: &str) -> bool {
    name.starts_with("docs/")
}

#[test]
fn every_link_leads_somewhere() {
    let others = ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
    let apart = ["games/README.md", "games/gomoku/README.md", "games/draughts/README.md"];
    let mut names: BTreeSet<String> = pages().into_iter().collect();
    names.extend(
        [&others[..], &apart, &["python/README.md", SUMMARY]]
            .concat()
            .into_iter()
            .map(String::from),
    );
    let mut checked = 0;
    for name in names {
        let text = prose(&page(&name));
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { PathBuf::from(&name) } else { target(&name, file) };
            assert!(path(target.to_str().unwrap()).exists(), "{name}: {link}");
            let leaves = is_in_handbook(&name) && !target.starts_with("docs");
            assert!(!leaves, "{name}: {link} leads out of the handbook");
            if !anchor.is_empty() {
                let headings = headings(&prose(&page(target.to_str().unwrap())));
                assert!(headings.contains(anchor), "{name}: {link}; there are {headings:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn every_page_is_in_the_handbook() {
    let summary = page(SUMMARY);
    let listed: BTreeSet<String> =
        links(&summary).into_iter().map(|it| format!("docs/{it}")).collect();
    let there: BTreeSet<String> = pages().into_iter().filter(|it| is_in_handbook(it)).collect();
    assert_eq!(listed, there);
}

/// The pages for players, listed in the part of the summary with that name.
#[test]
fn every_page_for_players_is_there_in_chinese() {
    let summary = page(SUMMARY);
    let part = |name: &str| {
        let (_, rest) = summary.split_once(&format!("# {name}\n")).unwrap();
        links(rest.split("\n# ").next().unwrap()).into_iter().map(String::from).collect::<Vec<_>>()
    };
    let english: Vec<String> = part("Playing").iter().map(|it| format!("zh-CN/{it}")).collect();
    assert_eq!(part("中文"), english);
    for name in english.iter().map(|name| format!("docs/{name}")).chain(["README.zh-CN.md".into()])
    {
        let chinese =
            page(&name).chars().filter(|it| ('\u{4e00}'..'\u{9fff}').contains(it)).count();
        assert!(chinese > 200, "{name} is not in Chinese");
    }
    let samples = |name: &str| page(name).matches("\n```console").count();
    for name in part("Playing") {
        assert_eq!(
            samples(&format!("docs/{name}")),
            samples(&format!("docs/zh-CN/{name}")),
            "{name}"
        );
    }
}

/// Pages named in help, messages and comments exist.
#[test]
fn pages_that_the_code_names_are_there() {
    let mut folders =
        ["src", "crates", "tests", "scripts", "fuzz", "models", "python"].map(path).to_vec();
    let mut checked = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_ours = !entry.ends_with("target") && !entry.ends_with("corpus");
            if entry.is_dir() && is_ours {
                folders.push(entry);
            } else if let Ok(text) = fs::read_to_string(&entry) {
                let words =
                    text.split(|it: char| !it.is_ascii_alphanumeric() && !"/-.".contains(it));
                for word in words.filter(|it| it.starts_with("docs/") && it.contains(".md")) {
                    let (name, _) = word.split_once(".md").unwrap();
                    assert!(path(&format!("{name}.md")).exists(), "{}: {word}", entry.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn badges_agree_with_the_manifest() {
    let manifest: toml::Table = toml::from_str(&page("Cargo.toml")).unwrap();
    let package = &manifest["workspace"]["package"];
    let licence =
        package["license"].as_str().unwrap().replace(" OR ", "%20or%20").replace('-', "--");
    let rust = package["rust-version"].as_str().unwrap();
    for name in ["README.md", "README.zh-CN.md"] {
        for badge in [format!("licence-{licence}-brown"), format!("Rust-{rust}+-brown")] {
            assert!(
                page(name).contains(&format!("https://img.shields.io/badge/{badge}")),
                "{name}: {badge}"
            );
        }
    }
}
