//! A persistent map from numbers to values: copies are free, and joining two maps costs what differs between them.
//!
//! A binary radix trie on the key's bits, highest first (Okasaki and Gill, "Fast mergeable integer maps", 1998).
//! States of neighbouring program points share most of their memory, so every operation on two maps first asks
//! whether the two subtrees are the same one.

use std::rc::Rc;

#[derive(Debug)]
enum Node<V> {
    Leaf(u32, V),
    /// Keys agree on the bits above `bit`; those without it are left.
    Fork {
        prefix: u32,
        bit: u32,
        left: Link<V>,
        right: Link<V>,
    },
}

type Link<V> = Rc<Node<V>>;

#[derive(Debug)]
pub struct Trie<V>(Option<Link<V>>);

impl<V> Clone for Trie<V> {
    fn clone(&self) -> Self {
        Trie(self.0.clone())
    }
}

impl<V> Default for Trie<V> {
    fn default() -> Self {
        Trie(None)
    }
}

/// The bits above `bit`.
fn above(key: u32, bit: u32) -> u32 {
    key & !(bit | (bit - 1))
}

fn fork<V>(a: (u32, Link<V>), b: (u32, Link<V>)) -> Link<V> {
    let difference = a.0 ^ b.0;
    let bit = 1 << (31 - difference.leading_zeros());
    let prefix = above(a.0, bit);
    let (left, right) = if a.0 & bit == 0 { (a.1, b.1) } else { (b.1, a.1) };
    Rc::new(Node::Fork { prefix, bit, left, right })
}

impl<V> Node<V> {
    /// A key below the node, or its prefix: enough to place it among others.
    fn sample(&self) -> u32 {
        match self {
            Node::Leaf(key, _) => *key,
            Node::Fork { prefix, .. } => *prefix,
        }
    }
}

impl<V: Clone> Trie<V> {
    pub fn get(&self, key: u32) -> Option<&V> {
        let mut node = self.0.as_ref()?;
        loop {
            match &**node {
                Node::Leaf(found, value) => return (*found == key).then_some(value),
                Node::Fork { prefix, bit, left, right } => {
                    if above(key, *bit) != *prefix {
                        return None;
                    }
                    node = if key & bit == 0 { left } else { right };
                }
            }
        }
    }

    pub fn insert(&mut self, key: u32, value: V) {
        self.0 = Some(match self.0.take() {
            None => Rc::new(Node::Leaf(key, value)),
            Some(node) => insert(node, key, value),
        });
    }

    pub fn remove(&mut self, key: u32) {
        if self.get(key).is_some() {
            self.0 = self.0.take().and_then(|node| remove(&node, key));
        }
    }

    /// Calls `f` on every entry, in order of the keys.
    pub fn for_each(&self, mut f: impl FnMut(u32, &V)) {
        fn walk<V>(node: &Node<V>, f: &mut impl FnMut(u32, &V)) {
            match node {
                Node::Leaf(key, value) => f(*key, value),
                Node::Fork { left, right, .. } => {
                    walk(left, f);
                    walk(right, f);
                }
            }
        }
        if let Some(node) = &self.0 {
            walk(node, &mut f);
        }
    }

    /// Keys of one or both maps. `both` joins two values that are not the same; entries of one map alone are kept
    /// if `lone` says so.
    pub fn merge(&self, other: &Trie<V>, lone: bool, both: &mut impl FnMut(u32, &V, &V) -> Option<V>) -> Trie<V> {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Trie(merge(a, b, lone, both)),
            (a, b) if lone => Trie(a.clone().or_else(|| b.clone())),
            _ => Trie(None),
        }
    }

    /// Does `f` hold for every key that this map has, with the other map's value?
    pub fn all(&self, other: &Trie<V>, f: &mut impl FnMut(u32, &V, Option<&V>) -> bool) -> bool {
        match &self.0 {
            None => true,
            Some(node) => all(node, other.0.as_ref(), f),
        }
    }
}

fn insert<V: Clone>(node: Link<V>, key: u32, value: V) -> Link<V> {
    let leaf = |value| Rc::new(Node::Leaf(key, value));
    match &*node {
        Node::Leaf(found, _) if *found == key => leaf(value),
        Node::Leaf(found, _) => fork((key, leaf(value)), (*found, node.clone())),
        Node::Fork { prefix, bit, .. } if above(key, *bit) != *prefix => {
            fork((key, leaf(value)), (*prefix, node.clone()))
        }
        Node::Fork { prefix, bit, left, right } => {
            let (mut left, mut right) = (left.clone(), right.clone());
            if key & bit == 0 {
                left = insert(left, key, value);
            } else {
                right = insert(right, key, value);
            }
            Rc::new(Node::Fork { prefix: *prefix, bit: *bit, left, right })
        }
    }
}

fn remove<V: Clone>(node: &Link<V>, key: u32) -> Option<Link<V>> {
    match &**node {
        Node::Leaf(..) => None,
        Node::Fork { prefix, bit, left, right } => {
            let (left, right) = if key & bit == 0 {
                (remove(left, key), Some(right.clone()))
            } else {
                (Some(left.clone()), remove(right, key))
            };
            join_links(*prefix, *bit, left, right)
        }
    }
}

fn join_links<V>(prefix: u32, bit: u32, left: Option<Link<V>>, right: Option<Link<V>>) -> Option<Link<V>> {
    match (left, right) {
        (Some(left), Some(right)) => Some(Rc::new(Node::Fork { prefix, bit, left, right })),
        (left, right) => left.or(right),
    }
}

fn merge<V: Clone>(
    a: &Link<V>,
    b: &Link<V>,
    lone: bool,
    both: &mut impl FnMut(u32, &V, &V) -> Option<V>,
) -> Option<Link<V>> {
    if Rc::ptr_eq(a, b) {
        return Some(a.clone());
    }
    match (&**a, &**b) {
        (Node::Leaf(k, x), Node::Leaf(l, y)) if k == l => both(*k, x, y).map(|v| Rc::new(Node::Leaf(*k, v))),
        (
            Node::Fork { prefix: p, bit: m, left: al, right: ar },
            Node::Fork { prefix: q, bit: n, left: bl, right: br },
        ) if m == n && p == q => {
            let left = merge(al, bl, lone, both);
            let right = merge(ar, br, lone, both);
            let same = |new: &Option<Link<V>>, old: &Link<V>| new.as_ref().is_some_and(|new| Rc::ptr_eq(new, old));
            if same(&left, al) && same(&right, ar) {
                return Some(a.clone());
            }
            join_links(*p, *m, left, right)
        }
        (Node::Fork { prefix, bit, left, right }, _) if above(b.sample(), *bit) == *prefix && above_all(b, *bit) => {
            let (left, right) = if b.sample() & bit == 0 {
                (merge(left, b, lone, both), lone.then(|| right.clone()))
            } else {
                (lone.then(|| left.clone()), merge(right, b, lone, both))
            };
            join_links(*prefix, *bit, left, right)
        }
        (_, Node::Fork { prefix, bit, left, right }) if above(a.sample(), *bit) == *prefix && above_all(a, *bit) => {
            let (left, right) = if a.sample() & bit == 0 {
                (merge(a, left, lone, both), lone.then(|| right.clone()))
            } else {
                (lone.then(|| left.clone()), merge(a, right, lone, both))
            };
            join_links(*prefix, *bit, left, right)
        }
        _ => lone.then(|| fork((a.sample(), a.clone()), (b.sample(), b.clone()))),
    }
}

/// Does the node lie below a fork at `bit`?
fn above_all<V>(node: &Node<V>, bit: u32) -> bool {
    match node {
        Node::Leaf(..) => true,
        Node::Fork { bit: own, .. } => *own < bit,
    }
}

fn all<V: Clone>(a: &Link<V>, b: Option<&Link<V>>, f: &mut impl FnMut(u32, &V, Option<&V>) -> bool) -> bool {
    if b.is_some_and(|b| Rc::ptr_eq(a, b)) {
        return true;
    }
    match &**a {
        Node::Leaf(key, value) => {
            let other = Trie(b.cloned());
            f(*key, value, other.get(*key))
        }
        Node::Fork { prefix, bit, left, right } => match b.map(|b| &**b) {
            Some(Node::Fork { prefix: q, bit: n, left: bl, right: br }) if bit == n && prefix == q => {
                all(left, Some(bl), f) && all(right, Some(br), f)
            }
            // The other is larger: go down on the side that holds this one.
            Some(Node::Fork { prefix: q, bit: n, left: bl, right: br }) if n > bit && above(*prefix, *n) == *q => {
                all(a, Some(if prefix & n == 0 { bl } else { br }), f)
            }
            _ => all(left, b, f) && all(right, b, f),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn numbers(mut seed: u32) -> Vec<(u32, u32)> {
        let mut next = move || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            seed >> 16
        };
        (0..60).map(|_| (next() % 97 * if next() % 5 == 0 { 1 << 20 } else { 1 }, next())).collect()
    }

    /// The trie does what an ordinary map does.
    #[test]
    fn like_an_ordinary_map() {
        for seed in 0..200 {
            let (mut a, mut b) = (Trie::default(), Trie::default());
            let (mut plain_a, mut plain_b) = (BTreeMap::new(), BTreeMap::new());
            for (i, (key, value)) in numbers(seed).into_iter().enumerate() {
                if i % 7 == 3 {
                    a.remove(key);
                    plain_a.remove(&key);
                } else if i % 3 == 0 {
                    b.insert(key, value);
                    plain_b.insert(key, value);
                } else {
                    a.insert(key, value);
                    plain_a.insert(key, value);
                }
                if i == 20 {
                    b = a.clone();
                    plain_b = plain_a.clone();
                }
            }
            for lone in [true, false] {
                let merged = a.merge(&b, lone, &mut |_, x, y| (x.max(y) % 3 != 0).then_some(*x.max(y)));
                let mut expected = BTreeMap::new();
                for key in plain_a.keys().chain(plain_b.keys()) {
                    let value = match (plain_a.get(key), plain_b.get(key)) {
                        (Some(x), Some(y)) if x.max(y) % 3 != 0 => Some(*x.max(y)),
                        (Some(_), Some(_)) => None,
                        (x, y) if lone => x.or(y).copied(),
                        _ => None,
                    };
                    value.map(|v| expected.insert(*key, v));
                }
                let mut found = BTreeMap::new();
                merged.for_each(|k, v| {
                    found.insert(k, *v);
                });
                // Subtrees that are one and the same are not looked into.
                for (key, value) in &expected {
                    assert_eq!(found.get(key), Some(value), "seed {seed}");
                }
            }
            let mut seen = 0;
            let plain = plain_a.iter().all(|(k, v)| plain_b.get(k) == Some(v));
            assert_eq!(
                a.all(&b, &mut |_, x, y| {
                    seen += 1;
                    Some(x) == y
                }),
                plain
            );
        }
    }
}
