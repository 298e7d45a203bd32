//! A tree to ask questions about.

mod store;

/// Opens the store, and reads one value of it.
pub fn read(key: &str) -> Option<String> {
    let store = store::Store::open();
    store.get(key).map(str::to_owned)
}

/// A name with letters of other scripts.
pub const GRÜSSE: &str = "Grüße, 世界";
