//! Cuts a tool result to its budgets, before it is observed.

mod left_out;

use firsthand_registry::{
    CandidateId, Observation, Receipt, ReceiptId, Shares, Source, Window, clip, count, escape, fit,
    show_path,
};

use self::left_out::LeftOut;
use crate::conversation::receipt_line;
use crate::state::shown::FileChars;
use crate::{ShownAs, State, ToolOutput};

/// The most characters of an error in place of a result.
pub(crate) const ERROR_CHARS: usize = 2_000;
/// The most diagnostics of a tool that are kept, and the most characters of each; those about the cut come on top.
const MAX_DIAGNOSTICS: usize = 20;
const DIAGNOSTIC_CHARS: usize = 300;
/// The most lines of a small read.
const SMALL_READ_LINES: u32 = 60;
/// The characters of a match whose file has used up its budget: a few lines around it.
const MATCH_CHARS: usize = 600;
/// The most receipts of one result.
const MAX_RECEIPTS: usize = 3;
/// The most findings, such as redactions, that one result adds to the report.
const MAX_FINDINGS: usize = 50;

/// The result with its first `max_places` places only.
pub(crate) fn first_places(mut output: ToolOutput, max_places: usize) -> ToolOutput {
    let mut places_left = max_places;
    for observation in &mut output.observations {
        observation.windows.truncate(places_left);
        places_left -= observation.windows.len();
        observation.paths.truncate(places_left);
        places_left -= observation.paths.len();
    }
    output
}

/// Cuts a result to `max_chars` characters and to the budgets that are left, and clamps weights, since JSON has no NaN.
/// What is cut is not observed; the diagnostics state it.
pub(crate) fn cut(mut output: ToolOutput, state: &State, max_chars: usize) -> ToolOutput {
    let max_chars = state.room_left().min(max_chars);
    output.summary = clip(&output.summary, max_chars).into_owned();
    let mut room = max_chars - output.summary.chars().count();
    let unfit = cut_receipts(&mut output.receipts, &mut room);
    let mut cutter = Cutter {
        room,
        file_chars: state.setup.budgets.file_chars,
        files: state.conversation.shown.files.clone(),
        state,
        left_out: LeftOut::default(),
    };
    for observation in &mut output.observations {
        cutter.cut_observation(observation);
    }
    output
        .observations
        .retain(|o| !o.windows.is_empty() || !o.paths.is_empty() || !o.counts.is_empty());
    output.diagnostics.truncate(MAX_DIAGNOSTICS);
    for note in &mut output.diagnostics {
        *note = clip_between_items(&escape(note));
    }
    if unfit > 0 {
        let receipts = count(unfit, "receipt of absence", "receipts of absence");
        output.diagnostics.push(format!("{receipts} did not fit"));
    }
    output.findings.truncate(MAX_FINDINGS);
    cutter.left_out.lines.append(&mut output.left_out);
    cutter.left_out.add_notes(&mut output, state);
    output
}

/// A diagnostic, cut behind an item of a list rather than in one, where that leaves half of it.
fn clip_between_items(note: &str) -> String {
    let cut = clip(note, DIAGNOSTIC_CHARS).into_owned();
    let items = cut.strip_suffix('…').filter(|_| cut != note);
    let items = items.and_then(|head| head.rfind([',', ';']).map(|end| &head[..=end]));
    items.filter(|kept| kept.len() > cut.len() / 2).map_or(cut.clone(), |kept| format!("{kept} …"))
}

/// Drops the receipts that do not fit in the room, or are too many; returns how many.
fn cut_receipts(receipts: &mut Vec<Receipt>, room: &mut usize) -> usize {
    let before = receipts.len();
    receipts.truncate(MAX_RECEIPTS);
    receipts.retain(|receipt| {
        let chars = receipt_line(ReceiptId::WIDEST, receipt).chars().count();
        let rest = room.checked_sub(chars);
        *room = rest.unwrap_or(*room);
        rest.is_some()
    });
    before - receipts.len()
}

/// Cuts the observations of one result, in order.
struct Cutter<'s> {
    state: &'s State,
    /// The characters that are left for the rest of the result.
    room: usize,
    /// The most characters of one file, in all results together.
    file_chars: usize,
    /// The characters of each file that were shown, this result included.
    files: FileChars,
    left_out: LeftOut,
}

impl Cutter<'_> {
    fn cut_observation(&mut self, observation: &mut Observation) {
        let weight = observation.source.weight;
        observation.source.weight = if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) };
        let windows = std::mem::take(&mut observation.windows);
        let mut shares = Shares::of(&windows);
        let mut cut_windows = Vec::new();
        for window in windows {
            let share = shares.next(self.room);
            cut_windows.extend(self.cut_window(window, share));
        }
        // Only the paths are left in it.
        self.left_out.dropped += fit(observation, self.room).dropped;
        let paths = observation.paths.iter();
        let path_chars: usize = paths.map(|path| show_path(path).chars().count()).sum();
        self.room = self.room.saturating_sub(path_chars);
        observation.windows = cut_windows;
    }

    /// The part of the window that fits its share of the characters and the budgets of the run and of its file.
    fn cut_window(&mut self, window: Window, share: usize) -> Option<Window> {
        let path = window.span.path().clone();
        let full_range = window.span.range();
        let shown_chars = self.files.get(&path).copied().unwrap_or_default();
        let file_room =
            self.file_chars.saturating_sub(shown_chars).max(always_shown_chars(&window, share));
        let limited_by_file = file_room < share;
        let already_shown =
            self.state.conversation.shown.is_already_shown(&self.state.registry, &window);
        let room = share.min(file_room);
        let header_chars = ShownAs::AlreadyShown.chars(&window, CandidateId::WIDEST);
        let fitted = if already_shown && header_chars <= room {
            // The lines of the window are in the conversation already, so only its header is shown.
            Some((window, header_chars))
        } else {
            fit_window(window, room)
        };
        let (fitted, cost) = fitted.map_or((None, 0), |(window, cost)| (Some(window), cost));
        let fitted_range = fitted.as_ref().map(|window| window.span.range());
        let is_complete = fitted_range == Some(full_range);
        self.left_out.add_lines(&path, full_range, fitted_range);
        match (&fitted, limited_by_file) {
            _ if is_complete => {}
            (_, true) => drop(self.left_out.exhausted_files.insert(path.clone())),
            (None, false) => self.left_out.dropped += 1,
            (Some(_), false) => self.left_out.narrowed += 1,
        }
        let window = fitted?;
        self.room = self.room.saturating_sub(cost);
        *self.files.entry(path).or_default() += cost;
        Some(window)
    }
}

/// The characters of the window that are shown even if its file has used up its budget: a small read and the lines of a
/// match are shown while the run has budget left.
fn always_shown_chars(window: &Window, share: usize) -> usize {
    if window.span.range().len() <= SMALL_READ_LINES && window.hits.is_empty() {
        share
    } else if window.hits.is_empty() {
        0
    } else {
        MATCH_CHARS
    }
}

/// The part of the window that fits, and an upper bound of its characters, since its id is not known yet. `None` if no
/// part fits.
fn fit_window(window: Window, room: usize) -> Option<(Window, usize)> {
    let mut observation = Observation::read(Source::READ, window);
    fit(&mut observation, room);
    let window = observation.windows.pop()?;
    let cost = ShownAs::Whole.chars(&window, CandidateId::WIDEST);
    Some((window, cost))
}

#[cfg(test)]
mod tests {
    use super::clip_between_items;

    #[test]
    fn a_long_note_ends_behind_an_item() {
        let note = |words: &str| clip_between_items(&format!("{}{words}", "a, ".repeat(90)));
        assert!(note("Vault.lock (src/main/java/a/Vault.java:3)").ends_with("a, a, …"));
        assert!(note("b").ends_with("a, b"));
        let one = clip_between_items(&format!("a, {}", "word ".repeat(90)));
        assert!(one.ends_with('…') && one.chars().count() <= 300, "{one}");
    }
}
