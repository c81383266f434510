//! Whose connections the server keeps. When all places are taken, a newcomer gets the place of a connection that does
//! not need it, so that idle and hostile connections cannot lock others out.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::budget::MemoryPermit;

/// The average number of requests per second from one address of another machine, and the maximum number at once.
const REQUESTS_PER_S: f64 = 100.0;
const REQUESTS_AT_ONCE: f64 = 300.0;
/// The number of addresses whose requests are remembered.
const ADDRESSES: usize = 4096;
/// How many pages and running requests any address may have, even if that is more than half of all places.
const HELD_OF_ONE: usize = 8;

/// All connections.
#[derive(Debug)]
pub(super) struct Visitors {
    /// The maximum number of connections.
    most: usize,
    inner: Mutex<Places>,
}

#[derive(Debug, Default)]
struct Places {
    /// The number of the last connection.
    last: u64,
    connections: HashMap<u64, ConnectionEntry>,
    addresses: HashMap<IpAddr, AddressEntry>,
}

#[derive(Debug)]
struct ConnectionEntry {
    address: IpAddr,
    /// Whether a request has been admitted.
    is_known: bool,
    /// The number of its holds.
    held: usize,
    dismissed: Arc<Notify>,
}

#[derive(Debug)]
struct AddressEntry {
    connections: usize,
    held: usize,
    pace: Pace,
}

/// A connection that has a place. Dropping it frees the place.
#[derive(Debug)]
pub(super) struct Visit {
    number: u64,
    address: IpAddr,
    dismissed: Arc<Notify>,
    visitors: Arc<Visitors>,
    _room: MemoryPermit,
}

/// Lets a connection keep its place, until it is dropped.
#[derive(Debug)]
pub(super) struct Hold(Arc<Visit>);

/// The address by which clients are counted: that of a machine or, with IPv6, of a subscriber's network. Behind a proxy,
/// all clients have the proxy's.
fn address_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let network = address.to_bits() & (u128::MAX << 64);
            Ipv6Addr::from_bits(network).into()
        }
        address => address,
    }
}

impl Visitors {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, inner: Mutex::default() })
    }

    /// Gives a new connection a place, if necessary that of another one: of the address with the most connections, of
    /// one without an admitted request rather than of one with, and of the oldest of these. Returns `None` if all
    /// connections are held. `room` is the memory of the connection.
    pub(super) fn admit(
        self: &Arc<Self>,
        address: IpAddr,
        room: MemoryPermit,
    ) -> Option<Arc<Visit>> {
        let address = address_of(address);
        let mut inner = self.lock();
        if inner.connections.len() >= self.most {
            inner.dismiss_one()?;
        }
        inner.last += 1;
        let (number, dismissed) = (inner.last, Arc::new(Notify::new()));
        let entry = ConnectionEntry {
            address,
            is_known: false,
            held: 0,
            dismissed: Arc::clone(&dismissed),
        };
        inner.connections.insert(number, entry);
        if inner.addresses.len() >= ADDRESSES {
            inner.addresses.retain(|_, entry| entry.connections > 0 || !entry.pace.is_rested());
        }
        let pace = || Pace::new(REQUESTS_PER_S, REQUESTS_AT_ONCE);
        let entry = inner.addresses.entry(address);
        entry
            .or_insert_with(|| AddressEntry { connections: 0, held: 0, pace: pace() })
            .connections += 1;
        let visitors = Arc::clone(self);
        Some(Arc::new(Visit { number, address, dismissed, visitors, _room: room }))
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Places {
    /// Closes the connection that needs its place least.
    fn dismiss_one(&mut self) -> Option<()> {
        let rank = |(number, entry): (&u64, &ConnectionEntry)| {
            let crowd = self.addresses.get(&entry.address).map_or(0, |it| it.connections);
            (Reverse(crowd), entry.is_known, *number)
        };
        let idle = self.connections.iter().filter(|(_, entry)| entry.held == 0);
        let (_, _, number) = idle.map(rank).min()?;
        self.remove(number)?.dismissed.notify_one();
        Some(())
    }

    fn remove(&mut self, number: u64) -> Option<ConnectionEntry> {
        let entry = self.connections.remove(&number)?;
        if let Some(address) = self.addresses.get_mut(&entry.address) {
            address.connections -= 1;
            address.held -= entry.held;
        }
        Some(entry)
    }
}

impl Visit {
    /// The address with which the connection is counted.
    pub(super) const fn address(&self) -> IpAddr {
        self.address
    }

    /// Waits until the connection has lost its place.
    pub(super) async fn dismissed(&self) {
        self.dismissed.notified().await;
    }

    /// Counts a request, and waits if the address sends too many.
    pub(super) async fn wait(&self) {
        rest(self.delay()).await;
    }

    /// Counts a request, and returns how long its answer must wait. Programs on this machine may send any number.
    fn delay(&self) -> Duration {
        if self.address.is_loopback() {
            return Duration::ZERO;
        }
        let mut inner = self.visitors.lock();
        let entry = inner.addresses.get_mut(&self.address);
        entry.map_or(Duration::ZERO, |entry| entry.pace.delay(1.0))
    }

    /// Records that a request has been admitted.
    pub(super) fn know(&self) {
        if let Some(entry) = self.visitors.lock().connections.get_mut(&self.number) {
            entry.is_known = true;
        }
    }

    /// Lets the connection keep its place while it is a page or its request is handled. Returns `None` if it has lost
    /// the place already, or if an address of another machine would hold more than half of all places.
    pub(super) fn hold(self: &Arc<Self>) -> Option<Hold> {
        let most = (self.visitors.most / 2).max(HELD_OF_ONE);
        let mut inner = self.visitors.lock();
        let Places { connections, addresses, .. } = &mut *inner;
        let (entry, address) =
            (connections.get_mut(&self.number)?, addresses.get_mut(&self.address)?);
        if !self.address.is_loopback() && address.held >= most {
            return None;
        }
        entry.held += 1;
        address.held += 1;
        Some(Hold(Arc::clone(self)))
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.visitors.lock().remove(self.number);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut inner = self.0.visitors.lock();
        let Places { connections, addresses, .. } = &mut *inner;
        if let Some(entry) = connections.get_mut(&self.0.number) {
            entry.held -= 1;
            if let Some(address) = addresses.get_mut(&self.0.address) {
                address.held -= 1;
            }
        }
    }
}

async fn rest(time: Duration) {
    // Even without time, a timer takes a millisecond.
    if !time.is_zero() {
        sleep(time).await;
    }
}

/// Limits the rate of requests.
#[derive(Debug)]
pub(super) struct Pace {
    per_s: f64,
    at_once: f64,
    allowed: f64,
    at: Instant,
}

impl Pace {
    pub(super) fn new(per_s: f64, at_once: f64) -> Self {
        Self { per_s, at_once, allowed: at_once, at: Instant::now() }
    }

    /// Counts a request that costs as much as this many, and waits if there were too many recently.
    pub(super) async fn wait(&mut self, cost: f64) {
        rest(self.delay(cost)).await;
    }

    /// Counts a request, and returns how long to wait.
    fn delay(&mut self, cost: f64) -> Duration {
        self.gain();
        self.allowed -= cost;
        Duration::from_secs_f64((-self.allowed / self.per_s).max(0.0))
    }

    /// Whether there were no requests recently.
    fn is_rested(&mut self) -> bool {
        self.gain();
        self.allowed >= self.at_once
    }

    fn gain(&mut self) {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * self.per_s;
        self.allowed = (self.allowed + gained).min(self.at_once);
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::Budget;
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn admit(visitors: &Arc<Visitors>, address: &str) -> Option<Arc<Visit>> {
        visitors.admit(ip(address), Budget::new(1).take(1).unwrap())
    }

    fn has_place(visit: &Visit) -> bool {
        visit.visitors.lock().connections.contains_key(&visit.number)
    }

    #[test]
    fn newcomers_get_the_places_of_idle_connections() {
        let visitors = Visitors::new(4);
        let admit = |address| admit(&visitors, address).unwrap();
        let [crowd, stranger] = ["192.168.1.5", "192.168.1.9"];
        let first = admit(stranger);
        let many = [admit(crowd), admit(crowd), admit(crowd)];
        let second = admit(stranger);
        assert!(has_place(&first) && !has_place(&many[0]), "the oldest of the crowded address");
        for visit in &many {
            visit.know();
        }
        let third = admit(stranger);
        assert!(!has_place(&first), "the oldest without an admitted request");
        let held: Vec<_> = [&many[1], &second, &third].map(Visit::hold).into();
        assert!(many[0].hold().is_none() && held.iter().all(Option::is_some));
        let last = admit(crowd);
        assert!(!has_place(&many[2]));
        let hold = last.hold();
        assert!(super::tests::admit(&visitors, crowd).is_none(), "all are held");
        drop((hold, held));
        drop((first, many, second, third, last, admit(crowd)));
        let inner = visitors.lock();
        assert!(inner.connections.is_empty());
        assert!(inner.addresses.values().all(|entry| entry.connections == 0 && entry.held == 0));
    }

    #[test]
    fn a_crowd_makes_room_even_if_it_is_known() {
        let visitors = Visitors::new(3);
        let admit = |address| admit(&visitors, address).unwrap();
        let crowd = [admit("192.168.1.5"), admit("192.168.1.5")];
        for visit in &crowd {
            visit.know();
        }
        let newcomer = admit("192.168.1.9");
        let _again = admit("192.168.1.5");
        assert!(has_place(&newcomer) && !has_place(&crowd[0]));
    }

    #[test]
    fn another_machine_holds_half_of_the_places_at_most() {
        let visitors = Visitors::new(40);
        let held = |address: &str| {
            let visits = (0..30).map(|_| admit(&visitors, address).unwrap());
            let visits: Vec<_> = visits.collect();
            let holds: Vec<_> = visits.iter().map_while(Visit::hold).collect();
            holds.len()
        };
        assert_eq!(["192.168.1.5", "192.168.1.9", "127.0.0.1", "::1"].map(held), [20, 20, 30, 30]);
    }

    #[test]
    fn addresses_of_one_network_are_one() {
        assert_eq!(address_of(ip("2001:db8::1")), address_of(ip("2001:db8::ffff:1:2")));
        assert_ne!(address_of(ip("2001:db8::1")), address_of(ip("2001:db8:0:1::1")));
        assert_eq!(address_of(ip("::ffff:127.0.0.1")), ip("127.0.0.1"));
        assert_eq!(address_of(ip("::1")), ip("::1"));
    }

    #[test]
    fn other_machines_are_slowed_down() {
        let visitors = Visitors::new(4);
        let count = |address: &str| {
            let visit = admit(&visitors, address).unwrap();
            (0..1000).take_while(|_| visit.delay().is_zero()).count()
        };
        let [first, again, other] = ["192.168.1.5", "192.168.1.5", "192.168.1.9"].map(count);
        assert!(
            (300..400).contains(&first) && again < 100 && other >= 300,
            "{first} {again} {other}"
        );
        assert_eq!(count("127.0.0.1"), 1000, "programs on this machine");
    }
}
