//! `serve`: serves the board to the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Arg, Args};

use super::args::{parse_hash_mb, parse_server, parse_threads};
use super::engines::{self, EngineWords};
use super::interrupt::on_interrupt;
use super::numbers::{cores, whole};
use super::{EMBEDDED, Ending, UsageError, outputs};
use crate::cloud::{CloudSettings, CloudStatus, SERVER, query};
use crate::failure::{self, Failure};
use chuhe_arena::settings::EngineSettings;
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::memory::MemoryLimit;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::picture::page::ScoreReport;
use chuhe_serve::{
    HostError, KnownMove, Lookup, ServeError, Server, Settings, random_word, written_move,
};

/// The name of this program's own engine.
const CHUHE: &str = "chuhe";
/// The value of --cloud that turns the cloud database off.
const NONE: &str = "none";

/// Play, analyse and review games, and watch matches, in the browser (网页棋盘)
#[derive(Debug, Args)]
#[command(
    mut_arg("engine", as_offered),
    after_help = "\
Examples:
  chuhe serve --open                   open a board, on this machine only
  chuhe serve --port 9000 --threads 4  another port, four search threads
  chuhe serve --data ~/games           save games in this folder
  chuhe serve --watch matches          watch running and finished matches
  chuhe serve --db games.db            show an opening explorer for its games
  chuhe serve --tables tables          show a button to look up endgames
  chuhe serve --engine cmd=./pikafish  offer another engine
  chuhe serve --listen 192.168.1.5     let other machines connect; needs a token

The first line of the output is the address to open. Ctrl-C stops the server; games in progress are saved and can be
continued. Anyone who can connect can use the processor and open the saved games, and the connection is not encrypted.
\"Server\" in the handbook describes the interface for programs."
)]
pub(super) struct ServeArgs {
    /// Port; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = Settings::PORT,
          value_parser = whole::<u16>(0..=65_535))]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Let other machines connect through this address or host name of this machine; 0.0.0.0 for all its addresses
    #[arg(long, value_name = "ADDRESS", value_parser = parse_listen)]
    listen: Option<String>,

    /// Access token for other machines, at least 16 characters long [default: random with --listen]
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,

    /// Total number of search threads; 0 for one per core
    #[arg(long, value_name = "N", default_value = "0", value_parser = thread_count)]
    threads: u32,

    /// Total size of the transposition tables in MB
    #[arg(long, value_name = "MB", default_value = "64", value_parser = parse_hash_mb)]
    hash: u32,

    /// Maximum memory for what clients send, load and have not read yet, in MB
    #[arg(long, value_name = "MB", default_value_t = Settings::MEMORY_MB as u64,
          value_parser = whole::<u64>(64..=1_000_000))]
    client_memory: u64,

    /// Maximum number of pages open at once
    #[arg(long, value_name = "N", default_value_t = Settings::SESSIONS as u64,
          value_parser = whole::<u64>(1..=10_000))]
    sessions: u64,

    /// Folder (文件夹) for saved games [default: `chuhe` in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Match folder to watch (观战), or a folder of match folders; can be repeated
    #[arg(long, value_name = "FOLDER")]
    watch: Vec<PathBuf>,

    /// Database of games (棋谱库), made by `chuhe db`, for the opening explorer
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,

    /// Folders of endgame tables (残局库), separated by `;`
    #[arg(long, value_name = "FOLDERS")]
    tables: Option<String>,

    /// Address of the cloud database (云库): a server with the HTTP interface of chessdb.cn; none for no cloud database
    #[arg(long, value_name = "URL", default_value = SERVER, value_parser = parse_cloud)]
    cloud: String,

    #[command(flatten)]
    engines: EngineWords,

    /// Maximum number of processes of other engines at once
    #[arg(long, value_name = "N", default_value_t = Settings::ENGINE_PROCESSES as u64,
          value_parser = whole::<u64>(1..=64))]
    engine_processes: u64,

    /// Opening book (开局库) for the opening explorer, or `embedded` for the built-in book
    #[arg(long, value_name = "FILE", default_value = EMBEDDED)]
    book: PathBuf,
}

/// On a server, engines are not alternatives to chuhe's own.
fn as_offered(arg: Arg) -> Arg {
    arg.help(
        "Offer another UCI or UCCI engine, with settings as for `chuhe match`; can be repeated. The engines of `chuhe \
         engines` are always offered",
    )
}

/// The engines of the command line, and those of the register. Each has a name of its own.
fn offered(engines: &EngineWords) -> failure::Result<Vec<(String, EngineSettings)>> {
    let mut listed: Vec<(String, EngineSettings)> = Vec::new();
    for words in &engines.0 {
        let mut settings = engines::settings(words)?;
        let stem = settings.command.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let bare = words.iter().find(|word| !word.contains('=')).cloned();
        // The name is that in the list; pages show the engine's own beside it.
        let given = settings.name.take();
        let name = given.or(bare).or(stem).unwrap_or_default();
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let is_free =
            |name: &String| name != CHUHE && !listed.iter().any(|(other, _)| other == name);
        listed.extend(names.find(is_free).map(|name| (name, settings)));
    }
    // The server is useful without a register that is broken.
    let names = engines::names().unwrap_or_else(|error| {
        log::warn!("{error}");
        Vec::new()
    });
    for name in names {
        match engines::settings(std::slice::from_ref(&name)) {
            Ok(_) if listed.iter().any(|(other, _)| *other == name) => {}
            Ok(settings) => listed.push((name, settings)),
            Err(error) => log::warn!("{error}"),
        }
    }
    Ok(listed)
}

/// Parses a number of threads; 0 means one per core.
fn thread_count(value: &str) -> Result<u32, String> {
    let setting = parse_threads(value)?;
    Ok(setting.value.parse().unwrap_or(0))
}

impl ServeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let (open, port) = (self.open, self.port);
        let may_be_open = open && self.listen.is_none();
        let server = match Server::bind(self.settings()?) {
            Ok(server) => server,
            Err(ServeError::DataInUse(_)) if may_be_open && is_open(port) => {
                let address = format!("http://localhost:{port}/");
                writeln!(out, "{address}")?;
                writeln!(outputs::stderr(), "{}", tr!("serve-already"))?;
                open_page(&address);
                return Ok(Ending::Done);
            }
            Err(error @ ServeError::BadToken) => return Err(UsageError(error.localize()).into()),
            Err(error) => return Err(error.into()),
        };
        writeln!(out, "{}", server.address())?;
        out.flush()?;
        let handle = server.handle();
        on_interrupt(move || handle.stop())?;
        if open {
            open_page(server.address());
        }
        server.run();
        Ok(Ending::Done)
    }

    fn settings(self) -> failure::Result<Settings> {
        let Some(data) = self.data.or_else(data_folder) else {
            return Err(Failure::new(tr!("serve-no-data-folder")));
        };
        let mut settings = Settings::new(data);
        settings.port = self.port;
        settings.watch = self.watch;
        settings.database = self.db;
        settings.book = Some(self.book).filter(|book| book != Path::new(EMBEDDED));
        settings.tables = self.tables;
        if self.cloud != NONE {
            let asked = CloudSettings { server: self.cloud, ..CloudSettings::default() };
            settings.cloud = Some(Arc::new(Cloud(asked)));
        }
        settings.engines = offered(&self.engines)?;
        settings.engine_processes = self.engine_processes as usize;
        settings.program = std::env::current_exe().ok();
        settings.token = self.token;
        settings.listen = self.listen;
        settings.threads = if self.threads == 0 { cores().get() as u32 } else { self.threads };
        let (threads, memory) = (settings.threads, MemoryLimit::of_control_groups());
        let config = Config { threads, hash_mb: self.hash, memory, ..Config::default() };
        settings.hash_mb = config.effective_hash_mb() as u32;
        settings.memory_mb = self.client_memory as u32;
        settings.sessions = self.sessions as usize;
        if settings.token.is_none() && !settings.is_local() {
            settings.token = Some(random_word()?);
        }
        Ok(settings)
    }
}

/// A host name contains no colon.
fn parse_listen(text: &str) -> Result<String, String> {
    let is_address = text.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    if is_address || !text.contains(':') {
        Ok(text.to_owned())
    } else {
        Err(tr!("serve-listen-port"))
    }
}

fn parse_cloud(text: &str) -> Result<String, String> {
    if text == NONE { Ok(text.to_owned()) } else { parse_server(text) }
}

/// The cloud database, in which pages look positions up.
#[derive(Debug)]
struct Cloud(CloudSettings);

impl Lookup for Cloud {
    fn moves(&self, position: &Position) -> Result<Option<Vec<KnownMove>>, HostError> {
        let answer = query(&self.0, position)?;
        if answer.status == CloudStatus::Unknown {
            return Ok(None);
        }
        let known = answer.moves.into_iter().map(|known| KnownMove {
            red_score: known
                .as_score()
                .map(|score| ScoreReport::new(score, position.side_to_move())),
            mv: written_move(position, known.mv),
            text: known.winrate.map_or_else(String::new, |rate| format!("{rate:.1} %")),
        });
        Ok(Some(known.collect()))
    }
}

/// The user's data folder, as defined by the system.
fn data_folder() -> Option<PathBuf> {
    dirs::data_local_dir().map(|folder| folder.join("chuhe"))
}

/// Whether a server answers on this port of this machine.
fn is_open(port: u16) -> bool {
    const PATIENCE: Duration = Duration::from_secs(1);
    TcpStream::connect_timeout(&(Ipv4Addr::LOCALHOST, port).into(), PATIENCE).is_ok()
}

/// Opens an address in the default browser, or warns that this failed.
fn open_page(address: &str) {
    if let Err(error) = open_browser(address) {
        log::warn!("{}", tr!("serve-open-failed", text = error.localize()));
    }
}

/// Opens an address in the default browser.
fn open_browser(address: &str) -> std::io::Result<()> {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn()?;
    // Until its parent waits for it, a process that has ended remains as a zombie.
    let _ = thread::Builder::new().spawn(move || child.wait());
    Ok(())
}
