//! What a probe does when control comes to it.

use super::super::failure::Access;
use super::super::memory::Memory;
use super::distance;
use super::notes::{ASSUMED, SIDES, SIZE};
use super::record::Board;
use super::tree::Tree;
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::{DivOp, Type};
use rarebit_learners::{PARTIAL, is_partial, ordered, ordered_single, partial, plain};

/// How many bytes an access touches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size<V> {
    Fixed(u32),
    Given(V),
}

/// What a note is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Source<V> {
    /// Measured on the spot.
    Tree(Tree<V>),
    /// A constant, chosen by the decision before it; beside it, what would have been there else.
    Decided { truth: bool, decisions: usize, made: Made, beside: Option<Tree<V>> },
    /// Measured, but after a walk that may go on: the further the nearer.
    Walked { tree: Tree<V>, decisions: usize },
    /// A counter after a step, or without one.
    Counted { beneath: Option<usize>, decisions: usize, change: Change<V> },
}

/// How far a decision was that chose a constant: its place among its function's decisions, and the notes that count the
/// rounds of the loops around it, innermost first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Made {
    pub place: f64,
    pub rounds: [Option<usize>; 2],
}

impl Made {
    /// What one decision further on, and one round of each loop, is worth.
    pub const PLACE: f64 = 64.0;
    pub const ROUNDS: [f64; 2] = [1.0, 8.0];

    fn count(self, notes: &[f64]) -> f64 {
        let round = |(note, worth): (Option<usize>, f64)| note.map_or(0.0, |note| worth * notes[note + 1]);
        let [inner, outer] = [0, 1].map(|i| round((self.rounds[i], Made::ROUNDS[i])));
        1.0 + Made::PLACE * self.place + inner + outer
    }
}

/// What a counter did.
#[derive(Clone, PartialEq, Debug)]
pub enum Change<V> {
    None,
    /// The last decision skipped a step.
    Skipped,
    /// The last decision made it.
    Added,
    /// A condition was added.
    Asked(Tree<V>),
}

impl<V: Copy> Source<V> {
    fn for_each(&self, f: &mut impl FnMut(V)) {
        match self {
            Source::Tree(tree) | Source::Walked { tree, .. } => tree.for_each(f),
            Source::Decided { beside, .. } => beside.iter().for_each(|tree| tree.for_each(f)),
            Source::Counted { change: Change::Asked(tree), .. } => tree.for_each(f),
            Source::Counted { .. } => {}
        }
    }

    fn map<W>(&self, f: &mut impl FnMut(V) -> W) -> Source<W> {
        match self {
            Source::Tree(tree) => Source::Tree(tree.map(f)),
            Source::Decided { truth, decisions, made, beside } => Source::Decided {
                truth: *truth,
                decisions: *decisions,
                made: *made,
                beside: beside.as_ref().map(|tree| tree.map(f)),
            },
            Source::Walked { tree, decisions } => Source::Walked { tree: tree.map(f), decisions: *decisions },
            Source::Counted { beneath, decisions, change } => {
                let change = match change {
                    Change::None => Change::None,
                    Change::Skipped => Change::Skipped,
                    Change::Added => Change::Added,
                    Change::Asked(tree) => Change::Asked(tree.map(f)),
                };
                Source::Counted { beneath: *beneath, decisions: *decisions, change }
            }
        }
    }

    /// A note: distances to yes and to no, the decisions before, and the sides.
    fn measure(&self, get: &impl Fn(V) -> u128, memory: &Memory<'_>, notes: &[f64]) -> [f64; SIZE] {
        let both = |tree: &Tree<V>| [true, false].map(|want| tree.distance(want, get, memory, notes));
        let numbers = |sides: [u64; 2]| sides.map(f64::from_bits);
        let ([yes, no, made], [a, b]) = match self {
            Source::Tree(tree) => {
                let [yes, no] = both(tree);
                ([yes, no, 0.0], numbers(tree.sides(get, notes)))
            }
            Source::Decided { truth, decisions, made, beside } => {
                let (mut other, mut made) = (notes[*decisions], made.count(notes));
                if let Some(beside) = beside {
                    other += beside.distance(!truth, get, memory, notes);
                    made = 0.0;
                }
                let sides = [notes[*decisions + SIDES], notes[*decisions + SIDES + 1]];
                (if *truth { [0.0, other, made] } else { [other, 0.0, made] }, sides)
            }
            Source::Walked { tree, decisions } => {
                let [yes, no] = both(tree);
                ([yes, no, notes[*decisions + 1]], numbers(tree.sides(get, notes)))
            }
            Source::Counted { beneath, decisions, change } => {
                let (mut skipped, mut added) = beneath.map_or((0.0, 0.0), |note| (notes[note], notes[note + 1]));
                let mut sides = beneath.map_or([0.0; 2], |note| [notes[note + SIDES], notes[note + SIDES + 1]]);
                let decided = [notes[*decisions + SIDES], notes[*decisions + SIDES + 1]];
                match change {
                    Change::None => {}
                    Change::Skipped => (skipped, sides) = (skipped + plain(notes[*decisions]), decided),
                    Change::Added => added += plain(notes[*decisions]),
                    Change::Asked(tree) => {
                        let [yes, no] = both(tree).map(plain);
                        (skipped, added) = (skipped + yes, added + no);
                        if yes > 0.0 {
                            sides = numbers(tree.sides(get, notes));
                        }
                    }
                }
                ([skipped, added, 0.0], sides)
            }
        };
        [yes, no, made, a, b]
    }
}

/// One thing to record, over operands of some kind. `slot` is its place among the distances or spans.
#[derive(Clone, PartialEq, Debug)]
pub enum Action<V> {
    /// How far a condition is from being as wanted.
    Condition {
        slot: usize,
        tree: Tree<V>,
        want: bool,
    },
    /// How far a switch is from a case, or from its default.
    Case {
        slot: usize,
        value: V,
        width: u32,
        key: u128,
    },
    Default {
        slot: usize,
        value: V,
        keys: Vec<u128>,
    },
    /// How far an access is from leaving its object.
    Access {
        slot: usize,
        ptr: V,
        origin: Option<V>,
        size: Size<V>,
        write: bool,
    },
    /// How far a division is from having no quotient.
    Division {
        slot: usize,
        op: DivOp,
        width: u32,
        args: [V; 2],
    },
    /// Control came here, at a known distance.
    Reached {
        slot: usize,
        distance: f64,
    },
    /// A value of the type.
    Range {
        slot: usize,
        value: V,
        ty: Type,
        width: u32,
    },
    /// Writes a note.
    Note {
        note: usize,
        source: Source<V>,
    },
    Copy {
        from: usize,
        to: usize,
    },
    /// A decision: how far it was from the other way, and one more of them.
    Decision {
        note: usize,
        tree: Tree<V>,
    },
    /// Nothing is counted yet.
    Begin {
        note: usize,
    },
    /// One more.
    Count {
        note: usize,
    },
    /// A loop is left, if the condition is as it says, so that an edge at its end or inside it is missed.
    Leave {
        slot: usize,
        tree: Tree<V>,
        leaves: bool,
        end: bool,
        rounds: Made,
    },
    /// How far an assumption is from holding.
    Assumption {
        tree: Tree<V>,
    },
}

impl<V: Copy> Action<V> {
    pub fn for_each(&self, mut f: impl FnMut(V)) {
        match self {
            Action::Condition { tree, .. } => tree.for_each(&mut f),
            Action::Case { value, .. } | Action::Default { value, .. } | Action::Range { value, .. } => f(*value),
            Action::Access { ptr, origin, size, .. } => {
                f(*ptr);
                origin.iter().for_each(|v| f(*v));
                if let Size::Given(size) = size {
                    f(*size);
                }
            }
            Action::Division { args, .. } => args.iter().for_each(|v| f(*v)),
            Action::Note { source, .. } => source.for_each(&mut f),
            Action::Decision { tree, .. } | Action::Assumption { tree } | Action::Leave { tree, .. } => {
                tree.for_each(&mut f);
            }
            Action::Reached { .. } | Action::Copy { .. } | Action::Begin { .. } | Action::Count { .. } => {}
        }
    }

    pub fn map<W>(&self, mut f: impl FnMut(V) -> W) -> Action<W> {
        match self {
            Action::Condition { slot, tree, want } => {
                Action::Condition { slot: *slot, tree: tree.map(&mut f), want: *want }
            }
            Action::Case { slot, value, width, key } => {
                Action::Case { slot: *slot, value: f(*value), width: *width, key: *key }
            }
            Action::Default { slot, value, keys } => {
                Action::Default { slot: *slot, value: f(*value), keys: keys.clone() }
            }
            Action::Access { slot, ptr, origin, size, write } => {
                let (ptr, origin) = (f(*ptr), origin.map(&mut f));
                let size = match size {
                    Size::Fixed(n) => Size::Fixed(*n),
                    Size::Given(v) => Size::Given(f(*v)),
                };
                Action::Access { slot: *slot, ptr, origin, size, write: *write }
            }
            Action::Division { slot, op, width, args } => {
                Action::Division { slot: *slot, op: *op, width: *width, args: args.map(f) }
            }
            Action::Reached { slot, distance } => Action::Reached { slot: *slot, distance: *distance },
            Action::Range { slot, value, ty, width } => {
                Action::Range { slot: *slot, value: f(*value), ty: *ty, width: *width }
            }
            Action::Note { note, source } => Action::Note { note: *note, source: source.map(&mut f) },
            Action::Copy { from, to } => Action::Copy { from: *from, to: *to },
            Action::Decision { note, tree } => Action::Decision { note: *note, tree: tree.map(&mut f) },
            Action::Begin { note } => Action::Begin { note: *note },
            Action::Count { note } => Action::Count { note: *note },
            Action::Leave { slot, tree, leaves, end, rounds } => {
                let tree = tree.map(&mut f);
                Action::Leave { slot: *slot, tree, leaves: *leaves, end: *end, rounds: *rounds }
            }
            Action::Assumption { tree } => Action::Assumption { tree: tree.map(&mut f) },
        }
    }

    /// The place of a distance, and a bound: while the distance is below it, there is nothing to do. Distances have no
    /// sign, so their bits are in the same order.
    pub fn idle_below(&self) -> Option<(usize, u64)> {
        match self {
            // No distance is below 0.
            Action::Condition { slot, .. }
            | Action::Case { slot, .. }
            | Action::Default { slot, .. }
            | Action::Access { slot, .. }
            | Action::Division { slot, .. }
            | Action::Reached { slot, .. }
            | Action::Leave { slot, end: true, .. } => Some((*slot, 1)),
            Action::Leave { slot, end: false, .. } => Some((*slot, PARTIAL.to_bits())),
            _ => None,
        }
    }

    /// Does it.
    pub fn run(&self, get: &impl Fn(V) -> u128, memory: &Memory<'_>, board: &mut Board<'_>) {
        let Board { distances, sides, spans, notes } = board;
        let (slot, distance, compared) = match self {
            Action::Condition { slot, tree, want } => {
                (*slot, tree.distance(*want, get, memory, notes), tree.sides(get, notes))
            }
            Action::Case { slot, value, width, key } => {
                let bits = get(*value);
                let distance = distance::compare(rarebit_front_end::ir::IntCond::Eq, *width, bits, *key);
                (*slot, distance, if *width <= 64 { [bits as u64, *key as u64] } else { [0; 2] })
            }
            Action::Default { slot, value, keys } => (*slot, f64::from(u8::from(keys.contains(&get(*value)))), [0; 2]),
            Action::Access { slot, ptr, origin, size, write } => {
                let size = match size {
                    Size::Fixed(n) => u64::from(*n),
                    Size::Given(v) => get(*v) as u64,
                };
                let access = if *write { Access::Write } else { Access::Read };
                let origin = origin.map(|o| get(o) as u64);
                (*slot, memory.distance_to_fault(get(*ptr) as u64, size, access, origin), [0; 2])
            }
            Action::Division { slot, op, width, args } => {
                (*slot, distance::division(*op, *width, get(args[0]), get(args[1])), [0; 2])
            }
            Action::Reached { slot, distance } => (*slot, *distance, [0; 2]),
            Action::Range { slot, value, ty, width } => {
                let number = number(*ty, *width, get(*value));
                let [low, high] = &mut spans[*slot];
                (*low, *high) = ((*low).min(number), (*high).max(number));
                return;
            }
            Action::Note { note, source } => {
                let made = source.measure(get, memory, notes);
                notes[*note..*note + SIZE].copy_from_slice(&made);
                return;
            }
            Action::Copy { from, to } => return notes.copy_within(*from..*from + SIZE, *to),
            Action::Decision { note, tree } => {
                // One of the two is 0.
                let [yes, no] = [true, false].map(|want| tree.distance(want, get, memory, notes));
                let compared = tree.sides(get, notes).map(f64::from_bits);
                notes[*note] = yes + no;
                notes[*note + 1] += 1.0;
                notes[*note + SIDES..*note + SIZE].copy_from_slice(&compared);
                return;
            }
            Action::Begin { note } => return notes[*note + 1] = 0.0,
            Action::Count { note } => return notes[*note + 1] += 1.0,
            Action::Leave { slot, tree, leaves, end, rounds } => {
                let distance = tree.distance(!leaves, get, memory, notes);
                // An edge inside the loop that was reached has a distance of its own.
                let missed = if *end { distances[*slot] > 0.0 } else { is_partial(distances[*slot]) };
                if distance > 0.0 && missed {
                    distances[*slot] = partial(0, rounds.count(notes) as u32, plain(distance));
                    sides[*slot] = tree.sides(get, notes);
                }
                return;
            }
            Action::Assumption { tree } => {
                let compared = tree.sides(get, notes).map(f64::from_bits);
                notes[ASSUMED] = tree.distance(true, get, memory, notes);
                notes[ASSUMED + 1] += 1.0;
                notes[ASSUMED + SIDES..ASSUMED + SIZE].copy_from_slice(&compared);
                return;
            }
        };
        if distance < distances[slot] {
            distances[slot] = distance;
            sides[slot] = compared;
        }
    }
}

/// A value as it counts in a range.
fn number(ty: Type, width: u32, bits: u128) -> i64 {
    match ty {
        Type::F32 => ordered_single(f32::from_bits(bits as u32)),
        Type::F64 => ordered(f64::from_bits(bits as u64)),
        _ => wide::signed(width, bits).clamp(i64::MIN.into(), i64::MAX.into()) as i64,
    }
}
