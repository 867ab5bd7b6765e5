//! Where the probes of a program go.

use super::super::points::{Point, access_offset, comparison};
use super::action::{Action, Made, Size};
use super::loops;
use super::notes::{self, Notes};
use super::tree::Tree;
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;
use rarebit_learners::{EdgeSet, PointId, PointerFact, Probes};
use rustc_hash::FxHashMap;

type Actions = Vec<Action<Value>>;

/// What to record where. Empty for everything that nobody asked for.
#[derive(Default)]
pub struct Plan {
    edges: Edges,
    pub calls: bool,
    pub trace: bool,
    before: FxHashMap<(Func, Inst), Actions>,
    /// Behind a call.
    pub(super) after: FxHashMap<(Func, Inst), Actions>,
    pub(super) at_end: FxHashMap<(Func, Block), Actions>,
    pub(super) at_entry: FxHashMap<Func, Actions>,
    /// How many numbers the notes are.
    pub notes: usize,
    /// The pointer facts that exist, and where those of a function begin.
    pub facts: Vec<PointerFact>,
    facts_of: FxHashMap<Func, usize>,
}

#[derive(Default)]
enum Edges {
    #[default]
    None,
    All,
    Some(Vec<bool>),
}

/// Slots by the number of an edge, check or point.
type Slots = FxHashMap<u32, Vec<usize>>;

fn slots(ids: impl Iterator<Item = u32>, first: usize) -> Slots {
    let mut slots = Slots::default();
    for (index, id) in ids.enumerate() {
        slots.entry(id).or_default().push(first + index);
    }
    slots
}

pub(super) struct Planner<'a> {
    pub program: &'a Program,
    edges: Slots,
    checks: Slots,
    points: Slots,
    pointers: bool,
    /// Are distances asked for?
    measured: bool,
    pub notes: Notes,
    pub plan: Plan,
}

impl Plan {
    pub fn new(program: &Program, probes: &Probes) -> Plan {
        let edges = match &probes.edges {
            EdgeSet::None => Edges::None,
            EdgeSet::All => Edges::All,
            EdgeSet::Only(wanted) => {
                let mut some = vec![false; program.edges.len()];
                for edge in wanted {
                    if let Some(place) = some.get_mut(edge.0 as usize) {
                        *place = true;
                    }
                }
                Edges::Some(some)
            }
        };
        let plan = Plan { edges, calls: probes.calls, trace: probes.trace, ..Plan::default() };
        let mut planner = Planner {
            program,
            edges: slots(probes.edge_distances.iter().map(|e| e.0), 0),
            checks: slots(probes.check_distances.iter().map(|c| c.0), probes.edge_distances.len()),
            points: slots(probes.ranges.iter().map(|p| p.0), 0),
            pointers: probes.pointers,
            measured: !probes.edge_distances.is_empty() || !probes.check_distances.is_empty(),
            notes: Notes::default(),
            plan,
        };
        let some = !planner.edges.is_empty() || !planner.checks.is_empty() || !planner.points.is_empty();
        if some || planner.pointers {
            for (id, func) in program.funcs.iter().filter(|(_, func)| !func.layout.is_empty()) {
                planner.function(id, func);
            }
        }
        if planner.measured {
            planner.guards();
            notes::provide(&mut planner);
        }
        planner.plan
    }

    /// Is the edge to be recorded when it is taken?
    pub fn records(&self, edge: Edge) -> bool {
        match &self.edges {
            Edges::None => false,
            Edges::All => true,
            Edges::Some(some) => some[edge.index()],
        }
    }

    pub fn before(&self, func: Func, inst: Inst) -> &[Action<Value>] {
        if self.before.is_empty() { &[] } else { self.before.get(&(func, inst)).map_or(&[], |a| a) }
    }

    /// Only calls have something behind them.
    pub fn after(&self, func: Func, inst: Inst) -> &[Action<Value>] {
        if self.after.is_empty() { &[] } else { self.after.get(&(func, inst)).map_or(&[], |a| a) }
    }

    pub fn at_end(&self, func: Func, block: Block) -> &[Action<Value>] {
        if self.at_end.is_empty() { &[] } else { self.at_end.get(&(func, block)).map_or(&[], |a| a) }
    }

    pub fn at_entry(&self, func: Func) -> &[Action<Value>] {
        if self.at_entry.is_empty() { &[] } else { self.at_entry.get(&func).map_or(&[], |a| a) }
    }

    /// The number of the function's first pointer fact, if it has some.
    pub fn facts_of(&self, func: Func) -> Option<usize> {
        self.facts_of.get(&func).copied()
    }

    /// Every value that an action of the function needs: the block and the position there.
    pub fn for_each_use(&self, id: Func, func: &Function, mut f: impl FnMut(Block, usize, Value)) {
        if self.before.is_empty() && self.at_end.is_empty() && self.at_entry.is_empty() && self.after.is_empty() {
            return;
        }
        for &block in &func.layout {
            let insts = &func.blocks[block].insts;
            for (at, inst) in insts.iter().enumerate() {
                self.before(id, *inst).iter().for_each(|action| action.for_each(|v| f(block, at, v)));
            }
            self.at_end(id, block).iter().for_each(|action| action.for_each(|v| f(block, insts.len(), v)));
        }
        self.at_entry(id).iter().for_each(|action| action.for_each(|v| f(func.entry(), 0, v)));
    }
}

/// The pointer facts of a function: nulls, then pairs. Called with the numbers of the parameters.
pub fn facts(func: Func, pointers: &[u32]) -> Vec<PointerFact> {
    let func = func.as_u32();
    let nulls = pointers.iter().map(|&param| PointerFact::Null { func, param });
    let pairs = pointers.iter().enumerate().flat_map(|(i, &first)| {
        pointers[i + 1..].iter().map(move |&second| PointerFact::Alias { func, first, second })
    });
    nulls.chain(pairs).collect()
}

/// The parameters that are pointers.
pub fn pointer_params(func: &Function) -> Vec<u32> {
    let params = func.sig.params.iter().enumerate();
    params.filter(|(_, ty)| **ty == Type::Ptr).map(|(i, _)| i as u32).collect()
}

impl Planner<'_> {
    fn function(&mut self, id: Func, func: &Function) {
        if self.pointers && !func.library {
            let pointers = pointer_params(func);
            if !pointers.is_empty() {
                self.plan.facts_of.insert(id, self.plan.facts.len());
                self.plan.facts.extend(facts(id, &pointers));
            }
        }
        let params = &func.blocks[func.entry()].params;
        let mut entry = Vec::new();
        for (index, param) in params.iter().enumerate().take(func.sig.params.len().min(256)) {
            self.range(func, Point::Param { func: id, index: index as u8 }, *param, &mut entry);
        }
        if !entry.is_empty() {
            self.plan.at_entry.insert(id, entry);
        }
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let mut actions = Vec::new();
                self.inst(id, block, &func.insts[inst], &mut actions);
                if !actions.is_empty() {
                    self.plan.before.insert((id, inst), actions);
                }
            }
            let mut actions = Vec::new();
            self.end(id, block, &mut actions);
            if !actions.is_empty() {
                self.plan.at_end.entry((id, block)).or_default().extend(actions);
            }
        }
        if !self.checks.is_empty() {
            self.failing_blocks(id, func);
        }
    }

    fn range(&self, func: &Function, point: Point, value: Value, actions: &mut Actions) {
        let PointId(id) = point.id();
        let (ty, width) = (func.ty(value), func.ty(value).bits(self.program.model));
        for &slot in self.points.get(&id).into_iter().flatten() {
            actions.push(Action::Range { slot, value, ty, width });
        }
    }

    fn tree(&mut self, id: Func, block: Block, cond: Value) -> Tree<Value> {
        Tree::of(self.program, id, block, cond, &mut self.notes)
    }

    fn inst(&mut self, id: Func, block: Block, node: &InstNode, actions: &mut Actions) {
        let program = self.program;
        let (func, model) = (&program.funcs[id], program.model);
        if let (InstData::Assume { cond }, true) = (&node.data, self.measured) {
            actions.push(Action::Assumption { tree: self.tree(id, block, *cond) });
        }
        let slots = node.data.check().and_then(|check| self.checks.get(&check.as_u32())).cloned();
        for slot in slots.into_iter().flatten() {
            match node.data {
                InstData::Div { op, args, .. } => {
                    actions.push(Action::Division { slot, op, width: func.ty(args[0]).bits(model), args });
                }
                InstData::Load { ptr, origin, .. } => {
                    let size = Size::Fixed(func.ty(node.results[0]).bytes(model));
                    actions.push(Action::Access { slot, ptr, origin: origin.expand(), size, write: false });
                }
                InstData::Store { ptr, origin, value, .. } => {
                    let size = Size::Fixed(func.ty(value).bytes(model));
                    actions.push(Action::Access { slot, ptr, origin: origin.expand(), size, write: true });
                }
                InstData::MemCopy { dst, src, len, .. } => {
                    let size = Size::Given(len);
                    actions.push(Action::Access { slot, ptr: src, origin: None, size, write: false });
                    actions.push(Action::Access { slot, ptr: dst, origin: None, size, write: true });
                }
                InstData::MemSet { dst, len, .. } => {
                    actions.push(Action::Access { slot, ptr: dst, origin: None, size: Size::Given(len), write: true });
                }
                InstData::Check { cond, .. } => {
                    let tree = self.tree(id, block, cond);
                    actions.push(Action::Condition { slot, tree, want: false });
                }
                _ => actions.push(Action::Reached { slot, distance: 1.0 }),
            }
        }
        match node.data {
            InstData::Load { ptr, check, .. } | InstData::Store { ptr, check, .. } => {
                if let Some(offset) = access_offset(func, ptr) {
                    self.range(func, Point::Index { check }, offset, actions);
                }
            }
            InstData::Check { cond, check } => {
                for (side, operand) in comparison(func, cond).into_iter().flatten().enumerate() {
                    self.range(func, Point::CheckOperand { check, right: side == 1 }, operand, actions);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, id: Func, block: Block, actions: &mut Actions) {
        let program = self.program;
        let func = &program.funcs[id];
        match &func.blocks[block].end {
            Terminator::Branch { cond, then, otherwise } => {
                for (target, want) in [(then, true), (otherwise, false)] {
                    let slots = self.edges.get(&target.edge.as_u32()).cloned();
                    for slot in slots.into_iter().flatten() {
                        actions.push(Action::Condition { slot, tree: self.tree(id, block, *cond), want });
                    }
                }
                for (side, operand) in comparison(func, *cond).into_iter().flatten().enumerate() {
                    let point = Point::BranchOperand { edge: then.edge, right: side == 1 };
                    self.range(func, point, operand, actions);
                }
            }
            Terminator::Switch { value, cases, default } => {
                let width = func.ty(*value).bits(self.program.model);
                for (key, target) in cases {
                    for &slot in self.edges.get(&target.edge.as_u32()).into_iter().flatten() {
                        actions.push(Action::Case { slot, value: *value, width, key: *key });
                    }
                }
                for &slot in self.edges.get(&default.edge.as_u32()).into_iter().flatten() {
                    let keys = cases.iter().map(|(key, _)| *key).collect();
                    actions.push(Action::Default { slot, value: *value, keys });
                }
                let point = Point::BranchOperand { edge: default.edge, right: false };
                self.range(func, point, *value, actions);
            }
            Terminator::Return(values) => {
                if let Some(value) = values.first() {
                    self.range(func, Point::Return { func: id }, *value, actions);
                }
            }
            _ => {}
        }
    }

    /// Guards of loops speak for the loops' edges that were not taken.
    fn guards(&mut self) {
        let program = self.program;
        for (id, func) in program.funcs.iter().filter(|(_, func)| !func.layout.is_empty()) {
            for &block in &func.layout {
                let targets = func.blocks[block].end.targets();
                let wanted = |target: &&Target| self.edges.contains_key(&target.edge.as_u32());
                if targets.len() < 2 || !targets.iter().any(wanted) {
                    continue;
                }
                let shape = self.notes.shape(program, id);
                let Some(around) = shape.around(block) else { continue };
                for guard in loops::guards(func, around, block) {
                    // How far it went: rounds of this loop, and of the innermost one around the guard.
                    let inner = shape.heads_around(guard.block).first().copied().unwrap_or(around.head);
                    let (inner, outer) = (self.notes.rounds(id, inner), self.notes.rounds(id, around.head));
                    let rounds = Made { place: 0.0, rounds: [Some(inner), Some(outer).filter(|_| outer != inner)] };
                    let tree = self.tree(id, guard.block, guard.cond);
                    for target in &targets {
                        let end = !around.body.contains(&target.block);
                        let slots = self.edges.get(&target.edge.as_u32()).into_iter().flatten();
                        let leave =
                            |&slot| Action::Leave { slot, tree: tree.clone(), leaves: guard.leaves, end, rounds };
                        self.plan.at_end.entry((id, guard.block)).or_default().extend(slots.map(leave));
                    }
                }
            }
        }
    }

    /// A check that fails wherever control comes to it, such as the end of a failed assertion: the decision that
    /// leads there says how far it is.
    fn failing_blocks(&mut self, id: Func, func: &Function) {
        let preds = func.predecessors();
        for &block in &func.layout {
            let data = &func.blocks[block];
            let mut failing: Vec<usize> = Vec::new();
            for inst in &data.insts {
                if let InstData::Check { cond, check } = func.insts[*inst].data
                    && func.as_const(cond) == Some(Const::Bits(Type::I1, 0))
                {
                    failing.extend(self.checks.get(&check.as_u32()).into_iter().flatten());
                }
            }
            if let Terminator::Unreachable { check } = data.end {
                failing.extend(self.checks.get(&check.as_u32()).into_iter().flatten());
            }
            let mut at = block;
            // Along jumps back to the decision.
            while let [pred] = *preds[at]
                && !failing.is_empty()
            {
                match &func.blocks[pred].end {
                    Terminator::Branch { cond, then, .. } => {
                        let (tree, want) = (self.tree(id, pred, *cond), then.block == at);
                        let actions = self.plan.at_end.entry((id, pred)).or_default();
                        actions.extend(failing.iter().map(|&slot| Action::Condition {
                            slot,
                            tree: tree.clone(),
                            want,
                        }));
                        break;
                    }
                    Terminator::Jump(_) if pred != block => at = pred,
                    _ => break,
                }
            }
        }
    }
}
