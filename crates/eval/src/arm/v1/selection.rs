//! The selection that a model makes from the packet (the candidates that it was shown, with their ids), and its
//! resolution by the host.

use std::collections::BTreeMap;

use firsthand::agent::ToolSpec;
use firsthand::registry::{Candidate, CandidateId, Registry};
use firsthand::source::{clip, distinct};
use firsthand::validator::Rule;
use firsthand::{Action, Confidence};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::found::{Found, Region, SelfAssessment};
use crate::report::{Report, refs_line};

/// The most primary places.
const MAX_PRIMARY_PLACES: usize = 5;
/// The most read targets.
const MAX_READ_TARGETS: usize = 8;

/// The arguments of the selection. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, JsonSchema)]
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

    /// The best-ranked candidates, for a report without a selection.
    pub(super) fn fallback(packet: &[CandidateId]) -> Self {
        let best = packet.iter().take(MAX_PRIMARY_PLACES);
        Self {
            primary_candidate_ids: best.map(ToString::to_string).collect(),
            recommended_primary_action: Action::TargetedGapSearch,
            confidence: Confidence::Low,
            ..Self::default()
        }
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

    /// Resolves the ids, and writes the report. Unknown ids, ids beyond the limits, and read targets without lines are
    /// dropped. `None` if no primary place is left, although the selection does not recommend to skip the report.
    pub(super) fn resolve(
        &self,
        registry: &Registry,
        packet: &[CandidateId],
        query: &str,
    ) -> Option<Found> {
        let mut dropped = BTreeMap::new();
        let mut places = |ids: &[String], limit: usize| {
            let mut kept: Vec<&Candidate> = Vec::new();
            for id in ids {
                let id = id.parse().ok().filter(|id| packet.contains(id));
                match id.and_then(|id| registry.get(id)) {
                    Some(place) if kept.len() < limit => kept.push(place),
                    Some(_) => *dropped.entry(Rule::OverLimit).or_default() += 1,
                    None => *dropped.entry(Rule::UnknownId).or_default() += 1,
                }
            }
            kept
        };
        let primary = places(&self.primary_candidate_ids, MAX_PRIMARY_PLACES);
        let secondary = places(&self.secondary_candidate_ids, usize::MAX);
        let mut reads = places(&self.read_target_ids, MAX_READ_TARGETS);
        reads.retain(|place| {
            let has_lines = place.range().is_some();
            if !has_lines {
                *dropped.entry(Rule::PathOnly).or_default() += 1;
            }
            has_lines
        });
        let read_targets: Vec<Region> = reads.iter().copied().filter_map(region).collect();
        if primary.is_empty() && self.recommended_primary_action != Action::SkipExploreResult {
            return None;
        }
        let text = self.text(query, &primary, &secondary, &read_targets);
        let cited = primary.into_iter().chain(secondary).chain(reads);
        let cited = cited.map(|place| (place.path().as_str().to_owned(), place.range()));
        let mut found = Found::of_places(distinct(cited));
        let missing: Vec<String> = self.missing_coverage.iter().map(|it| single_line(it)).collect();
        found.self_assessment = Some(SelfAssessment::new(self.confidence, &[], &missing));
        let findings = dropped.into_iter();
        found.report = Some(Report {
            chars: text.chars().count() as u64,
            text,
            action: Some(self.recommended_primary_action),
            read_targets,
            findings: findings.map(|(rule, count)| (rule.name().to_owned(), count)).collect(),
            ..Report::default()
        });
        Some(found)
    }

    /// The text of the report.
    fn text(
        &self,
        query: &str,
        primary: &[&Candidate],
        secondary: &[&Candidate],
        read_targets: &[Region],
    ) -> String {
        let action = serde_json::to_value(self.recommended_primary_action).unwrap_or_default();
        let mut text = format!(
            "## explore_code report\nQuery: {} | Confidence: {} | Action: {}\n",
            single_line(query),
            self.confidence,
            action.as_str().unwrap_or_default()
        );
        for line in self.findings.iter().chain([&self.flow_summary]) {
            if !line.trim().is_empty() {
                text += &format!("- {}\n", single_line(line));
            }
        }
        for (head, places) in [("Primary", primary), ("Secondary", secondary)] {
            if !places.is_empty() {
                text += &format!("\n{head}:\n");
            }
            for place in places {
                let location = region(place).map_or_else(
                    || place.path().to_string(),
                    |region| format!("{}:{}-{}", region.path, region.start, region.end),
                );
                text += &format!("- {location}{}\n", self.role(&place.id().to_string()));
            }
        }
        if !read_targets.is_empty() {
            text += "\nRead:\n";
        }
        for read in read_targets {
            text += &format!("- {}:{}-{}\n", read.path, read.start, read.end);
        }
        if !self.missing_coverage.is_empty() {
            text += &format!("\nMissing: {}\n", single_line(&self.missing_coverage.join("; ")));
        }
        let cited = primary.iter().chain(secondary);
        text + &refs_line(&cited.filter_map(|place| region(place)).collect::<Vec<_>>())
    }

    /// The role of a candidate with the reason for it, in brackets; the last one, if it is assigned several.
    fn role(&self, id: &str) -> String {
        let mut roles = self.role_assignments.iter().rev();
        let role = roles.find(|role| role.candidate_id == id);
        role.map_or_else(String::new, |role| {
            format!(" ({} - {})", single_line(&role.role), single_line(&role.reason))
        })
    }
}

fn region(place: &Candidate) -> Option<Region> {
    Some(Region::of(place.path(), place.range()?))
}

/// Joins a model's prose into one line and truncates it.
fn single_line(text: &str) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    clip(&text.join(" "), 240).into_owned()
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
        let found = selection.resolve(&registry, &packet, "q").unwrap();
        let counts = found.report.unwrap().findings;
        let expect = [("over_limit", 2), ("path_only", 1), ("unknown_id", 2)];
        let expect = expect.map(|(rule, count)| (rule.to_owned(), count));
        assert_eq!(counts, BTreeMap::from(expect));
    }
}
