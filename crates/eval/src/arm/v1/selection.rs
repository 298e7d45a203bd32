//! The selection that a model makes from the packet, and its resolution by the host.

use std::collections::BTreeMap;

use firsthand::agent::ToolSpec;
use firsthand::registry::{Candidate, CandidateId, Registry};
use firsthand::{Action, Confidence};
use schemars::JsonSchema;
use serde::Deserialize;

use super::single_line;
use crate::arm::ArmQuestion;
use crate::found::{Found, Region};
use crate::report::refs_line;

/// The most primary places, and things to read.
const MAX_PRIMARY_PLACES: usize = 5;
const MAX_READ_TARGETS: usize = 8;

/// The arguments of the selection. Unknown fields pass.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Selection {
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
    need_more_evidence: Option<More>,
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
struct More {
    /// What is missing.
    role_gap: String,
    #[serde(default)]
    targeted_queries: Vec<String>,
    #[serde(default)]
    preferred_tools: Vec<String>,
}

impl Selection {
    /// The tool specification that the model gets.
    pub(super) fn spec() -> ToolSpec {
        firsthand::tools::spec::<Self>(
            "select_explore_candidates",
            "Selects candidates of the packet by their ids.",
        )
    }

    /// The number of assigned roles; each is a statement about a place.
    pub(super) fn statements(&self) -> usize {
        self.role_assignments.len()
    }

    /// The subject of the next pass: after the first pass the evidence that the selection asks for, after the second the
    /// gaps that it lists.
    pub(super) fn follow_up(&self, pass: usize) -> Option<String> {
        let asked = self.need_more_evidence.as_ref().map(|more| {
            let queries = more.targeted_queries.join("; ");
            let tools = more.preferred_tools.join(", ");
            single_line(&format!("{} ({queries}) {tools}", more.role_gap))
        });
        let missing = (!self.missing_coverage.is_empty())
            .then(|| single_line(&self.missing_coverage.join("; ")));
        match pass {
            1 => asked.or(missing),
            2 => missing,
            _ => None,
        }
    }

    /// Resolves the ids; ids that are not in the packet are dropped.
    pub(super) fn resolve(&self, registry: &Registry, packet: &[CandidateId]) -> ResolvedSelection {
        let mut unknown = 0;
        let mut resolve_ids = |ids: &[String], most: usize| -> Vec<Candidate> {
            let known = ids.iter().filter_map(|id| {
                let id = id
                    .parse::<CandidateId>()
                    .ok()
                    .filter(|id| packet.contains(id));
                let place = id.and_then(|id| registry.get(id));
                unknown += u32::from(place.is_none());
                place.cloned()
            });
            known.collect::<Vec<_>>().into_iter().take(most).collect()
        };
        let primary = resolve_ids(&self.primary_candidate_ids, MAX_PRIMARY_PLACES);
        let secondary = resolve_ids(&self.secondary_candidate_ids, usize::MAX);
        let reads = resolve_ids(&self.read_target_ids, MAX_READ_TARGETS);
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
            reads: reads.iter().filter_map(region).collect(),
            roles: roles.collect(),
            statement_texts: self
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
            unknown,
        }
    }
}

/// A selection with its candidate ids resolved to places.
#[derive(Clone, Debug)]
pub(super) struct ResolvedSelection {
    primary: Vec<Candidate>,
    secondary: Vec<Candidate>,
    pub(super) reads: Vec<Region>,
    roles: BTreeMap<String, String>,
    statement_texts: Vec<String>,
    pub(super) missing: Vec<String>,
    pub(super) action: Action,
    pub(super) confidence: Confidence,
    pub(super) fallback: bool,
    unknown: u32,
}

impl ResolvedSelection {
    /// The best-ranked candidates, for a report without a selection.
    pub(super) fn fallback(registry: &Registry, packet: &[CandidateId], most: usize) -> Self {
        let places = packet.iter().filter_map(|id| registry.get(*id)).take(most);
        Self {
            primary: places.cloned().collect(),
            secondary: Vec::new(),
            reads: Vec::new(),
            roles: BTreeMap::new(),
            statement_texts: Vec::new(),
            missing: Vec::new(),
            action: Action::TargetedGapSearch,
            confidence: super::FALLBACK_CONFIDENCE,
            fallback: true,
            unknown: 0,
        }
    }

    /// Whether no primary place is left, although the selection does not recommend to skip the report.
    pub(super) fn is_empty(&self) -> bool {
        self.primary.is_empty() && self.action != Action::SkipExploreResult
    }

    /// The number of dropped ids, by rule.
    pub(super) fn dropped_ids_by_rule(&self) -> BTreeMap<String, u32> {
        let unknown = (self.unknown > 0).then(|| ("unknown_id".to_owned(), self.unknown));
        unknown.into_iter().collect()
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
        let mut all: Vec<(String, Option<(u32, u32)>)> = Vec::new();
        for place in places.chain(reads) {
            if !all.contains(&place) {
                all.push(place);
            }
        }
        Found::of_places(all)
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
        let texts = self.statement_texts.iter().filter(|text| !text.is_empty());
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
