//! What does a name mean within its own file, and what do the scopes, the kind and the visibility of a declaration keep it from
//! meaning? Uses `written`. Begin with `local_names`; `rules` and `visibility` say what the languages exclude.

pub(super) mod assigned;
pub(super) mod local_names;
mod prototype;
pub(super) mod rules;
pub(super) mod visibility;
