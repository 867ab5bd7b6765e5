//! Who touches which objects, found by object.
//!
//! A needed access asks for everything that touches what it may mean. Who was given out once is marked for good, so
//! each entry is handed out once: all accesses of a program together cost no more than the entries there are.

use crate::analysis::domain::Object;
use crate::analysis::interpret::Sites;
use crate::ir::{Func, Inst};
use rustc_hash::FxHashMap;

/// Instructions by the objects that they may touch.
#[derive(Default)]
pub(super) struct Touching {
    by_object: FxHashMap<Object, Vec<(Func, Inst)>>,
    /// Those that may touch anything, and those that are not known to touch something.
    anywhere: Vec<(Func, Inst)>,
    nowhere: Vec<(Func, Inst)>,
}

impl Touching {
    pub fn add(&mut self, func: Func, inst: Inst, sites: &Sites) {
        match sites.objects() {
            None => self.anywhere.push((func, inst)),
            Some([]) => self.nowhere.push((func, inst)),
            Some(objects) => {
                for object in objects {
                    self.by_object.entry(*object).or_default().push((func, inst));
                }
            }
        }
    }

    /// Hands out those that may touch one of the sites and were not handed out for them before.
    pub fn take(&mut self, sites: &Sites) -> Vec<(Func, Inst)> {
        let mut taken = std::mem::take(&mut self.anywhere);
        match sites.objects() {
            Some(objects) => taken.extend(objects.iter().filter_map(|object| self.by_object.remove(object)).flatten()),
            None => {
                taken.append(&mut self.nowhere);
                taken.extend(std::mem::take(&mut self.by_object).into_values().flatten());
            }
        }
        taken
    }
}
