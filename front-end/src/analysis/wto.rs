//! Weak topological order of a function's blocks (Bourdoncle, "Efficient chaotic iteration strategies with
//! widenings", 1993): blocks in an order in which every cycle lies inside a component whose head comes first.
//! Iterating each component until its head is stable, inner ones first, needs widening only at the heads.

use crate::ir::{Block, Function};
use cranelift_entity::SecondaryMap;

/// A block, or a loop: its head and then its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    Block(Block),
    Loop(Block, Vec<Element>),
}

struct Search<'f> {
    func: &'f Function,
    /// 0: not seen; `u32::MAX`: done.
    number: SecondaryMap<Block, u32>,
    next: u32,
    stack: Vec<Block>,
}

const DONE: u32 = u32::MAX;

/// The order of all blocks that can be reached.
pub fn weak_topological_order(func: &Function) -> Vec<Element> {
    let mut search = Search { func, number: SecondaryMap::new(), next: 0, stack: Vec::new() };
    let mut order = Vec::new();
    search.visit(func.entry(), &mut order);
    order.reverse();
    order
}

/// A visit that is going on.
struct Frame {
    block: Block,
    successor: usize,
    head: u32,
    is_loop: bool,
    /// Set while the body of the component is being collected.
    body: Option<Vec<Element>>,
}

impl Search<'_> {
    fn frame(&mut self, block: Block) -> Frame {
        self.stack.push(block);
        self.next += 1;
        self.number[block] = self.next;
        Frame { block, successor: 0, head: self.next, is_loop: false, body: None }
    }

    /// Bourdoncle's recursion with a stack of its own: functions may be long. `order` is filled back to front.
    fn visit(&mut self, start: Block, order: &mut Vec<Element>) {
        let mut frames = vec![self.frame(start)];
        while let Some(frame) = frames.last_mut() {
            let targets = self.func.blocks[frame.block].end.targets();
            if let Some(target) = targets.get(frame.successor) {
                frame.successor += 1;
                let next = target.block;
                match self.number[next] {
                    0 => {
                        let frame = self.frame(next);
                        frames.push(frame);
                    }
                    // In the second round over a component its blocks are new again; those done are skipped.
                    number if frame.body.is_none() && number <= frame.head => {
                        frame.head = number;
                        frame.is_loop = true;
                    }
                    _ => {}
                }
                continue;
            }
            let mut frame = frames.pop().expect("not empty");
            if let Some(mut body) = frame.body.take() {
                body.reverse();
                self.emit(&mut frames, order, Element::Loop(frame.block, body));
                continue;
            }
            let own = self.number[frame.block];
            if frame.head != own {
                // Part of a component whose head is further down.
                let parent = frames.last_mut().expect("the head is below");
                if frame.head <= parent.head && parent.body.is_none() {
                    parent.head = frame.head;
                    parent.is_loop = true;
                }
                continue;
            }
            self.number[frame.block] = DONE;
            let mut top = self.stack.pop().expect("the block is on the stack");
            if !frame.is_loop {
                self.emit(&mut frames, order, Element::Block(frame.block));
                continue;
            }
            while top != frame.block {
                self.number[top] = 0;
                top = self.stack.pop().expect("the block is on the stack");
            }
            frames.push(Frame { successor: 0, body: Some(Vec::new()), ..frame });
        }
    }

    /// Puts an element in front of what is collected at the moment.
    fn emit(&self, frames: &mut [Frame], order: &mut Vec<Element>, element: Element) {
        match frames.iter_mut().rev().find_map(|frame| frame.body.as_mut()) {
            Some(body) => body.push(element),
            None => order.push(element),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Signature, Target, Terminator, Type};

    fn graph(edges: &[(u32, u32)]) -> Function {
        let mut func = Function::new("f", Signature::default());
        let count = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(1);
        let blocks: Vec<Block> = (0..count).map(|_| func.new_block()).collect();
        let mut next = 0;
        for &block in &blocks {
            let mut targets: Vec<Target> = edges
                .iter()
                .filter(|(a, _)| *a == block.as_u32())
                .map(|(_, b)| {
                    next += 1;
                    Target {
                        block: blocks[*b as usize],
                        args: Default::default(),
                        edge: crate::ir::Edge::from_u32(next),
                    }
                })
                .collect();
            let value = func.int(Type::I32, 0);
            func.blocks[block].end = match targets.pop() {
                None => Terminator::Stop,
                Some(default) => {
                    let cases = targets.into_iter().enumerate().map(|(i, t)| (i as u128, t)).collect();
                    Terminator::Switch { value, cases, default }
                }
            };
        }
        func
    }

    fn text(elements: &[Element]) -> String {
        let words = elements.iter().map(|element| match element {
            Element::Block(block) => block.as_u32().to_string(),
            Element::Loop(head, body) => format!("({} {})", head.as_u32(), text(body)).replace(" )", ")"),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_example_of_the_paper() {
        // Bourdoncle's figure, numbered from 0: 1 2 (3 4 (5 6) 7) 8.
        let edges = [(0, 1), (1, 2), (1, 7), (2, 3), (3, 4), (3, 6), (4, 5), (5, 4), (5, 6), (6, 2), (6, 7)];
        let order = weak_topological_order(&graph(&edges));
        assert_eq!(text(&order), "0 1 (2 3 (4 5) 6) 7");
    }

    #[test]
    fn self_loops_and_two_entries() {
        assert_eq!(text(&weak_topological_order(&graph(&[(0, 1), (1, 1), (1, 2)]))), "0 (1) 2");
        // A cycle with two entries has one head all the same.
        let order = text(&weak_topological_order(&graph(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)])));
        assert_eq!(order.matches('(').count(), 1, "{order}");
    }
}
