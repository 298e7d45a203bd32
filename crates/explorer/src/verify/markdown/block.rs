//! Reads the machine block of a Markdown form.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The version of the block that is read.
const VERSION: u32 = 3;

#[derive(Deserialize)]
pub(super) struct Block {
    v: u32,
    pub(super) action: String,
    pub(super) confidence: String,
    refs: Refs,
    /// The numbers of the read targets in `refs`, from 1.
    pub(super) read: Vec<usize>,
}

pub(super) type PlaceTuple<'p> = (&'p str, Option<u32>, Option<u32>);

/// The places by their numbers, which are 1, 2, … without a gap.
struct Refs(BTreeMap<usize, (String, Option<(u32, u32)>)>);

/// A place as the block writes it behind its path: `[1,3,8]`, or `[1]` where no lines were seen.
#[derive(Deserialize)]
#[serde(untagged)]
enum PlaceRef {
    Lines(usize, u32, u32),
    Number((usize,)),
}

impl Block {
    /// `None` for a text that is no block of this version.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let block: Self = serde_json::from_str(text).ok()?;
        (block.v == VERSION).then_some(block)
    }

    /// The places in the order of their numbers.
    pub(super) fn places(&self) -> impl Iterator<Item = PlaceTuple<'_>> {
        let places = self.refs.0.values();
        places.map(|(path, lines)| (path.as_str(), lines.map(|l| l.0), lines.map(|l| l.1)))
    }
}

/// Every entry counts, also those of a path that is written twice, of which a map would keep one.
impl<'de> Deserialize<'de> for Refs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RefsVisitor)
    }
}

struct RefsVisitor;

impl<'de> Visitor<'de> for RefsVisitor {
    type Value = Refs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbered places by path")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Refs, A::Error> {
        let (mut places, mut count) = (BTreeMap::new(), 0);
        while let Some((path, refs)) = map.next_entry::<String, Vec<PlaceRef>>()? {
            for place in refs {
                let (number, lines) = match place {
                    PlaceRef::Lines(number, start, end) => (number, Some((start, end))),
                    PlaceRef::Number((number,)) => (number, None),
                };
                places.insert(number, (path.clone(), lines));
                count += 1;
            }
        }
        if places.keys().copied().eq(1..=count) {
            Ok(Refs(places))
        } else {
            Err(A::Error::custom("the places are not numbered 1, 2, …"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_in_one_sequence() {
        let check = |refs: &str, expect: Option<&[PlaceTuple<'_>]>| {
            let text = format!(r#"{{"v":3,"action":"","confidence":"","refs":{refs},"read":[]}}"#);
            let block = Block::parse(&text);
            let places: Option<Vec<_>> = block.as_ref().map(|block| block.places().collect());
            assert_eq!(places.as_deref(), expect, "{refs}");
        };
        check("{}", Some(&[]));
        check(
            r#"{"b":[[1,3,8],[3,9,9]],"a":[[2]]}"#,
            Some(&[("b", Some(3), Some(8)), ("a", None, None), ("b", Some(9), Some(9))]),
        );
        check(
            r#"{"a":[[1,3,8]],"a":[[2,1,2]]}"#,
            Some(&[("a", Some(3), Some(8)), ("a", Some(1), Some(2))]),
        );
        check(r#"{"a":[[1,3,8]],"b":[[1,1,2]]}"#, None);
        check(r#"{"a":[[2,3,8]]}"#, None);
        check(r#"{"a":[[0,3,8]]}"#, None);
        check(r#"{"a":[[1,3]]}"#, None);
        check(r#"[["a",3,8]]"#, None);
    }

    #[test]
    fn another_version_is_not_read() {
        let text = r#"{"v":2,"action":"","confidence":"","refs":{},"read":[]}"#;
        assert!(Block::parse(text).is_none());
    }
}
