//! Keeps values.

use std::collections::HashMap;

/// Values by their keys.
#[derive(Default)]
pub struct Store {
    values: HashMap<String, String>,
}

impl Store {
    pub fn open() -> Self {
        Self::default()
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    pub fn put(&mut self, key: &str, value: &str) {
        self.values.insert(key.to_owned(), value.to_owned());
    }
}
