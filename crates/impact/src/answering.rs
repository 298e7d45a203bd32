//! What answers a schema: declarations of its names in languages that run.

use firsthand_codegraph::is_schema;

use crate::declared::Changed;
use crate::document::{ChangedState, How};
use crate::found::Found;
use crate::lookup::Lookup;

impl Lookup<'_> {
    /// What other languages declare of a changed name of a schema: what answers its calls, or gives its fields.
    pub(crate) fn answering(&mut self, changed: &Changed, of: usize) -> Vec<Found> {
        let side = changed.before.as_ref().unwrap_or(&changed.side);
        let is_new = changed.state == ChangedState::Added;
        if is_new || !is_schema(side.path.as_str()) || !self.is_distinctive(&side.declaration) {
            return Vec::new();
        }
        let declared = self.declarations_named(&side.declaration.name);
        let declared = declared.iter().filter(|(path, _)| !is_schema(path.as_str()));
        let places = declared.filter_map(|(path, one)| {
            let place = self.use_at(path, one.head.start(), How::Name)?;
            Some(Found { of: Some(of), ..place })
        });
        // What is generated from the schema is made anew.
        places.filter(|place| !place.is_of_a_program()).collect()
    }
}
