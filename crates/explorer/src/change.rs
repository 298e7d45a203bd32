//! What a change touches.

use firsthand_codegraph::Cancel;
use firsthand_impact::{ChangeError, ImpactDocument, ImpactRequest};

use crate::Explorer;

impl Explorer {
    /// Finds what a change touches: [`firsthand_impact`]. Blocks until it is done, its time is up, or `cancel` is raised.
    ///
    /// # Errors
    /// A [`ChangeError`] if the change cannot be read.
    pub fn impact(
        &self,
        request: &ImpactRequest,
        cancel: &Cancel,
    ) -> Result<ImpactDocument, ChangeError> {
        firsthand_impact::impact(&self.toolbox, request, cancel)
    }
}
