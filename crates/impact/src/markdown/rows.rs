//! How much of a document a page has.

use crate::document::{ChangedDeclaration, Dependence};

/// The least places that may have been forgotten which are printed, and those beside a long list of files.
pub(super) const MIN_FORGOTTEN: usize = 6;
const MIN_BESIDE_FILES: usize = 2;
/// The least places that no longer fit of one declaration, where there is room.
const MIN_BREAKING: usize = 6;

/// What is printed of each declaration.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// The most places of one role, and the most files of tests.
    pub(super) places: usize,
    /// The most notes of one kind.
    pub(super) notes: usize,
    /// Whether places have their lines' texts.
    pub(super) quotes: bool,
    /// Whether places have their ids, by which an agent names them.
    pub(super) ids: bool,
    /// Whether signatures are printed.
    pub(super) signatures: bool,
    /// The least places that may have been forgotten.
    pub(super) forgotten: usize,
    /// The most declarations with their places.
    pub(super) declarations: usize,
    /// The most files in an overview; without one, all declarations are printed.
    pub(super) files: Option<usize>,
}

/// What is printed, tried in turn until the text fits: every declaration with its places, or else the files alone.
pub(super) const ROWS: [Rows; 9] = [
    Rows::of(25, true, true, 100),
    Rows::of(12, true, true, 50),
    Rows::of(5, true, true, 50),
    Rows::of(3, true, true, 50),
    Rows::of(5, false, true, 50),
    Rows::of(3, false, true, 50),
    Rows::of(2, false, false, 50),
    Rows::of(1, false, false, 50),
    Rows::of_one_file(),
];

impl Rows {
    const fn of(places: usize, quotes: bool, signatures: bool, declarations: usize) -> Self {
        let forgotten = MIN_FORGOTTEN;
        let notes = places;
        Self { places, notes, quotes, ids: true, signatures, forgotten, declarations, files: None }
    }

    /// The files of the change alone, and the least of them.
    const fn of_one_file() -> Self {
        let forgotten = MIN_BESIDE_FILES;
        Self { files: Some(1), forgotten, ..Self::of(1, false, false, 0) }
    }

    /// Whether a declaration has at least some of the places that no longer fit.
    pub(super) fn least_breaking(self, role: Dependence, one: &ChangedDeclaration) -> usize {
        let has_room = self.files.is_none() && role.is_use() && one.breaks();
        if has_room { MIN_BREAKING } else { 0 }
    }
}
