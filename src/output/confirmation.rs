//! What the native program said about a violation, as test files and `--json` keep it.

use crate::confirm::{Evidence, Reason, Verdict};
use serde::{Deserialize, Serialize};

/// The judgement on a violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Confirmation {
    /// The original program, compiled natively, fails in the same way at the same line.
    Confirmed {
        /// Who saw it, such as `AddressSanitizer`; `none` if it takes none to see it.
        sanitizer: String,
        /// Its word for it, such as `heap-buffer-overflow`.
        native: String,
        /// `file:line`
        place: String,
    },
    Unconfirmed {
        /// A short name for the reason, such as `other_line`.
        reason: String,
        /// The reason in a sentence.
        text: String,
    },
}

impl Confirmation {
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Confirmation::Confirmed { .. })
    }
}

impl From<&Verdict> for Confirmation {
    fn from(verdict: &Verdict) -> Confirmation {
        match verdict {
            Verdict::Confirmed(Evidence { sanitizer, word, place }) => {
                Confirmation::Confirmed { sanitizer: (*sanitizer).into(), native: word.clone(), place: place.clone() }
            }
            Verdict::Unconfirmed(reason) => unconfirmed(reason),
        }
    }
}

fn unconfirmed(reason: &Reason) -> Confirmation {
    Confirmation::Unconfirmed { reason: reason.name().into(), text: reason.to_string() }
}
