//! The models there are: one row each.

use std::sync::Arc;

use firsthand::{Builtin, Model};

use crate::failure::Failure;

/// The model that explores where the caller names none.
pub(crate) const DEFAULT: &str = "builtin";

/// A model that `--model` can name.
pub(crate) struct Row {
    /// What `--model` takes.
    pub(crate) name: &'static str,
    /// What it is, and what it needs.
    pub(crate) about: &'static str,
    open: fn() -> Arc<dyn Model>,
}

/// Every model of this build.
pub(crate) const MODELS: &[Row] = &[Row {
    name: DEFAULT,
    about: "embedded: a fixed policy, no language model, no key, no network",
    open: || Arc::new(Builtin::new()),
}];

/// The names there are, for people.
pub(crate) fn names() -> String {
    let names: Vec<&str> = MODELS.iter().map(|row| row.name).collect();
    names.join(", ")
}

/// The model of that name.
pub(crate) fn open(name: &str) -> Result<Arc<dyn Model>, Failure> {
    let row = MODELS.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| Failure::Model(name.to_owned()))?;
    Ok((row.open)())
}
