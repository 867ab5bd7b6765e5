//! Where a state is in the tree of points, and when a part of that tree is finished.
//!
//! A [`Node`] is one visit of a point. It lives as long as a state or a later node hangs on it; when the last one lets go,
//! everything below it is known, and what it read goes up to the node before. A state lets go in one of two ways: it says
//! what became of it, or it does not (it was dropped by a limit, another pruner, a thief), and then nothing is known about
//! any node above it. So forgetting to say something can only lose pruning, never paths.
//!
//! A state may be found equal to one on its own path: then what is read from here on is what is read from there on, which
//! is not known before that node is finished. All nodes between the two wait for it, as in Tarjan's components. If it is
//! equal to one on another path that is still going on, it need not be followed either, since that one is; but what is read
//! then remains unknown, and nothing is said about the nodes above it.

use super::keys::translated;
use super::sets::{ReadSet, Way};
use crate::symbolic::memory::Space;
use crate::symbolic::state::State;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The nodes that must be finished first: their numbers on the path, and their identity.
pub type Needs = BTreeMap<u32, u64>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// States below it are still on their way.
    Open,
    /// Finished, but for nodes above it that are not.
    Waiting,
    Finished,
    /// Everything below it is or will be followed, but nobody says what it reads.
    Unread,
    /// Something below it is not known.
    Lost,
}

/// A visit of a point: the state that came, and what is known about what follows.
pub struct Record {
    pub id: u64,
    pub number: u32,
    pub point: u32,
    /// None at the root.
    pub state: Option<State>,
    pub status: Cell<Status>,
    pub reads: RefCell<ReadSet>,
    pub needs: RefCell<Needs>,
}

pub type Finished = Rc<RefCell<Vec<Rc<Record>>>>;

pub struct Node {
    parent: Option<Rc<Node>>,
    /// From the parent to here.
    way: Rc<Way>,
    pub record: Rc<Record>,
    waiting: RefCell<Vec<Rc<Record>>>,
    finished: Finished,
}

impl Node {
    pub fn root(finished: &Finished) -> Node {
        let record = Record {
            id: 0,
            number: 0,
            point: u32::MAX,
            state: None,
            status: Cell::new(Status::Open),
            reads: RefCell::default(),
            needs: RefCell::default(),
        };
        let (way, record) = (Rc::default(), Rc::new(record));
        Node { parent: None, way, record, waiting: RefCell::default(), finished: finished.clone() }
    }

    /// Is it on the path that ends here?
    fn has(self: &Rc<Node>, number: u32, id: u64) -> bool {
        let mut node = Some(self);
        while let Some(here) = node {
            if here.record.number <= number {
                return here.record.id == id;
            }
            node = here.parent.as_ref();
        }
        false
    }

    fn lose(&self) {
        self.record.status.set(Status::Lost);
    }

    fn give_up_reads(&self) {
        if self.record.status.get() != Status::Lost {
            self.record.status.set(Status::Unread);
        }
    }

    fn gain(&self, reads: ReadSet) {
        self.record.reads.borrow_mut().add(reads);
    }

    /// Everything below is done; the parent, who is told.
    fn close(&mut self) -> Option<Rc<Node>> {
        let parent = self.parent.take()?;
        let record = &self.record;
        let waiting = self.waiting.take();
        let status = record.status.get();
        if matches!(status, Status::Lost | Status::Unread) {
            waiting.iter().for_each(|record| record.status.set(status));
            if status == Status::Lost {
                parent.lose()
            } else {
                parent.give_up_reads()
            }
            return Some(parent);
        }
        record.needs.borrow_mut().remove(&record.number);
        let (needs, reads) = (record.needs.borrow(), record.reads.borrow());
        for below in waiting {
            let mut missing = below.needs.borrow_mut();
            if missing.remove(&record.number).is_some()
                && let (Some(from), Some(to)) = (&record.state, &below.state)
            {
                below.reads.borrow_mut().add(translated(&reads, from, to));
                missing.extend(needs.iter().map(|(number, id)| (*number, *id)));
            }
            self.keep(&parent, &below, missing.is_empty());
        }
        self.keep(&parent, record, needs.is_empty());
        parent.gain(self.way.before(&reads));
        parent.record.needs.borrow_mut().extend(needs.iter().map(|(number, id)| (*number, *id)));
        Some(parent)
    }

    fn keep(&self, parent: &Node, record: &Rc<Record>, finished: bool) {
        if finished {
            record.status.set(Status::Finished);
            self.finished.borrow_mut().push(record.clone());
        } else {
            record.status.set(Status::Waiting);
            parent.waiting.borrow_mut().push(record.clone());
        }
    }
}

impl Drop for Node {
    /// One node after the other: a long path would need a deep stack.
    fn drop(&mut self) {
        let mut next = self.close();
        while let Some(parent) = next {
            next = Rc::into_inner(parent).and_then(|mut node| node.close());
        }
    }
}

/// What a state carries with it.
#[derive(Clone)]
pub struct Track {
    node: Rc<Node>,
    /// Since the node.
    pub way: Rc<Way>,
    /// Has it come to a block that it has not begun?
    pub arriving: bool,
    /// The object that was met last: its base, its birth, and how many were born then.
    met: (u32, u64, u64),
    /// Points since the last fork, and how many forks there were.
    pub quiet: u32,
    pub forks: usize,
    /// Did it say what became of it?
    told: bool,
}

impl std::fmt::Debug for Track {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at node {}", self.node.record.id)
    }
}

impl Drop for Track {
    fn drop(&mut self) {
        if !self.told {
            self.node.lose();
        }
    }
}

impl Track {
    pub fn new(node: Node, depth: u32, births: u64) -> Track {
        let way = Rc::new(Way::new(depth, births));
        Track { node: Rc::new(node), way, arriving: false, met: (0, 0, u64::MAX), quiet: 0, forks: 0, told: false }
    }

    /// When an object was born.
    pub fn birth(&mut self, space: &Space, base: u32) -> u64 {
        let (last, birth, births) = self.met;
        // An address is given to another object only if one is born.
        if (last, births) == (base, space.births()) {
            return birth;
        }
        self.met = (base, space.get(base).birth, space.births());
        self.met.1
    }

    pub fn way(&mut self) -> &mut Way {
        Rc::make_mut(&mut self.way)
    }

    /// Something on the way here is not known.
    pub fn lose(&self) {
        self.node.lose();
    }

    /// The path came to its end.
    pub fn end(&mut self) {
        self.told = true;
        self.node.gain(self.way.before(&ReadSet::default()));
    }

    /// From here on everything is as from another point.
    pub fn end_as(&mut self, reads: &ReadSet, needs: &Needs) {
        self.told = true;
        self.node.gain(self.way.before(reads));
        self.node.record.needs.borrow_mut().extend(needs.iter().map(|(number, id)| (*number, *id)));
    }

    /// From here on everything is as from a state that others follow.
    pub fn end_unread(&mut self) {
        self.told = true;
        self.node.give_up_reads();
    }

    /// Goes on from a new node.
    pub fn advance(&mut self, record: Rc<Record>, depth: u32, births: u64) {
        let finished = self.node.finished.clone();
        let way = std::mem::replace(&mut self.way, Rc::new(Way::new(depth, births)));
        let parent = Some(self.node.clone());
        self.node = Rc::new(Node { parent, way, record, waiting: RefCell::default(), finished });
    }

    /// The number of the next node on the path.
    pub fn next_number(&self) -> u32 {
        self.node.record.number + 1
    }

    /// What an equal state tells about this one; none if it tells nothing.
    pub fn same_as(&self, record: &Record, state: &State) -> Option<Same> {
        let (reads, needs) = match record.status.get() {
            Status::Lost => return None,
            Status::Unread => return Some(Same::Followed),
            Status::Open => (ReadSet::default(), Needs::from([(record.number, record.id)])),
            Status::Waiting | Status::Finished => {
                let reads = translated(&record.reads.borrow(), record.state.as_ref()?, state);
                (reads, record.needs.borrow().clone())
            }
        };
        let above = needs.iter().all(|(number, id)| self.node.has(*number, *id));
        Some(if above { Same::Reads(reads, needs) } else { Same::Followed })
    }
}

/// What is known about the future of a state.
pub enum Same {
    /// What is read, as far as it is known, and what must be finished before it is.
    Reads(ReadSet, Needs),
    /// Somebody else follows it.
    Followed,
}
