//! Moves that happen at once, as a sequence of moves: how arguments become block parameters.

use super::bytecode::Reg;
use std::collections::HashMap;

/// Orders `(to, from)` pairs, all targets distinct, so that no source is overwritten before it is read. A move whose
/// target nobody still has to read can go first; when there is none, every target is read exactly once, so only
/// cycles are left, and each is turned with the help of `scratch`.
pub fn sequence(moves: &[(Reg, Reg)], scratch: Reg) -> Vec<(Reg, Reg)> {
    let mut pending: HashMap<Reg, Reg> = moves.iter().copied().filter(|(to, from)| to != from).collect();
    let mut readers: HashMap<Reg, u32> = HashMap::new();
    pending.values().for_each(|from| *readers.entry(*from).or_default() += 1);
    // From the list, not the map: the order must not depend on hashing.
    let mut ready: Vec<Reg> =
        moves.iter().map(|(to, _)| *to).filter(|to| pending.contains_key(to) && !readers.contains_key(to)).collect();
    let mut sequence = Vec::with_capacity(moves.len());
    while let Some(to) = ready.pop() {
        let from = pending.remove(&to).expect("each target is ready once");
        sequence.push((to, from));
        let left = readers.get_mut(&from).expect("counted above");
        *left -= 1;
        if *left == 0 && pending.contains_key(&from) {
            ready.push(from);
        }
    }
    for &(first, _) in moves {
        if !pending.contains_key(&first) {
            continue;
        }
        sequence.push((scratch, first));
        let mut to = first;
        while let Some(from) = pending.remove(&to) {
            sequence.push((to, if from == first { scratch } else { from }));
            to = from;
        }
    }
    sequence
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against doing all moves at once, over every map of four registers into six.
    #[test]
    fn equals_moving_at_once() {
        for code in 0..6u32.pow(4) {
            let from = |i: u32| (code / 6u32.pow(i) % 6) as Reg;
            let moves: Vec<(Reg, Reg)> = (0..4).map(|i| (i as Reg, from(i))).collect();
            let mut registers = [10, 11, 12, 13, 14, 15, 0];
            let mut expected = registers;
            moves.iter().for_each(|&(to, from)| expected[to as usize] = registers[from as usize]);
            for (to, from) in sequence(&moves, 6) {
                registers[to as usize] = registers[from as usize];
            }
            assert_eq!(registers[..6], expected[..6], "{moves:?}");
        }
    }
}
