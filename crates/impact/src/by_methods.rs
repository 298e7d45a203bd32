//! Members by which a type implements an interface without naming it: with another signature, they no longer fit.

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
    /// The places that used a member before it changed, and the members that implemented it.
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
