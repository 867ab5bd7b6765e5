//! The trie of known feasible paths.
//!
//! A path is its sequence of decisions, each with the calls that it is taken in; straight lines between them need no
//! nodes. A node is a decision taken behind those of its parent. Loops are merged: a decision that was already taken in
//! the same calls, not long ago, leads back to where it was taken, so a loop that does the same thing again and again
//! costs nothing. Calls are matched with returns: a function that is called from two places has nodes of its own for
//! each, so no path in the trie enters at one call and returns behind the other. Memory is bounded: when the trie is
//! full, known nodes are still followed and counted, but no new ones made.

use crate::linear::Aim;
use rarebit_front_end::ir::Edge;
use rustc_hash::{FxHashMap, FxHashSet};

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

pub struct Trie {
    children: FxHashMap<(Node, Edge), Node>,
    /// How often each node was passed, and how often a turn there was tried.
    passed: Vec<u32>,
    tried: FxHashMap<(Node, Aim), u32>,
    /// What is proved to be impossible: behind which path, and what.
    closed: FxHashSet<(Path, Aim)>,
    most: usize,
}

/// How far back a loop is looked for.
const LOOP: usize = 24;

/// The calls that a decision is taken in, as a fingerprint.
pub type Calls = u64;

/// A path on its way into the trie.
#[derive(Debug)]
pub struct Cursor {
    at: Node,
    recent: Vec<(Edge, Calls, Node)>,
}

impl Default for Cursor {
    fn default() -> Self {
        Cursor { at: Trie::ROOT, recent: Vec::new() }
    }
}

impl Cursor {
    /// The node behind the last decision.
    pub fn node(&self) -> Node {
        self.at
    }
}

impl Default for Trie {
    fn default() -> Self {
        Trie::new(1 << 17)
    }
}

impl Trie {
    pub const ROOT: Node = Node(0);

    /// With at most so many nodes.
    pub fn new(most: usize) -> Trie {
        Trie {
            children: FxHashMap::default(),
            passed: vec![0],
            tried: FxHashMap::default(),
            closed: FxHashSet::default(),
            most,
        }
    }

    pub fn len(&self) -> usize {
        self.passed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.passed.len() == 1
    }

    /// Takes the next decision of a path; whether the node behind it is new.
    pub fn advance(&mut self, cursor: &mut Cursor, edge: Edge, calls: Calls) -> bool {
        let known = self.children.get(&(cursor.at, edge)).copied();
        let same = |(taken, inside, _): &&(Edge, Calls, Node)| (*taken, *inside) == (edge, calls);
        let looped = || cursor.recent.iter().rev().take(LOOP).find(same).map(|(.., node)| *node);
        let full = self.passed.len() >= self.most;
        let (next, new) = match known.or_else(looped) {
            Some(next) => (next, false),
            None if full => (cursor.at, false),
            None => {
                self.passed.push(0);
                (Node(self.passed.len() as u32 - 1), true)
            }
        };
        if next != cursor.at {
            self.children.entry((cursor.at, edge)).or_insert(next);
        }
        self.passed[next.0 as usize] = self.passed[next.0 as usize].saturating_add(1);
        cursor.recent.push((edge, calls, next));
        if cursor.recent.len() > 4 * LOOP {
            cursor.recent.drain(..2 * LOOP);
        }
        cursor.at = next;
        new
    }

    /// Has someone gone this way from here?
    pub fn has(&self, node: Node, edge: Edge) -> bool {
        self.children.contains_key(&(node, edge))
    }

    /// Counts an attempt to do something at a node.
    pub fn attempt(&mut self, node: Node, aim: Aim) {
        *self.tried.entry((node, aim)).or_insert(0) += 1;
    }

    pub fn attempts(&self, node: Node, aim: Aim) -> u32 {
        self.tried.get(&(node, aim)).copied().unwrap_or(0)
    }

    pub fn passed(&self, node: Node) -> u32 {
        self.passed[node.0 as usize]
    }

    /// It is proved that this cannot be done behind exactly this path. Paths that share a node do not share that.
    pub fn close(&mut self, path: Path, aim: Aim) {
        self.closed.insert((path, aim));
    }

    /// How much is proved to be impossible.
    pub fn closed(&self) -> usize {
        self.closed.len()
    }

    pub fn is_closed(&self, path: Path, aim: Aim) -> bool {
        self.closed.contains(&(path, aim))
    }
}

/// A fingerprint of a whole path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path(u128);

impl Path {
    /// FNV-1a in 128 bits.
    pub fn of(decisions: &[Edge]) -> Path {
        let hash = decisions.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash: u128, edge| {
            (hash ^ u128::from(edge.as_u32())).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        });
        Path(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds a path, each decision with the calls it is taken in; the node before each decision, and the last one, and how
    /// many are new.
    fn insert(trie: &mut Trie, path: &[(u32, Calls)]) -> (Vec<Node>, usize) {
        let mut cursor = Cursor::default();
        let (mut nodes, mut new) = (vec![Trie::ROOT], 0);
        for (edge, calls) in path {
            new += usize::from(trie.advance(&mut cursor, Edge::from_u32(*edge), *calls));
            nodes.push(cursor.node());
        }
        (nodes, new)
    }

    fn flat(edges: impl IntoIterator<Item = u32>) -> Vec<(u32, Calls)> {
        edges.into_iter().map(|edge| (edge, 0)).collect()
    }

    #[test]
    fn prefixes_are_shared_and_loops_merged() {
        let mut trie = Trie::default();
        let (nodes, new) = insert(&mut trie, &flat([1, 2, 3]));
        assert_eq!((nodes.len(), new), (4, 3));
        assert_eq!(insert(&mut trie, &flat([1, 2, 4])).1, 1);
        assert!(trie.has(nodes[2], Edge::from_u32(4)) && !trie.has(nodes[1], Edge::from_u32(4)));
        // A hundred times round the same loop, then out.
        let mut trie = Trie::default();
        let long = [5].into_iter().chain([6, 7].repeat(100)).chain([8]);
        assert_eq!(insert(&mut trie, &flat(long)).1, 4);
        let short = [5].into_iter().chain([6, 7].repeat(3)).chain([8]);
        assert_eq!(insert(&mut trie, &flat(short)).1, 0);
    }

    /// A function that decides 7 or 8 is called at two places, with a decision behind each call.
    #[test]
    fn a_call_returns_to_where_it_was() {
        let (first, second) = (100, 200);
        let mut trie = Trie::default();
        let (nodes, _) = insert(&mut trie, &[(7, first), (1, 0), (7, second), (2, 0)]);
        assert_eq!(nodes.iter().collect::<std::collections::BTreeSet<_>>().len(), 5, "no node twice: it is no loop");
        assert!(!trie.has(nodes[1], Edge::from_u32(2)), "in by the first call, out behind the second");
        assert!(!trie.has(nodes[3], Edge::from_u32(1)), "in by the second call, out behind the first");
        // In a loop the same call is the same again.
        let mut trie = Trie::default();
        let round = [(7, first), (1, 0), (7, second), (2, 0)];
        assert_eq!(insert(&mut trie, &round.repeat(50)).1, 4);
    }

    #[test]
    fn memory_is_bounded() {
        let mut trie = Trie::new(10);
        let (nodes, _) = insert(&mut trie, &flat(0..1000));
        assert_eq!((nodes.len(), trie.len()), (1001, 10));
    }
}
