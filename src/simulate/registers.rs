//! Which register holds which value of a function.
//!
//! A value that is used outside its block, and every block parameter, has a register for itself. The others live
//! only between two places of one block, so they share registers: a register is free again after the last use.
//! An operation reads all its operands before it writes a result, so a result may take an operand's register.
//! Behind these lie the addresses of the slots and the constants, which are filled in when a call begins.

use super::bytecode::{Reg, WINDOW};
use cranelift_entity::{EntityRef, SecondaryMap};
use rarebit_front_end::ir::*;

pub struct Registers {
    of: SecondaryMap<Value, Reg>,
    /// For one value while a cycle of moves is turned.
    pub scratch: Reg,
    pub slot_base: usize,
    pub const_base: usize,
    /// The constants with the registers from `const_base` on.
    pub consts: Vec<Const>,
    pub frame: usize,
}

/// How many registers a value of the type takes.
pub fn width(ty: Type) -> usize {
    if matches!(ty, Type::Int(65..)) { 2 } else { 1 }
}

/// The comparison that a block's branch takes over, if it serves nothing else.
pub fn fused(func: &Function, uses: &SecondaryMap<Value, u32>, block: Block) -> Option<Inst> {
    let Terminator::Branch { cond, .. } = func.blocks[block].end else { return None };
    let ValueDef::Inst(inst, _) = func.values[cond].def else { return None };
    let InstData::Icmp { args: [a, _], .. } = func.insts[inst].data else { return None };
    let here = func.blocks[block].insts.contains(&inst);
    (here && uses[cond] == 1 && width(func.ty(a)) == 1).then_some(inst)
}

/// How often each value is used by what is decoded: not by the instructions that `skipped` names, nor by pure ones
/// whose result serves nothing. Probes use what `probed` lists.
pub fn count_uses(
    func: &Function,
    skipped: impl Fn(&InstData) -> bool,
    probed: &[(Block, usize, Value)],
) -> SecondaryMap<Value, u32> {
    let mut uses = SecondaryMap::with_capacity(func.values.len());
    for &block in &func.layout {
        let data = &func.blocks[block];
        let kept = data.insts.iter().map(|i| &func.insts[*i].data).filter(|data| !skipped(data));
        kept.for_each(|data| data.for_each_operand(|v| uses[v] += 1));
        data.end.for_each_operand(|v| uses[v] += 1);
    }
    probed.iter().for_each(|(_, _, value)| uses[*value] += 1);
    let all = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
    let mut dead: Vec<Inst> = all.copied().filter(|inst| is_dead(func, &uses, *inst)).collect();
    while let Some(inst) = dead.pop() {
        func.insts[inst].data.for_each_operand(|v| {
            uses[v] -= 1;
            if let (0, ValueDef::Inst(inst, _)) = (uses[v], func.values[v].def)
                && is_pure(&func.insts[inst].data)
            {
                dead.push(inst);
            }
        });
    }
    uses
}

/// Does the instruction compute only what nobody uses?
pub fn is_dead(func: &Function, uses: &SecondaryMap<Value, u32>, inst: Inst) -> bool {
    let node = &func.insts[inst];
    is_pure(&node.data) && node.results.iter().all(|v| uses[*v] == 0)
}

fn is_pure(data: &InstData) -> bool {
    use InstData::*;
    matches!(data, Unary { .. } | Binary { .. } | Icmp { .. } | Fcmp { .. } | Select { .. })
}

/// The block-local registers of one block.
#[derive(Default)]
struct Pool {
    next: usize,
    free: [Vec<usize>; 2],
}

impl Pool {
    fn take(&mut self, width: usize) -> usize {
        self.free[width - 1].pop().unwrap_or_else(|| {
            self.next += width;
            self.next - width
        })
    }
}

/// Where a value is needed: only inside its block, up to a position, or anywhere.
#[derive(Clone, Copy, Default, PartialEq)]
enum Life {
    #[default]
    Unused,
    Until(Block, usize),
    Everywhere,
}

impl Registers {
    /// None if the function needs more registers than there are. `probed` are uses by probes: block and position.
    pub fn assign(
        func: &Function,
        uses: &SecondaryMap<Value, u32>,
        probed: &[(Block, usize, Value)],
    ) -> Option<Registers> {
        let lives = lives(func, uses, probed);
        let mut of: SecondaryMap<Value, usize> = SecondaryMap::with_capacity(func.values.len());
        let mut next = 0;
        // Arguments come first: a call puts them there.
        for &block in &func.layout {
            for &param in &func.blocks[block].params {
                of[param] = next;
                next += width(func.ty(param));
            }
        }
        for (value, data) in &func.values {
            if matches!(data.def, ValueDef::Inst(..)) && lives[value] == Life::Everywhere {
                of[value] = next;
                next += width(data.ty);
            }
        }
        let mut top = next;
        for &block in &func.layout {
            let mut pool = Pool { next, ..Pool::default() };
            for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
                let node = &func.insts[inst];
                let mut ended: Vec<Value> = Vec::new();
                node.data.for_each_operand(|v| {
                    if lives[v] == Life::Until(block, at) && !ended.contains(&v) {
                        ended.push(v);
                        pool.free[width(func.ty(v)) - 1].push(of[v]);
                    }
                });
                for &result in node.results.iter().filter(|v| lives[**v] != Life::Everywhere) {
                    of[result] = pool.take(width(func.ty(result)));
                }
                for &result in node.results.iter().filter(|v| lives[**v] == Life::Unused) {
                    pool.free[width(func.ty(result)) - 1].push(of[result]);
                }
            }
            top = top.max(pool.next);
        }
        let scratch = top;
        let slot_base = scratch + 1;
        let const_base = slot_base + func.slots.len();
        let mut frame = const_base;
        let mut consts = Vec::new();
        for (value, data) in &func.values {
            match data.def {
                ValueDef::Const(Const::Slot(slot)) => of[value] = slot_base + slot.index(),
                ValueDef::Const(constant) if uses[value] > 0 => {
                    of[value] = frame;
                    consts.push(constant);
                    frame += width(data.ty);
                }
                _ => {}
            }
        }
        if frame > WINDOW {
            return None;
        }
        let mut registers = SecondaryMap::with_capacity(func.values.len());
        func.values.keys().for_each(|v| registers[v] = of[v] as Reg);
        Some(Registers { of: registers, scratch: scratch as Reg, slot_base, const_base, consts, frame })
    }

    pub fn get(&self, value: Value) -> Reg {
        self.of[value]
    }

    /// All registers of a value.
    pub fn all(&self, func: &Function, value: Value) -> std::ops::Range<Reg> {
        let first = self.of[value];
        first..first + width(func.ty(value)) as Reg
    }
}

fn lives(
    func: &Function,
    uses: &SecondaryMap<Value, u32>,
    probed: &[(Block, usize, Value)],
) -> SecondaryMap<Value, Life> {
    let mut home: SecondaryMap<Inst, Option<Block>> = SecondaryMap::with_capacity(func.insts.len());
    for &block in &func.layout {
        func.blocks[block].insts.iter().for_each(|i| home[*i] = Some(block));
    }
    let mut lives: SecondaryMap<Value, Life> = SecondaryMap::with_capacity(func.values.len());
    let used_at = |lives: &mut SecondaryMap<Value, Life>, block: Block, value: Value, at: usize| {
        let ValueDef::Inst(inst, _) = func.values[value].def else { return };
        let here = home[inst] == Some(block);
        lives[value] = match lives[value] {
            Life::Unused if here => Life::Until(block, at),
            Life::Until(_, last) if here => Life::Until(block, last.max(at)),
            _ => Life::Everywhere,
        };
    };
    for &(block, at, value) in probed {
        used_at(&mut lives, block, value, at);
    }
    for &block in &func.layout {
        let data = &func.blocks[block];
        let end = data.insts.len();
        let moved = fused(func, uses, block);
        let mut used = |value: Value, at: usize| used_at(&mut lives, block, value, at);
        for (at, &inst) in data.insts.iter().enumerate() {
            // A comparison that the branch takes over reads its operands at the end.
            let at = if moved == Some(inst) { end } else { at };
            func.insts[inst].data.for_each_operand(|v| used(v, at));
        }
        data.end.for_each_operand(|v| used(v, end));
    }
    lives
}
