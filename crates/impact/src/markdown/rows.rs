//! How much of a document is printed.

/// What is printed of each declaration.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// The most places of one role, and the most files of tests.
    pub(super) places: usize,
    /// Whether places have their lines' texts.
    pub(super) quotes: bool,
    /// Whether places have their ids, by which an agent names them.
    pub(super) ids: bool,
    /// Whether signatures are printed.
    pub(super) signatures: bool,
    /// The most declarations with their places; none in an overview.
    pub(super) declarations: usize,
    /// The most files in an overview.
    pub(super) files: usize,
}

/// What is printed, tried in turn until the text fits: every declaration with its places, or else the files alone.
pub(super) const ROWS: [Rows; 17] = [
    Rows::of(25, true, true, 100),
    Rows::of(12, true, true, 50),
    Rows::of(8, true, true, 50),
    Rows::of(5, true, true, 50),
    Rows::of(3, true, true, 50),
    Rows::of(5, false, true, 50),
    Rows::of(3, false, true, 50),
    Rows::of(2, false, false, 50),
    Rows::of(1, false, false, 50),
    Rows::files(60),
    Rows::files(40),
    Rows::files(28),
    Rows::files(20),
    Rows::files(14),
    Rows::files(9),
    Rows::files(5),
    Rows::files(1),
];
impl Rows {
    /// How many lines of a list are printed at least: these, or a third if no declarations are printed.
    pub(super) const fn least(self, lines: usize) -> usize {
        match self.declarations {
            0 => lines / 3,
            _ => lines,
        }
    }

    const fn of(places: usize, quotes: bool, signatures: bool, declarations: usize) -> Self {
        Self { places, quotes, ids: true, signatures, declarations, files: usize::MAX }
    }

    /// The files of the change alone.
    const fn files(files: usize) -> Self {
        Self { files, ..Self::of(1, false, false, 0) }
    }
}
