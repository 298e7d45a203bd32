//! The names that code and prose state.

use firsthand_registry::{Candidate, Registry, distinct};
use firsthand_source::{identifiers, qualified_parts, split_words};

use crate::{Confidence, Present, Selection};

/// The most names that are searched for before a report is built, of which it states the best [`MAX_NAMES`](super::MAX_NAMES).
const MAX_SEARCHED_NAMES: usize = 48;

/// The names that a selection cites, to be searched for before a report is built: those for which it asks, those that its
/// quotes use and its prose states, and those that are declared where the caller is to read and in the places of the flow.
/// None of leads, and none that only stands in a cited place.
#[must_use]
pub fn cited_names(registry: &Registry, selection: &Selection) -> Vec<String> {
    if selection.confidence == Confidence::Low {
        return Vec::new();
    }
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let ids = reads.chain(selection.flow.iter().map(|link| &link.candidate_id));
    // A place can be both, and is one place all the same.
    let ids = distinct(ids).into_iter();
    let cited: Vec<&Candidate> = ids.filter_map(|id| registry.get(id.parse().ok()?)).collect();
    let quoted = selection.flow.iter().flat_map(|link| used_names(&link.quote));
    let stated = selection.flow.iter().flat_map(|link| [&link.fact, &link.role]);
    let stated = stated.chain(selection.read_targets.iter().map(|read| &read.purpose));
    let stated = stated.flat_map(|text| stated_names(text));
    let declared = cited.iter().flat_map(|candidate| {
        // The symbol of a place is the first one of its candidate, if there is any.
        let most = if candidate.symbols().is_empty() { usize::MAX } else { 1 };
        declared_names(candidate).take(most)
    });
    let asked = selection.asked_names().flat_map(|name| [Some(name), member_name(name)]).flatten();
    let names = asked.chain(quoted).chain(stated).chain(declared);
    let mut names: Vec<String> = distinct(names.map(str::to_owned));
    names.truncate(MAX_SEARCHED_NAMES);
    names
}

/// The last part of a qualified name that tells by itself what is meant: of several words.
fn member_name(qualified: &str) -> Option<&str> {
    let last = qualified_parts(qualified)?.pop()?;
    split_words(last).nth(1).is_some().then_some(last)
}

/// The names for whose lines a selection asks: of a qualified one that stands nowhere as a whole, what tells by itself.
pub(in crate::report) fn found_names(asked: &[String], present: &Present) -> Vec<String> {
    let stands = |name: &str| present.names.get(name).is_some_and(|lines| !lines.is_empty());
    let found = asked.iter().map(|name| {
        let member = member_name(name).filter(|member| !stands(name) && stands(member));
        member.map_or_else(|| name.clone(), str::to_owned)
    });
    distinct(found)
}

/// The names in a line of code that it uses as a function or as a member, and those of several words.
pub(super) fn used_names(code: &str) -> impl Iterator<Item = &str> {
    let names = identifiers(code).filter(|(at, name)| {
        let (before, after) = (&code[..*at], &code[at + name.len()..]);
        let is_called = after.starts_with(['(', '!']);
        let mut marks = [".", "::", "->", "@", "#"].into_iter();
        let is_member = marks.any(|mark| before.ends_with(mark));
        is_called || is_member || split_words(name).nth(1).is_some()
    });
    names.map(|(_, name)| name).filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))
}

/// The names in a text for people that are no words of its language: those of several words.
pub(super) fn stated_names(text: &str) -> impl Iterator<Item = &str> {
    identifiers(text).map(|(_, name)| name).filter(|name| split_words(name).nth(1).is_some())
}

/// The names of what a candidate declares, as far as they are words.
pub(in crate::report) fn declared_names(candidate: &Candidate) -> impl Iterator<Item = &str> {
    let symbols = candidate.symbols().iter().map(|symbol| &*symbol.name);
    let declared = candidate.declarations().iter().map(|declared| &*declared.name);
    symbols.chain(declared).filter(|name| is_word(name))
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::used_names;

    #[test]
    fn a_line_uses_what_it_calls_members_and_names_of_several_words() {
        let check = |code: &str, expect: &[&str]| {
            assert_eq!(used_names(code).collect::<Vec<_>>(), expect, "{code}");
        };
        check("if (page.isLocked) { return render(page, 3) }", &["isLocked", "render"]);
        check("mark_changed();", &["mark_changed"]);
        check("return true;", &[]);
        check("Self::of(node)?.range->start", &["of", "range", "start"]);
        check("@user.lock! if params[:force]", &["user", "lock"]);
        check("const MAX_RETRIES = 30", &["MAX_RETRIES"]);
        check("値.保存()", &["保存"]);
        check("x.0 + 12px", &[]);
    }
}
