//! What a new member asks of code that was there before: a constructor of those who make the type, a member without a body
//! of those who implement it, a field of those who give each field a value, and an override of those who call it.

use firsthand_codegraph::{Declaration, Relation, Site};
use firsthand_source::{RepoPath, identifiers};

use crate::declared::{Changed, Side};
use crate::document::Dependence;
use crate::found::{Found, role_of};
use crate::gone::{Earlier, MAX_OTHERS};
use crate::lookup::Lookup;

/// The kinds of types whose members are there for others to implement.
const CONTRACTS: [&str; 3] = ["interface", "protocol", "trait"];
/// The kinds of members that get a value when a value of the type is made.
const FIELDS: [&str; 2] = ["field", "property"];
/// The most words of a body that does nothing, as `raise NotImplementedError`, of what an attribute marks.
const MAX_EMPTY_WORDS: usize = 2;

impl Lookup<'_> {
    /// The places that a new member of what was there before concerns.
    pub(crate) fn of_added(
        &mut self,
        changed: &Changed,
        of: usize,
        earlier: &mut Earlier<'_>,
    ) -> Vec<Found> {
        let side = &changed.side;
        let own = &side.declaration;
        let Some(container) = own.container() else {
            return Vec::new();
        };
        let (now, was) = (self.file(&side.path), earlier.lookup().file(&side.path));
        let named = |one: &&Declaration| one.qualified == container;
        let (around, before) = (now.declared.iter().find(named), was.declared.iter().find(named));
        if around.is_some() && before.is_none() {
            return Vec::new();
        }
        let mut found = self.uses_of_added(side, of);
        let Some((around, before)) = around.zip(before) else {
            return found;
        };
        if is_required(side, around) {
            found.extend(self.lacking(side, before, of, earlier));
            if !own.is_function() {
                let mut made = self.constructions(side, around, of);
                made.retain(|one| {
                    !found.iter().any(|place| (&place.path, place.line) == (&one.path, one.line))
                });
                found.extend(made);
            }
        } else if FIELDS.contains(&&*own.kind) && !side.code().contains('=') {
            let is_made =
                |one: &Declaration| one.is_constructor && one.container() == Some(container);
            if around.head.contains(own.head.start()) || !now.declared.iter().any(is_made) {
                found.extend(self.constructions(side, around, of));
            }
        }
        found
    }

    /// The uses that mean a new member for sure; of a constructor and of an override, those by its name, too.
    fn uses_of_added(&mut self, side: &Side, of: usize) -> Vec<Found> {
        // What has a name that nothing else has is not used yet.
        let own = &side.declaration;
        let has_others = own.is_constructor || self.declarations_named(&own.name).len() > 1;
        let Some(target) = self.target(side).filter(|_| has_others) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        self.add_uses((&target, &side.declaration), of, &mut found);
        let own = side.own_lines(&target);
        found.retain(|place| place.path != target.path || !own.contains(place.line));
        let is_by_name = |place: &Found| place.how.is_by_name();
        if found.iter().any(is_by_name) && !side.declaration.is_constructor && !self.overrides(side)
        {
            found.retain(|place| !is_by_name(place));
        }
        found
    }

    /// Whether a member stands in place of one of a super type.
    fn overrides(&mut self, side: &Side) -> bool {
        !self.bases(side).is_empty()
    }

    /// The members of super types in place of which one stands, each with whether that is certain.
    pub(crate) fn bases(&mut self, side: &Side) -> Vec<(RepoPath, Declaration, bool)> {
        let own = &side.declaration;
        let named = self.declarations_named(&own.name);
        let others = named.iter().filter(|(_, one)| one.qualified != own.qualified);
        let mut others: Vec<_> = others.filter(|(_, one)| one.container().is_some()).collect();
        others.sort_by_key(|(path, _)| *path != side.path);
        let mut bases = Vec::new();
        for (path, other) in others.into_iter().take(MAX_OTHERS) {
            let Some(target) = self.target_of(path, other) else { continue };
            let found = self.uses(&target, Relation::Implementors);
            let mut sites = found.uses.iter().map(|one| &one.site);
            let is_own = |site: &&Site| site.path == side.path && own.range.contains(site.line);
            let is_certain = sites.find(is_own).map(|site| site.resolution.is_certain());
            bases.extend(is_certain.map(|certain| (path.clone(), other.clone(), certain)));
        }
        bases
    }

    /// What implemented a type and has no member of this name now.
    fn lacking(
        &mut self,
        side: &Side,
        before: &Declaration,
        of: usize,
        earlier: &mut Earlier<'_>,
    ) -> Vec<Found> {
        let Some(target) = earlier.lookup().target_of(&side.path, before) else {
            return Vec::new();
        };
        let found = earlier.lookup().counted(&target, Relation::Implementors).uses;
        let places = found
            .iter()
            .map(|one| Found::of_use(one, role_of(one, Dependence::Implementor), Some(of)));
        let places: Vec<Found> = places.filter_map(|place| earlier.still(self, place)).collect();
        let name = &side.declaration.name;
        let lacks = |place: &Found| {
            let ty = place.symbol.as_ref().map(|symbol| &*symbol.qualified);
            let file = self.file(&place.path);
            !file.declared.iter().any(|one| one.name == *name && one.container() == ty)
        };
        places.into_iter().filter(lacks).collect()
    }

    /// The places that make a value of a type and give it its fields.
    fn constructions(&mut self, side: &Side, around: &Declaration, of: usize) -> Vec<Found> {
        let Some(target) = self.target_of(&side.path, around) else {
            return Vec::new();
        };
        let file = self.file(&side.path);
        let members = file.declared.iter().filter(|one| one.container() == Some(&around.qualified));
        let members: Vec<&str> = members.map(|one| &*one.name).collect();
        let found = self.counted(&target, Relation::References).uses;
        let makes = found.iter().filter(|one| {
            let (path, line) = (&one.site.path, one.site.line);
            let text = [self.code_at(path, line), self.code_at(path, line + 1)];
            constructs([&text[0], &text[1]], &around.name, &members)
        });
        makes
            .map(|one| Found::of_use(one, role_of(one, Dependence::Caller), Some(of)))
            .filter(|place| place.path != target.path || !target.lines.contains(place.line))
            .collect()
    }
}

/// Whether a type is there for others to implement.
pub(crate) fn is_contract(ty: &Declaration) -> bool {
    CONTRACTS.contains(&&*ty.kind)
}

/// Whether who implements the type around a member has to give it a body.
fn is_required(side: &Side, around: &Declaration) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (code, head) = (words(side.code()), words(&side.declaration.signature));
    let head = head.trim_end_matches(['{', ':', ';', ',']).trim_end();
    let Some((_, body)) = code.split_once(head) else {
        return false;
    };
    if !side.declaration.is_function() {
        let is_contract = CONTRACTS.contains(&&*around.kind);
        return is_contract
            && FIELDS.contains(&&*side.declaration.kind)
            && !code.contains(['=', '?']);
    }
    let is_marked = side.declaration.range.start() < side.declaration.head.start();
    let most = if is_marked { MAX_EMPTY_WORDS } else { 0 };
    !body.contains(['{', '=']) && identifiers(body).count() <= most
}

/// Whether a line, with the one behind it, makes a value of a type with something in it: `T(1)`, `T{a}`, `T {` before a
/// member, or `x: T = {`. What is behind a bracket or the sign of a type is a type.
fn constructs([line, next]: [&str; 2], name: &str, members: &[&str]) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + name.len()..]);
        if before.ends_with(is_of_word) || behind.starts_with(is_of_word) {
            return false;
        }
        let behind = behind.trim_start();
        let behind = match behind.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
            Some((_, behind)) => behind.trim_start(),
            None => behind,
        };
        let of_type = before.trim_end();
        let is_type =
            of_type.ends_with("->") || of_type.ends_with([')', ':']) && !of_type.ends_with("::");
        let begins_with_member = |text: &str| {
            let first = identifiers(text).next();
            first.is_some_and(|(at, first)| at < 2 && members.contains(&first))
        };
        if let Some(inner) = behind.strip_prefix('(') {
            let inner = if inner.trim().is_empty() { next } else { inner };
            return !inner.trim_start().starts_with(')');
        }
        if let Some(inner) = behind.strip_prefix('{').filter(|_| !is_type) {
            let inner = inner.trim();
            return if inner.is_empty() {
                begins_with_member(next.trim())
            } else {
                !inner.starts_with('}')
            };
        }
        // The result of a function is its body's first value: `(): T => ({`, `f(): T {` before `return {`.
        if let Some(body) = behind.strip_prefix("=>").or(behind.strip_prefix('{')) {
            let body = if body.trim().is_empty() { next } else { body }.trim_start();
            let value = body.strip_prefix("return").unwrap_or(body).trim_start_matches([' ', '(']);
            return value.strip_prefix('{').is_some_and(begins_with_member);
        }
        let value = behind.trim_start_matches(|c| is_of_word(c) || c == '[' || c == ']');
        let value = value.trim_start().strip_prefix('=');
        value.is_some_and(|value| value.trim_start().starts_with(['{', '[']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_makes_a_value_of_a_type() {
        let check = |line: &str, next: &str, expect: bool| {
            assert_eq!(constructs([line, next], "Conf", &["host", "port"]), expect, "{line}");
        };
        check("return Conf{\"h\", 1}", "", true);
        check("func f() Conf { return Conf{\"h\", 1} }", "", true);
        check("pub fn mk() -> Conf { Conf { host, port: 1 } }", "", true);
        check("let c = Conf {", "    host: 1,", true);
        check("new Conf<String>(\"h\", 1)", "", true);
        check("c = Conf(", "    1,", true);
        check("const c: Conf = {", "", true);
        check("struct Conf c = { 1, 2 };", "", true);
        check("let all: Conf[] = [{ host: 1 }];", "", true);
        check("function mk(): Conf {", "  return { host: 1, port };", true);
        check("const mk = (): Conf => ({ host: 1 });", "", true);
        check("function mk(): Conf {", "  return all[0];", false);
        check("x = pkg.Conf{1}", "", true);
        check("fn mk() -> Conf {", "    build()", false);
        check("func mk() Conf {", "    host := 1", false);
        check("impl Conf {", "    pub fn new() {}", false);
        check("new Conf().run()", "", false);
        check("Conf{}", "", false);
        check("c: Conf", "", false);
        check("MyConf(1)", "", false);
        check("public Conf c = null;", "", false);
    }
}
