//! Which values are still needed behind an instruction (liveness, the classical backward analysis): what a frame's part
//! of the program's state is when the run stands there.

use cranelift_entity::SecondaryMap;
use rarebit_front_end::ir::*;
use rustc_hash::{FxHashMap, FxHashSet};

type Set = FxHashSet<Value>;

/// For every instruction that `stands` names, the values that are needed behind it, its own results left out.
pub fn live(func: &Function, stands: impl Fn(&InstData) -> bool) -> FxHashMap<Inst, Vec<Value>> {
    let mut into: SecondaryMap<Block, Set> = SecondaryMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in func.layout.iter().rev() {
            let set = through(func, block, &into, |_, _| {});
            if set.len() != into[block].len() {
                (into[block], changed) = (set, true);
            }
        }
    }
    let mut found = FxHashMap::default();
    for &block in &func.layout {
        through(func, block, &into, |inst, set| {
            if stands(&func.insts[inst].data) {
                let results = &func.insts[inst].results;
                let mut values: Vec<Value> = set.iter().copied().filter(|value| !results.contains(value)).collect();
                values.sort_unstable();
                found.insert(inst, values);
            }
        });
    }
    found
}

/// From the block's end to its beginning; `at` sees what is needed behind each instruction.
fn through(func: &Function, block: Block, into: &SecondaryMap<Block, Set>, mut at: impl FnMut(Inst, &Set)) -> Set {
    let data = &func.blocks[block];
    let mut set: Set = data.end.targets().iter().flat_map(|target| into[target.block].iter().copied()).collect();
    let add = |set: &mut Set, value: Value| {
        if !matches!(func.values[value].def, ValueDef::Const(_)) {
            set.insert(value);
        }
    };
    data.end.for_each_operand(|value| add(&mut set, value));
    for &inst in data.insts.iter().rev() {
        at(inst, &set);
        let node = &func.insts[inst];
        node.results.iter().for_each(|value| {
            set.remove(value);
        });
        node.data.for_each_operand(|value| add(&mut set, value));
    }
    data.params.iter().for_each(|value| {
        set.remove(value);
    });
    set
}
