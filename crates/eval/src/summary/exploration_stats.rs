//! The exploration effort of one arm, over all its answers.

use std::collections::BTreeMap;

use firsthand::Action;
use serde::Serialize;

use crate::effort::ExplorationEffort;
use crate::metrics::mean;
use crate::record::Record;

/// A cited range with more lines is wide.
const MAX_NARROW_LINES: u64 = 120;

/// Exploration effort. Rates are from 0 to 1, or `None` if the denominator is 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplorationStats {
    /// The number of explorations.
    pub explorations: u32,
    /// The share that was answered from the report cache.
    pub cache_hits: Option<f64>,
    /// The share without a usable selection; more than a tenth needs an investigation.
    pub fallbacks: Option<f64>,
    /// The share of the answers with explorations whose last report recommends to answer from it.
    pub answer_from_report: Option<f64>,
    /// Quotes that are not in their evidence, divided by the submitted links.
    pub fact_unverified: Option<f64>,
    /// Repairs divided by tool calls.
    pub repairs: Option<f64>,
    /// Reminders divided by explorations.
    pub nudges: Option<f64>,
    /// The number of failed attempts and turns.
    pub errors: u32,
    /// The number of answers by their number of continuations.
    pub continuations: BTreeMap<u32, usize>,
    /// Characters of reports divided by characters of observations.
    pub density: Option<f64>,
    /// The median of the lines of cited ranges.
    pub width_median: Option<u64>,
    /// Their 90th percentile (nearest rank).
    pub width_p90: Option<u64>,
    /// The share of them with more than 120 lines.
    pub wide: Option<f64>,
    /// The mean of new places in each turn of the model.
    pub new_places: Vec<f64>,
    /// The share of shown places that were shown before.
    pub repeated_places: Option<f64>,
}

impl ExplorationStats {
    /// `None` if nothing was explored.
    pub(super) fn of(records: &[&Record]) -> Option<Self> {
        let all: Vec<&ExplorationEffort> = records
            .iter()
            .filter_map(|it| it.exploration_effort.as_ref())
            .collect();
        let sum =
            |figure: fn(&ExplorationEffort) -> u64| all.iter().map(|it| figure(it)).sum::<u64>();
        let rate = |numerator: u64, denominator: u64| {
            (denominator > 0).then(|| numerator as f64 / denominator as f64)
        };
        let explorations = sum(|it| u64::from(it.explorations));
        if all.is_empty() {
            return None;
        }
        let from_report = all
            .iter()
            .filter(|it| it.action == Some(Action::AnswerFromReport));
        let unverified = all
            .iter()
            .filter_map(|it| it.findings.get("fact_unverified"));
        let unverified: u32 = unverified.sum();
        let mut widths: Vec<u64> = all
            .iter()
            .flat_map(|it| it.cited_lines.iter().copied())
            .collect();
        widths.sort_unstable();
        let rank = |percent: usize| {
            let rank = (widths.len() * percent).div_ceil(100).max(1);
            widths.get(rank - 1).copied()
        };
        let mut continuations = BTreeMap::new();
        for effort in &all {
            *continuations.entry(effort.continuations).or_default() += 1;
        }
        let new = sum(|it| it.new_places.iter().map(|n| u64::from(*n)).sum());
        let repeated = sum(|it| u64::from(it.known_places));
        Some(Self {
            explorations: u32::try_from(explorations).unwrap_or(u32::MAX),
            cache_hits: rate(sum(|it| u64::from(it.cache_hits)), explorations),
            fallbacks: rate(sum(|it| u64::from(it.fallbacks)), explorations),
            answer_from_report: rate(from_report.count() as u64, all.len() as u64),
            fact_unverified: rate(u64::from(unverified), sum(|it| u64::from(it.links))),
            repairs: rate(
                sum(|it| u64::from(it.repairs)),
                sum(|it| u64::from(it.tool_calls)),
            ),
            nudges: rate(sum(|it| u64::from(it.nudges)), explorations),
            errors: u32::try_from(sum(|it| u64::from(it.errors))).unwrap_or(u32::MAX),
            continuations,
            density: rate(sum(|it| it.report_chars), sum(|it| it.observation_chars)),
            width_median: rank(50),
            width_p90: rank(90),
            wide: rate(
                widths
                    .iter()
                    .filter(|lines| **lines > MAX_NARROW_LINES)
                    .count() as u64,
                widths.len() as u64,
            ),
            new_places: new_places_by_turn(&all),
            repeated_places: rate(repeated, new + repeated),
        })
    }
}

/// The mean of new places in each turn, over the answers whose explorations had this turn.
fn new_places_by_turn(all: &[&ExplorationEffort]) -> Vec<f64> {
    let turns = all.iter().map(|it| it.new_places.len()).max().unwrap_or(0);
    let at = |turn: usize| {
        let figures = all.iter().filter_map(|it| it.new_places.get(turn));
        mean(figures.map(|n| f64::from(*n))).unwrap_or(0.0)
    };
    (0..turns).map(at).collect()
}
