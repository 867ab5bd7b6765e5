//! Decides which inputs to run and when to stop.
//!
//! [`hunt`] tries inputs until a check fails or a budget is used up. Its strategy is [`Uniform`]: every input drawn
//! independently and uniformly, the baseline for everything cleverer. [`Given`] are inputs that
//! someone gave.

mod coverage;
mod given;
mod hunt;
mod uniform;

pub use coverage::Coverage;
pub use given::Given;
pub use hunt::{Budget, BudgetKind, Found, Hunt, Progress, Settings, Stop, Tally, hunt};
pub use uniform::Uniform;

use rarebit_front_end::ir::InputSite;

/// An input value that a run read: its site and its bits.
pub type Drawn = (InputSite, u128);
