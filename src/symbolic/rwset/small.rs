//! Maps of few entries: sorted, in one piece of memory, and without an allocation for one or two.

use smallvec::SmallVec;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small<K, V>(SmallVec<[(K, V); 2]>);

impl<K, V> Default for Small<K, V> {
    fn default() -> Self {
        Small(SmallVec::new())
    }
}

impl<K: Copy + Ord, V> Small<K, V> {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, key: K) -> Result<usize, usize> {
        match self.0.last() {
            None => Err(0),
            Some((last, _)) if *last < key => Err(self.0.len()),
            Some(_) => self.0.binary_search_by_key(&key, |(key, _)| *key),
        }
    }

    pub fn get(&self, key: K) -> Option<&V> {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    pub fn insert(&mut self, key: K, value: V) {
        match self.place(key) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// The entry of a key, made if there is none.
    pub fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.place(key).unwrap_or_else(|at| {
            self.0.insert(at, (key, V::default()));
            at
        });
        &mut self.0[at].1
    }

    /// A new entry behind all others.
    pub fn push(&mut self, key: K, value: V) {
        debug_assert!(self.0.last().is_none_or(|(last, _)| *last < key));
        self.0.push((key, value));
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// Those with lesser keys.
    pub fn below(&self, end: K) -> impl Iterator<Item = (K, &V)> {
        self.iter().take_while(move |(key, _)| *key < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn like_a_map(keys in prop::collection::vec((0u32..9, any::<bool>()), 0..30)) {
            let (mut small, mut map) = (Small::<u32, usize>::default(), BTreeMap::new());
            for (at, (key, set)) in keys.into_iter().enumerate() {
                if set {
                    small.insert(key, at);
                    map.insert(key, at);
                } else {
                    *small.entry(key) += 1;
                    *map.entry(key).or_default() += 1;
                }
                prop_assert_eq!(small.get(key), map.get(&key));
                prop_assert!(small.iter().eq(map.iter().map(|(key, value)| (*key, value))));
                prop_assert!(small.below(key).eq(map.range(..key).map(|(key, value)| (*key, value))));
            }
        }
    }
}
