//! One attempt through the whole loop: a scripted model gets the observations, files change
//! without notice, the model submits several hostile selections, and the run may be cancelled.

use firsthand_agent::{Explored, ToolOutput};
use firsthand_validator::{Intent, Outcome, Selection};
use serde_json::{Value, json};

use super::attempt::{build_selection, print, violations_in};
use super::{Arena, Attempt, FileChange, SeededRandom};
use crate::oracle::{ANY_ID, Violation};
use crate::{FakeRepo, Fault, FaultyTool, FixedResults, Script, Setup};

/// The faults of the tool `odd`, whose output must never be reported.
const FAULTS: [Fault; 5] =
    [Fault::Lies, Fault::Invents, Fault::Chatters, Fault::Nothing, Fault::Refuses];
/// Changes that cannot make a false observation true.
const CHANGES: [FileChange; 3] = [FileChange::Byte, FileChange::Truncated, FileChange::Removed];
const MAX_CHARS: usize = 2500;

/// The attempt of this number through the whole loop, in its arena.
///
/// # Panics
/// Where no runtime can be started.
#[must_use]
pub fn loop_attempt(arena: &Arena, seed: u64, number: u64) -> Attempt {
    let mut rng = SeededRandom::of(seed.rotate_left(32), number);
    let files = arena.tree.files.iter();
    let repo = files.fold(FakeRepo::new(), |repo, (path, bytes)| repo.with(path, bytes.clone()));
    let mut script = Script::new();
    for _ in &arena.session.observations {
        script = script.calls("look", json!({}));
    }
    if rng.chance(40) {
        script = script.calls("odd", json!({}));
    }
    let mut attempt = Attempt::default();
    let mut proposals = Vec::new();
    let observations = arena.session.observations.iter().cloned();
    let outputs = observations.map(ToolOutput::from);
    let odd = FaultyTool { name: "odd", fault: *rng.pick(&FAULTS), repo: repo.clone() };
    let setup = Setup::new(&repo, &script)
        .tool(FixedResults::new("look", outputs))
        .tool(odd)
        .intent(*rng.pick(&Intent::ALL))
        .budgets(|budgets| {
            budgets.steps = 14;
            budgets.result_chars = 10_000_000;
            budgets.file_chars = 10_000_000;
            budgets.observation_chars = 100_000_000;
        });
    for _ in 0..4 {
        if rng.chance(15) {
            let path = rng.any(arena.tree.files.keys().cloned()).unwrap_or_default();
            let (repo, change) = (repo.clone(), *rng.pick(&CHANGES));
            let bytes = change.bytes(&arena.tree.files[&path], &mut rng);
            attempt.file_changes.push((change, path.clone()));
            script = script.with_side_effect(move || match &bytes {
                Some(bytes) => repo.write(&path, bytes.clone()),
                None => repo.remove(&path),
            });
        }
        if rng.chance(2) {
            let cancel = setup.parts.cancel.clone();
            script = script.with_side_effect(move || cancel.cancel());
        }
        let selection = build_selection(arena, &mut rng).0;
        script = script.submits(proposal(&selection));
        let places = arena.session.record.places.len();
        proposals.push(proposal(&with_any_ids(selection, places)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.expect("a runtime can be started");
    if let Ok(explored) = runtime.block_on(setup.explore("how does load compute the total?")) {
        attempt.has_link = !explored.report.body().flow.is_empty();
        attempt.nothing_verified = explored.report.body().outcome == Outcome::Fallback;
        attempt.violations = fewest_violations(arena, &repo, &explored, &proposals);
    }
    attempt
}

/// The selection with [`ANY_ID`] for each id that is none: the loop may repair it, by its spelling or by the quote beside
/// it.
fn with_any_ids(mut selection: Selection, places: usize) -> Selection {
    let links = selection.flow.iter_mut().map(|link| &mut link.candidate_id);
    let reads = selection.read_targets.iter_mut().map(|read| &mut read.candidate_id);
    for id in selection.primary_candidate_ids.iter_mut().chain(links).chain(reads) {
        if !(1..=places).any(|number| format!("c{number}") == *id) {
            ANY_ID.clone_into(id);
        }
    }
    selection
}

/// The selection as the JSON that a model submits.
fn proposal(selection: &Selection) -> Value {
    serde_json::to_value(selection).unwrap_or_default()
}

/// The oracle's violations, for the proposal with the fewest, or for the fallback.
fn fewest_violations(
    arena: &Arena,
    repo: &FakeRepo,
    explored: &Explored,
    proposals: &[Value],
) -> Vec<Violation> {
    let printed = print(&explored.report, MAX_CHARS);
    let folder = repo.on_disk();
    let found = |proposal| violations_in(&printed, arena, folder.path(), proposal, MAX_CHARS);
    if explored.report.body().outcome == Outcome::Fallback {
        return found(None);
    }
    let all = proposals.iter().map(|proposal| found(Some(proposal)));
    all.min_by_key(Vec::len).unwrap_or_default()
}
