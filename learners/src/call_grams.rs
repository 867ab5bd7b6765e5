//! Call sequences as automata of varied-length n-grams (paper, section 4, after Jiang et al. 2005).
//!
//! 1. Each sequence is bracketed with ^ and $. Every single symbol is a gram.
//! 2. Grams grow: two kept k-grams that overlap in k−1 symbols are joined; the (k+1)-gram is kept if it occurs at least σ
//!    times and at least θ times as often as the more frequent of its parents. A gram that a longer one contains just as
//!    often is absorbed by it. Growing stops when nothing is kept.
//! 3. Each sequence is parsed from left to right, longest gram first; grams are states, and an edge leads from each to
//!    the one that follows it. So every sequence that was learned is accepted.
//!
//! The automaton accepts more than what it was made from: that is the generalisation.

use crate::{CallEvent, CallKind, Learner, Probes, Seen};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// A symbol of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Symbol {
    Begin,
    Call(u32),
    Return(u32),
    End,
}

impl From<CallEvent> for Symbol {
    fn from(event: CallEvent) -> Symbol {
        match event.kind {
            CallKind::Call => Symbol::Call(event.func),
            CallKind::Return => Symbol::Return(event.func),
        }
    }
}

/// States are grams, edges say which follows which and how often.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Automaton {
    pub grams: Vec<Vec<Symbol>>,
    pub edges: BTreeMap<(usize, usize), u64>,
    by_symbols: HashMap<Vec<Symbol>, usize>,
    longest: usize,
}

/// When a longer gram is worth keeping.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// σ: it occurs at least so often.
    pub least: u64,
    /// θ: it keeps at least this share of its parents' occurrences.
    pub share: f64,
    /// No gram is longer.
    pub longest: usize,
}

impl Default for Growth {
    fn default() -> Self {
        Growth { least: 2, share: 0.9, longest: 12 }
    }
}

/// How far a sequence follows an automaton.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parse {
    /// Symbols up to the first step that the automaton does not know.
    pub prefix: usize,
    /// Steps that the automaton does not know.
    pub unknown: usize,
    /// −Σ ln of the smoothed frequencies of the steps.
    pub surprise: f64,
}

impl Automaton {
    /// Learns from sequences (already bracketed) and how often each occurred.
    pub fn learn<'s>(sequences: impl IntoIterator<Item = (&'s [Symbol], u64)> + Clone, growth: Growth) -> Automaton {
        let mut automaton = Automaton::default();
        for gram in grow(sequences.clone(), growth) {
            automaton.longest = automaton.longest.max(gram.len());
            automaton.by_symbols.insert(gram.clone(), automaton.grams.len());
            automaton.grams.push(gram);
        }
        for (sequence, count) in sequences {
            let states: Vec<usize> = automaton.states(sequence).into_iter().flatten().map(|(state, _)| state).collect();
            for pair in states.windows(2) {
                *automaton.edges.entry((pair[0], pair[1])).or_insert(0) += count;
            }
        }
        automaton
    }

    /// The longest grams from left to right, with the position where each begins; `None` for a symbol never seen.
    fn states(&self, sequence: &[Symbol]) -> Vec<Option<(usize, usize)>> {
        let mut at = 0;
        let mut states = Vec::new();
        while at < sequence.len() {
            let fitting = (1..=self.longest.min(sequence.len() - at)).rev();
            let found = fitting
                .filter_map(|length| self.by_symbols.get(&sequence[at..at + length]).map(|state| (*state, length)))
                .next();
            states.push(found.map(|(state, _)| (state, at)));
            at += found.map_or(1, |(_, length)| length);
        }
        states
    }

    pub fn parse(&self, sequence: &[Symbol]) -> Parse {
        let states = self.states(sequence);
        let mut parse = Parse { prefix: sequence.len(), unknown: 0, surprise: 0.0 };
        let mut note = |at: usize| {
            if parse.unknown == 0 {
                parse.prefix = at;
            }
            parse.unknown += 1;
        };
        let mut position = 0;
        let mut steps = Vec::new();
        for (i, state) in states.iter().enumerate() {
            match (i.checked_sub(1).map(|before| states[before]), state) {
                (_, None) => note(position),
                (Some(Some((from, _))), Some((to, at))) => {
                    if !self.edges.contains_key(&(from, *to)) {
                        note(*at);
                    }
                    steps.push((from, *to));
                }
                _ => {}
            }
            position = state.map_or(position + 1, |(state, at)| at + self.grams[state].len());
        }
        for (from, to) in steps {
            let out: u64 = self.edges.range((from, 0)..(from + 1, 0)).map(|(_, count)| count).sum();
            let here = self.edges.get(&(from, to)).copied().unwrap_or(0);
            parse.surprise -= ((here as f64 + 0.5) / (out as f64 + 0.5 * self.grams.len().max(1) as f64)).ln();
        }
        parse
    }

    pub fn accepts(&self, sequence: &[Symbol]) -> bool {
        self.parse(sequence).unknown == 0
    }

    /// The automaton as a drawing; `name` names functions.
    pub fn dot(&self, name: impl Fn(u32) -> String) -> String {
        let text = |symbol: &Symbol| match symbol {
            Symbol::Begin => "^".to_string(),
            Symbol::End => "$".to_string(),
            Symbol::Call(func) => name(*func),
            Symbol::Return(func) => format!("/{}", name(*func)),
        };
        let mut dot = String::from("digraph calls {\n  rankdir=LR;\n  node [shape=box];\n");
        for (state, gram) in self.grams.iter().enumerate() {
            let label: Vec<String> = gram.iter().map(text).collect();
            let _ = writeln!(dot, "  g{state} [label=\"{}\"];", label.join(" ").replace('"', "\\\""));
        }
        for ((from, to), count) in &self.edges {
            let _ = writeln!(dot, "  g{from} -> g{to} [label=\"{count}\"];");
        }
        dot + "}\n"
    }
}

/// The kept grams.
fn grow<'s>(sequences: impl IntoIterator<Item = (&'s [Symbol], u64)> + Clone, growth: Growth) -> Vec<Vec<Symbol>> {
    let count = |length: usize| {
        let mut counts: BTreeMap<Vec<Symbol>, u64> = BTreeMap::new();
        for (sequence, times) in sequences.clone() {
            for window in sequence.windows(length) {
                *counts.entry(window.to_vec()).or_insert(0) += times;
            }
        }
        counts
    };
    let mut kept = vec![count(1)];
    for length in 2..=growth.longest {
        let parents = &kept[length - 2];
        let longer: BTreeMap<Vec<Symbol>, u64> = count(length)
            .into_iter()
            .filter(|(gram, times)| {
                let (Some(left), Some(right)) = (parents.get(&gram[..length - 1]), parents.get(&gram[1..])) else {
                    return false;
                };
                *times >= growth.least && *times as f64 >= growth.share * *left.max(right) as f64
            })
            .collect();
        if longer.is_empty() {
            break;
        }
        kept.push(longer);
    }
    let absorbed = |gram: &[Symbol], times: u64| {
        let longer = kept.get(gram.len());
        longer.is_some_and(|longer| {
            longer.iter().any(|(other, count)| *count == times && (other[..gram.len()] == *gram || other[1..] == *gram))
        })
    };
    let all = kept.iter().flatten();
    let mut grams: Vec<Vec<Symbol>> =
        all.filter(|(gram, times)| !absorbed(gram, **times)).map(|(gram, _)| gram.clone()).collect();
    // Greedy parsing may come to a symbol in the middle of an absorbed gram: then the symbol alone is a state.
    let mut alone: Vec<Vec<Symbol>> = Vec::new();
    for (sequence, _) in sequences {
        let mut at = 0;
        while at < sequence.len() {
            let fitting = grams.iter().chain(&alone).filter(|gram| sequence[at..].starts_with(gram));
            match fitting.map(Vec::len).max() {
                Some(length) => at += length,
                None => {
                    alone.push(vec![sequence[at]]);
                    at += 1;
                }
            }
        }
    }
    grams.extend(alone);
    grams.sort();
    grams
}

/// Remembers call sequences and prefers runs whose sequence the automaton does not know.
#[derive(Clone, Debug, Default)]
pub struct CallGrams {
    sequences: BTreeMap<Vec<Symbol>, u64>,
    automaton: Automaton,
    growth: Growth,
}

/// Sequences remembered at most, and the most symbols of one.
const SEQUENCES: usize = 1000;
const SYMBOLS: usize = 400;

impl CallGrams {
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    fn bracket(calls: &[CallEvent]) -> Vec<Symbol> {
        let calls = calls.iter().take(SYMBOLS).map(|event| Symbol::from(*event));
        std::iter::once(Symbol::Begin).chain(calls).chain([Symbol::End]).collect()
    }
}

impl Learner for CallGrams {
    fn name(&self) -> &'static str {
        "call sequences"
    }

    fn ask(&self, probes: &mut Probes) {
        probes.calls = true;
    }

    fn learn(&mut self, seen: Seen<'_>) {
        let sequence = CallGrams::bracket(&seen.run.calls);
        let room = self.sequences.len() < SEQUENCES;
        if let Some(count) = self.sequences.get_mut(&sequence) {
            *count += 1;
        } else if room {
            self.sequences.insert(sequence, 1);
        }
    }

    /// The paper's measure is the prefix that the automaton knows: the earlier a run leaves it, the better. Steps that
    /// the automaton does not know count on top.
    fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let sequence = CallGrams::bracket(&seen.run.calls);
        let parse = self.automaton.parse(&sequence);
        let known = if parse.unknown == 0 { sequence.len() + 1 } else { parse.prefix };
        (1.0 + parse.unknown as f64).ln() - (1.0 + known as f64).ln()
    }

    fn round(&mut self) {
        let sequences = self.sequences.iter().map(|(sequence, count)| (sequence.as_slice(), *count));
        self.automaton = Automaton::learn(sequences, self.growth);
    }

    fn knowledge(&self) -> Value {
        let all: Vec<(&Vec<Symbol>, u64)> = self.sequences.iter().map(|(sequence, count)| (sequence, *count)).collect();
        serde_json::to_value(all).unwrap_or_default()
    }

    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        for (sequence, count) in serde_json::from_value::<Vec<(Vec<Symbol>, u64)>>(knowledge.clone())? {
            let known = self.sequences.entry(sequence).or_insert(0);
            *known = count.max(*known);
        }
        self.round();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observation;
    use proptest::prelude::*;

    fn word(text: &str) -> Vec<Symbol> {
        let letters = text.bytes().map(|letter| Symbol::Call(u32::from(letter)));
        std::iter::once(Symbol::Begin).chain(letters).chain([Symbol::End]).collect()
    }

    fn learn(words: &[(&str, u64)], growth: Growth) -> Automaton {
        let words: Vec<(Vec<Symbol>, u64)> = words.iter().map(|(text, count)| (word(text), *count)).collect();
        Automaton::learn(words.iter().map(|(word, count)| (word.as_slice(), *count)), growth)
    }

    fn names(automaton: &Automaton) -> Vec<String> {
        let letter = |symbol: &Symbol| match symbol {
            Symbol::Begin => '^',
            Symbol::End => '$',
            Symbol::Call(letter) | Symbol::Return(letter) => char::from(*letter as u8),
        };
        automaton.grams.iter().map(|gram| gram.iter().map(letter).collect()).collect()
    }

    /// The shape of the paper's Figure 4: C, D and E always come together, A and B do not. By hand: of the pairs only
    /// CD and DE keep their letters' counts (6), the triple CDE keeps theirs, and nothing longer does.
    #[test]
    fn letters_that_stay_together_become_one_state() {
        let automaton = learn(&[("ABCDE", 2), ("BACDE", 2), ("CDEAB", 1), ("CDEBA", 1), ("AB", 1)], Growth::default());
        assert_eq!(names(&automaton), ["^", "A", "B", "CDE", "$"]);
        assert!(automaton.accepts(&word("ABCDE")));
        assert!(automaton.accepts(&word("CDEABCDE")), "generalises: CDE→A→B→CDE are known steps");
        assert!(!automaton.accepts(&word("ABCD")), "never without E");
        assert!(!automaton.accepts(&word("AX")), "never seen");
        let state = |gram: &str| names(&automaton).iter().position(|name| name == gram).unwrap();
        assert_eq!(automaton.edges[&(state("A"), state("B"))], 4);
        assert_eq!(automaton.edges[&(state("CDE"), state("$"))], 4);
        assert!(!automaton.edges.contains_key(&(state("A"), state("A"))));
        let dot = automaton.dot(|letter| char::from(letter as u8).to_string());
        assert!(dot.contains("label=\"C D E\"") && dot.contains("->"), "{dot}");
    }

    /// One sequence, often: it is one gram; once: it stays letters, because nothing occurs twice.
    #[test]
    fn frequency_decides() {
        assert_eq!(names(&learn(&[("AB", 5)], Growth::default())), ["^AB$"]);
        assert_eq!(names(&learn(&[("AB", 1)], Growth::default())), ["^", "A", "B", "$"]);
    }

    #[test]
    fn prefixes() {
        let automaton = learn(&[("AB", 1), ("AC", 1)], Growth::default());
        let parse = automaton.parse(&word("ABC"));
        assert_eq!((parse.prefix, parse.unknown), (3, 1), "^AB is known, B→C is not");
        assert!(automaton.parse(&word("ABC")).surprise > automaton.parse(&word("AB")).surprise);
    }

    #[test]
    fn prefers_unknown_sequences() {
        let probes = Probes::default();
        let run = |text: &str| {
            let calls = text.bytes().map(|b| CallEvent { func: b.into(), kind: CallKind::Call }).collect();
            Observation { calls, ..Observation::default() }
        };
        let mut learner = CallGrams::default();
        learner.learn(Seen { probes: &probes, run: &run("AAB") });
        learner.round();
        let bias = |learner: &CallGrams, text| learner.log_bias(Seen { probes: &probes, run: &run(text) });
        assert!(bias(&learner, "BA") > bias(&learner, "AAB"));
        assert!(bias(&learner, "BA") > bias(&learner, "AABA"), "the earlier it leaves the better");
        let mut other = CallGrams::default();
        other.absorb(&learner.knowledge()).unwrap();
        assert_eq!(other.automaton(), learner.automaton());
    }

    proptest! {
        #[test]
        fn accepts_what_it_was_made_from(words in prop::collection::vec(("[ABC]{0,12}", 1u64..5), 1..8),
                                         least in 1u64..4, share in 0.5f64..1.0, longest in 1usize..8) {
            let words: Vec<(Vec<Symbol>, u64)> = words.iter().map(|(text, count)| (word(text), *count)).collect();
            let growth = Growth { least, share, longest };
            let automaton = Automaton::learn(words.iter().map(|(word, count)| (word.as_slice(), *count)), growth);
            for (word, _) in &words {
                prop_assert!(automaton.accepts(word), "{:?} {:?}", word, automaton);
            }
        }
    }
}
