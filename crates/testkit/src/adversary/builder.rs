//! Builds a hostile selection.

use firsthand_validator::{Action, Confidence, FlowLink, ReadRequest, Selection};

use super::session::ShownPlace;
use super::{Arena, SeededRandom};

/// What an attack put into the selection.
#[derive(Clone, Debug, Default)]
pub struct Planted {
    /// The beginning of a finding about the item: its list, and its number there; empty where no finding names it.
    pub item: String,
    /// A text that must not be printed, or that indicates that the item is still in the report.
    pub mark: Option<String>,
}

/// A builder of hostile selections, with the repository and the conversations that attacks use.
pub struct AttackBuilder<'w> {
    /// The random numbers.
    pub rng: &'w mut SeededRandom,
    /// The repository, and the conversations about it.
    pub arena: &'w Arena,
    /// The selection so far.
    pub selection: Selection,
    marks: usize,
}

impl<'w> AttackBuilder<'w> {
    /// A builder with an empty selection, and a random action and confidence.
    pub fn new(rng: &'w mut SeededRandom, arena: &'w Arena) -> Self {
        let actions = [
            Action::AnswerFromReport,
            Action::AnswerFromReport,
            Action::ReadTargets,
            Action::ReadTargets,
            Action::TargetedGapSearch,
            Action::SkipExploreResult,
        ];
        // A skip prevents most attacks, so it is rare.
        let action_count = if rng.chance(10) { actions.len() } else { actions.len() - 1 };
        let selection = Selection {
            recommended_primary_action: actions[rng.below(action_count)],
            confidence: *rng.pick(&[
                Confidence::High,
                Confidence::High,
                Confidence::Medium,
                Confidence::Low,
            ]),
            ..Selection::default()
        };
        Self { rng, arena, selection, marks: 0 }
    }

    /// A unique, meaningless word.
    pub fn mark(&mut self) -> String {
        self.marks += 1;
        format!("zq{}x", "a".repeat(self.marks))
    }

    /// A place with lines, and its id.
    pub fn ranged(&mut self) -> Option<(String, &'w ShownPlace)> {
        self.place(|place| place.location.1.is_some())
    }

    /// A place with lines that was observed truthfully, and its id.
    pub fn honest(&mut self) -> Option<(String, &'w ShownPlace)> {
        self.place(|place| place.location.1.is_some() && place.fault.is_none())
    }

    /// A quotable line of an honest place, and the place's id.
    pub fn honest_line(&mut self) -> Option<(String, &'w str)> {
        let (id, place) = self.honest()?;
        let (_, line) = self.line(place)?;
        Some((id, line))
    }

    /// A place for which this holds, and its id.
    pub fn place(
        &mut self,
        accepts: impl Fn(&ShownPlace) -> bool,
    ) -> Option<(String, &'w ShownPlace)> {
        let matching =
            (1..).zip(&self.arena.session.record.places).filter(|(_, place)| accepts(place));
        let (number, place) = self.rng.any(matching)?;
        Some((format!("c{number}"), place))
    }

    /// A quotable line of the place: its number, and its text without white space around it.
    pub fn line(&mut self, place: &'w ShownPlace) -> Option<(u32, &'w str)> {
        let first = place.location.1?.0;
        let lines = (first..).zip(&place.lines);
        let quotable = lines.filter_map(|(number, line)| {
            let line = line.as_deref()?.trim();
            is_quotable(line).then_some((number, line))
        });
        self.rng.any(quotable)
    }

    /// Adds a link with a unique fact.
    pub fn link(&mut self, id: &str, quote: impl Into<String>) -> Planted {
        let mark = self.mark();
        let fact = format!("{mark} happens here.");
        self.link_with_fact(id, quote, "step", fact, Some(mark))
    }

    /// Adds a link with this role and fact.
    pub fn link_with_fact(
        &mut self,
        id: &str,
        quote: impl Into<String>,
        role: &str,
        fact: String,
        mark: Option<String>,
    ) -> Planted {
        self.selection.flow.push(FlowLink {
            candidate_id: id.to_owned(),
            role: role.to_owned(),
            fact,
            quote: quote.into(),
            ..FlowLink::default()
        });
        let item = format!("flow link {} (", self.selection.flow.len());
        Planted { item, mark }
    }

    /// Adds a primary place.
    pub fn primary(&mut self, id: impl Into<String>) -> Planted {
        self.selection.primary_candidate_ids.push(id.into());
        let item = format!("primary place {} (", self.selection.primary_candidate_ids.len());
        Planted { item, mark: None }
    }

    /// Adds a read target.
    pub fn read(&mut self, id: impl Into<String>, purpose: impl Into<String>) -> Planted {
        let required = self.rng.chance(50);
        self.selection.read_targets.push(ReadRequest {
            lines: None,
            candidate_id: id.into(),
            purpose: purpose.into(),
            required,
        });
        let item = format!("read target {} (", self.selection.read_targets.len());
        Planted { item, mark: None }
    }

    /// Adds prose as a role, a fact, a purpose or a named gap of an otherwise valid
    /// item.
    pub fn add_prose(&mut self, words: &str) -> Option<Planted> {
        let mark = Some(words.to_owned());
        match self.rng.below(5) {
            0 => {
                self.selection.missing_coverage.push(words.into());
                Some(Planted { mark, ..Planted::default() })
            }
            1 => {
                let (id, _) = self.honest()?;
                let planted = self.read(id, words);
                Some(Planted { mark, ..planted })
            }
            2 => {
                let (id, line) = self.honest_line()?;
                Some(self.link_with_fact(&id, line, words, String::new(), mark))
            }
            _ => {
                let (id, line) = self.honest_line()?;
                Some(self.link_with_fact(&id, line, "step", words.to_owned(), mark))
            }
        }
    }
}

/// Whether the validator accepts the line as a quote.
pub(super) fn is_quotable(line: &str) -> bool {
    let word = |word: &str| word.len() >= 3;
    line.chars().count() <= 240
        && !line.contains('\r')
        && line.split(|c: char| !c.is_ascii_alphanumeric()).any(word)
}
