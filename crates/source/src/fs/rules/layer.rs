//! The rules that apply in one folder.

use std::sync::Arc;

use crate::fs::ignore_files::IgnoreFiles;
use crate::fs::repository::Repository;

/// The rules of one folder, linked to those of the folders above it.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) ignore_files: IgnoreFiles,
    /// Whether the folder is above the root.
    pub(super) outside: bool,
    /// Whether git ignores the folder, so that only the files that it tracks nevertheless belong to the tree.
    pub(super) only_tracked: bool,
    pub(super) above: Option<Arc<Layer>>,
}

impl Layer {
    /// A layer on top of `above`; returns `above` itself if it would be the same.
    pub(super) fn stacked_on(
        above: Option<Arc<Layer>>,
        ignore_files: IgnoreFiles,
        outside: bool,
        only_tracked: bool,
    ) -> Option<Arc<Layer>> {
        let is_same = only_tracked == above.as_ref().is_some_and(|above| above.only_tracked);
        if ignore_files.is_empty() && is_same {
            return above;
        }
        Some(Arc::new(Layer {
            ignore_files,
            outside,
            only_tracked,
            above,
        }))
    }

    /// The nearest repository around a layer, and whether it begins above the root.
    pub(super) fn repository_of(layer: Option<&Layer>) -> Option<(&Repository, bool)> {
        let mut layers = std::iter::successors(layer, |layer| layer.above.as_deref());
        layers.find_map(|layer| Some((layer.ignore_files.repository.as_ref()?, layer.outside)))
    }
}
