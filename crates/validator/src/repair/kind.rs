//! What a repair changed, and its words in a finding.

use std::fmt;

use firsthand_registry::CandidateId;

use super::schema::{join, printable_name};
use crate::submission::cautious::is_most_cautious;
use crate::{Finding, Rule};

/// A repair of a model's arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// The path of the repaired value, with `[]` for the items of a list: `flow[].quote`; empty for the arguments as a
    /// whole.
    pub field: String,
    /// What was repaired.
    pub kind: RepairKind,
}

/// What a [`Repair`] changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RepairKind {
    /// The arguments came as text.
    ArgumentsAsText,
    /// The arguments break off; their complete parts are used.
    CutOff,
    /// The arguments were one level too deep.
    Wrapped,
    /// A value that is none of its field's choices stands for this one, for this reason.
    TakenAs(String, &'static str),
    /// A text that may be blank is missing, or no text.
    LeftBlank,
    /// The field's name differs in case or separators.
    NameSpelled,
    /// A field with a similar name, given here, or the only one that can be meant.
    NameSimilar(String),
    /// The schema has no field of this name there.
    UnknownField(String),
    /// A field that may be left out is null.
    Null,
    /// A choice is spelled in another way.
    ChoiceSpelled,
    /// A number is written as text.
    NumberAsText,
    /// A yes or no is written as text.
    BooleanAsText,
    /// A list is written as text.
    ListAsText,
    /// An object is written as text.
    ObjectAsText,
    /// A text is written as a number.
    TextAsNumber,
    /// A single value stands for a list of one.
    NoList,
    /// A list of one stands for its value.
    ListOfOne,
    /// Something stood around an id.
    AroundId,
    /// An id stands for the object that names it.
    BareId,
    /// The id of the flow link with this number, from 1, was never handed out and stands for this one, whose place has the
    /// quote.
    IdOfQuote(usize, CandidateId),
    /// A path stands for the id of this place, the only one shown that it names.
    IdOfPath(CandidateId),
    /// Something in a list is no item of it and names no id.
    NoItem,
    /// The lines behind an id are those of its citation.
    LinesOfId,
}

impl Repair {
    /// A repair of this field.
    #[must_use]
    pub fn new(field: &str, kind: RepairKind) -> Self {
        Self { field: field.to_owned(), kind }
    }

    /// Whether the value may have been meant otherwise, so that the model should know how it was read.
    #[must_use]
    pub fn is_guess(&self) -> bool {
        use RepairKind::{IdOfPath, IdOfQuote, LeftBlank, NoItem, TakenAs};
        matches!(self.kind, TakenAs(..) | LeftBlank | IdOfQuote(..) | IdOfPath(_) | NoItem)
    }

    /// Whether the most cautious value stands for one that cannot be read, which may have been meant to be higher, or none.
    #[must_use]
    pub fn is_most_cautious(&self) -> bool {
        match self.kind {
            RepairKind::TakenAs(_, why) => is_most_cautious(why),
            RepairKind::NoItem => true,
            _ => false,
        }
    }

    /// The path of a field that the schema does not know; a placeholder for a name that does not look like one.
    #[must_use]
    pub fn unknown_field(&self) -> Option<String> {
        match &self.kind {
            RepairKind::UnknownField(name) => Some(join(&self.field, printable_name(name))),
            _ => None,
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match &self.kind {
            RepairKind::ArgumentsAsText => return f.write_str("the arguments came as text"),
            RepairKind::CutOff => {
                return f.write_str("the report breaks off; what is whole in it was taken");
            }
            RepairKind::UnknownField(_) => "not a field of it, left out",
            RepairKind::Wrapped => "stood in a field of their own",
            RepairKind::TakenAs(choice, why) => {
                return write!(f, "`{}`: taken as {choice}: {why}", self.field);
            }
            RepairKind::LeftBlank => "missing or no text, left blank",
            RepairKind::NameSpelled => "its name spelled as the schema does",
            RepairKind::NameSimilar(_) => "given under a similar name",
            RepairKind::Null => "null taken as left out",
            RepairKind::ChoiceSpelled => "spelled as the schema does",
            RepairKind::NumberAsText => "a number written as text",
            RepairKind::BooleanAsText => "a yes or no written as text",
            RepairKind::ListAsText => "a list written as text",
            RepairKind::ObjectAsText => "an object written as text",
            RepairKind::TextAsNumber => "a text written as a number",
            RepairKind::NoList => "one value taken as a list of one",
            RepairKind::ListOfOne => "a list of one taken as its value",
            RepairKind::AroundId => "what stood around the id taken off",
            RepairKind::BareId => "an id taken as what it is for",
            RepairKind::NoItem => "an entry that cannot be read, left out",
            RepairKind::LinesOfId => "the lines behind the id taken as its `lines`",
            RepairKind::IdOfPath(id) => {
                return write!(f, "`{}`: a path is no id; taken as {id}, shown of it", self.field);
            }
            RepairKind::IdOfQuote(link, id) => {
                return write!(
                    f,
                    "flow link {link}: its id was never shown; taken as {id}, where its quote stands"
                );
            }
        };
        match self.unknown_field() {
            Some(field) => write!(f, "`{field}`: {what}"),
            None if self.field.is_empty() => write!(f, "`arguments`: {what}"),
            None => write!(f, "`{}`: {what}", self.field),
        }
    }
}

impl From<Repair> for Finding {
    fn from(repair: Repair) -> Self {
        Self::new(Rule::ArgumentRepaired, repair.to_string())
    }
}
