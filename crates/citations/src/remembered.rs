//! The declarations of each file, listed once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use firsthand_anchors::{Declarations, Declared};

use crate::Code;

/// The declarations of each file, listed once.
pub(crate) struct Remembered<'c> {
    code: &'c dyn Code,
    known: RefCell<HashMap<String, Arc<Vec<Declared>>>>,
}

impl<'c> Remembered<'c> {
    pub(crate) fn new(code: &'c dyn Code) -> Self {
        let known = RefCell::default();
        Self { code, known }
    }
}

impl Declarations for Remembered<'_> {
    fn of(&self, path: &str, text: &[u8]) -> Arc<Vec<Declared>> {
        let mut known = self.known.borrow_mut();
        Arc::clone(known.entry(path.to_owned()).or_insert_with(|| self.code.of(path, text)))
    }
}
