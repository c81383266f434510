//! Writes the page as static files into a folder. `scripts/site.sh` builds this program's inputs, then runs it.

use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1);
    let folder = folder.ok_or_else(|| io::Error::other("the folder of the site is missing"))?;
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    chuhe_serve::site::write(Path::new(&folder), &web)
}
