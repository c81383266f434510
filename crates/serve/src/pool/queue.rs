//! Decides which client is served next. Clients take turns; the requests of each client are served in order.

use std::collections::{BTreeMap, VecDeque};

/// The number of a client.
pub(super) type ClientId = u64;

/// The waiting requests of each client, and the number being served.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    /// Clients that are waiting or being served.
    lines: BTreeMap<ClientId, ClientQueue<T>>,
    /// Clients with a request that could be served now, next one first. A client that has been served goes to the end.
    /// A client that has reached its limit is added again, at the end, when one of its searches ends.
    turns: VecDeque<ClientId>,
}

/// The requests of a client.
#[derive(Debug)]
struct ClientQueue<T> {
    waiting: VecDeque<T>,
    running: usize,
    /// The maximum number of the client's requests served at once.
    at_once: usize,
}

impl<T> ClientQueue<T> {
    fn may_begin(&self) -> bool {
        !self.waiting.is_empty() && self.running < self.at_once
    }
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { lines: BTreeMap::new(), turns: VecDeque::new() }
    }
}

impl<T> FairQueue<T> {
    /// Adds a request from a client. Up to `at_once` of the client's requests are served at once.
    pub(super) fn push(&mut self, client: ClientId, at_once: usize, request: T) {
        let line = self.lines.entry(client).or_insert_with(|| ClientQueue {
            waiting: VecDeque::new(),
            running: 0,
            at_once,
        });
        let had_turn = line.may_begin();
        line.waiting.push_back(request);
        if !had_turn && line.may_begin() {
            self.turns.push_back(client);
        }
    }

    /// Takes the next request from the queue. It counts as being served until [`FairQueue::finished`] is called.
    pub(super) fn next(&mut self) -> Option<(ClientId, T)> {
        let client = self.turns.pop_front()?;
        let line = self.lines.get_mut(&client)?;
        let request = line.waiting.pop_front()?;
        line.running += 1;
        if line.may_begin() {
            self.turns.push_back(client);
        }
        Some((client, request))
    }

    /// Records that the service of one of this client's requests has ended.
    pub(super) fn finished(&mut self, client: ClientId) {
        if let Some(line) = self.lines.get_mut(&client) {
            let had_turn = line.may_begin();
            line.running = line.running.saturating_sub(1);
            if !had_turn && line.may_begin() {
                self.turns.push_back(client);
            }
        }
        self.forget_if_idle(client);
    }

    /// Removes a client's first waiting request that satisfies `is_it`.
    pub(super) fn remove(&mut self, client: ClientId, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let line = self.lines.get_mut(&client)?;
        let place = line.waiting.iter().position(is_it)?;
        let request = line.waiting.remove(place);
        if !line.may_begin() {
            self.turns.retain(|&other| other != client);
        }
        self.forget_if_idle(client);
        request
    }

    fn forget_if_idle(&mut self, client: ClientId) {
        if self.lines.get(&client).is_some_and(|line| line.waiting.is_empty() && line.running == 0)
        {
            self.lines.remove(&client);
        }
    }

    /// The number of clients with a request that could be served now.
    pub(super) fn ready(&self) -> usize {
        self.turns.len()
    }

    /// Whether another client has a request that could be served now.
    pub(super) fn others_are_ready(&self, client: ClientId) -> bool {
        self.turns.iter().any(|&other| other != client)
    }

    /// Calls `tell` with every waiting request and the number of requests ahead of it, in the order in which they will
    /// be served if no more arrive. Clients that have reached their limit come last.
    pub(super) fn for_each_place(&mut self, mut tell: impl FnMut(&mut T, usize)) {
        let busy =
            self.lines.iter().filter(|(_, line)| !line.may_begin()).map(|(&client, _)| client);
        let order: Vec<ClientId> = self.turns.iter().copied().chain(busy).collect();
        let (mut ahead, mut round) = (0, 0);
        loop {
            let before = ahead;
            for client in &order {
                let line = self.lines.get_mut(client);
                if let Some(request) = line.and_then(|line| line.waiting.get_mut(round)) {
                    tell(request, ahead);
                    ahead += 1;
                }
            }
            if ahead == before {
                break;
            }
            round += 1;
        }
    }

    /// Removes all waiting requests.
    pub(super) fn drain(&mut self) -> Vec<T> {
        self.turns.clear();
        std::mem::take(&mut self.lines).into_values().flat_map(|line| line.waiting).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The requests in the order of service, if each ends before the next begins.
    fn served(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| {
            let (client, request) = queue.next()?;
            queue.finished(client);
            Some(request)
        })
        .collect()
    }

    #[test]
    fn clients_take_turns() {
        let mut queue = FairQueue::default();
        for (client, request) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2"), (3, "c1")]
        {
            queue.push(client, 1, request);
        }
        assert_eq!(served(&mut queue), ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert!(queue.lines.is_empty() && queue.turns.is_empty());
    }

    #[test]
    fn who_has_just_been_served_goes_behind_those_who_came_meanwhile() {
        let mut queue = FairQueue::default();
        queue.push(1, 1, "a1");
        assert_eq!(queue.next(), Some((1, "a1")));
        queue.push(1, 1, "a2");
        queue.push(2, 1, "b1");
        assert_eq!((queue.ready(), queue.others_are_ready(2)), (1, false));
        queue.finished(1);
        assert_eq!((queue.ready(), queue.others_are_ready(2)), (2, true));
        assert_eq!(served(&mut queue), ["b1", "a2"]);
    }

    #[test]
    fn a_client_is_served_as_often_at_once_as_it_may_be() {
        let mut queue = FairQueue::default();
        for request in ["a1", "a2", "a3"] {
            queue.push(1, 2, request);
        }
        assert_eq!(queue.next(), Some((1, "a1")));
        assert_eq!(queue.next(), Some((1, "a2")));
        assert_eq!(queue.next(), None);
        queue.finished(1);
        assert_eq!(queue.next(), Some((1, "a3")));
    }

    #[test]
    fn removed_requests_are_not_served() {
        let mut queue = FairQueue::default();
        for (client, request) in [(1, "a1"), (2, "b1"), (2, "b2")] {
            queue.push(client, 1, request);
        }
        assert_eq!(queue.remove(1, |&request| request == "b1"), None, "of another client");
        assert_eq!(queue.remove(1, |&request| request == "a1"), Some("a1"));
        assert_eq!(queue.remove(1, |&request| request == "a1"), None);
        assert_eq!(queue.remove(2, |&request| request == "b1"), Some("b1"));
        assert_eq!(served(&mut queue), ["b2"]);
        assert!(queue.lines.is_empty());
        queue.push(1, 1, "a2");
        assert_eq!(queue.drain(), ["a2"]);
        assert_eq!(queue.next(), None);
    }

    proptest! {
        /// The reported places match the order of service, and every other waiting client is served once between two
        /// requests from a client.
        #[test]
        fn places_are_the_order_of_service(clients in prop::collection::vec(0..6u64, 0..40)) {
            let mut queue = FairQueue::default();
            for (number, &client) in clients.iter().enumerate() {
                queue.push(client, 1, (client, number));
            }
            let mut places = Vec::new();
            queue.for_each_place(|&mut request, ahead| places.push((ahead, request)));
            places.sort_unstable();
            let mut order = Vec::new();
            while let Some((client, request)) = queue.next() {
                queue.finished(client);
                order.push((order.len(), request));
            }
            prop_assert_eq!(&places, &order);
            prop_assert_eq!(order.len(), clients.len());
            for (place, (_, (client, _))) in order.iter().enumerate() {
                let next = order[place + 1..].iter().position(|(_, (other, _))| other == client);
                let Some(next) = next else { continue };
                let between = &order[place + 1..place + 1 + next];
                for other in 0..6 {
                    let count = between.iter().filter(|(_, (who, _))| *who == other).count();
                    let left = order[place + 1..].iter().filter(|(_, (who, _))| *who == other).count();
                    prop_assert_eq!(count, usize::from(other != *client && left > 0));
                }
            }
        }
    }
}
