//! The report of an exploration, whatever arm made it.

use std::collections::BTreeMap;

use firsthand::registry::LineRange;
use firsthand::render::refs_json;
use firsthand::validator::{Tokens, VerifiedReport};
use firsthand::{Action, Outcome};
use serde::{Deserialize, Serialize};

use crate::found::Region;

/// The text of a report, its recommendations, and its usage.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The text that is read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its length in characters.
    pub chars: u64,
    /// The recommended action, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Whether it is the deterministic fallback, because there was no usable selection.
    #[serde(default)]
    pub fallback: bool,
    /// The recommended places to read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_targets: Vec<Region>,
    /// The recommended terms to search for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub search_targets: Vec<String>,
    /// How often each rule dropped, clamped or lowered something.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<String, u32>,
    /// The usage.
    #[serde(default)]
    pub usage: Usage,
}

/// The usage of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Conversations with a model, of any number of turns.
    pub conversations: u32,
    /// Requests to a model.
    pub model_calls: u32,
    /// Tool calls.
    pub tool_calls: u32,
    /// Characters of tool results that the model was shown.
    pub observation_chars: u64,
    /// Tokens, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// Elapsed time in milliseconds.
    pub elapsed_ms: u64,
}

impl Usage {
    /// The sums of both; tokens that only one of them knows are its own.
    pub(crate) fn plus(self, other: &Self) -> Self {
        Self {
            conversations: self.conversations + other.conversations,
            model_calls: self.model_calls + other.model_calls,
            tool_calls: self.tool_calls + other.tool_calls,
            observation_chars: self.observation_chars + other.observation_chars,
            tokens: Tokens::sum(self.tokens, other.tokens),
            elapsed_ms: self.elapsed_ms + other.elapsed_ms,
        }
    }
}

impl Report {
    /// Converts a verified report; its text is Markdown.
    pub(crate) fn of(report: &VerifiedReport) -> Self {
        let text = firsthand::render::markdown(report, &firsthand::render::Options::default()).text;
        let (body, stats) = (report.body(), &report.facts().stats);
        let reads = body.read_targets.iter();
        let reads = reads.map(|target| &target.place);
        let reads = reads.filter_map(|place| Some(Region::of(place.path(), place.range()?)));
        let mut findings = BTreeMap::new();
        for finding in &body.findings {
            *findings.entry(finding.rule.name().to_owned()).or_default() += 1;
        }
        let targets = body.search_targets.iter();
        Self {
            chars: text.chars().count() as u64,
            text,
            action: Some(body.action),
            fallback: body.outcome == Outcome::Fallback,
            read_targets: reads.collect(),
            search_targets: targets.map(ToString::to_string).collect(),
            findings,
            usage: Usage {
                conversations: 1,
                model_calls: stats.model_calls,
                tool_calls: stats.tool_calls,
                observation_chars: stats.observation_chars,
                tokens: stats.tokens,
                elapsed_ms: stats.elapsed_ms,
            },
        }
    }

    /// Formats a list of places, with a line of JSON for programs; for arms that return only places.
    pub(crate) fn listing(regions: &[Region], files: &[String]) -> Self {
        let mut text = String::from("Places, best first:\n");
        for region in regions {
            text += &format!("- {}:{}-{}\n", region.path, region.start, region.end);
        }
        let shown = |file: &&String| regions.iter().any(|region| region.path == **file);
        for file in files.iter().filter(|file| !shown(file)) {
            text += &format!("- {file}\n");
        }
        text += &refs_line(regions);
        Self { chars: text.chars().count() as u64, text, ..Self::default() }
    }
}

/// The places as a JSON line, in the format of a report's machine-readable block.
pub(crate) fn refs_line(regions: &[Region]) -> String {
    let places = regions
        .iter()
        .map(|region| (region.path.as_str(), LineRange::new(region.start, region.end)));
    format!("\n{{\"v\":3,\"refs\":{}}}\n", refs_json(places))
}
