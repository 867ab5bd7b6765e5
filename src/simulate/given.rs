//! Inputs that someone gave: a list of values in order of consumption, the values of a recorded run, or bytes.
//! What is missing is 0, or the least value that its input can have, and is counted.

use super::{Drawn, Inputs};
use rarebit_front_end::ir::{DataModel, InputSite, SiteInfo, Type, meaning};
use std::collections::{HashMap, VecDeque};

/// Values that someone gave, and what became of them.
pub struct Given {
    values: Values,
    pub drawn: Vec<Drawn>,
    /// How many inputs had no value.
    pub missing: u64,
    /// The first value that its input could not take.
    pub error: Option<(InputSite, Unfit)>,
}

/// Why a value is none that its input can take.
pub type Unfit = Box<dyn std::error::Error + Send + Sync>;

/// The value of an input, read from however it is written down.
pub type Value = Box<dyn FnOnce(&SiteInfo) -> Result<u128, Unfit>>;

enum Values {
    Listed {
        values: std::vec::IntoIter<Value>,
    },
    Recorded {
        values: HashMap<(InputSite, u32), u128>,
        occurrences: HashMap<InputSite, u32>,
    },
    /// Pieces of memory; a value takes its bytes from the first that has some left.
    Objects {
        objects: VecDeque<VecDeque<u8>>,
        model: DataModel,
    },
    /// The content of a file: a size where one is asked for, else bytes.
    Data {
        size: usize,
        bytes: VecDeque<u8>,
        model: DataModel,
    },
}

impl Given {
    /// Values in order; each is read as the input that consumes it says.
    pub fn listed(values: Vec<Value>) -> Given {
        Given::new(Values::Listed { values: values.into_iter() })
    }

    /// Values by site and occurrence.
    pub fn recorded(values: HashMap<(InputSite, u32), u128>) -> Given {
        Given::new(Values::Recorded { values, occurrences: HashMap::new() })
    }

    /// Values little-endian, each in the bytes of an object; what is out of range is the least value.
    pub fn objects(objects: impl IntoIterator<Item = Vec<u8>>, model: DataModel) -> Given {
        Given::new(Values::Objects { objects: objects.into_iter().map(VecDeque::from).collect(), model })
    }

    /// The content of a file that a fuzzer would give: of a fuzz target's data or of standard input, or else values
    /// little-endian; what is out of range is the least value.
    pub fn data(bytes: Vec<u8>, model: DataModel) -> Given {
        Given::new(Values::Data { size: bytes.len(), bytes: bytes.into(), model })
    }

    /// What an earlier run read, in order.
    pub fn drawn(inputs: &[Drawn]) -> Given {
        let mut occurrences = HashMap::new();
        let values = inputs.iter().map(|&(site, bits)| {
            let next = occurrences.entry(site).or_insert(0);
            *next += 1;
            ((site, *next - 1), bits)
        });
        Given::recorded(values.collect())
    }

    fn new(values: Values) -> Given {
        Given { values, drawn: Vec::new(), missing: 0, error: None }
    }

    /// How many values nothing has consumed.
    pub fn left(&self) -> usize {
        match &self.values {
            Values::Listed { values } => values.len(),
            Values::Recorded { values, .. } => values.len(),
            Values::Objects { objects, .. } => objects.len(),
            Values::Data { bytes, .. } => bytes.len(),
        }
    }
}

impl Inputs for Given {
    fn next(&mut self, site: InputSite, info: &SiteInfo) -> u128 {
        let value = match &mut self.values {
            Values::Listed { values } => values.next().map(|value| value(info)),
            Values::Recorded { values, occurrences } => {
                let occurrence = occurrences.entry(site).or_default();
                let value = values.remove(&(site, *occurrence));
                *occurrence += 1;
                value.map(Ok)
            }
            Values::Objects { objects, model } => {
                objects.pop_front_if(|object| object.is_empty());
                objects.front_mut().and_then(|object| take(object, info, *model)).map(Ok)
            }
            // The first input of such a source is how many bytes follow.
            Values::Data { size, .. } if is_size(info) => {
                let most = info.range.map_or(u128::MAX, |(_, high)| high.max(0) as u128);
                Some(Ok((*size as u128).min(most)))
            }
            Values::Data { bytes, model, .. } => take(bytes, info, *model).map(Ok),
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

/// Is this how much there is of something that a file's content is?
fn is_size(info: &SiteInfo) -> bool {
    matches!(info.source.as_str(), "LLVMFuzzerTestOneInput" | "stdin") && info.ty != Type::I8
}

/// A value from the next bytes; the last may lack some, which are 0.
fn take(bytes: &mut VecDeque<u8>, info: &SiteInfo, model: DataModel) -> Option<u128> {
    let width = info.ty.bits(model).div_ceil(8) as usize;
    let mut value = [0; 16];
    let taken = bytes.drain(..width.min(bytes.len()));
    let count = taken.zip(&mut value).map(|(byte, place)| *place = byte).count();
    let bits = u128::from_le_bytes(value) & meaning::wide::mask(info.ty.bits(model));
    (count > 0).then(|| if info.allows(bits) { bits } else { least(info) })
}

/// 0, or the lower bound where 0 is out of range.
fn least(info: &SiteInfo) -> u128 {
    match (info.range, info.ty) {
        (Some((low, _)), Type::Int(width)) if !info.allows(0) => low as u128 & meaning::wide::mask(width.into()),
        (Some((low, _)), _) if !info.allows(0) => low as u128,
        _ => 0,
    }
}
