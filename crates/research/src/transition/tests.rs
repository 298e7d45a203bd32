//! Tests of each rule, and of every path through them.

use super::*;

fn check(last: Option<CompletedStage>, rounds: u32, iterations: u32, late: bool, expect: Next) {
    let progress = Progress { last, retighten_rounds: rounds, iterations, late };
    assert_eq!(next(&progress, 3), expect, "{progress:?}");
}

fn routed(action: RouteAction) -> Option<CompletedStage> {
    Some(CompletedStage::Routed(action))
}

fn assessed(sufficient: bool, stalled: bool) -> Option<CompletedStage> {
    Some(CompletedStage::Assessed { sufficient, stalled })
}

#[test]
fn each_rule_decides_the_next_step() {
    use RouteAction::{Decompose, Retighten, SynthesizeDirectly, WalkSeeds};
    check(None, 0, 0, false, Next::Classify);
    check(Some(CompletedStage::Classified), 0, 0, false, Next::Route);
    check(routed(SynthesizeDirectly), 0, 0, false, Next::Synthesize(None));
    check(routed(WalkSeeds), 0, 0, false, Next::Execute(WalkSeeds));
    check(routed(Decompose), 0, 0, false, Next::Execute(Decompose));
    check(routed(Retighten), 0, 0, false, Next::Classify);
    check(routed(Retighten), 1, 0, false, Next::Classify);
    check(Some(CompletedStage::Executed), 0, 0, false, Next::Assess);
    check(assessed(true, false), 0, 0, false, Next::Synthesize(None));
    check(assessed(false, false), 0, 2, false, Next::Refine);
    check(Some(CompletedStage::Synthesized), 2, 3, false, Next::Return);
}

#[test]
fn a_reached_cap_falls_through_to_the_next_action() {
    let capped = |cap| Next::Synthesize(Some(cap));
    let decompose = Next::Execute(RouteAction::Decompose);
    check(routed(RouteAction::Retighten), 2, 0, false, decompose);
    check(assessed(false, false), 0, 3, false, capped(Cap::Iterations));
    check(assessed(false, true), 0, 1, false, capped(Cap::Stalled));
    check(assessed(true, false), 0, 3, false, Next::Synthesize(None));
    for last in [
        None,
        Some(CompletedStage::Classified),
        Some(CompletedStage::Executed),
        assessed(false, false),
    ] {
        check(last, 0, 0, true, capped(Cap::Deadline));
    }
    check(Some(CompletedStage::Synthesized), 0, 0, true, Next::Return);
}

/// Whatever the stages return, a run ends after a bounded number of them.
#[test]
fn every_path_through_the_rules_ends() {
    let mut pending = vec![(Progress::default(), 0)];
    while let Some((progress, steps)) = pending.pop() {
        assert!(steps <= 14, "{progress:?} after {steps} stages");
        let after = |last: CompletedStage, rounds: u32, iterations: u32| {
            let last = Some(last);
            let (retighten_rounds, late) = (progress.retighten_rounds + rounds, false);
            let iterations = progress.iterations + iterations;
            (Progress { last, retighten_rounds, iterations, late }, steps + 1)
        };
        match next(&progress, 2) {
            Next::Classify => {
                let again = u32::from(progress.last.is_some());
                pending.push(after(CompletedStage::Classified, again, 0));
            }
            Next::Route => {
                let routes = RouteAction::ALL.iter();
                pending.extend(routes.map(|route| after(CompletedStage::Routed(*route), 0, 0)));
            }
            Next::Execute(_) => pending.push(after(CompletedStage::Executed, 0, 0)),
            Next::Refine => pending.push(after(CompletedStage::Executed, 0, 1)),
            Next::Assess => {
                for (sufficient, stalled) in [(true, false), (false, true), (false, false)] {
                    pending.push(after(CompletedStage::Assessed { sufficient, stalled }, 0, 0));
                }
            }
            Next::Synthesize(_) => pending.push(after(CompletedStage::Synthesized, 0, 0)),
            Next::Return => {}
        }
        assert!(progress.retighten_rounds <= 2 && progress.iterations <= 2);
    }
}
