//! Writes a saved report again, with the present lines of the places that have moved.

use std::collections::BTreeMap;

use firsthand_agent::Cancel;
use firsthand_registry::{
    LineRange, Observation, ReceiptId, Registry, RepoPath, Source, Span, Window,
};
use firsthand_tools::{Toolbox, shown_declaration};
use firsthand_validator::{
    Action, Confidence, Context, Finding, FlowLink, MAX_NAME_LINES, Missing, Outcome, PlaceState,
    Present, ReadRequest, ReceiptCheck, Rule, RunFacts, SavedPlace, SavedReport, Selection,
    VerifiedReport, cited, cited_names, conclude, validate,
};

use super::{CheckedPlace, CheckedReport};

/// Why a report cannot be updated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UpdateError {
    /// The document has faults, so it is not as it was made.
    #[error("the document is not as it was made: {0}")]
    NotSound(String),
    /// It is not the result of a selection.
    #[error(
        "it does not report a selection, so there is none to validate again; ask the question again"
    )]
    NoSelection,
    /// None of its places stands.
    #[error("none of its places stands; ask the question again")]
    NothingStands,
    /// The rules left no place.
    #[error("the validator's rules leave no place of it; ask the question again")]
    NothingVerified,
}

/// An id that no place has.
const NO_ID: &str = "c0";

/// The report with the present lines of its places, of which `checked` says what became. Those that stand are read again
/// and go through all rules of the validator, with the report's own action and confidence as the proposal; the others
/// are dropped, and so are receipts of what is absent no longer.
///
/// # Errors
/// An [`UpdateError`] where nothing can be reported.
pub async fn update(
    report: &SavedReport,
    checked: &CheckedReport,
    toolbox: &Toolbox,
) -> Result<VerifiedReport, UpdateError> {
    if let Some(fault) = checked.faults.first() {
        return Err(UpdateError::NotSound(fault.clone()));
    }
    let (Some(Outcome::Verdict), Some(action), Some(confidence)) =
        (report.outcome, report.action, report.confidence)
    else {
        return Err(UpdateError::NoSelection);
    };
    if checked.places.iter().all(|place| place.standing.is_lost()) {
        return Err(UpdateError::NothingStands);
    }
    let mut observed = Observed::default();
    for place in checked.places.iter().filter(|place| !place.standing.is_lost()) {
        observed.see(place, toolbox).await;
    }
    for (receipt, checked) in report.absent.iter().zip(&checked.absent) {
        let given = checked.now.as_ref().unwrap_or(receipt);
        let id = observed.registry.observe_receipt(given.clone());
        let now = checked.now.clone().ok_or_else(|| checked.why.clone());
        observed.receipts.insert(id, now.into());
    }
    let selection = observed.selection(report, action, confidence);
    let files = &observed.files;
    let facts = RunFacts::new(&*report.root, &*report.query)
        .with_coverage(report.coverage.clone())
        .with_stats(report.stats.clone())
        .with_findings(findings(report, checked));
    let read = |path: &RepoPath| files.get(path).cloned();
    let mut present = Present::gather(&cited(&observed.registry, &selection, report.intent), read);
    present.receipts = observed.receipts;
    let names = cited_names(&observed.registry, &selection);
    let found = toolbox.files().find_names(&names, MAX_NAME_LINES).await;
    present.set_names(names.into_iter().zip(found.unwrap_or_default()));
    let context = Context::new(&observed.registry, &present, report.intent)
        .query(&facts.query)
        .searched_in_part(facts.coverage.losses.time > 0);
    let verdict = validate(&selection, &context);
    let (registry, intent) = (&observed.registry, report.intent);
    let updated =
        conclude(registry, intent, &[&verdict], facts, |ranges| Present::gather(ranges, read));
    match updated.body().outcome {
        Outcome::Verdict => Ok(updated),
        Outcome::Fallback | Outcome::Skip => Err(UpdateError::NothingVerified),
    }
}

/// The report's findings, without those of its printed form, and one for each place that no longer stands.
fn findings(report: &SavedReport, checked: &CheckedReport) -> Vec<Finding> {
    let kept = report.findings.iter().filter(|finding| finding.rule != Rule::BudgetCut);
    let lost = checked.places.iter().filter(|place| place.standing.is_lost());
    let lost = lost.map(|place| {
        let lines = place.start.zip(place.end);
        let lines = lines.map_or(String::new(), |(start, end)| format!(":{start}-{end}"));
        Finding::new(Rule::Stale, format!("{}{lines}: {}", place.path, place.why))
    });
    kept.cloned().chain(lost).collect()
}

/// A place by its path and its lines when the report was made.
type Position = (RepoPath, Option<u32>, Option<u32>);

/// The places that stand, read again.
#[derive(Default)]
struct Observed {
    registry: Registry,
    files: BTreeMap<RepoPath, Vec<u8>>,
    ids: BTreeMap<Position, String>,
    receipts: BTreeMap<ReceiptId, ReceiptCheck>,
}

impl Observed {
    /// Observes the present lines of a place.
    async fn see(&mut self, place: &CheckedPlace, toolbox: &Toolbox) {
        let present = place.now.first().filter(|_| place.standing == PlaceState::Moved);
        let path = present.map_or(&place.path, |present| &present.path).clone();
        let lines = match present {
            Some(present) => LineRange::new(present.start, present.end),
            None => place.start.zip(place.end).and_then(|(start, end)| LineRange::new(start, end)),
        };
        let Ok(Some(bytes)) = toolbox.files().bytes(&path).await else {
            return;
        };
        let observation = match lines {
            Some(lines) => window(&path, &bytes, lines, toolbox)
                .map(|window| Observation::read(Source::READ, window)),
            None => Some(Observation::listed(Source::LIST, vec![path.clone()])),
        };
        let ids = observation.map(|observation| self.registry.observe(observation));
        if let Some(id) = ids.and_then(|ids| ids.first().copied()) {
            let position = (place.path.clone(), place.start, place.end);
            self.ids.insert(position, id.to_string());
        }
        self.files.insert(path, bytes);
    }

    fn id(&self, place: &SavedPlace) -> String {
        let position = (place.path.clone(), place.start, place.end);
        self.ids.get(&position).map_or(NO_ID, String::as_str).to_owned()
    }

    /// The report's statements about the places that were read again.
    fn selection(&self, report: &SavedReport, action: Action, confidence: Confidence) -> Selection {
        let flow = report.flow.iter().map(|link| FlowLink {
            candidate_id: self.id(link),
            lines: None,
            role: link.role.clone(),
            fact: link.fact.clone(),
            quote: link.quote.as_ref().map_or(String::new(), |quote| quote.text.clone()),
        });
        let missing = report.missing.iter();
        let missing = missing.map(|text| Missing::new(text, []));
        let ids: Vec<String> = self.receipts.keys().map(ToString::to_string).collect();
        let facts = match report.absence_facts.as_slice() {
            [] => &[String::new()],
            facts => facts,
        };
        let proved = facts.iter().filter(|_| !ids.is_empty());
        let proved = proved.map(|fact| Missing::new(fact, ids.clone()));
        let missing = missing.chain(proved);
        let reads = report.read_targets.iter().map(|read| ReadRequest {
            candidate_id: self.id(read),
            lines: None,
            purpose: read.purpose.clone(),
            required: read.required,
        });
        let asked = report.name_lines.iter().filter(|found| found.is_asked);
        Selection {
            primary_candidate_ids: report.primary.iter().map(|place| self.id(place)).collect(),
            read_targets: reads.collect(),
            flow: flow.collect(),
            missing_coverage: missing.collect(),
            recommended_primary_action: action,
            search_targets: report.search_targets.clone(),
            names: asked.map(|found| found.name.clone()).collect(),
            confidence,
        }
    }
}

fn window(path: &RepoPath, bytes: &[u8], lines: LineRange, toolbox: &Toolbox) -> Option<Window> {
    let span = Span::redacted(path.clone(), bytes, lines).ok()?;
    let all = toolbox.graph().declarations(path.as_str(), bytes, &Cancel::default());
    let here = all.iter().filter(|declared| declared.range.overlaps(span.range()));
    let mut window = Window::new(span.clone());
    window.declarations = here.map(shown_declaration).collect();
    Some(window)
}
