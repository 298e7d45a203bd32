//! Members without a body of their own, which the types below complete: a type that calls one on its own value calls what
//! overrides it.

use super::declared::DeclaredType;
use super::looked_up::Lookup;
use super::{Occurrence, ResolvedRef, Resolver, Target};
use crate::answer::Resolution;
use crate::facts::ParsedFile;

/// What the body of a function consists of that stands for none.
const NO_BODY: [&str; 4] = ["pass", "...", "raise ", "throw "];
/// What opens and closes a comment at the beginning of such a body, as in Python.
const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
/// The end of a prototype of a function that a type only promises.
const PURE: [&str; 2] = ["= 0", "=0"];

impl Target {
    /// Whether it is a function without a body that does anything.
    fn is_to_complete(&self) -> bool {
        let symbol = self.symbol();
        if symbol.is_prototype() {
            let code = self.file.slice(&symbol.code).trim_end_matches(';').trim_end();
            return PURE.iter().any(|end| code.ends_with(end));
        }
        let body = self.file.slice(&(symbol.body.min(symbol.code.end)..symbol.code.end)).trim();
        let body = body.strip_prefix(':').unwrap_or(body).trim();
        let inner = body.strip_prefix('{').and_then(|body| body.strip_suffix('}'));
        let mut inner = inner.unwrap_or(body).trim();
        for quotes in QUOTES {
            let rest = inner.strip_prefix(quotes).and_then(|rest| rest.split_once(quotes));
            inner = rest.map_or(inner, |(_, rest)| rest.trim());
        }
        let inner = inner.strip_suffix("end").map_or(inner, str::trim);
        symbol.is_function()
            && (inner.is_empty() || NO_BODY.iter().any(|word| inner.starts_with(word)))
    }
}

impl Resolver<'_> {
    /// Resolves a member of a value of its `own` types, which `ty` declares, to a target that completes it, where that leaves
    /// it to the types below.
    pub(super) fn completing(
        &self,
        file: &ParsedFile,
        (own, ty): (&[DeclaredType], &DeclaredType),
        text: &str,
    ) -> Option<ResolvedRef> {
        let promised = self.members_of_type(ty, text);
        if promised.is_empty() || !promised.iter().all(Target::is_to_complete) {
            return None;
        }
        let completes = |target: &Target| {
            let around = target.type_or_object().map(|around| DeclaredType::at(&around));
            let lineage = around.map(|around| self.lineage(vec![around]));
            let mut above = lineage.iter().flat_map(|lineage| lineage.types.iter().skip(1));
            above.any(|above| own.iter().any(|own| above.may_be(own)))
        };
        self.reached_by(file, self.find(completes)?, Resolution::Import)
    }

    /// The same of a member of a value of a type in the body of that type.
    pub(super) fn completed_in_own_body(
        &self,
        name: &Occurrence<'_>,
        types: &[DeclaredType],
    ) -> Option<ResolvedRef> {
        let own = self.enclosing_types(name.spot());
        let is_own = |ty: &DeclaredType| own.iter().any(|own| own.may_be(ty));
        let lineage = self.lineage(types.to_vec());
        match self.look_up(name.file, &lineage, name.text) {
            Lookup::Other(at) if is_own(&lineage.types[at]) => {
                self.completing(name.file, (types, &lineage.types[at]), name.text)
            }
            _ => None,
        }
    }
}
