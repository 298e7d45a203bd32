//! The declarations of a symbol as places.

use crate::answer::Resolution;
use crate::relations::{RelatedPlace, RelationContext, Target};
use crate::text::rank::Score;
use std::sync::Arc;

/// The declarations as places; a single declaration is certain, several are resolved by name.
pub(super) fn places(context: &RelationContext<'_>, targets: &[Target]) -> Vec<RelatedPlace> {
    let resolution = if targets.len() == 1 { Resolution::Scope } else { Resolution::Name };
    let place = |target: &Target| {
        let symbol = target.symbol();
        // A bare name mostly means an outermost declaration, and seldom a field or a variant.
        let top = if symbol.container.is_none() { 0.5 } else { 0.0 };
        let size = f64::from(symbol.end - symbol.start + 1).ln().min(4.0) * 0.1;
        let mut score = Score::of([("definition", 4.0), ("top", top), ("size", size)]);
        let factor = context.place_factor(&target.file, Some(target.symbol));
        score.lower("penalty", factor.unwrap_or(1.0));
        let (file, symbol) = (Arc::clone(&target.file), Some(target.symbol));
        RelatedPlace {
            distance: 0,
            ..RelatedPlace::new(file, symbol, resolution, target.label(targets), score)
        }
    };
    targets.iter().map(place).collect()
}
