//! Why a file was not searched.

use firsthand_source::fs::ReadError;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unread {
    Binary,
    TooLarge,
    /// Its owner does not allow it.
    Denied,
    /// For a reason that may pass.
    Unreadable,
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Unread {
        match error {
            ReadError::Binary => Unread::Binary,
            ReadError::TooLarge { .. } => Unread::TooLarge,
            ReadError::Denied => Unread::Denied,
            _ => Unread::Unreadable,
        }
    }
}
