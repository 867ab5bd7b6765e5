//! Inputs that someone gave: a list of values in order of consumption, or the values of a recorded run.
//! What is missing is 0, or the least value that its input can have, and is counted.

use super::Drawn;
use crate::output::value::{self, ValueError};
use crate::simulate::Inputs;
use rarebit_front_end::ir::{DataModel, InputSite, SiteInfo, Type, meaning};
use std::collections::HashMap;

/// Values that someone gave, and what became of them.
pub struct Given {
    values: Values,
    pub drawn: Vec<Drawn>,
    /// How many inputs had no value.
    pub missing: u64,
    /// The first value that its input could not take.
    pub error: Option<(InputSite, ValueError)>,
}

enum Values {
    Listed { values: std::vec::IntoIter<String>, model: DataModel },
    Recorded { values: HashMap<(InputSite, u32), u128>, occurrences: HashMap<InputSite, u32> },
}

impl Given {
    /// Values as text, in order; each is read by the type of the input that consumes it.
    pub fn listed(values: Vec<String>, model: DataModel) -> Given {
        Given::new(Values::Listed { values: values.into_iter(), model })
    }

    /// Values by site and occurrence.
    pub fn recorded(values: HashMap<(InputSite, u32), u128>) -> Given {
        Given::new(Values::Recorded { values, occurrences: HashMap::new() })
    }

    fn new(values: Values) -> Given {
        Given { values, drawn: Vec::new(), missing: 0, error: None }
    }

    /// How many values nothing has consumed.
    pub fn left(&self) -> usize {
        match &self.values {
            Values::Listed { values, .. } => values.len(),
            Values::Recorded { values, .. } => values.len(),
        }
    }
}

impl Inputs for Given {
    fn next(&mut self, site: InputSite, info: &SiteInfo) -> u128 {
        let value = match &mut self.values {
            Values::Listed { values, model } => values.next().map(|text| value::parse(&text, info, *model)),
            Values::Recorded { values, occurrences } => {
                let occurrence = occurrences.entry(site).or_default();
                let value = values.remove(&(site, *occurrence));
                *occurrence += 1;
                value.map(Ok)
            }
        };
        self.missing += u64::from(value.is_none());
        let bits = value.unwrap_or_else(|| Ok(least(info))).unwrap_or_else(|error| {
            self.error.get_or_insert((site, error));
            0
        });
        self.drawn.push((site, bits));
        bits
    }
}

/// 0, or the lower bound where 0 is out of range.
fn least(info: &SiteInfo) -> u128 {
    match (info.range, info.ty) {
        (Some((low, _)), Type::Int(width)) if !info.allows(0) => low as u128 & meaning::wide::mask(width.into()),
        (Some((low, _)), _) if !info.allows(0) => low as u128,
        _ => 0,
    }
}
