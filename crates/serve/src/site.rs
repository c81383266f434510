//! Writes the page as files for any static web host, for use without `chuhe serve`. In the browser, a worker takes the
//! place of the server.

use std::fs;
use std::io;
use std::path::Path;

use super::assets::{BOARD_GAMES, INDEX, page_name, texts, versioned};
use chuhe_files::{digest, make_folder};
use chuhe_localize::Language;
use chuhe_review::picture::page::untyped;

/// The site's scripts that are added to the server's scripts or replace them.
const SCRIPTS: [&str; 4] = ["backend.js", "kept-file.js", "library.js", "session.js"];
/// The two WebAssembly builds of the library.
const LIBRARIES: [&str; 2] = ["chuhe-page.wasm", "chuhe-page-asyncify.wasm"];
/// The placeholder for the version after a file name in a script.
const VERSION: &str = "?v=0";

/// Writes the page into a folder. `scripts` are the folders that contain the additional scripts and the library.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write(folder: &Path, scripts: &[&Path]) -> io::Result<()> {
    let read = |name: &str| {
        let place = scripts.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        let none = || io::Error::new(io::ErrorKind::NotFound, format!("there is no {name}"));
        fs::read(place.ok_or_else(none)?)
    };
    let script = |name: &str| {
        let text = String::from_utf8(read(name)?).map_err(io::Error::other)?;
        Ok::<_, io::Error>(untyped(&text))
    };
    let english = |name| page_name(name, Language::English);
    let mut pages = Vec::new();
    let mut assets: Vec<(String, String)> = Vec::new();
    for (name, text) in texts() {
        if name == english(INDEX) {
            pages.push((INDEX, text));
        } else if name == english(BOARD_GAMES) {
            pages.push(("gomoku.html", text.clone()));
            pages.push(("draughts.html", text));
        } else if name == "first.js" {
            let language = script("language.js")?;
            assets.push((name, text + &language));
        } else if !name.contains('/') && name != "worker.js" && !SCRIPTS.contains(&&name[..]) {
            assets.push((name, text));
        }
    }
    for name in SCRIPTS {
        assets.push((name.to_owned(), script(name)?));
    }
    let libraries = LIBRARIES.map(|name| Ok::<_, io::Error>((name, read(name)?)));
    let libraries = libraries.into_iter().collect::<io::Result<Vec<_>>>()?;
    let keeper = script("worker.js")?;

    let all = assets.iter().map(|(_, text)| text.as_bytes());
    let all = all.chain(pages.iter().map(|(_, text)| text.as_bytes()));
    let all = all.chain(libraries.iter().map(|(_, bytes)| &bytes[..]));
    let digests: Vec<u8> = all.map(digest).flat_map(u64::to_le_bytes).collect();
    let version = format!("{:016x}", digest(&digests));

    let names = |text: String| {
        let text = versioned(text, &version).replace(VERSION, &format!("?v={version}"));
        SCRIPTS.iter().fold(text, |text, name| {
            text.replace(&format!("\"./{name}\""), &format!("\"./{name}?v={version}\""))
        })
    };
    make_folder(&folder.join("assets"))?;
    let mut files = vec!["./".to_owned()];
    for (name, text) in pages {
        files.push(name.to_owned());
        let text = names(text)
            .replace("\"/assets/", "\"assets/")
            .replace("href=\"/\"", "href=\"./\"")
            .replace("href=\"/gomoku\"", "href=\"gomoku.html\"")
            .replace("href=\"/draughts\"", "href=\"draughts.html\"");
        fs::write(folder.join(name), text)?;
    }
    for (name, text) in assets {
        let text = names(text).replace("\"start_url\": \"/\"", "\"start_url\": \"../\"");
        files.push(format!("assets/{name}?v={version}"));
        fs::write(folder.join("assets").join(name), text)?;
    }
    for (name, bytes) in libraries {
        files.push(format!("assets/{name}?v={version}"));
        fs::write(folder.join("assets").join(name), bytes)?;
    }
    let keeper =
        keeper.replace("{{version}}", &version).replace("{{files}}", &files.join("\", \""));
    fs::write(folder.join("worker.js"), keeper)
}
