//! Parses the hints of a caller. Unknown hints are ignored.

use std::collections::BTreeMap;
use std::str::FromStr;

use firsthand_codegraph::{Include, Relation};
use firsthand_source::{UnknownName, guesses, wire_names};

use crate::payload::Scope;
use crate::retrieve::Filter;

/// The hint for words that the caller guesses the code uses for the topic, separated by commas.
pub(crate) const WORDS_HINT: &str = "words";
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
    /// Messages about hints with values over a limit.
    pub(crate) clamped: Vec<String>,
}

impl Hints {
    pub(crate) fn of(raw_hints: &BTreeMap<String, String>) -> Self {
        let mut hints = Self::default();
        for (key, value) in raw_hints {
            let value = value.trim();
            if let Err(why) = hints.set(key, value) {
                hints.invalid.push(format!("the hint `{key}` cannot be read: {why}"));
            }
        }
        hints
    }

    /// Parses a hint; an error says what it takes. An unknown key is ignored.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let items = value.split(',').map(str::trim).filter(|item| !item.is_empty());
        let is_no = |what: &str| format!("`{value}` is no {what}");
        match key {
            "path" => self.filter.within = Some(value.to_owned()),
            "kind" => self.kind = Some(value.to_owned()),
            "symbol" => self.symbol = Some(value.to_owned()),
            "axes" => {
                items.clone().try_for_each(|axis| Axis::named(axis).map(|_| ()))?;
                self.axes = items.map(str::to_owned).collect();
            }
            "relation" => self.relation = Some(choice(value)?),
            "scope" => self.scope = Some(choice(value)?),
            "hops" => {
                let hops = value.parse().ok().filter(|hops| *hops > 0);
                let hops = hops.ok_or_else(|| is_no("number above 0"))?;
                self.hops = Some(hops);
                if hops > MAX_HOPS {
                    self.clamped.push(format!("the hint `hops` was read as {MAX_HOPS}, the most"));
                }
            }
            "since" => {
                let second = firsthand_history::second_of_day(value);
                self.since = Some(second.ok_or_else(|| is_no("day, as 2026-01-31 is"))?);
            }
            "include" => {
                let classes: Result<Vec<Class>, _> = items.map(choice).collect();
                self.filter.include = included(&classes?);
            }
            WORDS_HINT => self.filter.words = guesses(items),
            _ => {}
        }
        Ok(())
    }

    /// Whether the caller names a number of hops.
    pub(crate) fn names_hops(&self) -> bool {
        self.hops.is_some()
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

/// Notes about hints whose values are over a limit, and were read as the limit.
#[must_use]
pub fn clamped_hints(raw_hints: &BTreeMap<String, String>) -> Vec<String> {
    Hints::of(raw_hints).clamped
}

/// Reads the name of a choice; an error lists the names.
fn choice<T: FromStr<Err = UnknownName>>(name: &str) -> Result<T, String> {
    name.parse().map_err(|unknown: UnknownName| unknown.to_string())
}

wire_names! {
    /// A class of files that is left out or ranked lower unless it is included.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Class {
        Tests => "tests",
        Generated => "generated",
        Docs => "docs",
    }
}

fn included(classes: &[Class]) -> Include {
    Include {
        tests: classes.contains(&Class::Tests),
        generated: classes.contains(&Class::Generated),
        docs: classes.contains(&Class::Docs),
    }
}

wire_names! {
    /// An axis of a decomposition.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Axis {
        /// The callers and callees of declarations.
        Relation => "relation",
        /// Folders.
        Module => "module",
        /// Tests.
        Tests => "tests",
        /// Commits.
        History => "history",
        /// Kinds of declarations.
        Kind => "kind",
        /// Exact strings.
        Text => "text",
    }
}

impl Axis {
    /// Parses a name of an axis; an error lists the names. `entity_type`, `relationship` and `time` are the names of
    /// axes over any domain that a router may also use; over code they mean these.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        match name {
            "entity_type" => Ok(Self::Kind),
            "relationship" => Ok(Self::Relation),
            "time" => Ok(Self::History),
            name => choice(name),
        }
    }
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
        assert_eq!(hints.clamped, ["the hint `hops` was read as 4, the most"]);
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
            &[
                "the hint `hops` cannot be read: `0` is no number above 0",
                "the hint `relation` cannot be read: `calls` is not one of definition, callers, callees, references, implementors, siblings, texts, files, registrations, numbers",
            ],
        );
        check(
            &[("include", "all"), ("scope", "wide"), ("since", "lately")],
            &[
                "the hint `include` cannot be read: `all` is not one of tests, generated, docs",
                "the hint `scope` cannot be read: `wide` is not one of narrow, medium, broad",
                "the hint `since` cannot be read: `lately` is no day, as 2026-01-31 is",
            ],
        );
        check(
            &[("axes", "time,callers")],
            &["the hint `axes` cannot be read: `callers` is not one of \
               relation, module, tests, history, kind, text"],
        );
        assert_eq!(check(&[], &[]).hops(), 2);
    }

    #[test]
    fn an_unreadable_hint_has_no_effect() {
        let unreadable =
            "the hint `include` cannot be read: `bogus` is not one of tests, generated, docs";
        let hints = check(&[("include", "tests,bogus")], &[unreadable]);
        assert_eq!(hints.filter.include, Include::default());
    }
}
