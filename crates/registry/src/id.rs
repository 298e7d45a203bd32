//! The ids of what was observed: a letter and a number, which a registry assigns.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A text that is not of the form of an id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an id is a letter and a number: c1, c2, … for places, a1, a2, … for receipts")]
pub struct IdError;

/// Declares a type of ids with this letter.
macro_rules! id {
    ($(#[$attribute:meta])* $type:ident, $letter:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $type(NonZeroU32);

        impl $type {
            /// The id with the most characters.
            pub const WIDEST: Self = Self(NonZeroU32::MAX);

            pub(crate) fn from_index(index: usize) -> Self {
                let before = u32::try_from(index).unwrap_or(u32::MAX);
                Self(NonZeroU32::MIN.saturating_add(before))
            }

            pub(crate) fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl FromStr for $type {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                let digits = text.strip_prefix($letter).ok_or(IdError)?;
                if digits.starts_with(['0', '+']) {
                    return Err(IdError);
                }
                digits.parse().map(Self).map_err(|_| IdError)
            }
        }

        impl TryFrom<String> for $type {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(id: $type) -> Self {
                id.to_string()
            }
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let pattern = concat!("^", $letter, "[1-9][0-9]*$");
                schemars::json_schema!({ "type": "string", "pattern": pattern })
            }
        }
    };
}

id! {
    /// The id of an observed place, written `c7`. An id is only a number, which has a meaning only in the
    /// [`Registry`](crate::Registry) that assigned it.
    CandidateId, "c"
}

id! {
    /// The id of a receipt of absence, written `a1`. A receipt is no place: its id cannot stand where that of a place is
    /// expected.
    ReceiptId, "a"
}
