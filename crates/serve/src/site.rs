//! Writes the page as files for any static web host, for use without `chuhe serve`. In the browser, a worker takes the
//! place of the server.

use std::fs;
use std::io;
use std::path::Path;

use super::assets::{PageName, files, version};
use chuhe_localize::Language;
use chuhe_util::files::make_folder;

/// The files that the site has in addition to those of the server: the scripts of the worker, and the two WebAssembly
/// builds of the library.
const ADDED: [&str; 5] = [
    "site/kept-file.js",
    "site/session.js",
    "npm/src/library.js",
    "npm/src/chuhe-page.wasm",
    "npm/src/chuhe-page-asyncify.wasm",
];

/// Writes the page into a folder. `web` is the folder of all scripts, including the library.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write(folder: &Path, web: &Path) -> io::Result<()> {
    let read = |name: &str| {
        fs::read(web.join(name))
            .map_err(|error| io::Error::other(format!("cannot read {name}: {error}")))
    };
    let mut assets: Vec<(String, Vec<u8>)> = Vec::new();
    for (path, text) in files() {
        match &path[..] {
            "page/backend.js" => assets.push((path, read("site/backend.js")?)),
            "page/first.js" => {
                assets.push((path, [text.as_bytes(), &read("site/language.js")?].concat()));
            }
            "page/worker.js" => {}
            _ => assets.push((path, text.into())),
        }
    }
    for name in ADDED {
        assets.push((name.to_owned(), read(name)?));
    }
    let all = assets.iter().map(|(_, bytes)| &bytes[..]);
    let plain = pages("");
    let version = version(all.chain(plain.iter().map(|(_, html)| html.as_bytes())));

    let mut names = vec!["./".to_owned()];
    let place = format!("assets/{version}");
    for (name, html) in pages(&place) {
        names.push(name.to_owned());
        fs::write(folder.join(name), html)?;
    }
    for (path, bytes) in assets {
        let name = format!("{place}/{path}");
        let file = folder.join(&name);
        make_folder(file.parent().unwrap_or(folder))?;
        fs::write(file, bytes)?;
        names.push(name);
    }
    let keeper = String::from_utf8(read("site/worker.js")?).map_err(io::Error::other)?;
    let keeper =
        keeper.replace("{{version}}", &version).replace("{{files}}", &names.join("\", \""));
    fs::write(folder.join("worker.js"), keeper)
}

/// The pages, by file name.
fn pages(assets: &str) -> [(&'static str, String); 3] {
    let html = |page: PageName| page.html(Language::English, assets, link);
    [
        ("index.html", html(PageName::Index)),
        ("gomoku.html", html(PageName::BoardGames)),
        ("draughts.html", html(PageName::BoardGames)),
    ]
}

/// The address of a page, given its path on the server.
fn link(path: &'static str) -> &'static str {
    match path {
        "/gomoku" => "gomoku.html",
        "/draughts" => "draughts.html",
        _ => "./",
    }
}
