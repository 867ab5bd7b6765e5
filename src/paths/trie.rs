//! The trie of known feasible paths.
//!
//! A path is its sequence of decisions; straight lines between them need no nodes. A node is a decision taken behind
//! those of its parent. Loops are merged: a decision that was already taken in the same round of nodes, not long ago,
//! leads back to where it was taken, so a loop that does the same thing again and again costs nothing. Memory is
//! bounded: when the trie is full, known nodes are still followed and counted, but no new ones made.

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

    /// Adds a path; the node before each decision, and the last one. New nodes are counted.
    pub fn insert(&mut self, path: &[Edge]) -> (Vec<Node>, usize) {
        let mut at = Trie::ROOT;
        let mut nodes = Vec::with_capacity(path.len() + 1);
        let mut recent: Vec<(Edge, Node)> = Vec::new();
        let mut new = 0;
        nodes.push(at);
        for &edge in path {
            let known = self.children.get(&(at, edge)).copied();
            let looped = || recent.iter().rev().take(LOOP).find(|(taken, _)| *taken == edge).map(|(_, node)| *node);
            let next = match known.or_else(looped) {
                Some(next) => next,
                None if self.passed.len() < self.most => {
                    new += 1;
                    self.passed.push(0);
                    Node(self.passed.len() as u32 - 1)
                }
                None => at,
            };
            if next != at {
                self.children.entry((at, edge)).or_insert(next);
            }
            self.passed[next.0 as usize] = self.passed[next.0 as usize].saturating_add(1);
            recent.push((edge, next));
            if recent.len() > 4 * LOOP {
                recent.drain(..2 * LOOP);
            }
            at = next;
            nodes.push(at);
        }
        (nodes, new)
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

    fn path(edges: &[u32]) -> Vec<Edge> {
        edges.iter().map(|edge| Edge::from_u32(*edge)).collect()
    }

    #[test]
    fn prefixes_are_shared_and_loops_merged() {
        let mut trie = Trie::default();
        let (nodes, new) = trie.insert(&path(&[1, 2, 3]));
        assert_eq!((nodes.len(), new), (4, 3));
        assert_eq!(trie.insert(&path(&[1, 2, 4])).1, 1);
        assert!(trie.has(nodes[2], Edge::from_u32(4)) && !trie.has(nodes[1], Edge::from_u32(4)));
        // A hundred times round the same loop, then out.
        let mut trie = Trie::default();
        let long: Vec<u32> = [5].into_iter().chain([6, 7].repeat(100)).chain([8]).collect();
        assert_eq!(trie.insert(&path(&long)).1, 4);
        let short: Vec<u32> = [5].into_iter().chain([6, 7].repeat(3)).chain([8]).collect();
        assert_eq!(trie.insert(&path(&short)).1, 0);
    }

    #[test]
    fn memory_is_bounded() {
        let mut trie = Trie::new(10);
        let (nodes, _) = trie.insert(&path(&(0..1000).collect::<Vec<u32>>()));
        assert_eq!((nodes.len(), trie.len()), (1001, 10));
    }
}
