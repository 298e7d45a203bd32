//! What the title of a place has: a name, which its fact need not repeat, and its lines.

use firsthand_registry::LineRange;
use firsthand_validator::{Place, PlaceObservations};

/// The name that a fact begins with, without its containers, and what the fact states of it.
pub(crate) fn leading_name(fact: &str) -> Option<(&str, &str)> {
    let (named, rest) = fact.strip_prefix('`')?.split_once('`')?;
    let statement = rest.strip_prefix([':', '.', ','])?.trim_start();
    let name = named.rsplit(|c| !is_name_char(c)).next()?;
    (!name.is_empty() && !named.contains('/')).then_some((name, statement))
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || "_$".contains(c)
}

/// Whether an observed line of the place has the name as a whole word.
pub(crate) fn shows_name(observed: &PlaceObservations, place: &Place, name: &str) -> bool {
    let is_word_of = |line: &str| line.split(|c| !is_name_char(c)).any(|word| word == name);
    observed.lines(place).any(|(_, line)| is_word_of(line))
}

/// A range of lines as people read it: one line is one number.
#[must_use]
pub fn lines_text(range: LineRange) -> String {
    if range.start() == range.end() { range.start().to_string() } else { range.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_can_begin_with_a_name() {
        let check = |fact: &str, expect: Option<(&str, &str)>| {
            assert_eq!(leading_name(fact), expect, "{fact}");
        };
        check("`add`: Adds it.", Some(("add", "Adds it.")));
        check("`Basket.add`.", Some(("add", "")));
        check("`a::Basket`: Holds it.", Some(("Basket", "Holds it.")));
        check("`Basket`, also `Shelf`: Holds it.", Some(("Basket", "also `Shelf`: Holds it.")));
        check("`add` stores it.", None);
        check("It calls `add`: twice.", None);
        check("`operator+`: Adds.", None);
        check("`src/add.rs`: Adds.", None);
        check("", None);
    }
}
