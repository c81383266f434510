//! The files of the page, which are compiled into the program.
//!
//! When one file refers to another, the address contains a digest of all files in its query. Browsers can therefore
//! cache the files forever without mixing versions.

use axum::body::Body;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};

use chuhe_files::digest;
use chuhe_localize::Language;
use chuhe_review::picture::page::{SHARED, fill_served, untyped};
use chuhe_review::{annotation, puzzles};

/// The names and texts of files in the page's folder.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("page/", $name)))),*]
    };
}

/// The page's own files, except the page itself, `index.html`.
const FILES: &[(&str, &str)] = files!(
    "index.html",
    "analyse.js",
    "backend.js",
    "board-games.css",
    "board-games.html",
    "board-games.js",
    "board-words.js",
    "boards.js",
    "captured.js",
    "common.js",
    "connection.js",
    "contest.js",
    "draughts.js",
    "exchange.js",
    "exercises.js",
    "explorer.css",
    "explorer.js",
    "first.js",
    "gomoku.js",
    "icon.svg",
    "icons.js",
    "kept.js",
    "llr.js",
    "lookup.js",
    "looks.css",
    "main.js",
    "manifest.json",
    "modes.js",
    "newgame.js",
    "people.js",
    "pieces.js",
    "play.js",
    "puzzles.json",
    "review.js",
    "review-list.js",
    "review-puzzles.js",
    "settings.js",
    "setup.js",
    "share.js",
    "sheet.js",
    "sounds.js",
    "standings.js",
    "style.css",
    "table.js",
    "tree.js",
    "watch.css",
    "watch.js",
    "words.js",
    "worker.js",
);

pub(super) const INDEX: &str = "index.html";
/// The page for gomoku and draughts.
pub(super) const BOARD_GAMES: &str = "board-games.html";
const PAGES: [&str; 2] = [INDEX, BOARD_GAMES];

/// The files shared with self-contained pages, by area and name.
fn shared() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHARED.into_iter().chain(annotation::PAGE_FILES).chain(puzzles::PAGE_FILES)
}

/// The page's own files, and the shared ones, whose names become `area-name`.
fn files() -> impl Iterator<Item = (String, &'static str)> {
    let own = FILES.iter().map(|&(name, text)| (name.to_owned(), text));
    own.chain(shared().map(|(name, text)| (name.replace('/', "-"), text)))
}

/// All files with their texts, before versions are added. Each page exists once per language, under a name that begins
/// with the language tag.
pub(super) fn texts() -> impl Iterator<Item = (String, String)> {
    files().flat_map(|(name, text)| {
        if PAGES.contains(&&name[..]) {
            Language::ALL
                .map(|language| (page_name(&name, language), fill_served(text, language.tag())))
                .to_vec()
        } else {
            vec![(name, untyped(text))]
        }
    })
}

pub(super) fn page_name(name: &str, language: Language) -> String {
    format!("{}/{name}", language.tag())
}

/// The available language that the browser prefers; `None` if it accepts none of them.
fn liked(headers: &HeaderMap) -> Option<Language> {
    let ranges = headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
    let mut ranges: Vec<(&str, f32)> = ranges
        .split(',')
        .map(|range| range.split_once(';').unwrap_or((range, "q=1")))
        .map(|(tag, q)| (tag.trim(), q.trim().strip_prefix("q=").and_then(|q| q.parse().ok())))
        .filter_map(|(tag, q)| q.filter(|&q| q > 0.0).map(|q| (tag, q)))
        .collect();
    ranges.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranges.into_iter().find_map(|(tag, _)| Language::of_tag(tag))
}

/// The files of the page, ready to be sent.
#[derive(Debug)]
pub(super) struct Assets {
    version: String,
    /// The server's language, for browsers that accept none of the page's languages.
    language: Language,
    files: Vec<(String, String)>,
}

impl Assets {
    pub(super) fn new() -> Self {
        let digests: Vec<u8> = texts()
            .flat_map(|(name, text)| [digest(name.as_bytes()), digest(text.as_bytes())])
            .flat_map(u64::to_le_bytes)
            .collect();
        let version = format!("{:016x}", digest(&digests));
        let files = texts().map(|(name, text)| (name, versioned(text, &version))).collect();
        Self { version, language: chuhe_localize::current(), files }
    }

    /// Returns the page.
    pub(super) fn index(&self, headers: &HeaderMap) -> Response<Body> {
        self.page(INDEX, headers)
    }

    /// Returns the page for gomoku and draughts.
    pub(super) fn boards(&self, headers: &HeaderMap) -> Response<Body> {
        self.page(BOARD_GAMES, headers)
    }

    fn page(&self, name: &str, headers: &HeaderMap) -> Response<Body> {
        let language = liked(headers).unwrap_or(self.language);
        let mut response = self.get(&page_name(name, language), None, headers);
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept-Language"));
        response
    }

    /// Returns a file, given its exact name.
    pub(super) fn asset(
        &self,
        name: &str,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Option<Response<Body>> {
        let is_there = !name.contains('/') && self.files.iter().any(|(own, _)| own == name);
        is_there.then(|| self.get(name, query, headers))
    }

    fn get(&self, name: &str, query: Option<&str>, headers: &HeaderMap) -> Response<Body> {
        let is_for_ever = query.and_then(|query| query.strip_prefix("v=")) == Some(&self.version);
        let caching = if is_for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
        let tag = format!("\"{}{}\"", self.version, name.split_once('/').map_or("", |it| it.0));
        let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known == &tag[..]);
        let text = self.files.iter().find(|(own, _)| own == name).map(|(_, text)| text.as_str());
        let response = Response::builder()
            .header(CACHE_CONTROL, caching)
            .header(CONTENT_TYPE, media_type(name))
            .header(ETAG, tag);
        let response = if is_known {
            response.status(StatusCode::NOT_MODIFIED).body(Body::empty())
        } else {
            response.body(Body::from(text.unwrap_or_default().to_owned()))
        };
        response.unwrap_or_default()
    }
}

/// Adds the version to a text's references to other files: `/assets/NAME` in HTML, `./NAME` and `#AREA/NAME` in
/// modules.
pub(super) fn versioned(mut text: String, version: &str) -> String {
    for (name, _) in shared() {
        text = text.replace(&format!("\"#{name}\""), &format!("\"./{}\"", name.replace('/', "-")));
    }
    for (name, _) in files() {
        for place in ["/assets/", "./"] {
            text = text
                .replace(&format!("\"{place}{name}\""), &format!("\"{place}{name}?v={version}\""));
        }
    }
    text
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_compiled_in_and_has_a_type() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        let names: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let known: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(names, known);
        let all: Vec<String> = texts().map(|(name, _)| name).collect();
        for name in &all {
            assert_ne!(media_type(name), "application/octet-stream", "{name}");
        }
        assert_eq!(BTreeSet::from_iter(&all).len(), all.len(), "a name is there twice");
    }

    #[test]
    fn references_carry_the_version() {
        let text =
            r##"from "./main.js"; from "#picture/game.js"; src="/assets/main.js" "./other.js""##;
        let expected = r#"from "./main.js?v=7"; from "./picture-game.js?v=7"; src="/assets/main.js?v=7" "./other.js""#;
        assert_eq!(versioned(text.to_owned(), "7"), expected);
    }

    #[test]
    fn every_reference_leads_to_a_file_of_this_version() {
        let assets = Assets::new();
        let pages = Language::ALL.map(|language| PAGES.map(|name| page_name(name, language)));
        let mut referred = BTreeSet::from_iter(pages.concat());
        // These files are loaded without a reference of this form.
        referred.extend(["worker.js", "icon.svg"].map(str::to_owned));
        for (name, text) in &assets.files {
            let is_page = name.contains('/');
            let places = if is_page { "\"/assets/" } else { "from \"./" };
            for reference in text.split(places).skip(1) {
                let reference = reference.split('"').next().unwrap();
                let (to, version) = reference.split_once("?v=").unwrap_or((reference, ""));
                assert_eq!(version, assets.version, "{name}: {reference}");
                let file = assets.files.iter().find(|(known, _)| known == to);
                referred.insert(file.unwrap_or_else(|| panic!("{name}: {reference}")).0.clone());
            }
            assert!(!text.contains("from \"#"), "{name} imports what is not served");
            assert!(!text.contains("{{"), "{name} has a slot left");
        }
        assert_eq!(referred.len(), assets.files.len(), "{referred:?}");
    }

    #[test]
    fn a_browser_gets_the_page_in_the_language_that_it_likes() {
        let assets = Assets::new();
        for (likes, tag) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"),
            ("en-GB, zh;q=0.9", "en"),
            ("fr, en;q=0.1, zh;q=0.2", "zh-CN"),
            ("zh;q=0, en", "en"),
            ("zh-TW", "zh-CN"),
            ("fr;q=nonsense, *", "en"),
            ("", "en"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, likes.parse().unwrap());
            let response = assets.index(&headers);
            assert!(
                response.headers()[ETAG].to_str().unwrap().ends_with(&format!("{tag}\"")),
                "{likes}"
            );
            assert_eq!(response.headers()[VARY], "Accept-Language");
        }
    }

    #[test]
    fn only_exact_names_are_served() {
        let (assets, headers) = (Assets::new(), HeaderMap::new());
        assert!(assets.asset("main.js", None, &headers).is_some());
        for name in [
            "",
            "index.html",
            "en/index.html",
            "board-games.html",
            "../Cargo.toml",
            "MAIN.js",
            "main.js/",
            "page/main.js",
        ] {
            assert!(assets.asset(name, None, &headers).is_none(), "{name}");
        }
        let caching = |query: &str| {
            let response = assets.asset("main.js", Some(query), &headers).unwrap();
            response.headers()[CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        assert_eq!(caching("v=old"), "no-cache");
        assert!(caching(&format!("v={}", assets.version)).contains("immutable"));
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, format!("\"{}en\"", assets.version).parse().unwrap());
        assert_eq!(assets.index(&headers).status(), StatusCode::NOT_MODIFIED);
    }
}
