//! What a probe does when control comes to it.

use super::super::failure::Access;
use super::super::memory::Memory;
use super::distance;
use super::tree::Tree;
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::{DivOp, Type};
use rarebit_learners::{ordered, ordered_single};

/// How many bytes an access touches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size<V> {
    Fixed(u32),
    Given(V),
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
            Action::Reached { .. } => {}
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
        }
    }

    /// Does it.
    pub fn run(&self, get: &impl Fn(V) -> u128, memory: &Memory<'_>, distances: &mut [f64], spans: &mut [[i64; 2]]) {
        let (slot, distance) = match self {
            Action::Condition { slot, tree, want } => (*slot, tree.distance(*want, get, memory)),
            Action::Case { slot, value, width, key } => {
                (*slot, distance::compare(rarebit_front_end::ir::IntCond::Eq, *width, get(*value), *key))
            }
            Action::Default { slot, value, keys } => (*slot, f64::from(u8::from(keys.contains(&get(*value))))),
            Action::Access { slot, ptr, origin, size, write } => {
                let size = match size {
                    Size::Fixed(n) => u64::from(*n),
                    Size::Given(v) => get(*v) as u64,
                };
                let access = if *write { Access::Write } else { Access::Read };
                let origin = origin.map(|o| get(o) as u64);
                (*slot, memory.distance_to_fault(get(*ptr) as u64, size, access, origin))
            }
            Action::Division { slot, op, width, args } => {
                (*slot, distance::division(*op, *width, get(args[0]), get(args[1])))
            }
            Action::Reached { slot, distance } => (*slot, *distance),
            Action::Range { slot, value, ty, width } => {
                let number = number(*ty, *width, get(*value));
                let [low, high] = &mut spans[*slot];
                (*low, *high) = ((*low).min(number), (*high).max(number));
                return;
            }
        };
        if distance < distances[slot] {
            distances[slot] = distance;
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
