//! Games between two people at two devices. One of them invites the other with an address; others who open it watch.
//!
//! A game is stored like any other once both players have joined, and belongs to the server: clients can read it but
//! not change it. The digests of the players' secrets in its tags let them continue after a restart.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use qrcode::{Color as Square, QrCode};
use sha2::{Digest, Sha256};

use super::{Settings, Shared};
use chuhe_engine::board::Position;
use chuhe_engine::clock::Instant;
use chuhe_engine::rules::Rules;
use chuhe_engine::types::Color;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_play::{
    CasualError, FileError, FriendGame, FriendGameSettings, GameTimeControl, LoadedGame, Proposal,
};
use chuhe_session::friend_report::{friend_state, play_failure, time_control};
use chuhe_session::message::{
    Failure, FailureCode, FriendCommand, FriendState, Invitation, NewFriendGame, Nothing, Reply,
    SideChoice,
};
use chuhe_session::{FriendSeat, GameStore, Holder, Inbox, Lease, StoredKind, exchange, refuse};

/// The maximum number of games in memory.
const GAMES_MAX: usize = 200;
/// How long an invitation is valid that nobody has accepted and whose page is gone.
const VALID_FOR: Duration = Duration::from_hours(24);
/// The maximum length of a player's name, in characters.
const NAME_CHARACTERS: usize = 40;
/// The owner of the stored games. Clients' secrets are longer.
const OWNER: &str = "friend games";
/// The tags with the digests of the players' secrets, by side.
const KEYS: [&str; 2] = ["RedKey", "BlackKey"];
/// The tags with the players' names, by side.
const NAMES: [&str; 2] = ["Red", "Black"];

/// The numbers that distinguish the pages in games.
static PAGE: AtomicU64 = AtomicU64::new(0);

/// All games between people that are in memory, by code.
#[derive(Debug)]
pub(super) struct Friends {
    address: Option<PublicAddress>,
    games: Mutex<HashMap<String, Arc<FriendTable>>>,
}

/// The address that other machines open.
#[derive(Clone, Debug)]
pub(super) struct PublicAddress {
    host: String,
    port: u16,
    token: String,
}

/// Two players and everyone who watches them, in one game after another.
#[derive(Debug)]
struct FriendTable {
    since: Instant,
    inside: Mutex<FriendSeats>,
}

#[derive(Debug)]
struct FriendSeats {
    code: String,
    game: FriendGame,
    lease: Arc<dyn Lease>,
    /// The digests of the secrets of the players that have joined, by side.
    players: [Option<String>; 2],
    pages: Vec<SeatedPage>,
    /// Why the game could not be saved, if it could not.
    unsaved: Option<FileError>,
    /// Increases with every change.
    version: u64,
}

/// A page of a player or a spectator.
#[derive(Debug)]
struct SeatedPage {
    number: u64,
    holder: Holder,
    side: Option<Color>,
    is_present: bool,
}

impl PublicAddress {
    /// The address for other machines; `None` if only this machine can connect.
    pub(super) fn new(settings: &Settings, port: u16) -> Option<Self> {
        let host = settings.listen.clone().filter(|_| !settings.is_local())?;
        Some(Self { host, port, token: settings.token.clone()? })
    }

    /// The address that leads to a game.
    fn of_game(&self, code: &str) -> String {
        let bare = self.host.trim_matches(['[', ']']);
        let host = match bare.parse::<IpAddr>() {
            Ok(address) if address.is_unspecified() => own_address(address).to_string(),
            _ => bare.to_owned(),
        };
        let host = if host.contains(':') { format!("[{host}]") } else { host };
        format!("http://{host}:{}/?token={}&friend={code}", self.port, self.token)
    }
}

/// The address of this machine in its network: the one from which it would send. Nothing is sent.
fn own_address(unspecified: IpAddr) -> IpAddr {
    let (outside, loopback): (IpAddr, IpAddr) = match unspecified {
        IpAddr::V4(_) => (Ipv4Addr::new(192, 0, 2, 1).into(), Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(_) => {
            (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(), Ipv6Addr::LOCALHOST.into())
        }
    };
    let found = UdpSocket::bind((unspecified, 0)).and_then(|socket| {
        socket.connect((outside, 9))?;
        socket.local_addr()
    });
    found.map_or(loopback, |address| address.ip())
}

/// The rows of an address's QR code.
fn qr_rows(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::new(text) else { return Vec::new() };
    let digit = |square: &Square| if *square == Square::Dark { '1' } else { '0' };
    let squares = code.to_colors();
    squares.chunks(code.width()).map(|row| row.iter().map(digit).collect()).collect()
}

/// The code of the game with a generated name, such as `game 2026-11-29 140301 3fa9c1`.
fn code_of(name: &str) -> String {
    name.chars().filter(char::is_ascii_hexdigit).skip_while(|c| !c.is_ascii_digit()).collect()
}

/// The name of the game with a code; `None` if the code is not one.
fn name_of(code: &str) -> Option<String> {
    let is_digit = |at, byte: u8| if at < 14 { byte.is_ascii_digit() } else { is_lower_hex(byte) };
    let is_code = code.len() == 20 && code.bytes().enumerate().all(|(at, byte)| is_digit(at, byte));
    let part = |range| code.get(range).unwrap_or_default();
    is_code.then(|| {
        let (year, month, day) = (part(0..4), part(4..6), part(6..8));
        format!("game {year}-{month}-{day} {} {}", part(8..14), part(14..20))
    })
}

const fn is_lower_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// Whether a text may be a code. Such a text needs no escaping in addresses.
pub(super) fn is_code(text: &str) -> bool {
    name_of(text).is_some()
}

/// A player's name without surrounding space and control characters; `None` without one.
fn player_name(name: Option<String>) -> Option<String> {
    let name: String = name?.chars().filter(|c| !c.is_control()).take(NAME_CHARACTERS).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// What identifies a client in games between people.
fn digest(holder: &Holder) -> String {
    format!("{:x}", Sha256::digest(holder.owner().unwrap_or(holder.key())))
}

/// The holder of the files of all games between people.
fn own_holder() -> Holder {
    Holder::new(OWNER, Inbox::new(|_| ())).with_owner(OWNER)
}

impl Friends {
    pub(super) fn new(address: Option<PublicAddress>) -> Self {
        Self { address, games: Mutex::default() }
    }

    /// Whether other machines can connect.
    pub(super) const fn are_possible(&self) -> bool {
        self.address.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<FriendTable>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a game with an unused name, and its table.
    fn invite(
        &self,
        new: NewFriendGame,
        store: &Arc<impl GameStore + 'static>,
        holder: &Holder,
    ) -> Result<Arc<FriendTable>, Failure> {
        let NewFriendGame { side, name, clock, fen, rules } = new;
        if side == SideChoice::Both {
            return Err(refuse(FailureCode::BadValue, tr!("serve-friend-side")));
        }
        let side = side.color();
        let start = fen.as_deref().map_or_else(|| Ok(Position::startpos()), exchange::position)?;
        let control = time_control(clock.as_deref())?;
        let rules = Rules { set: rules.map(Into::into).unwrap_or_default(), ..Rules::default() };
        let mut games = self.lock();
        games.retain(|_, table| table.is_needed());
        if games.len() >= GAMES_MAX {
            return Err(refuse(FailureCode::Busy, tr!("serve-friends-full")));
        }
        let mut inside = FriendSeats::new(store, start, control, rules)?;
        inside.seat(side, digest(holder), player_name(name));
        let code = inside.code.clone();
        let table = Arc::new(FriendTable { since: Instant::now(), inside: Mutex::new(inside) });
        games.insert(code, Arc::clone(&table));
        Ok(table)
    }

    /// Finds a game in memory or in the data folder.
    fn find(
        &self,
        code: &str,
        store: &Arc<impl GameStore + 'static>,
    ) -> Result<Arc<FriendTable>, Failure> {
        let mut games = self.lock();
        if let Some(found) = games.get(code) {
            return Ok(Arc::clone(found));
        }
        let none = || refuse(FailureCode::Unknown, tr!("serve-no-invitation"));
        let name = name_of(code).ok_or_else(none)?;
        let read = || store.read(StoredKind::Games, &name).map_err(|_| none());
        let players_of =
            |loaded: &LoadedGame| KEYS.map(|tag| loaded.game.tag(tag).map(str::to_owned));
        // Opening a file without an owner gives it to the server, so another game must not be opened.
        let loaded = LoadedGame::of_file(Path::new(&name), read()?).map_err(|_| none())?;
        if players_of(&loaded).iter().any(Option::is_none) {
            return Err(none());
        }
        let lease = Arc::clone(store).open(StoredKind::Games, &name, &own_holder());
        let lease = lease.map_err(|_| none())?;
        let loaded = LoadedGame::of_file(&lease.path(), read()?).map_err(|_| none())?;
        let players = players_of(&loaded);
        let game = FriendGame::resume(loaded, Arc::clone(&lease) as _).map_err(|_| none())?;
        games.retain(|_, table| table.is_needed());
        if games.len() >= GAMES_MAX {
            return Err(refuse(FailureCode::Busy, tr!("serve-friends-full")));
        }
        let inside = FriendSeats {
            code: code.to_owned(),
            game,
            lease,
            players,
            pages: Vec::new(),
            unsaved: None,
            version: 0,
        };
        let table = Arc::new(FriendTable { since: Instant::now(), inside: Mutex::new(inside) });
        games.insert(code.to_owned(), Arc::clone(&table));
        Ok(table)
    }

    /// Lets the next game of a table be found under its code, too.
    fn note(&self, code: String, table: &Arc<FriendTable>) {
        self.lock().insert(code, Arc::clone(table));
    }
}

impl FriendTable {
    fn lock(&self) -> MutexGuard<'_, FriendSeats> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the game has to stay in memory: a page shows it, or the invitation is still valid. A game that both
    /// players have joined can be read again.
    fn is_needed(&self) -> bool {
        let inside = self.lock();
        let has_both = inside.players.iter().all(Option::is_some) && inside.unsaved.is_none();
        !inside.pages.is_empty() || !has_both && self.since.elapsed() < VALID_FOR
    }
}

impl FriendSeats {
    /// A game that nobody has joined yet, under an unused name.
    fn new(
        store: &Arc<impl GameStore + 'static>,
        start: Position,
        control: Option<GameTimeControl>,
        rules: Rules,
    ) -> Result<Self, Failure> {
        let lease = (0..10).find_map(|_| {
            let name = StoredKind::Games.new_name();
            Arc::clone(store).create(StoredKind::Games, &name, &own_holder()).ok()
        });
        let lease = lease.ok_or_else(|| refuse(FailureCode::Busy, tr!("serve-friends-full")))?;
        let (file, files) = (lease.path(), Arc::clone(&lease) as _);
        let game = FriendGame::new(FriendGameSettings { start, control, rules, file, files });
        let game = game.map_err(|error| refuse(FailureCode::File, error.localize()))?;
        Ok(Self {
            code: code_of(lease.name()),
            game,
            lease,
            players: [None, None],
            pages: Vec::new(),
            unsaved: None,
            version: 0,
        })
    }

    /// Lets a client play a side.
    fn seat(&mut self, side: Color, player: String, name: Option<String>) {
        self.game.set_tag(KEYS[side.index()], &player);
        if let Some(name) = name {
            self.game.set_tag(NAMES[side.index()], &name);
        }
        self.players[side.index()] = Some(player);
    }

    /// The side of a client, which takes the free place if there is one; `None` for a spectator.
    fn side_of(&mut self, player: String, name: Option<String>) -> Option<Color> {
        let own = Color::ALL
            .into_iter()
            .find(|side| self.players[side.index()].as_ref() == Some(&player));
        if own.is_some() {
            return own;
        }
        let free = Color::ALL.into_iter().find(|side| self.players[side.index()].is_none())?;
        self.seat(free, player, name);
        self.unsaved = self.game.save();
        self.version += 1;
        Some(free)
    }

    /// Adds a page, and returns its number.
    fn add(&mut self, holder: &Holder, side: Option<Color>) -> u64 {
        let number = PAGE.fetch_add(1, Ordering::Relaxed);
        self.pages.push(SeatedPage { number, holder: holder.clone(), side, is_present: true });
        self.changed(number);
        self.settle_clocks();
        number
    }

    /// Lets the clock run if both players have joined and a page of one of them is there.
    fn settle_clocks(&mut self) {
        let has_both = self.players.iter().all(Option::is_some);
        let is_played = self.pages.iter().any(|page| page.is_present && page.side.is_some());
        let error = self.game.set_resting(!(has_both && is_played), Instant::now());
        if error.is_some() {
            self.unsaved = error;
        }
    }

    /// Notifies all pages but one that something has changed.
    fn changed(&mut self, by: u64) {
        self.version += 1;
        for page in self.pages.iter().filter(|page| page.number != by) {
            page.holder.notify_friend();
        }
    }

    /// Ends the game if the side to move is out of time. Returns whether the game ended.
    fn check_clocks(&mut self, now: Instant) -> bool {
        let ended = self.game.check_clocks(now);
        if ended {
            self.unsaved = self.game.save();
        }
        ended
    }

    fn page(&mut self, number: u64) -> Option<&mut SeatedPage> {
        self.pages.iter_mut().find(|page| page.number == number)
    }

    fn state(&self, number: u64, address: Option<&PublicAddress>, now: Instant) -> FriendState {
        let page = self.pages.iter().find(|page| page.number == number);
        let mut state = friend_state(&self.game, page.and_then(|page| page.side), now);
        state.code.clone_from(&self.code);
        let present = |page: &&SeatedPage, side| page.is_present && page.side == side;
        for (player, side) in [(&mut state.red, Color::Red), (&mut state.black, Color::Black)] {
            player.joined = self.players[side.index()].is_some();
            player.present = self.pages.iter().any(|page| present(&page, Some(side)));
        }
        state.spectators = self.pages.iter().filter(|page| present(page, None)).count();
        let is_saved = self.lease.exists(&self.lease.path());
        state.saved = is_saved.then(|| self.lease.name().to_owned());
        state.unsaved = self.unsaved.as_ref().map(Localize::localize);
        let has_both = self.players.iter().all(Option::is_some);
        state.invitation = address.filter(|_| !has_both).map(|address| {
            let link = address.of_game(&self.code);
            Invitation { qr: qr_rows(&link), link }
        });
        state
    }

    /// Starts another game with the sides exchanged.
    fn rematch(&mut self, store: &Arc<impl GameStore + 'static>) -> Result<(), Failure> {
        let start = self.game.state().start().clone();
        let control = self.game.state().clocks().map(chuhe_play::Clocks::control);
        let rules = self.game.rules();
        let names = NAMES.map(|tag| self.game.tag(tag));
        let mut next = Self::new(store, start, control, rules)?;
        for (side, name) in Color::ALL.into_iter().zip(names) {
            if let Some(player) = self.players[side.index()].take() {
                next.seat(!side, player, name);
            }
        }
        next.version = self.version;
        next.pages = std::mem::take(&mut self.pages);
        for page in &mut next.pages {
            page.side = page.side.map(|side| !side);
        }
        next.unsaved = next.game.save();
        *self = next;
        self.settle_clocks();
        Ok(())
    }
}

/// The place of a session's page.
#[derive(Debug)]
pub(super) struct Seat {
    shared: Arc<Shared>,
    taken: Option<TakenSeat>,
}

#[derive(Debug)]
struct TakenSeat {
    table: Arc<FriendTable>,
    number: u64,
    /// The version of the state that the page has.
    sent: Option<u64>,
}

impl Seat {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self { shared, taken: None }
    }

    /// Sits down at a table, and leaves the previous one.
    fn sit(&mut self, table: Arc<FriendTable>, holder: &Holder, name: Option<String>) -> Reply {
        self.leave();
        let mut inside = table.lock();
        let side = inside.side_of(digest(holder), name);
        let number = inside.add(holder, side);
        let state = inside.state(number, self.shared.friends.address.as_ref(), Instant::now());
        let sent = Some(inside.version);
        drop(inside);
        self.taken = Some(TakenSeat { table, number, sent });
        Reply::Friend(Box::new(state))
    }

    fn leave(&mut self) {
        let Some(TakenSeat { table, number, .. }) = self.taken.take() else { return };
        let mut inside = table.lock();
        inside.pages.retain(|page| page.number != number);
        inside.changed(number);
        inside.settle_clocks();
    }

    /// Changes the game for the player of this page, and returns its state.
    fn change(
        &mut self,
        action: impl FnOnce(&mut FriendSeats, Color, Instant) -> Result<(), Failure>,
    ) -> Result<Reply, Failure> {
        let taken = self.taken.as_mut();
        let taken =
            taken.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-no-friend-game")))?;
        let now = Instant::now();
        let mut inside = taken.table.lock();
        let side = inside.page(taken.number).and_then(|page| page.side);
        let side = side.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-not-a-player")))?;
        if inside.players.iter().any(Option::is_none) {
            return Err(refuse(FailureCode::NotNow, tr!("serve-friend-absent")));
        }
        if inside.check_clocks(now) {
            inside.changed(taken.number);
        }
        action(&mut inside, side, now)?;
        inside.changed(taken.number);
        let state = inside.state(taken.number, self.shared.friends.address.as_ref(), now);
        taken.sent = Some(inside.version);
        Ok(Reply::Friend(Box::new(state)))
    }

    fn propose(&mut self, what: Proposal) -> Result<Reply, Failure> {
        let store = Arc::clone(&self.shared.store);
        let mut next = None;
        let reply = self.change(|inside, side, now| {
            let agreed =
                inside.game.propose(side, what, now).map_err(|error| play_failure(&error))?;
            if agreed && what == Proposal::Rematch {
                inside.rematch(&store)?;
                next = Some(inside.code.clone());
            } else if agreed {
                inside.unsaved = inside.game.save();
            }
            Ok(())
        })?;
        if let (Some(code), Some(taken)) = (next, &self.taken) {
            self.shared.friends.note(code, &taken.table);
        }
        Ok(reply)
    }
}

impl FriendSeat for Seat {
    fn perform(&mut self, command: FriendCommand, holder: &Holder) -> Result<Reply, Failure> {
        let saved = |inside: &mut FriendSeats, done: Result<Option<FileError>, CasualError>| {
            inside.unsaved = done.map_err(|error| play_failure(&error))?;
            Ok(())
        };
        match command {
            FriendCommand::Invite(new) => {
                let table = self.shared.friends.invite(new, &self.shared.store, holder)?;
                Ok(self.sit(table, holder, None))
            }
            FriendCommand::Join { code, name } => {
                let table = self.shared.friends.find(&code, &self.shared.store)?;
                Ok(self.sit(table, holder, player_name(name)))
            }
            FriendCommand::Move { mv } => self.change(|inside, side, now| {
                let done = inside.game.play(side, mv, now);
                saved(inside, done)
            }),
            FriendCommand::Resign {} => self.change(|inside, side, now| {
                let done = inside.game.resign(side, now);
                saved(inside, done)
            }),
            FriendCommand::Propose { what } => self.propose(what.into()),
            FriendCommand::Decline {} => self
                .change(|inside, _, _| inside.game.decline().map_err(|error| play_failure(&error))),
            FriendCommand::Leave {} => {
                self.leave();
                Ok(Reply::Done(Nothing {}))
            }
        }
    }

    fn set_present(&mut self, is_present: bool) {
        let Some(taken) = &mut self.taken else { return };
        let mut inside = taken.table.lock();
        if let Some(page) = inside.page(taken.number) {
            page.is_present = is_present;
        }
        inside.changed(taken.number);
        inside.settle_clocks();
        // A page that comes back is sent the state.
        taken.sent = None;
    }

    fn next_due(&self) -> Option<Instant> {
        let now = Instant::now();
        let taken = self.taken.as_ref()?;
        if taken.sent.is_none() {
            return Some(now);
        }
        let inside = taken.table.lock();
        let state = inside.game.state();
        let clocks = state.clocks().filter(|_| state.finish().is_none())?;
        clocks.running().map(|side| now + clocks.left(side, now) + Duration::from_millis(1))
    }

    fn news(&mut self, now: Instant) -> Option<FriendState> {
        let taken = self.taken.as_mut()?;
        let mut inside = taken.table.lock();
        if inside.check_clocks(now) {
            inside.changed(taken.number);
        }
        if taken.sent == Some(inside.version) {
            return None;
        }
        taken.sent = Some(inside.version);
        Some(inside.state(taken.number, self.shared.friends.address.as_ref(), now))
    }

    fn resend(&mut self) {
        if let Some(taken) = &mut self.taken {
            taken.sent = None;
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.leave();
    }
}
