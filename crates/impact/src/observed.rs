//! Places as observations of the present tree.

use std::sync::Arc;

use firsthand_codegraph::is_data;
use firsthand_registry::{MaskedFile, Observation, ObservationKind, PathClass, Registry, Source};
use firsthand_source::{LineRange, RepoPath};
use firsthand_tools::{Toolbox, redact_name};

use crate::document::{Affected, Dependence};
use crate::found::Found;

/// The most characters of a quote.
const MAX_QUOTE_CHARS: usize = 160;

/// The places with their ids and quotes: by role, the most certain first. The declarations at `touched` change, too.
pub(crate) fn affected(
    touched: &[(&RepoPath, LineRange)],
    toolbox: &Toolbox,
    mut found: Vec<Found>,
) -> Vec<Affected> {
    let in_change = |place: &Found| {
        let holds = |(path, range): &(&RepoPath, LineRange)| {
            **path == place.path && range.covers(place.around())
        };
        touched.iter().any(holds)
    };
    found.sort_by_cached_key(|place| {
        // Code that looks a text up fails without it; translations and documents do not.
        let is_code = place.role != Dependence::Text
            || !is_data(place.path.as_str()) && !PathClass::of(&place.path).docs;
        let text = (place.is_reworded, !is_code);
        let sure = (place.is_weak, in_change(place), place.how, place.distance);
        // The rarer a name, the more it says.
        (place.role, text, sure, place.of, place.alike, place.path.clone(), place.line)
    });
    let mut registry = Registry::new();
    let mut masked: Vec<MaskedFile> = Vec::new();
    let mut affected = Vec::new();
    for place in found {
        let file = place.file.as_ref().map(|bytes| {
            masked.iter().position(|file| *file.path() == place.path).unwrap_or_else(|| {
                masked.push(toolbox.sandbox().masked(&place.path, Arc::clone(bytes)));
                masked.len() - 1
            })
        });
        let file = file.map(|index| &masked[index]);
        let observation =
            match file.and_then(|file| file.window(LineRange::one(place.line), |_, _| 0)) {
                Some(window) => {
                    let windows = Vec::from([window.as_row()]);
                    Observation::new(Source::GRAPH, ObservationKind::Relations, windows)
                }
                None => Observation::listed(Source::GRAPH, Vec::from([place.path.clone()])),
            };
        let Some(id) = registry.observe(observation).first().copied() else {
            continue;
        };
        let line = file.and_then(|file| file.line(place.line)).filter(|line| !line.is_masked());
        affected.push(Affected {
            id: id.to_string(),
            in_change: in_change(&place),
            weak: place.is_weak,
            line: place.line,
            also: place.also.into_iter().collect(),
            range: place.symbol.as_ref().map(|symbol| symbol.range),
            symbol: place.symbol.as_ref().map(|symbol| redact_name(&symbol.qualified).into_owned()),
            holds: place.holds.iter().map(|name| redact_name(name).into_owned()).collect(),
            reworded: place.is_reworded,
            quote: line.map(|line| quote(line.text())),
            role: place.role,
            how: place.how,
            of: place.of,
            distance: place.distance,
            through: place.through.iter().map(|name| redact_name(name).into_owned()).collect(),
            path: place.path,
        });
    }
    affected
}

/// The beginning of a line, without what is before and behind its text: nothing marks that the rest is left out, so that
/// it is a part of the line.
fn quote(line: &str) -> String {
    let beginning: String = line.trim().chars().take(MAX_QUOTE_CHARS).collect();
    beginning.trim_end().to_owned()
}
