//! The selection that a model makes from the packet (the candidates that it was shown, with their ids), and its
//! resolution by the host.

use std::collections::BTreeMap;

use firsthand::agent::ToolSpec;
use firsthand::registry::{Candidate, CandidateId, Registry};
use firsthand::source::distinct;
use firsthand::validator::Rule;
use firsthand::{Action, Confidence};
use schemars::JsonSchema;
use serde::Deserialize;

use super::single_line;
use crate::arm::ArmQuestion;
use crate::found::{Found, Region};
use crate::report::refs_line;

/// The most primary places.
const MAX_PRIMARY_PLACES: usize = 5;
/// The most read targets.
const MAX_READ_TARGETS: usize = 8;

/// The arguments of the selection. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PacketSelection {
    /// At most 5, best first.
    #[serde(default)]
    primary_candidate_ids: Vec<String>,
    #[serde(default)]
    secondary_candidate_ids: Vec<String>,
    /// What the caller reads next.
    #[serde(default)]
    read_target_ids: Vec<String>,
    #[serde(default)]
    role_assignments: Vec<Role>,
    #[serde(default)]
    findings: Vec<String>,
    #[serde(default)]
    flow_summary: String,
    recommended_primary_action: Action,
    confidence: Confidence,
    #[serde(default)]
    missing_coverage: Vec<String>,
    /// Only where the packet does not hold the evidence.
    #[serde(default)]
    need_more_evidence: Option<EvidenceRequest>,
}

#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Role {
    candidate_id: String,
    /// Free text.
    role: String,
    #[serde(default)]
    reason: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EvidenceRequest {
    /// What is missing.
    role_gap: String,
    #[serde(default)]
    targeted_queries: Vec<String>,
    #[serde(default)]
    preferred_tools: Vec<String>,
}

impl PacketSelection {
    /// The tool specification that the model gets.
    pub(super) fn spec() -> ToolSpec {
        firsthand::tools::spec::<Self>(
            "select_explore_candidates",
            "Selects candidates of the packet by their ids.",
        )
    }

    /// The number of assigned roles; each is a statement about a place.
    pub(super) fn role_count(&self) -> usize {
        self.role_assignments.len()
    }

    /// The subject of the next pass: after the first pass the evidence that the selection asks for, or else the gaps
    /// that it lists; after the second the gaps.
    pub(super) fn follow_up(&self, pass: usize) -> Option<String> {
        let requested = self.need_more_evidence.as_ref().map(|more| {
            let queries = more.targeted_queries.join("; ");
            let tools = more.preferred_tools.join(", ");
            single_line(&format!("{} ({queries}) {tools}", more.role_gap))
        });
        let missing = (!self.missing_coverage.is_empty())
            .then(|| single_line(&self.missing_coverage.join("; ")));
        match pass {
            1 => requested.or(missing),
            2 => missing,
            _ => None,
        }
    }

    /// Resolves the ids. Unknown ids, ids beyond the limits, and read targets without lines are dropped.
    pub(super) fn resolve(&self, registry: &Registry, packet: &[CandidateId]) -> ResolvedSelection {
        let (mut unknown, mut over_limit) = (0, 0);
        let mut resolve_ids = |ids: &[String], limit: usize| -> Vec<Candidate> {
            let ids = ids.iter().map(|id| id.parse::<CandidateId>().ok());
            let places = ids.map(|id| registry.get(id.filter(|id| packet.contains(id))?));
            let (found, missing): (Vec<_>, Vec<_>) = places.partition(Option::is_some);
            unknown += missing.len();
            over_limit += found.len().saturating_sub(limit);
            found.into_iter().flatten().take(limit).cloned().collect()
        };
        let primary = resolve_ids(&self.primary_candidate_ids, MAX_PRIMARY_PLACES);
        let secondary = resolve_ids(&self.secondary_candidate_ids, usize::MAX);
        let read_targets = resolve_ids(&self.read_target_ids, MAX_READ_TARGETS);
        let reads: Vec<Region> = read_targets.iter().filter_map(region).collect();
        let dropped = [
            (Rule::UnknownId, unknown),
            (Rule::OverLimit, over_limit),
            (Rule::PathOnly, read_targets.len() - reads.len()),
        ];
        let roles = self.role_assignments.iter();
        let roles = roles.map(|role| {
            let text = format!(
                "{} - {}",
                single_line(&role.role),
                single_line(&role.reason)
            );
            (role.candidate_id.clone(), text)
        });
        ResolvedSelection {
            primary,
            secondary,
            reads,
            roles: roles.collect(),
            prose_lines: self
                .findings
                .iter()
                .chain([&self.flow_summary])
                .map(|text| single_line(text))
                .collect(),
            missing: self
                .missing_coverage
                .iter()
                .map(|text| single_line(text))
                .collect(),
            action: self.recommended_primary_action,
            confidence: self.confidence,
            fallback: false,
            dropped: dropped.into(),
        }
    }
}

/// A selection with its candidate ids resolved to places.
#[derive(Clone, Debug)]
pub(super) struct ResolvedSelection {
    primary: Vec<Candidate>,
    secondary: Vec<Candidate>,
    /// The read targets that have lines.
    pub(super) reads: Vec<Region>,
    /// The role and the reason for it, by the id of the candidate.
    roles: BTreeMap<String, String>,
    /// The findings and the summary.
    prose_lines: Vec<String>,
    pub(super) missing: Vec<String>,
    pub(super) action: Action,
    pub(super) confidence: Confidence,
    pub(super) fallback: bool,
    /// The number of dropped ids, by the rule that drops them.
    dropped: BTreeMap<Rule, usize>,
}

impl ResolvedSelection {
    /// The best-ranked candidates, for a report without a selection.
    pub(super) fn fallback(registry: &Registry, packet: &[CandidateId], limit: usize) -> Self {
        let places = packet.iter().filter_map(|id| registry.get(*id)).take(limit);
        Self {
            primary: places.cloned().collect(),
            secondary: Vec::new(),
            reads: Vec::new(),
            roles: BTreeMap::new(),
            prose_lines: Vec::new(),
            missing: Vec::new(),
            action: Action::TargetedGapSearch,
            confidence: super::FALLBACK_CONFIDENCE,
            fallback: true,
            dropped: BTreeMap::new(),
        }
    }

    /// Whether no primary place is left, although the selection does not recommend to skip the report.
    pub(super) fn lacks_primary(&self) -> bool {
        self.primary.is_empty() && self.action != Action::SkipExploreResult
    }

    /// The number of dropped ids, by the name of the rule.
    pub(super) fn dropped_ids_by_rule(&self) -> BTreeMap<String, u32> {
        let dropped = self.dropped.iter().filter(|(_, count)| **count > 0);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        dropped
            .map(|(rule, dropped)| (rule.name().to_owned(), count(*dropped)))
            .collect()
    }

    fn places(&self) -> impl Iterator<Item = &Candidate> {
        self.primary.iter().chain(&self.secondary)
    }

    pub(super) fn found(&self) -> Found {
        let places = self.places().map(|place| {
            let range = place.range().map(|range| (range.start(), range.end()));
            (place.path().as_str().to_owned(), range)
        });
        let reads = self.reads.iter();
        let reads = reads.map(|read| (read.path.clone(), Some((read.start, read.end))));
        Found::of_places(distinct(places.chain(reads)))
    }

    /// The text of the report.
    pub(super) fn text(&self, question: &ArmQuestion<'_>) -> String {
        let action = serde_json::to_value(self.action).unwrap_or_default();
        let mut text = format!(
            "## explore_code report\nQuery: {} | Confidence: {} | Action: {}\n",
            single_line(question.query),
            self.confidence,
            action.as_str().unwrap_or_default()
        );
        let texts = self.prose_lines.iter().filter(|text| !text.is_empty());
        texts.for_each(|line| text += &format!("- {line}\n"));
        for (head, places) in [("Primary", &self.primary), ("Secondary", &self.secondary)] {
            if !places.is_empty() {
                text += &format!("\n{head}:\n");
            }
            for place in places {
                text += &format!("- {}{}\n", location(place), self.role(place.id()));
            }
        }
        if !self.reads.is_empty() {
            text += "\nRead:\n";
        }
        for read in &self.reads {
            text += &format!("- {}:{}-{}\n", read.path, read.start, read.end);
        }
        if !self.missing.is_empty() {
            text += &format!("\nMissing: {}\n", self.missing.join("; "));
        }
        let cited: Vec<Region> = self.places().filter_map(region).collect();
        text + &refs_line(&cited)
    }

    fn role(&self, id: CandidateId) -> String {
        let role = self.roles.get(&id.to_string());
        role.map_or_else(String::new, |role| format!(" ({role})"))
    }
}

fn region(place: &Candidate) -> Option<Region> {
    let range = place.range()?;
    Some(Region {
        path: place.path().as_str().to_owned(),
        start: range.start(),
        end: range.end(),
    })
}

fn location(place: &Candidate) -> String {
    match place.range() {
        Some(range) => format!("{}:{}-{}", place.path(), range.start(), range.end()),
        None => place.path().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use firsthand::registry::{Observation, RepoPath, Source};

    use super::*;

    #[test]
    fn each_dropped_id_is_counted_by_its_rule() {
        let path = |at: u32| RepoPath::new(&format!("{at}.rs")).unwrap();
        let paths = (1..8).map(path).collect();
        let mut registry = Registry::new();
        let packet = registry.observe(Observation::listed(Source::LIST, paths));
        let selection = serde_json::json!({
            "primaryCandidateIds": ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"],
            "readTargetIds": ["c1"],
            "recommendedPrimaryAction": "read_targets",
            "confidence": "low",
        });
        let selection: PacketSelection = serde_json::from_value(selection).unwrap();
        let counts = selection.resolve(&registry, &packet).dropped_ids_by_rule();
        let expect = [("over_limit", 2), ("path_only", 1), ("unknown_id", 2)];
        let expect = expect.map(|(rule, count)| (rule.to_owned(), count));
        assert_eq!(counts, BTreeMap::from(expect));
    }
}
