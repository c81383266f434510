//! The files of the page, compiled in.
//!
//! A digest of all of them stands in the query of every reference from one to another, so a browser may keep them for
//! ever and still never mixes two versions.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Response, StatusCode};

use chuhe_files::digest;
use chuhe_review::picture::page::{SHARED, fill_served, untyped};
use chuhe_review::{annotation, puzzles};

/// The names and texts of files in the folder of the page.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("page/", $name)))),*]
    };
}

/// The page's own files. `index.html` is the page itself.
const FILES: &[(&str, &str)] = files!(
    "index.html",
    "analyse.js",
    "board-games.css",
    "board-games.html",
    "board-games.js",
    "board-words.js",
    "boards.js",
    "common.js",
    "connection.js",
    "draughts.js",
    "exchange.js",
    "explorer.css",
    "explorer.js",
    "gomoku.js",
    "llr.js",
    "main.js",
    "modes.js",
    "newgame.js",
    "play.js",
    "review.js",
    "review-list.js",
    "review-puzzles.js",
    "setup.js",
    "standings.js",
    "style.css",
    "table.js",
    "tree.js",
    "watch.css",
    "watch.js",
    "words.js",
);

const INDEX: &str = "index.html";
/// The page of gomoku and of draughts.
const BOARD_GAMES: &str = "board-games.html";
const PAGES: [&str; 2] = [INDEX, BOARD_GAMES];

/// What it shares with self-contained pages, by room and name.
fn shared() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHARED.into_iter().chain(annotation::PAGE_FILES).chain(puzzles::PAGE_FILES)
}

/// The page's own files, and the shared ones, each as `room-name`.
fn files() -> impl Iterator<Item = (String, &'static str)> {
    let own = FILES.iter().map(|&(name, text)| (name.to_owned(), text));
    own.chain(shared().map(|(name, text)| (name.replace('/', "-"), text)))
}

/// All files with their texts, as they are before they carry a version. Pages are in the language of the thread.
fn texts() -> impl Iterator<Item = (String, String)> {
    files().map(|(name, text)| {
        let text = if PAGES.contains(&&name[..]) {
            fill_served(text, chuhe_localize::current().tag())
        } else {
            untyped(text)
        };
        (name, text)
    })
}

/// The page, ready to be sent.
#[derive(Debug)]
pub(super) struct Assets {
    version: String,
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
        Self { version, files }
    }

    /// The page.
    pub(super) fn index(&self, headers: &HeaderMap) -> Response<Body> {
        self.get(INDEX, None, headers)
    }

    /// The page of the other games.
    pub(super) fn boards(&self, headers: &HeaderMap) -> Response<Body> {
        self.get(BOARD_GAMES, None, headers)
    }

    /// A file by its exact name.
    pub(super) fn asset(
        &self,
        name: &str,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Option<Response<Body>> {
        let is_there = !PAGES.contains(&name) && self.files.iter().any(|(own, _)| own == name);
        is_there.then(|| self.get(name, query, headers))
    }

    fn get(&self, name: &str, query: Option<&str>, headers: &HeaderMap) -> Response<Body> {
        let is_for_ever = query.and_then(|query| query.strip_prefix("v=")) == Some(&self.version);
        let caching = if is_for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
        let tag = format!("\"{}\"", self.version);
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

/// The text with the version in its references to other files: `/assets/NAME` in HTML, `./NAME` and `#ROOM/NAME` in
/// modules.
fn versioned(mut text: String, version: &str) -> String {
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
        let mut referred = BTreeSet::from(PAGES.map(str::to_owned));
        for (name, text) in &assets.files {
            let is_page = PAGES.contains(&&name[..]);
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
    fn only_exact_names_are_served() {
        let (assets, headers) = (Assets::new(), HeaderMap::new());
        assert!(assets.asset("main.js", None, &headers).is_some());
        for name in [
            "",
            "index.html",
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
        headers.insert(IF_NONE_MATCH, format!("\"{}\"", assets.version).parse().unwrap());
        assert_eq!(assets.index(&headers).status(), StatusCode::NOT_MODIFIED);
    }
}
