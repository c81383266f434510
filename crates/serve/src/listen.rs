//! Opens ports, and accepts, limits and closes connections.

use std::io;
use std::net::{Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming as IncomingBody;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::api::REQUESTS_AT_ONCE;
use super::api::boards::searches_at_once;
use super::assets::Assets;
use super::budget::Budget;
use super::contests::Contests;
use super::explorer::Explorer;
use super::friends::{Friends, PublicAddress};
use super::guard::Guard;
use super::lookups::Lookups;
use super::matches::Matches;
use super::others::Others;
use super::pool::{EnginePool, PoolSettings};
use super::routes::router;
use super::sessions::Sessions;
use super::store::Store;
use super::visitors::{Visit, Visitors};
use super::wire::{HEAD_WITHIN, Incoming, Wire};
use super::{ServeError, Settings, Shared};
use chuhe_localize as locale;

/// The number of connections, in addition to one per page, for files, programs, and pages that reconnect.
const SPARE_CONNECTIONS: usize = 64;
/// The maximum size of a request's head.
const HEAD_BYTES: usize = 32 << 10;
/// The memory that a connection takes, besides its messages, in bytes.
const CONNECTION_BYTES: usize = 64 << 10;
/// The time limit for shutting down. Sessions save their games after every move, so nothing is lost if one is still
/// running when the time expires.
const END_WITHIN: Duration = Duration::from_secs(3);

/// A server whose ports are open.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listeners: Vec<TcpListener>,
    shared: Arc<Shared>,
    address: String,
}

/// Stops a server, from any thread.
#[derive(Clone, Debug)]
pub struct ServerHandle(watch::Sender<bool>);

impl ServerHandle {
    /// Stops the server, after notifying all pages.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Opens the data folder, the database, the book and the ports.
    ///
    /// # Errors
    /// If one of these cannot be opened, if other machines could connect and no token is set, or if the token is
    /// invalid.
    pub fn bind(settings: Settings) -> Result<Self, ServeError> {
        match &settings.token {
            None if !settings.is_local() => return Err(ServeError::NoToken),
            Some(token) if !is_token(token) => return Err(ServeError::BadToken),
            _ => {}
        }
        let budget = Budget::new(settings.memory_mb);
        let store = Arc::new(Store::open(&settings.data, budget.clone())?);
        let matches = Matches::new(&settings.data, &settings.watch)?;
        let explorer = Arc::new(Explorer::open(&settings)?);
        let lookups = Lookups::open(&settings)?;
        let listeners = listeners(&settings)?;
        let first = listeners.first().and_then(|it| it.local_addr().ok());
        let port = first.as_ref().map_or(settings.port, SocketAddr::port);
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("network")
            .enable_all()
            .build()
            .map_err(ServeError::Runtime)?;
        let host = match settings.listen.as_deref() {
            None => "localhost".to_owned(),
            Some(name) if name.contains(':') && !name.starts_with('[') => format!("[{name}]"),
            Some(name) => name.to_owned(),
        };
        let token = settings.token.as_ref().map(|token| format!("?token={token}"));
        let address = format!("http://{host}:{port}/{}", token.unwrap_or_default());
        // Each page may need two clients, including one for a review. Each request from a program needs one.
        let clients = 2 * settings.sessions + REQUESTS_AT_ONCE;
        let (threads, hash_mb) = (settings.threads, settings.hash_mb);
        let engines = PoolSettings::shared_out(threads, hash_mb, clients, settings.is_local());
        let others = Others::new(&settings, &engines)?;
        let engines = EnginePool::new(engines)?;
        let shared = Shared {
            guard: Guard::new(settings.listen.as_deref(), port, settings.token.clone()),
            assets: Assets::new(),
            sessions: Sessions::new(settings.sessions),
            store,
            matches,
            engines,
            others,
            explorer,
            lookups,
            contests: Contests::default(),
            friends: Friends::new(PublicAddress::new(&settings, port)),
            language: locale::current(),
            visitors: Visitors::new(settings.sessions + SPARE_CONNECTIONS),
            budget,
            api: Arc::new(Semaphore::new(REQUESTS_AT_ONCE)),
            workers: Arc::new(Semaphore::new(searches_at_once(settings.threads))),
            game_searches: Arc::new(Semaphore::new(searches_at_once(settings.threads))),
            stop: watch::Sender::new(false),
            settings,
        };
        Ok(Self { runtime, listeners, shared: Arc::new(shared), address })
    }

    /// The address to open in a browser, including the token, if there is one.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns a handle that stops the server.
    pub fn handle(&self) -> ServerHandle {
        ServerHandle(self.shared.stop.clone())
    }

    /// Answers requests until the server is stopped.
    pub fn run(self) {
        let Self { runtime, listeners, shared, .. } = self;
        runtime.block_on(serve(listeners, &shared));
        shared.sessions.end_all();
        shared.contests.stop_all();
        shared.others.close();
        runtime.block_on(async {
            let ended = async {
                while shared.sessions.count() > 0
                    || shared.contests.is_busy()
                    || shared.others.is_open()
                {
                    sleep(Duration::from_millis(10)).await;
                }
                // Gives the last notices time to be sent.
                sleep(Duration::from_millis(50)).await;
            };
            let _ = timeout(END_WITHIN, ended).await;
        });
        runtime.shutdown_timeout(Duration::from_secs(1));
    }
}

/// Whether a word is a valid token: long enough, and without characters that need escaping in addresses, cookies or
/// headers.
fn is_token(token: &str) -> bool {
    (Settings::TOKEN_CHARACTERS_MIN..=200).contains(&token.len())
        && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
}

/// Opens the ports. Without an address, the server listens on both loopback addresses if the machine has them.
fn listeners(settings: &Settings) -> Result<Vec<TcpListener>, ServeError> {
    let name = settings.listen.as_deref().map(|name| name.trim_matches(['[', ']']));
    let first = open((name.unwrap_or("127.0.0.1"), settings.port))?;
    if name.is_some() {
        return Ok(vec![first]);
    }
    let port = first.local_addr().as_ref().map_or(settings.port, SocketAddr::port);
    // Some machines resolve `localhost` to the IPv6 address, so the server also listens there, unless another program
    // uses that port.
    let second = bind((Ipv6Addr::LOCALHOST, port).into());
    if let Err(error) = &second {
        log::info!("[::1]:{port}: {}", chuhe_util::files::reason(error));
    }
    Ok(std::iter::once(first).chain(second.ok()).collect())
}

/// Opens a port at an IP address or host name.
fn open((name, port): (&str, u16)) -> Result<TcpListener, ServeError> {
    let addresses = (name, port).to_socket_addrs();
    let address =
        addresses.and_then(|mut found| found.next().ok_or(io::ErrorKind::AddrNotAvailable.into()));
    let address_and_port = format!("{name}:{port}");
    address.and_then(bind).map_err(|error| ServeError::Address { address: address_and_port, error })
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Accepts connections until the server is stopped.
async fn serve(listeners: Vec<TcpListener>, shared: &Arc<Shared>) {
    let router = router(Arc::clone(shared));
    let mut tasks = JoinSet::new();
    for listener in listeners {
        match tokio::net::TcpListener::from_std(listener) {
            Ok(listener) => {
                drop(tasks.spawn(accept(listener, Arc::clone(shared), router.clone())));
            }
            Err(error) => log::error!("{}", chuhe_util::files::reason(&error)),
        }
    }
    let mut stop = shared.stop.subscribe();
    stopped(&mut stop).await;
    tasks.shutdown().await;
}

/// Waits until the server is stopped.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender, and with it the server, no longer exists.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn accept(listener: tokio::net::TcpListener, shared: Arc<Shared>, router: Router) {
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Usually, the process has run out of file handles. Closing connections will free some, so try again.
                log::warn!("{}", chuhe_util::files::reason(&error));
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Surplus connections are closed at once, so a flood of them does not keep others waiting.
        let Some(room) = shared.budget.take(CONNECTION_BYTES) else { continue };
        let Some(visit) = shared.visitors.admit(address.ip(), room) else { continue };
        tokio::spawn(converse(stream, visit, Arc::clone(&shared), router.clone()));
    }
}

/// Answers the requests of a connection. A WebSocket continues outside this function.
async fn converse(stream: TcpStream, visit: Arc<Visit>, shared: Arc<Shared>, router: Router) {
    let _ = stream.set_nodelay(true);
    let mut stop = shared.stop.subscribe();
    let incoming = Incoming::new(shared.budget.clone());
    let wire = Wire::new(stream, incoming.clone(), shared.settings.transfer_within);
    let router = TowerToHyperService::new(router);
    let visited = Arc::clone(&visit);
    let service = service_fn(move |mut request: Request<IncomingBody>| {
        request.extensions_mut().insert(Arc::clone(&visited));
        request.extensions_mut().insert(incoming.clone());
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(wire), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = visit.dismissed() => return,
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            timeout(END_WITHIN, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        log::debug!("a connection ended: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_plain() {
        assert!(is_token("0123456789abcdef") && is_token(&"~".repeat(200)));
        for bad in
            ["", "0123456789abcde", "0123456789abcde;", "0123456789 abcdef", "0123456789abcdeé"]
        {
            assert!(!is_token(bad), "{bad}");
        }
    }
}
