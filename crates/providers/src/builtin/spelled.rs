//! Names that a question spells as code does: who calls what has such a name is a part of the answer.

use firsthand_agent::registry::{Declaration, LineRange, split_words};

use super::places::Place;
use super::quoted_line::{around_name, is_identifier_char};

/// A declaration that the question spells as code does.
pub(super) struct Spelled<'r> {
    /// A place that shows it.
    pub(super) place: Place<'r>,
    /// Its name behind those of the declarations around it.
    pub(super) name: String,
    /// Where its name stands, as a tool takes it: `src/a.rs:12`.
    pub(super) address: String,
}

/// The declarations of a place that a question spells as code does.
pub(super) fn spelled_in<'r>(query: &str, place: Place<'r>) -> Vec<Spelled<'r>> {
    let declared = place.candidate.declarations();
    let range = place.range();
    let shown = declared.iter().filter_map(|one| {
        let line = one.head.map(LineRange::start)?;
        range.is_some_and(|range| range.contains(line)).then_some((one, line))
    });
    let spelled = shown.filter_map(|(one, line)| {
        let around =
            |outer: &&Declaration| outer.range != one.range && outer.range.covers(one.range);
        let mut around: Vec<&Declaration> = declared.iter().filter(around).collect();
        around.sort_by_key(|outer| std::cmp::Reverse(outer.range.len()));
        let names: Vec<&str> = around.iter().chain([&one]).map(|one| &*one.name).collect();
        let symbol = place.symbol.filter(|symbol| symbol.name == one.name);
        let name = symbol.map_or_else(|| names.join("."), |symbol| symbol.qualified.clone());
        let address = format!("{}:{line}", place.path());
        is_spelled(query, &name).then_some(Spelled { place, name, address })
    });
    spelled.collect()
}

/// The signs between the parts of a name, in the spellings of all languages.
const SEPARATORS: &[char] = &['.', ':', '#', '-', '>', '\\', '/'];

/// Whether a text spells the last part of a qualified name so that no ordinary word is meant: it has several words
/// (`addChannel`), is called (`destroy()`), stands in backticks, or behind what the name stands in (`Network.destroy`).
pub(super) fn is_spelled(text: &str, qualified: &str) -> bool {
    let mut parts = qualified.rsplit(|c| !is_identifier_char(c)).filter(|part| !part.is_empty());
    let (Some(name), container) = (parts.next(), parts.next()) else {
        return false;
    };
    let has_words = split_words(name).nth(1).is_some();
    around_name(text, name).any(|(before, after)| {
        let path = before.trim_end_matches(SEPARATORS);
        let inside = container.is_some_and(|container| {
            let rest = path.strip_suffix(container).filter(|_| path.len() < before.len());
            rest.is_some_and(|rest| !rest.ends_with(is_identifier_char))
        });
        let in_backticks = before.ends_with('`') && after.starts_with('`');
        has_words || inside || in_backticks || after.starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_spelled_as_code_does() {
        let spelled = [
            ("who calls Network.destroy?", "Network.destroy"),
            ("who calls Network::destroy", "net::Network::destroy"),
            ("Network#destroy is slow", "Network.destroy"),
            ("Network->destroy is slow", "Network::destroy"),
            ("what does destroy() do", "Network.destroy"),
            ("what does `destroy` do", "Network.destroy"),
            ("why does addChannel fail", "Network.addChannel"),
            ("is add_channel safe", "add_channel"),
            ("App\\Money::round loses a cent", "Money::round"),
        ];
        for (text, name) in spelled {
            assert!(is_spelled(text, name), "{name}: {text}");
        }
        let not = [
            ("how do I destroy a network", "Network.destroy"),
            ("the MyNetwork.destroy of another", "Network.destroy"),
            ("Network. destroy it", "Network.destroy"),
            ("destroyed()", "Network.destroy"),
            ("addChannels", "Network.addChannel"),
            ("", "Network.destroy"),
            ("Network", ""),
        ];
        for (text, name) in not {
            assert!(!is_spelled(text, name), "{name}: {text}");
        }
    }
}
