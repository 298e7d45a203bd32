//! Checks what the printed report has room for, and asks the model to choose what it loses.

use firsthand_validator::{Fit, StopReason, Verdict};

use super::Effect;
use super::judge::open_gaps;
use crate::event::HostMessageKind;
use crate::{State, prompt};

/// How often a model is asked: the second time about a shorter report that still loses places or is lowered. Which quotes
/// and facts such a report loses is the program's choice.
const MAX_MESSAGES: usize = 2;

/// Applies to the last submission once it has its verdict, while the model could be asked.
pub(super) fn step(state: &State) -> Option<Effect> {
    let last = state.submissions.len().checked_sub(1)?;
    let submission = state.submissions.get(last)?;
    let is_open = submission.validated.is_some() && submission.fit.is_none();
    (is_open && state.checks_fit() && can_ask(state)).then_some(Effect::CheckFit(last))
}

/// Applies to the report of a run that has stopped, unless it was cancelled: what was searched is part of the printed
/// report, too. Each submission is checked once after the end.
pub(super) fn last_check(state: &State, reason: StopReason) -> Option<Effect> {
    let best = state.best().filter(|_| reason != StopReason::Cancelled)?;
    let is_checked = state.checks.last_fit == Some(best) || state.checks.fits.contains(&best);
    (state.checks_fit() && !is_checked).then_some(Effect::CheckFit(best))
}

/// The message about what the last report loses, or is lowered for, if other wording or a choice would prevent it, and that
/// an earlier one would be printed, unless the model knows that. It is sent before the report is accepted; what the program
/// adds to a report where there is room for it is no loss.
pub(super) fn message(state: &State) -> Option<Effect> {
    state.best()?;
    let submission = state.submissions.last()?;
    let named = &state.conversation.losses_named;
    let mut named_before = named.iter().filter_map(|at| state.submissions.get(*at));
    if named_before.any(|before| before.selection == submission.selection) {
        return None;
    }
    let (verdict, _) = submission.validated.as_ref()?;
    let why_earlier = state.why_earlier();
    // A host that does not check what fits asks about the other things all the same.
    let unchecked = Fit::default();
    let is_asked = !submission.unread.is_empty() || why_earlier.is_some();
    let unchecked = Some(&unchecked).filter(|_| !state.checks_fit() && is_asked);
    let fit = submission.fit.as_ref().or(unchecked).filter(|_| can_ask(state))?;
    let was_told = named.iter().any(|at| {
        let before = state.submissions.get(*at).and_then(|before| before.fit.as_ref());
        before.is_some_and(Fit::loses_something)
    });
    let loses = if was_told { fit.loses_items() } else { fit.loses_something() };
    let is_due = loses || is_lowered_unasked(state, verdict) || why_earlier.is_some();
    is_due.then(|| {
        let text = prompt::fit(verdict, fit, &open_gaps(verdict), why_earlier.as_deref());
        Effect::Message(HostMessageKind::Fit, text)
    })
}

/// Whether something lowers a report, or leaves it without a purpose, that no message named to the model.
fn is_lowered_unasked(state: &State, verdict: &Verdict) -> bool {
    let named = state.conversation.losses_named.iter();
    let named: Vec<&Verdict> = named.filter_map(|at| state.verdict(*at)).collect();
    let is_named = |why: &String| named.iter().any(|verdict| verdict.mendable().contains(why));
    !verdict.mendable().iter().all(is_named)
}

/// Whether the model can be asked: it was not asked too often, has a turn left, and revises its reports.
fn can_ask(state: &State) -> bool {
    let revises = state.setup.budgets.continuations > 0;
    revises && state.steps_left() > 0 && state.conversation.fit_named.len() < MAX_MESSAGES
}
