//! The words of the question.

use firsthand_registry::QueryTokens;
use firsthand_source::{WrittenPlace, without_numbers};

use super::State;

impl State {
    /// The words of the question; the number of a line that a search returned is none.
    pub(crate) fn query_words(&self) -> Vec<String> {
        let query = self.task.as_ref().map_or("", |task| &task.query);
        let seen = self.registry.iter();
        let hits: Vec<_> = seen.map(|seen| (seen.path(), seen.hits())).collect();
        let places = WrittenPlace::with_line_in(query, &hits);
        let query = without_numbers(query, &places);
        QueryTokens::of(&query).iter().map(str::to_owned).collect()
    }
}
