//! Jobs in one block of bytes, newest last. Millions of waiting states may become jobs when memory runs out, so a job
//! must be small; and their bytes must lie together, because small pieces between those of states that go would keep
//! the pages of the states from being given back.
//!
//! A job is written as numbers of variable length, seven bits to a byte, and then the length of all that.

use super::guide::{Job, Way};
use rarebit_front_end::ir::InputSite;

#[derive(Debug, Default)]
pub struct Jobs {
    bytes: Vec<u8>,
    len: usize,
}

impl Jobs {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn push(&mut self, job: &Job) {
        let start = self.bytes.len();
        self.number(job.turn.map_or(0, |turn| u128::from(turn) + 1));
        self.number(job.ways.len() as u128);
        // Four ways to a byte.
        let four = |ways: &[Way]| ways.iter().rev().fold(0, |byte, way| byte << 2 | way.bits());
        self.bytes.extend(job.ways.chunks(4).map(four));
        self.number(job.values.len() as u128);
        job.values.iter().for_each(|value| self.number(*value));
        self.number(job.inputs.len() as u128);
        for (site, bits) in &job.inputs {
            self.number(site.as_u32().into());
            self.number(*bits);
        }
        let length = (self.bytes.len() - start) as u64;
        self.bytes.extend(length.to_le_bytes());
        self.len += 1;
    }

    /// The newest job.
    pub fn pop(&mut self) -> Option<Job> {
        let (rest, length) = self.bytes.split_last_chunk::<8>()?;
        let start = rest.len() - u64::from_le_bytes(*length) as usize;
        let mut reader = Reader(&rest[start..]);
        let turn = reader.number().checked_sub(1).map(|turn| turn as u32);
        let ways = reader.number() as usize;
        let (packed, rest) = reader.0.split_at(ways.div_ceil(4));
        reader.0 = rest;
        let ways = (0..ways).map(|i| Way::of_bits(packed[i / 4] >> (2 * (i % 4)))).collect();
        let values = (0..reader.number()).map(|_| reader.number()).collect();
        let inputs = (0..reader.number()).map(|_| (InputSite::from_u32(reader.number() as u32), reader.number()));
        let job = Job { ways, values, inputs: inputs.collect(), turn };
        self.bytes.truncate(start);
        if self.bytes.capacity() > 4 * self.bytes.len().max(1024) {
            self.bytes.shrink_to(2 * self.bytes.len());
        }
        self.len -= 1;
        Some(job)
    }

    fn number(&mut self, mut number: u128) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// All jobs, oldest first.
    pub fn into_vec(mut self) -> Vec<Job> {
        let mut all: Vec<Job> = std::iter::from_fn(|| self.pop()).collect();
        all.reverse();
        all
    }
}

impl FromIterator<Job> for Jobs {
    fn from_iter<I: IntoIterator<Item = Job>>(jobs: I) -> Jobs {
        let mut all = Jobs::default();
        all.extend(jobs);
        all
    }
}

impl Extend<Job> for Jobs {
    fn extend<I: IntoIterator<Item = Job>>(&mut self, jobs: I) {
        jobs.into_iter().for_each(|job| self.push(&job));
    }
}

impl Jobs {
    /// Puts the others behind these.
    pub fn append(&mut self, others: Jobs) {
        self.bytes.extend(others.bytes);
        self.len += others.len;
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> u128 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.0[0];
            self.0 = &self.0[1..];
            number |= u128::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job() -> impl Strategy<Value = Job> {
        let ways = prop::collection::vec((0u8..4).prop_map(Way::of_bits), 0..30);
        let values = prop::collection::vec(any::<u128>(), 0..4);
        let inputs =
            prop::collection::vec((any::<u16>().prop_map(|n| InputSite::from_u32(n.into())), any::<u128>()), 0..4);
        (ways, values, inputs, any::<Option<u16>>()).prop_map(|(ways, values, inputs, turn)| Job {
            ways,
            values,
            inputs,
            turn: turn.map(u32::from),
        })
    }

    proptest! {
        #[test]
        fn jobs_come_back(jobs in prop::collection::vec(job(), 0..8)) {
            let mut packed: Jobs = jobs[..jobs.len() / 2].iter().cloned().collect();
            packed.append(jobs[jobs.len() / 2..].iter().cloned().collect());
            prop_assert_eq!(packed.len(), jobs.len());
            prop_assert_eq!(packed.into_vec(), jobs);
        }
    }
}
