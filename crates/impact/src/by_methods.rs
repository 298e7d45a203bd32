//! Members by which a type implements an interface without naming it: with another signature, they no longer fit; and
//! what fewer places see than before: what used it breaks.

use firsthand_codegraph::implements_by_methods;

use crate::declared::{Changed, Side};
use crate::document::ChangedState;
use crate::found::Found;
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
        let file = self.files.iter().find(|file| file.path == after.path);
        let file = file.filter(|_| before.path == after.path)?;
        let sight = |bytes: &[u8], side: &Side| {
            let path = side.path.as_str();
            present.graph().sight(path, bytes, &side.declaration, present.cancel)
        };
        let was = sight(file.before.bytes()?, before);
        (sight(file.after.bytes()?, after) < was).then_some(before)
    }

    /// The places that used a declaration before it changed, and the members that implemented it.
    pub(crate) fn by_methods(
        &mut self,
        present: &Lookup<'_>,
        before: &Side,
        of: usize,
    ) -> Vec<Found> {
        let Some(target) = self.lookup().target(before) else {
            return Vec::new();
        };
        let mut uses = Vec::new();
        self.lookup().add_uses((&target, &before.declaration), of, &mut uses);
        uses.retain(|place| place.path != target.path || !target.lines.contains(place.line));
        uses.into_iter().filter_map(|place| self.still(present, place)).collect()
    }
}
