//! Parses the hints of a caller. Unknown hints are ignored.

use std::collections::BTreeMap;

use firsthand_codegraph::{Include, Relation};
use firsthand_source::guesses;

use crate::payload::Scope;
use crate::retrieve::Filter;

/// The hint for words that the caller guesses the code uses for the topic, separated by commas.
pub const WORDS_HINT: &str = "words";
/// The most hops of a walk.
const MAX_HOPS: u32 = 4;
/// The hops of a walk without the hint `hops`.
const DEFAULT_HOPS: u32 = 2;

/// The parsed hints of a caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// `path`: a file, a folder or a glob to search in; `include`: classes of files that are ranked like source files;
    /// [`WORDS_HINT`]: what the caller guesses that the code calls the topic.
    pub(crate) filter: Filter,
    /// `kind`: only candidates of this kind, as the language names it.
    pub(crate) kind: Option<String>,
    /// `symbol`: a name that the topic is about.
    pub(crate) symbol: Option<String>,
    /// `relation`: the relation to follow from the symbol.
    pub(crate) relation: Option<Relation>,
    /// `axes`: the axes of a decomposition.
    pub(crate) axes: Vec<String>,
    /// `scope`: the number of sub-queries.
    pub(crate) scope: Option<Scope>,
    /// `hops`: the number of hops of a walk, at least 1.
    hops: Option<u32>,
    /// `since`: the first second (since 1970, UTC) of the first day of the history.
    pub(crate) since: Option<i64>,
    /// Messages about hints with invalid values.
    pub(crate) invalid: Vec<String>,
}

impl Hints {
    pub(crate) fn of(raw_hints: &BTreeMap<String, String>) -> Self {
        let mut hints = Self::default();
        for (key, value) in raw_hints {
            let value = value.trim();
            if hints.set(key, value).is_none() {
                let message = format!("the hint `{key}` cannot be read: `{value}`");
                hints.invalid.push(message);
            }
        }
        hints
    }

    /// Parses a hint; `None` if its value is invalid. An unknown key is ignored.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let items = value.split(',').map(str::trim);
        let items = items.filter(|item| !item.is_empty());
        match key {
            "path" => self.filter.within = Some(value.to_owned()),
            "kind" => self.kind = Some(value.to_owned()),
            "symbol" => self.symbol = Some(value.to_owned()),
            "axes" => self.axes = items.map(str::to_owned).collect(),
            "relation" => self.relation = Some(value.parse().ok()?),
            "scope" => self.scope = Some(value.parse().ok()?),
            "hops" => self.hops = Some(value.parse().ok().filter(|hops| *hops > 0)?),
            "since" => self.since = Some(firsthand_history::second_of_day(value)?),
            "include" => self.filter.include = included(items)?,
            WORDS_HINT => self.filter.words = guesses(items),
            _ => {}
        }
        Some(())
    }

    /// The number of hops of a walk.
    pub(crate) fn hops(&self) -> u32 {
        self.hops.unwrap_or(DEFAULT_HOPS).min(MAX_HOPS)
    }

    /// The hints without those that restrict the search by path or kind; `None` if none does.
    pub(crate) fn without_filters(
        raw_hints: &BTreeMap<String, String>,
    ) -> Option<BTreeMap<String, String>> {
        let mut wider = raw_hints.clone();
        wider.retain(|key, _| key != "path" && key != "kind");
        (wider.len() < raw_hints.len()).then_some(wider)
    }
}

/// The classes of files with these names; `None` if one of them is unknown.
fn included<'a>(classes: impl Iterator<Item = &'a str>) -> Option<Include> {
    let mut include = Include::default();
    for class in classes {
        match class {
            "tests" => include.tests = true,
            "generated" => include.generated = true,
            "docs" => include.docs = true,
            _ => return None,
        }
    }
    Some(include)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw_hints: &[(&str, &str)], expect: &[&str]) -> Hints {
        let pairs = raw_hints.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let hints = Hints::of(&pairs.collect());
        assert_eq!(hints.invalid, expect);
        hints
    }

    #[test]
    fn hints_are_parsed_or_reported_as_unreadable() {
        let hints = check(&[("axes", "module, tests,"), ("hops", "9"), ("whatever", "x")], &[]);
        assert_eq!(
            (hints.axes.as_slice(), hints.hops()),
            (&["module".to_owned(), "tests".to_owned()][..], 4)
        );
        let hints =
            check(&[("relation", "callers"), ("scope", "broad"), ("since", "2024-01-02")], &[]);
        assert_eq!(
            (hints.relation, hints.scope, hints.since),
            (Some(Relation::Callers), Some(Scope::Broad), Some(1_704_153_600))
        );
        let hints = check(&[("include", "tests,docs")], &[]);
        assert!({
            let include = hints.filter.include;
            include.tests && include.docs && !include.generated
        });
        check(
            &[("hops", "0"), ("relation", "calls")],
            &["the hint `hops` cannot be read: `0`", "the hint `relation` cannot be read: `calls`"],
        );
        check(
            &[("include", "all"), ("scope", "wide"), ("since", "lately")],
            &[
                "the hint `include` cannot be read: `all`",
                "the hint `scope` cannot be read: `wide`",
                "the hint `since` cannot be read: `lately`",
            ],
        );
        assert_eq!(check(&[], &[]).hops(), 2);
    }

    #[test]
    fn an_unreadable_hint_has_no_effect() {
        let unreadable = "the hint `include` cannot be read: `tests,bogus`";
        let hints = check(&[("include", "tests,bogus")], &[unreadable]);
        assert_eq!(hints.filter.include, Include::default());
    }
}
