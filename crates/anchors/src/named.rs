//! Places that are known by the name of a declaration.

use firsthand_source::LineRange;

use crate::anchor::DeclarationName;
use crate::file::FileText;
use crate::find::{Found, PlaceState};
use crate::{Declarations, Declared};

/// The identifiers of a qualified name.
fn identifiers(name: &str) -> Vec<&str> {
    let parts = name.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c));
    parts.filter(|part| !part.is_empty()).collect()
}

/// The declarations with this name and kind. A name without containers means the declarations of that name in any
/// container, unless one has none either.
pub(crate) fn is_named(all: &[Declared], name: &DeclarationName) -> Vec<Declared> {
    let of_kind = |declared: &&Declared| declared.kind == name.kind;
    let same: Vec<Declared> = (all.iter().filter(of_kind))
        .filter(|declared| declared.qualified == name.name)
        .cloned()
        .collect();
    if !same.is_empty() || identifiers(&name.name).len() > 1 {
        return same;
    }
    let has_last = |declared: &Declared| {
        declared.kind == name.kind && identifiers(&declared.qualified).last() == Some(&&*name.name)
    };
    all.iter().filter(|declared| has_last(declared)).cloned().collect()
}

/// Compares a citation with the declaration that is named beside it: it stands if the declaration, or its name, is on
/// the cited lines, and has moved if the only declaration of that name is elsewhere. `None` if the file has no such
/// declaration.
#[must_use]
pub fn find_named(
    name: &str,
    cited: LineRange,
    now: &FileText,
    declarations: &dyn Declarations,
) -> Option<Found> {
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    let wanted = identifiers(name);
    let own = *wanted.last()?;
    let all = declarations.of(now.path(), now.bytes());
    let is_same = |declared: &&Declared| {
        declared.qualified.contains(own) && identifiers(&declared.qualified).ends_with(&wanted)
    };
    let same: Vec<&Declared> = all.iter().filter(is_same).collect();
    let is_on_line = |number: u32| {
        let line = String::from_utf8_lossy(now.line(number));
        identifiers(&line).contains(&own)
    };
    let mut lines = cited.start()..=cited.end().min(now.line_count());
    let is_there = same.iter().any(|declared| declared.range.overlaps(cited) && now.has(cited));
    match same.as_slice() {
        [] => None,
        _ if is_there || lines.any(is_on_line) => {
            Some(Found::new(PlaceState::Unchanged, vec![cited], ""))
        }
        [one] => {
            let lines = LineRange::one(one.line);
            let why = format!("`{}` is declared at line {}", one.qualified, one.line);
            Some(Found::new(PlaceState::Moved, vec![lines], why))
        }
        several => {
            let at = several.iter().map(|declared| LineRange::one(declared.line));
            Some(Found::ambiguous(at.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Declares what each line names behind `fn`, and the lines up to the next blank line.
    struct Functions;

    impl Declarations for Functions {
        fn of(&self, _: &str, text: &[u8]) -> Arc<Vec<Declared>> {
            let text = String::from_utf8_lossy(text).into_owned();
            let lines: Vec<&str> = text.lines().collect();
            let numbered = (1..).zip(&lines);
            let declared = numbered.filter_map(|(line, text)| {
                let qualified = text.strip_prefix("fn ")?.to_owned();
                let below = lines[line as usize..].iter().take_while(|line| !line.is_empty());
                let end = line + u32::try_from(below.count()).ok()?;
                Some(Declared {
                    qualified,
                    kind: "function".to_owned(),
                    range: LineRange::new(line, end)?,
                    line,
                })
            });
            Arc::new(declared.collect())
        }
    }

    #[test]
    fn a_named_declaration_stands_or_has_moved() {
        let text = "fn A::one\n  two\n\nfn two\n\nfn B::same\n\nfn C::same\n  x\n";
        let file = FileText::new(text.into());
        let check = |name: &str, cited: (u32, u32), expect: Option<(PlaceState, &[u32])>| {
            let cited = LineRange::new(cited.0, cited.1).unwrap();
            let found = find_named(name, cited, &file, &Functions);
            let starts = found.map(|found| {
                let at = found.at.iter().map(|lines| lines.start());
                (found.state, at.collect::<Vec<_>>())
            });
            let starts = starts.as_ref().map(|(state, at)| (*state, at.as_slice()));
            assert_eq!(starts, expect, "{name}");
        };
        check("one()", (2, 2), Some((PlaceState::Unchanged, &[2])));
        check("A.one", (1, 1), Some((PlaceState::Unchanged, &[1])));
        check("one", (4, 4), Some((PlaceState::Moved, &[1])));
        check("two", (2, 2), Some((PlaceState::Unchanged, &[2])));
        check("two", (7, 90), Some((PlaceState::Moved, &[4])));
        check("same", (4, 4), Some((PlaceState::Ambiguous, &[6, 8])));
        check("C::same", (4, 4), Some((PlaceState::Moved, &[8])));
        check("x", (1, 1), None);
        check("B.one", (1, 1), None);
        check("", (1, 1), None);
    }
}
