//! Shows the beginnings of files whose paths alone match the query.

use crate::facts::parsed_file::ParsedFile;
use crate::query::Query;
use crate::search::rank::passages::{Candidate, RangeKind, SearchedFile};
use crate::text::rank::Score;
use crate::text::window::blocks;

/// The most files whose first lines are shown.
const MAX_BEGINNINGS: usize = 3;

/// The first lines of the best files, best first, for a query whose words occur only in their paths.
pub(super) fn beginnings(
    opened: &[SearchedFile],
    files: &[usize],
    file_scores: &[f64],
    query: &Query,
) -> Vec<Candidate> {
    let beginning = |&file: &usize| {
        let ParsedFile { text, lines, .. } = &*opened[file].file;
        let cut = blocks(text, lines, 1, lines.count(), query.window_lines.max(1));
        let (start, end) = cut.into_iter().next()?;
        let mut score = Score::default();
        score.add("file", file_scores[file]);
        Some(Candidate {
            file,
            kind: RangeKind::OutsideDeclarations,
            start,
            end,
            score,
            total: file_scores[file],
            own_score: 0.0,
        })
    };
    let found = files.iter().filter_map(beginning);
    found.take(query.limit.min(MAX_BEGINNINGS)).collect()
}
