//! The text of an answer, for a language model.

use std::borrow::Cow;

use firsthand_registry::{CandidateId, Window, show_path, show_window, window_chars};

use super::{Answer, RemainingBudget, ShownAs, ShownObservation};
use crate::prompt;

/// After this many consecutive answers without a new place the next one states that.
const STALE_ANSWERS: u32 = 3;

impl Answer {
    /// The answer as text; never empty. Generated at each call.
    #[must_use]
    pub fn text(&self) -> String {
        if self.left_out {
            return self.without_lines();
        }
        let mut parts: Vec<Cow<'_, str>> = Vec::new();
        parts.extend(self.error.as_deref().map(Cow::Borrowed));
        parts.push(self.summary.trim_end().into());
        parts.extend(self.observations.iter().map(|observation| {
            let mut text = observation.text();
            text.truncate(text.trim_end().len());
            text.into()
        }));
        parts.retain(|part| !part.is_empty());
        let nothing = parts.is_empty();
        if nothing && !self.truncated {
            parts.push("Nothing found.".into());
        }
        if !self.diagnostics.is_empty() {
            let notes: Vec<String> = self.diagnostics.iter().map(|d| format!("- {d}")).collect();
            parts.push(format!("Notes (not evidence):\n{}", notes.join("\n")).into());
        } else if nothing && self.truncated {
            parts.push("Nothing could be shown.".into());
        }
        let stale = self.answers_without_new_places;
        if stale >= STALE_ANSWERS && self.error.is_none() {
            parts.push(
                format!("(The {stale} answers before this one brought no new place.)").into(),
            );
        }
        parts.extend(self.remaining.map(|remaining| remaining.text().into()));
        parts.join("\n\n")
    }

    /// The text of a compacted answer: a header for each of its places, and a note about the lines.
    pub(crate) fn without_lines(&self) -> String {
        let places = self.observations.iter().map(|observation| {
            let windows = observation.windows();
            let headers: String = windows
                .map(|(w, id, _)| show_window(w, Some(id), Some("")))
                .collect();
            headers + &observation.paths()
        });
        let mut text: String = places.collect();
        let had_lines = self
            .observations
            .iter()
            .any(|observation| !observation.shown.is_empty());
        text.push_str(prompt::left_out(had_lines));
        text
    }
}

impl ShownObservation {
    fn text(&self) -> String {
        let windows = self.windows();
        let windows: String = windows
            .map(|(window, id, shown)| {
                show_window(window, Some(id), shown.replacement().as_deref())
            })
            .collect();
        windows + &self.paths()
    }

    /// The listed paths as text.
    fn paths(&self) -> String {
        let paths = self.observation.paths().iter();
        paths.map(show_path).collect()
    }

    /// The characters of the observation in an answer that is not compacted.
    pub(crate) fn chars(&self) -> usize {
        let windows = self.windows();
        let windows = windows.map(|(window, id, shown)| shown.chars(window, id));
        windows.sum::<usize>() + self.paths().chars().count()
    }
}

impl ShownAs {
    /// The text behind the header in place of the lines; `None` where the lines are shown.
    fn replacement(self) -> Option<Cow<'static, str>> {
        match self {
            Self::Whole => None,
            Self::AlreadyShown => Some("(shown above)".into()),
            Self::ShownWithin(place) => {
                Some(format!("(these lines stand above, in [{place}])").into())
            }
            Self::LeftOut => Some("(left out)".into()),
        }
    }

    /// The characters of the window when shown in this way.
    pub(crate) fn chars(self, window: &Window, id: CandidateId) -> usize {
        window_chars(window, id, self.replacement().as_deref())
    }
}

impl RemainingBudget {
    fn text(self) -> String {
        match self {
            Self::OnlyReport(why) => why.to_owned(),
            Self::Open {
                turns,
                calls,
                chars,
            } => prompt::remaining_budget(turns, calls, chars),
        }
    }
}
