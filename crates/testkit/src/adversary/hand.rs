//! A selection under construction, by one who wants a lie in the report.

use firsthand_validator::{Action, Confidence, FlowLink, ReadRequest, Selection};

use super::sight::{Session, ShownPlace};
use super::{SeededRandom, Tree};

/// Where an attack put what it put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionField {
    /// A primary place, by position in the proposal.
    Primary(usize),
    /// A flow link.
    Link(usize),
    /// A read target.
    Read(usize),
    /// A named gap.
    Missing,
    /// A search target.
    Search,
    /// The selection as a whole.
    Whole,
}

/// What an attack put into the selection.
#[derive(Clone, Debug)]
pub struct Planted {
    /// Where.
    pub item: SelectionField,
    /// A text that must not be printed, or that shows that the item is still there.
    pub mark: Option<String>,
}

/// The hand that plays: what it knows, and what it has put down.
pub struct AttackBuilder<'w> {
    /// What decides.
    pub dice: &'w mut SeededRandom,
    /// The repository.
    pub tree: &'w Tree,
    /// What was shown here.
    pub here: &'w Session,
    /// What was shown in another conversation.
    pub elsewhere: &'w Session,
    /// The selection so far.
    pub selection: Selection,
    marks: u32,
}

impl<'w> AttackBuilder<'w> {
    /// A hand that has put nothing down yet.
    pub fn new(
        dice: &'w mut SeededRandom,
        tree: &'w Tree,
        here: &'w Session,
        elsewhere: &'w Session,
    ) -> Self {
        let actions = [
            Action::AnswerFromReport,
            Action::AnswerFromReport,
            Action::ReadTargets,
            Action::ReadTargets,
            Action::TargetedGapSearch,
            Action::SkipExploreResult,
        ];
        // A skip ends most of what could be tried, so it is rare.
        let most = if dice.chance(10) {
            actions.len()
        } else {
            actions.len() - 1
        };
        let selection = Selection {
            primary_candidate_ids: Vec::new(),
            read_targets: Vec::new(),
            flow: Vec::new(),
            missing_coverage: Vec::new(),
            recommended_primary_action: actions[dice.below(most)],
            search_targets: Vec::new(),
            confidence: *dice.pick(&[
                Confidence::High,
                Confidence::High,
                Confidence::Medium,
                Confidence::Low,
            ]),
        };
        Self {
            dice,
            tree,
            here,
            elsewhere,
            selection,
            marks: 0,
        }
    }

    /// A word that no other item has, and that says nothing.
    pub fn mark(&mut self) -> String {
        let mut word = String::from("zq");
        let mut number = self.marks;
        self.marks += 1;
        loop {
            word.push(char::from(b'a' + u8::try_from(number % 26).unwrap_or(0)));
            number /= 26;
            if number == 0 {
                return word + "x";
            }
        }
    }

    /// A place with lines, and its id.
    pub fn ranged(&mut self) -> Option<(String, &'w ShownPlace)> {
        self.place(|place| place.spot.1.is_some())
    }

    /// A place with lines that was shown as it stands, and its id.
    pub fn honest(&mut self) -> Option<(String, &'w ShownPlace)> {
        self.place(|place| place.spot.1.is_some() && place.lie.is_none())
    }

    /// A place for which this holds, and its id.
    pub fn place(
        &mut self,
        which: impl Fn(&ShownPlace) -> bool,
    ) -> Option<(String, &'w ShownPlace)> {
        let here = self.here;
        let known = (1..)
            .zip(&here.record.places)
            .filter(|(_, place)| which(place));
        let (number, place) = self.dice.any(known)?;
        Some((format!("c{number}"), place))
    }

    /// A line of the place that is worth quoting: its number and its text.
    pub fn line(&mut self, place: &'w ShownPlace) -> Option<(u32, &'w str)> {
        let first = place.spot.1?.0;
        let lines = (first..).zip(&place.lines);
        let good = lines.filter_map(|(number, line)| {
            let line = line.as_deref()?.trim();
            is_quotable(line).then_some((number, line))
        });
        self.dice.any(good)
    }

    /// Puts a link down: says what it quotes.
    pub fn link(&mut self, id: &str, quote: impl Into<String>) -> Planted {
        let mark = self.mark();
        let fact = format!("{mark} happens here.");
        self.link_saying(id, quote, "step", fact, Some(mark))
    }

    /// Puts a link down, with a role and a fact.
    pub fn link_saying(
        &mut self,
        id: &str,
        quote: impl Into<String>,
        role: &str,
        fact: String,
        mark: Option<String>,
    ) -> Planted {
        self.selection.flow.push(FlowLink {
            lines: None,
            candidate_id: id.to_owned(),
            role: role.to_owned(),
            fact,
            quote: quote.into(),
        });
        let item = SelectionField::Link(self.selection.flow.len() - 1);
        Planted { item, mark }
    }

    /// Puts a primary place down.
    pub fn primary(&mut self, id: impl Into<String>) -> Planted {
        self.selection.primary_candidate_ids.push(id.into());
        let item = SelectionField::Primary(self.selection.primary_candidate_ids.len() - 1);
        Planted { item, mark: None }
    }

    /// Puts a read target down.
    pub fn read(&mut self, id: impl Into<String>, purpose: impl Into<String>) -> Planted {
        let required = self.dice.chance(50);
        self.selection.read_targets.push(ReadRequest {
            lines: None,
            candidate_id: id.into(),
            purpose: purpose.into(),
            required,
        });
        let item = SelectionField::Read(self.selection.read_targets.len() - 1);
        Planted { item, mark: None }
    }

    /// Puts words somewhere: into a role, a fact, a purpose or a named gap of an item that is sound
    /// otherwise.
    pub fn say(&mut self, words: &str) -> Option<Planted> {
        let mark = Some(words.to_owned());
        match self.dice.below(5) {
            0 => {
                self.selection.missing_coverage.push(words.to_owned());
                Some(Planted {
                    item: SelectionField::Missing,
                    mark,
                })
            }
            1 => {
                let (id, _) = self.honest()?;
                let planted = self.read(id, words);
                Some(Planted { mark, ..planted })
            }
            2 => {
                let (id, place) = self.honest()?;
                let (_, line) = self.line(place)?;
                Some(self.link_saying(&id, line, words, String::new(), mark))
            }
            _ => {
                let (id, place) = self.honest()?;
                let (_, line) = self.line(place)?;
                Some(self.link_saying(&id, line, "step", words.to_owned(), mark))
            }
        }
    }
}

/// Whether an honest quote of the line would be taken.
pub(super) fn is_quotable(line: &str) -> bool {
    let word = |word: &str| word.len() >= 3;
    line.chars().count() <= 240
        && !line.contains('\r')
        && line.split(|c: char| !c.is_ascii_alphanumeric()).any(word)
}
