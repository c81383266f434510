//! The files of the page, which are compiled into the program.
//!
//! Their addresses contain a digest of all files, `/assets/DIGEST/page/main.js`, so that browsers can cache them forever
//! without mixing versions. The files refer to each other by relative addresses.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};

use chuhe_localize::Language;
use chuhe_review::picture::page::{fill_served, imports, uncommented};
use chuhe_util::files::digest;
use chuhe_web::{PAGE, SHARED, text};

/// A page: its template and its script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageName {
    /// The page for xiangqi.
    Index,
    /// The page for gomoku and draughts.
    BoardGames,
}

impl PageName {
    pub(super) const ALL: [Self; 2] = [Self::Index, Self::BoardGames];

    const fn files(self) -> [&'static str; 2] {
        match self {
            Self::Index => ["index.html", "main.js"],
            Self::BoardGames => ["board-games.html", "board-games.js"],
        }
    }

    /// The page in a language. `assets` is the address of the folder of all files, and `link` returns the address of
    /// another page, given its path on the server.
    pub(super) fn html(
        self,
        language: Language,
        assets: &str,
        link: impl Fn(&'static str) -> &'static str,
    ) -> String {
        let [template, script] = self.files();
        fill_served(text(&PAGE, template), |slot| match slot {
            "language" => language.tag().to_owned(),
            "assets" => assets.to_owned(),
            "modules" => modules(&format!("page/{script}"))
                .iter()
                .map(|name| format!("<link rel=\"modulepreload\" href=\"{assets}/{name}\">\n"))
                .collect::<Vec<_>>()
                .concat(),
            "home" => link("/").to_owned(),
            "gomoku" => link("/gomoku").to_owned(),
            "draughts" => link("/draughts").to_owned(),
            _ => String::new(),
        })
    }
}

/// All files that are served under the address of the assets, by path.
pub(super) fn files() -> BTreeMap<String, String> {
    let folders = [("page", &PAGE), ("shared", &SHARED)];
    let all = folders.into_iter().flat_map(|(folder, files)| {
        chuhe_web::files(files)
            .map(move |(name, text)| (format!("{folder}/{name}"), uncommented(text)))
    });
    all.filter(|(path, _)| path.rsplit('.').next() != Some("html")).collect()
}

/// The paths of the modules that a module imports, directly or indirectly.
fn modules(path: &str) -> Vec<String> {
    let files = files();
    let mut found = vec![path.to_owned()];
    let mut next = 0;
    while let Some(module) = found.get(next).cloned() {
        let folder = module.split('/').next().unwrap_or_default();
        for import in imports(files.get(&module).map_or("", String::as_str)) {
            let path = match import.strip_prefix("./") {
                Some(name) => format!("{folder}/{name}"),
                None => import.trim_start_matches("../").to_owned(),
            };
            if !found.contains(&path) {
                found.push(path);
            }
        }
        next += 1;
    }
    found.split_off(1)
}

/// A digest of files.
pub(super) fn version<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> String {
    let digests: Vec<u8> = files.into_iter().map(digest).flat_map(u64::to_le_bytes).collect();
    format!("{:016x}", digest(&digests))
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
    files: BTreeMap<String, String>,
    pages: Vec<(PageName, Language, String)>,
}

impl Assets {
    pub(super) fn new() -> Self {
        let files = files();
        let pages = PageName::ALL.map(|page| page.html(Language::English, "", |path| path));
        let names = files.keys().map(String::as_bytes);
        let texts = files.values().map(String::as_bytes);
        let version = version(names.chain(texts).chain(pages.iter().map(String::as_bytes)));
        let assets = format!("/assets/{version}");
        let pages = Language::ALL.into_iter().flat_map(|language| {
            PageName::ALL.map(|page| (page, language, page.html(language, &assets, |path| path)))
        });
        let pages = pages.collect();
        Self { version, language: chuhe_localize::current(), files, pages }
    }

    /// Returns a page, in the language that the browser prefers.
    pub(super) fn page(&self, page: PageName, headers: &HeaderMap) -> Response<Body> {
        let language = liked(headers).unwrap_or(self.language);
        let html = self.pages.iter().find(|it| (it.0, it.1) == (page, language));
        let html = html.map_or("", |(_, _, html)| html);
        let mut response = self.response(headers, language.tag(), "no-cache", "html", html);
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept-Language"));
        response
    }

    /// Returns a file, given its path. Only a file requested with the current version may be cached forever.
    pub(super) fn asset(
        &self,
        version: Option<&str>,
        path: &str,
        headers: &HeaderMap,
    ) -> Option<Response<Body>> {
        let text = self.files.get(path)?;
        let is_for_ever = version == Some(&self.version);
        let caching = if is_for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
        Some(self.response(headers, "", caching, path, text))
    }

    /// Returns a text, unless the browser has it already. `variant` distinguishes versions of the same file.
    fn response(
        &self,
        headers: &HeaderMap,
        variant: &str,
        caching: &'static str,
        path: &str,
        text: &str,
    ) -> Response<Body> {
        let tag = format!("\"{}{variant}\"", self.version);
        let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known == &tag[..]);
        let response = Response::builder()
            .header(CACHE_CONTROL, caching)
            .header(CONTENT_TYPE, media_type(path))
            .header(ETAG, tag);
        let response = if is_known {
            response.status(StatusCode::NOT_MODIFIED).body(Body::empty())
        } else {
            response.body(Body::from(text.to_owned()))
        };
        response.unwrap_or_default()
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
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

    use super::*;

    #[test]
    fn every_file_has_a_media_type() {
        for path in files().into_keys() {
            assert_ne!(media_type(&path), "application/octet-stream", "{path}");
        }
    }

    #[test]
    fn every_reference_leads_to_a_file() {
        let files = files();
        // The address of this file is not among the assets.
        let mut referred = BTreeSet::from(["page/worker.js".to_owned()]);
        for page in PageName::ALL {
            let html = page.html(Language::English, "/assets/7", |path| path);
            assert!(!html.contains("{{"), "{html}");
            for reference in html.split("\"/assets/").skip(1) {
                let reference = reference.split('"').next().unwrap();
                referred.insert(reference.strip_prefix("7/").expect(reference).to_owned());
            }
            let [_, script] = page.files();
            let modules = modules(&format!("page/{script}"));
            assert!(modules.contains(&"shared/reader.js".to_owned()), "{modules:?}");
        }
        // The manifest refers to the icon as well.
        assert_eq!(referred, files.into_keys().collect());
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
            let response = assets.page(PageName::Index, &headers);
            assert!(
                response.headers()[ETAG].to_str().unwrap().ends_with(&format!("{tag}\"")),
                "{likes}"
            );
            assert_eq!(response.headers()[VARY], "Accept-Language");
        }
    }

    #[test]
    fn only_exact_paths_are_served() {
        let (assets, headers) = (Assets::new(), HeaderMap::new());
        let current = Some(&assets.version[..]);
        assert!(assets.asset(current, "page/main.js", &headers).is_some());
        for path in [
            "",
            "page",
            "main.js",
            "page/index.html",
            "page/../page/main.js",
            "../Cargo.toml",
            "page/MAIN.js",
            "page/main.js/",
            "page//main.js",
            "shared/frame.html",
        ] {
            assert!(assets.asset(current, path, &headers).is_none(), "{path}");
        }
        let caching = |version| {
            let response = assets.asset(version, "page/main.js", &headers).unwrap();
            response.headers()[CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        assert_eq!([caching(Some("old")), caching(None)], ["no-cache", "no-cache"]);
        assert!(caching(current).contains("immutable"));
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, format!("\"{}en\"", assets.version).parse().unwrap());
        assert_eq!(assets.page(PageName::Index, &headers).status(), StatusCode::NOT_MODIFIED);
    }
}
