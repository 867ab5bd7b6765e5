//! `--corpus`: inputs that other runs or tools left, read by running the program on them.

use super::error::Error;
use super::search::DEFAULT_STEPS;
use super::source::SourceArgs;
use super::{complain, units};
use crate::output::seed::{self, Seed, SeedError};
use crate::output::value;
use crate::simulate::{Drawn, Given, Interpreter, Limits, Options, Simulator};
use rarebit_front_end::ir::Program;
use rarebit_learners::Observation;
use std::path::PathBuf;

/// Complaints about single seeds that are printed.
const COMPLAINTS: usize = 5;

/// What the program reads when it is run on the seeds. One that cannot be used is complained about, and is an error if
/// it is the only one of its path.
pub fn load(paths: &[PathBuf], program: &Program, source: &SourceArgs) -> Result<Vec<Vec<Drawn>>, Error> {
    let limits = Limits { steps: DEFAULT_STEPS, ..Limits::default() };
    let mut interpreter = Interpreter::new(program, Options { limits, ..Options::default() });
    let mut all = Vec::new();
    for path in paths {
        let seeds = seed::read(path).map_err(|error| Error::Seed { path: path.clone(), error })?;
        let (count, mut wrong) = (seeds.len(), 0);
        for (place, seed) in seeds {
            match seed.and_then(|seed| drawn(seed, program, source, &mut interpreter)) {
                Ok(drawn) => all.push(drawn),
                Err(error) if count == 1 => return Err(Error::Seed { path: place, error }),
                Err(error) => {
                    wrong += 1;
                    if wrong <= COMPLAINTS {
                        complain(&format!("warning: seed {}: {error}", place.display()));
                    }
                }
            }
        }
        if wrong > COMPLAINTS {
            let more = units::count((wrong - COMPLAINTS) as u64, "more seed");
            complain(&format!("warning: {more} in {} cannot be used", path.display()));
        }
        if wrong == count {
            return Err(Error::Seed { path: path.clone(), error: SeedError::Useless });
        }
    }
    Ok(all)
}

fn drawn(
    seed: Seed,
    program: &Program,
    source: &SourceArgs,
    interpreter: &mut Interpreter<'_>,
) -> Result<Vec<Drawn>, SeedError> {
    let mut given = match seed {
        Seed::Test(test) => Given::recorded(test.values(&source.names(), program)?),
        Seed::Values(values) => value::listed(values, program.model),
        Seed::Objects(objects) => Given::objects(objects, program.model),
        Seed::Data(bytes) => Given::data(bytes, program.model),
    };
    interpreter.run(&mut given, &mut Observation::default());
    match given.error {
        Some((site, error)) => {
            let info = &program.sites[site];
            let input = format!("{} at {}", info.name.as_deref().unwrap_or(&info.source), program.place(info.loc));
            Err(SeedError::Value { input, error })
        }
        None => Ok(given.drawn),
    }
}
