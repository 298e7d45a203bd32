//! Members by which a type implements an interface without naming it: with another signature, they no longer fit; and
//! what fewer places see than before: what used it breaks.

use std::collections::BTreeSet;

use firsthand_codegraph::implements_by_methods;
use firsthand_tools::UsedDeclaration;

use crate::declared::{Changed, Side};
use crate::document::{ChangedState, How};
use crate::found::{Found, Line};
use crate::gone::Earlier;
use crate::lookup::Lookup;

impl Changed {
    /// Its earlier side, if it is a member with another signature in a language where types implement others by their
    /// methods alone.
    pub(crate) fn before_in_set_of_methods(&self) -> Option<&Side> {
        let by_methods = implements_by_methods(self.side.path.as_str());
        let is_member = self.side.declaration.container().is_some();
        let is_other = self.state == ChangedState::Signature && is_member && by_methods;
        self.before.as_ref().filter(|_| is_other)
    }
}

impl Earlier<'_> {
    /// The earlier side of a declaration that fewer places see now.
    pub(crate) fn before_hidden<'c>(
        &self,
        present: &Lookup<'_>,
        changed: &'c Changed,
    ) -> Option<&'c Side> {
        let (before, after) = (changed.before.as_ref()?, changed.after()?);
        let (was, now) = self.states(&after.path).filter(|_| before.path == after.path)?;
        let sight = |bytes: &[u8], side: &Side| {
            let path = side.path.as_str();
            present.graph().sight(path, bytes, &side.declaration, present.cancel)
        };
        (sight(now, after) < sight(was, before)).then_some(before)
    }

    /// What a member with another signature stood in place of: it no longer fits.
    pub(crate) fn bases(
        &mut self,
        present: &Lookup<'_>,
        changed: &Changed,
        of: usize,
    ) -> Vec<Found> {
        let before = changed.before.as_ref();
        let is_other = changed.state == ChangedState::Signature;
        let is_member = |one: &&Side| is_other && one.declaration.container().is_some();
        let Some(before) = before.filter(|one| is_member(one) && !one.declaration.is_constructor)
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (path, base, is_certain) in self.lookup().bases(before) {
            let how = if is_certain { How::Scope } else { How::Name };
            let place = self.lookup().use_at(&path, base.head.start(), how);
            let place = place.map(|place| Found { of: Some(of), ..place });
            found.extend(place.and_then(|place| self.still(present, place)));
        }
        found
    }

    /// A declaration before it changed, the places that used or implemented it where their lines still stand, and the
    /// lines of which that is not sure.
    pub(crate) fn still_using(
        &mut self,
        present: &Lookup<'_>,
        before: &Side,
        of: usize,
    ) -> Option<(UsedDeclaration, Vec<Found>, BTreeSet<Line>)> {
        let target = self.lookup().target(before)?;
        let mut uses = Vec::new();
        let unsure = self.lookup().add_uses((&target, &before.declaration), of, &mut uses);
        let own = before.own_lines(&target);
        uses.retain(|place| place.path != target.path || !own.contains(place.line));
        let still = uses.into_iter().filter_map(|place| self.still(present, place)).collect();
        Some((target, still, unsure))
    }
}
