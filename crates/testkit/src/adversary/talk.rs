//! One attempt through the whole loop: a scripted model that has its observations, changes files
//! behind the loop's back, submits one hostile selection after the other, and may be cancelled.

use firsthand_agent::{Explored, ToolOutput};
use firsthand_validator::{Intent, Outcome, Selection};
use serde_json::{Value, json};

use super::attempt::{play, print};
use super::words::PLANTED;
use super::{Arena, Attempt, FileChange, SeededRandom};
use crate::oracle::{GroundTruth, Violation, violations};
use crate::{FakeRepo, Fault, FaultyTool, FixedResults, Script, Setup};

/// Tools that lie or make noise. What they say never stands.
const FAULTS: [Fault; 5] = [
    Fault::Lies,
    Fault::Invents,
    Fault::Chatters,
    Fault::Nothing,
    Fault::Refuses,
];
/// Changes after which no lie comes true.
const DECAYS: [FileChange; 3] = [FileChange::Byte, FileChange::Truncated, FileChange::Removed];
const MAX_CHARS: usize = 2500;

/// The conversation of this number, in its ring.
///
/// # Panics
/// Where no runtime can be started.
#[must_use]
pub fn talk(ring: &Arena, seed: u64, number: u64) -> Attempt {
    let mut dice = SeededRandom::of(seed.rotate_left(32), number);
    let files = ring.tree.files.iter();
    let repo = files.fold(FakeRepo::new(), |repo, (path, bytes)| {
        repo.with(path, bytes.clone())
    });
    let mut script = Script::new();
    for _ in &ring.here.observations {
        script = script.calls("look", json!({}));
    }
    if dice.chance(40) {
        script = script.calls("odd", json!({}));
    }
    let mut attempt = Attempt::default();
    let mut proposals = Vec::new();
    let canned = ring.here.observations.iter().map(|seen| ToolOutput {
        observations: vec![seen.clone()],
        ..ToolOutput::default()
    });
    let odd = FaultyTool {
        name: "odd",
        fault: *dice.pick(&FAULTS),
        repo: repo.clone(),
    };
    let setup = Setup::new(&repo, &script)
        .tool(FixedResults::new("look", canned))
        .tool(odd)
        .intent(*dice.pick(&Intent::ALL))
        .budgets(|budgets| {
            budgets.steps = 14;
            budgets.result_chars = 10_000_000;
            budgets.file_chars = 10_000_000;
            budgets.observation_chars = 100_000_000;
        });
    for _ in 0..4 {
        if dice.chance(15) {
            let path = dice
                .any(ring.tree.files.keys().cloned())
                .unwrap_or_default();
            let (repo, decay) = (repo.clone(), *dice.pick(&DECAYS));
            let bytes = decay.bytes(&ring.tree.files[&path], &mut dice);
            attempt.decays.push((decay, path.clone()));
            script = script.doing(move || match &bytes {
                Some(bytes) => repo.write(&path, bytes.clone()),
                None => repo.remove(&path),
            });
        }
        if dice.chance(2) {
            let cancel = setup.parts.cancel.clone();
            script = script.doing(move || cancel.cancel());
        }
        let selection = play(ring, &mut dice).0;
        script = script.submits(proposal(&selection));
        proposals.push(proposal(&read(selection)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let runtime = runtime.expect("a runtime can be started");
    if let Ok(explored) = runtime.block_on(setup.explore("how does load compute the total?")) {
        attempt.linked = !explored.report.flow().is_empty();
        attempt.gutted = explored.report.outcome() == Outcome::Fallback;
        attempt.violations = look(ring, &repo, &explored, &proposals);
    }
    attempt
}

/// The selection as the loop takes it: it takes off what stands around an id, or takes the only one in brackets, and says
/// so.
fn read(mut selection: Selection) -> Selection {
    let links = selection.flow.iter_mut().map(|link| &mut link.candidate_id);
    let reads = selection.read_targets.iter_mut();
    let reads = reads.map(|read| &mut read.candidate_id);
    let primary = selection.primary_candidate_ids.iter_mut();
    for id in primary.chain(links).chain(reads) {
        let bare = id.trim_matches(|c: char| !c.is_alphanumeric());
        let mut held = id.split(['[', ']']).filter(|part| is_id(part));
        *id = match (is_id(bare), held.next(), held.next()) {
            (false, Some(only), None) => only.to_owned(),
            _ => bare.to_ascii_lowercase(),
        };
    }
    selection
}

fn is_id(text: &str) -> bool {
    let digits = text.strip_prefix(['c', 'C']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn proposal(selection: &Selection) -> Value {
    serde_json::to_value(selection).unwrap_or_default()
}

/// What the oracle says of the report, as one of the selection that fits it best, or as the fallback.
fn look(ring: &Arena, repo: &FakeRepo, explored: &Explored, proposals: &[Value]) -> Vec<Violation> {
    let printed = print(&explored.report, MAX_CHARS);
    let folder = repo.on_disk();
    let ids = ring.here.record.ids();
    let ground = |proposal| GroundTruth {
        root: folder.path(),
        proposal,
        ids: &ids,
        seen: &ring.here.record.seen,
        before: &ring.tree.files,
        redacted: &ring.tree.hidden,
        planted: PLANTED,
        max_chars: MAX_CHARS,
    };
    if explored.report.outcome() == Outcome::Fallback {
        return violations(&printed, &ground(None));
    }
    let found = proposals
        .iter()
        .map(|proposal| violations(&printed, &ground(Some(proposal))));
    found.min_by_key(Vec::len).unwrap_or_default()
}
