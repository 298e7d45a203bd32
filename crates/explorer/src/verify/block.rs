//! Whether the machine block of a report's Markdown agrees with its document.

use firsthand_validator::SavedReport;
use serde::Deserialize;

/// What the block begins with, on a line of its own.
const FENCE: &str = "\n```json\n";

#[derive(Deserialize)]
struct Block {
    action: String,
    confidence: String,
    #[serde(default)]
    refs: Vec<PlaceRef>,
}

/// A place as the block writes it: `["src/a.rs",3,8]`, or `["src/a.rs"]` where no lines were seen.
#[derive(Deserialize)]
#[serde(untagged)]
enum PlaceRef {
    Lines(String, u32, u32),
    Path((String,)),
}

impl PlaceRef {
    fn parts(&self) -> (&str, Option<u32>, Option<u32>) {
        match self {
            Self::Lines(path, start, end) => (path, Some(*start), Some(*end)),
            Self::Path((path,)) => (path, None, None),
        }
    }
}

/// What the block holds that the document does not; `None` where they agree, or where there is no Markdown.
pub(super) fn fault(report: &SavedReport) -> Option<String> {
    if report.markdown.is_empty() {
        return None;
    }
    let block = report.markdown.rsplit_once(FENCE);
    let block = block.and_then(|(_, block)| block.split_once("\n```"));
    let block = block.and_then(|(block, _)| serde_json::from_str::<Block>(block).ok());
    let Some(block) = block else {
        return Some("its Markdown has no machine block that can be read".to_owned());
    };
    let action = report
        .action
        .is_none_or(|action| action.name() == block.action);
    let confidence = report
        .confidence
        .is_none_or(|level| level.name() == block.confidence);
    if !action || !confidence {
        return Some("its Markdown has another action or confidence".to_owned());
    }
    let holds = |cited: &&PlaceRef| {
        let mut places = report.places();
        places.any(|(_, place)| (place.path.as_str(), place.start, place.end) == cited.parts())
    };
    let other = block.refs.iter().find(|cited| !holds(cited))?;
    let path = firsthand_registry::escape(other.parts().0);
    Some(format!(
        "its Markdown names a place of {path} that the document does not hold"
    ))
}
