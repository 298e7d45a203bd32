//! The typed conversation. Its text is generated for each request, and only for a model that reads text.

use std::borrow::Cow;

use firsthand_registry::{
    CandidateId, LineRange, Observation, Receipt, ReceiptId, Window, escape, show_path, show_rest,
    show_rows, show_window, window_chars,
};

use crate::{ModelTurn, prompt};

/// After this many consecutive answers without a new place the next one states that.
const STALE_ANSWERS: u32 = 3;

/// One message of the conversation.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// A message of the host, such as the question, a nudge, or a message about a gap.
    User(String),
    /// A turn of the model.
    Model(ModelTurn),
    /// The answer to one tool call.
    Answer(Answer),
}

/// The answer to one tool call. [`Answer::text`] is what a language model reads.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The call's id.
    pub call: String,
    /// The tool's name.
    pub tool: String,
    /// What went wrong instead of a result.
    pub error: Option<String>,
    /// The part of the tool's result that cannot be cited.
    pub summary: String,
    /// The observations, in the tool's order.
    pub observations: Vec<ShownObservation>,
    /// The receipts of what was not found, with their ids.
    pub receipts: Vec<(ReceiptId, Receipt)>,
    /// Deviations from the request, such as truncation. Never evidence.
    pub diagnostics: Vec<String>,
    /// Whether the result was cut, or something of it was lost.
    pub truncated: bool,
    /// How many consecutive answers before this one had no new place.
    pub answers_without_new_places: u32,
    /// The budget that is left, in the last answer of a turn.
    pub remaining: Option<RemainingBudget>,
    /// Whether compaction removed its lines, so that the conversation has only the headers of its places.
    pub left_out: bool,
}

/// One observation of an answer, with the ids of its places and how the conversation shows them.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownObservation {
    /// The whole observation, however it is shown.
    pub observation: Observation,
    /// One id for each window or path.
    pub ids: Vec<CandidateId>,
    /// How each window is shown; nothing for paths.
    pub shown: Vec<ShownAs>,
}

impl ShownObservation {
    /// The windows, each with its id and how it is shown.
    pub fn windows(&self) -> impl Iterator<Item = (&Window, CandidateId, ShownAs)> {
        let places = self.ids.iter().zip(&self.shown);
        let windows = self.observation.windows.iter().zip(places);
        windows.map(|(window, (id, shown))| (window, *id, *shown))
    }
}

/// How an answer shows a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownAs {
    /// By its header and all its lines.
    Whole,
    /// By its header alone: an earlier answer shows the place whole.
    AlreadyShown,
    /// By its header alone: an earlier answer shows these lines, as part of this place.
    ShownWithin(CandidateId),
    /// By its header and the lines that are not these ones, which an earlier answer shows as part of this place.
    ShownInPart(CandidateId, LineRange),
    /// By its header alone: the earlier answer that showed the lines was left out.
    LeftOut,
}

/// The budget that a model has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemainingBudget {
    /// Only a report can follow, for this reason.
    OnlyReport(&'static str),
    /// Tool calls are still possible.
    Open {
        /// Turns.
        turns: u32,
        /// Tool calls.
        calls: u32,
        /// Characters of observations.
        chars: usize,
    },
}

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
        parts.push(self.receipts_text().trim_end().to_owned().into());
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
        if let Some(notes) = self.notes() {
            parts.push(notes.into());
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

    /// The places as text, those with the same relation to the same symbol together below it, and the notes.
    pub(crate) fn by_relation(&self) -> String {
        let windows = self.observations.iter().flat_map(ShownObservation::windows);
        let mut groups: Vec<(String, String)> = Vec::new();
        for (window, id, shown) in windows {
            let related = window.related.as_ref();
            let relation = related.map_or_else(String::new, |it| {
                format!("{} of {}:\n", escape(&it.relation), escape(&it.of))
            });
            let text = shown.text(window, id);
            match groups.iter_mut().find(|(other, _)| *other == relation) {
                Some((_, texts)) => texts.push_str(&text),
                None => groups.push((relation, text)),
            }
        }
        let mut parts: Vec<String> =
            groups.into_iter().map(|(relation, texts)| relation + texts.trim_end()).collect();
        parts.extend(self.notes());
        parts.join("\n\n")
    }

    /// The diagnostics as a list.
    fn notes(&self) -> Option<String> {
        let notes: Vec<String> = self.diagnostics.iter().map(|d| format!("- {d}")).collect();
        (!notes.is_empty()).then(|| format!("Notes (not evidence):\n{}", notes.join("\n")))
    }

    /// The receipts, each on a line behind its id.
    pub(crate) fn receipts_text(&self) -> String {
        let receipts = self.receipts.iter();
        let lines = receipts.map(|(id, receipt)| receipt_line(*id, receipt));
        lines.collect()
    }

    /// The text of a compacted answer: a header for each of its places, and a note about the lines.
    pub(crate) fn without_lines(&self) -> String {
        let places = self.observations.iter().map(|observation| {
            let windows = observation.windows();
            let headers: String =
                windows.map(|(w, id, _)| show_window(w, Some(id), Some(""))).collect();
            headers + &observation.paths()
        });
        let mut text: String = places.chain([self.receipts_text()]).collect();
        let had_lines = self.observations.iter().any(|observation| !observation.shown.is_empty());
        text.push_str(prompt::left_out(had_lines));
        text
    }
}

/// The line of a receipt in an answer.
pub(crate) fn receipt_line(id: ReceiptId, receipt: &Receipt) -> String {
    format!("[{id}] {receipt}\n")
}

impl ShownObservation {
    fn text(&self) -> String {
        let places: Vec<_> = self.windows().collect();
        let is_alike = |one: &(&Window, _, ShownAs), other: &(&Window, _, ShownAs)| {
            let is_known = matches!(one.2, ShownAs::AlreadyShown | ShownAs::ShownWithin(_));
            let is_row = one.2 == ShownAs::Whole && one.0.is_row() && other.0.is_row();
            let are_rows = is_row && one.0.span.path() == other.0.span.path();
            let are_known = is_known && one.0.related == other.0.related;
            one.2 == other.2 && (are_known || are_rows)
        };
        let windows = places.chunk_by(is_alike).map(|alike| match alike {
            [(window, id, shown)] => shown.text(window, *id),
            [(_, _, ShownAs::Whole), ..] => {
                show_rows(&alike.iter().map(|(window, id, _)| (*window, *id)).collect::<Vec<_>>())
            }
            known => known_places(known),
        });
        windows.collect::<String>() + &self.paths()
    }

    /// The listed paths as text.
    fn paths(&self) -> String {
        let paths = self.observation.paths.iter();
        paths.map(show_path).collect()
    }

    /// The characters of the observation in an answer that is not compacted.
    pub(crate) fn chars(&self) -> usize {
        self.text().chars().count()
    }
}

/// The line for several places that an earlier answer shows, each as a place or all as parts of one, and that relate to the
/// queried symbol in the same way.
fn known_places(places: &[(&Window, CandidateId, ShownAs)]) -> String {
    let [(first, _, shown), ..] = places else {
        return String::new();
    };
    let within = match shown {
        ShownAs::ShownWithin(place) => format!(", in [{place}]"),
        _ => String::new(),
    };
    let ids = places.iter().map(|(window, id, _)| match window.span.range() {
        _ if within.is_empty() => format!("[{id}]"),
        lines if lines.len() == 1 => format!("[{id}] {}", lines.start()),
        lines => format!("[{id}] {lines}"),
    });
    let ids = ids.collect::<Vec<_>>().join(", ");
    let related = first.related.as_ref();
    let related = related.map_or_else(String::new, |related| format!(" · {related}"));
    format!("Shown above{within}: {ids}{related}\n")
}

impl ShownAs {
    /// The text behind the header in place of the lines; `None` where lines are shown.
    fn replacement(self) -> Option<Cow<'static, str>> {
        match self {
            Self::Whole | Self::ShownInPart(..) => None,
            Self::AlreadyShown => Some("(shown above)".into()),
            Self::ShownWithin(place) => {
                Some(format!("(these lines stand above, in [{place}])").into())
            }
            Self::LeftOut => Some("(left out)".into()),
        }
    }

    fn text(self, window: &Window, id: CandidateId) -> String {
        match self {
            Self::ShownInPart(place, lines) => {
                let which = match lines.len() {
                    1 => format!("line {} stands", lines.start()),
                    _ => format!("lines {lines} stand"),
                };
                show_rest(window, id, lines, &format!("({which} above, in [{place}])"))
            }
            // A header says more than the line for several, unless it is longer than the lines.
            Self::ShownWithin(_)
                if self.header_chars(window, id) >= Self::Whole.chars(window, id) =>
            {
                known_places(&[(window, id, self)])
            }
            _ => show_window(window, Some(id), self.replacement().as_deref()),
        }
    }

    /// The characters of the window when shown in this way.
    pub(crate) fn chars(self, window: &Window, id: CandidateId) -> usize {
        match self {
            Self::ShownInPart(..) | Self::ShownWithin(_) => self.text(window, id).chars().count(),
            _ => self.header_chars(window, id),
        }
    }

    /// The characters of the window with its replacement behind the header, where it has one.
    fn header_chars(self, window: &Window, id: CandidateId) -> usize {
        window_chars(window, id, self.replacement().as_deref())
    }
}

impl RemainingBudget {
    fn text(self) -> String {
        match self {
            Self::OnlyReport(why) => why.to_owned(),
            Self::Open { turns, calls, chars } => prompt::remaining_budget(turns, calls, chars),
        }
    }
}
