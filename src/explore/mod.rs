//! Decides which inputs to run and when to stop.
//!
//! [`explore`] runs rounds of chains ([`campaign`]) by a [`Strategy`] until a budget is used up. [`sites`] makes
//! coordinates of inputs, [`ladders`] knows which decisions lead to a goal, [`archive`] what was reached and how near the
//! rest is, [`team`] which learners there are, [`chain`] what one chain does, [`samples`] what two inputs look like, [`runner`] runs points and keeps what
//! is new, [`advice`] who else is asked what to try and [`consult`] how: [`linear`] solves linear constraints,
//! [`symbolic_adviser`] all of them,
//! [`chaining`] puts known runs together by what [`novelty`] says is new; [`watches`] says where ranges are. [`minimise`] makes findings small. [`subject`] is what is run,
//! [`aims`] what to aim at in it.
//!
//! For reports: [`review`] runs tests again, [`diagnose`] watches chains.

mod advice;
mod aims;
mod archive;
mod campaign;
mod chain;
mod chaining;
mod consult;

mod diagnose;
#[cfg(test)]
mod goal_tests;
mod hunt;
mod ladders;
mod linear;
#[cfg(test)]
mod linear_tests;
mod minimise;
mod nodes;
mod novelty;
mod review;
mod runner;
mod samples;
mod sites;
mod subject;
mod symbolic_adviser;
mod team;
mod uniform;
mod walks;
mod watches;

pub use advice::{Advice, Adviser, Origin, View, Why};
pub use archive::{Archive, Goal};
pub use campaign::{Observer, Outcomes, Past, explore, explore_with};
pub use diagnose::{Diagnosis, Walk, diagnose};
pub use hunt::{Budget, BudgetKind, Credit, Found, Mixing, Part, Progress, Settings, Sought, Stop, Strategy, Tally};
pub use linear::{Demand, Demands, demands};
pub use minimise::smaller;
pub use review::{Review, Reviewed};
pub use samples::samples;
pub use sites::Sites;
pub use team::Weights;
pub use uniform::Uniform;
