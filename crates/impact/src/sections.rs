//! Which changed declarations have a section of their own, and the words for what depends on them.

use firsthand_registry::count;
use firsthand_source::join_at_most;

use crate::document::{
    Affected, Change, ChangedDeclaration, ChangedState, Dependence, How, ImpactDocument,
};

/// The characters of a commit's id, and those that are shown.
const ID_CHARS: usize = 40;
const SHORT_ID_CHARS: usize = 12;

/// A changed declaration with its index in [`ImpactDocument::changed`].
pub type IndexedDeclaration<'d> = (usize, &'d ChangedDeclaration);

impl ImpactDocument {
    /// The changed declarations that have a section of their own, and the others that were looked up.
    #[must_use]
    pub fn sections(&self) -> (Vec<IndexedDeclaration<'_>>, Vec<IndexedDeclaration<'_>>) {
        let changed = self.changed.iter().enumerate().filter(|(_, one)| one.is_looked_up());
        changed.partition(|(of, one)| self.has_section(*of, one))
    }

    /// Whether a declaration has a section of its own: a place outside of the change is listed for it, or none at all
    /// although it is not new.
    fn has_section(&self, of: usize, one: &ChangedDeclaration) -> bool {
        let mut places = self.affected.iter().filter(|place| place.of == Some(of));
        let is_outside =
            |place: &Affected| !place.in_change && Dependence::OF_DECLARATION.contains(&place.role);
        let has_places = self.affected.iter().any(|place| place.of == Some(of));
        let is_added = one.state == ChangedState::Added;
        one.not_looked_up
            || one.not_listed > 0
            || places.any(is_outside)
            || !has_places && !is_added
    }

    /// What is said of a declaration of which no place is listed: a sentence, and what it rests on.
    #[must_use]
    pub fn without_use(&self, of: usize, one: &ChangedDeclaration) -> Option<(&str, Vec<String>)> {
        if let Some(unused) = self.unused.iter().find(|unused| unused.of == of) {
            return Some(("No use was found", unused.no_use.sentences()));
        }
        let has_place =
            one.not_listed > 0 || self.affected.iter().any(|place| place.of == Some(of));
        let sentence = match one.state {
            _ if one.not_looked_up => "Not all uses were looked up: the time was up",
            ChangedState::Added => return None,
            _ if has_place => return None,
            _ => "No use was found (not proved)",
        };
        Some((sentence, Vec::new()))
    }

    /// The places of a role, the most certain first.
    #[must_use]
    pub fn of_role(&self, role: Dependence) -> Vec<&Affected> {
        self.affected.iter().filter(|place| place.role == role).collect()
    }

    /// The certain tests by their files, and how many others are found by the name alone.
    #[must_use]
    pub fn test_files(&self) -> (TestFiles<'_>, usize) {
        let (weak, sure): (Vec<&Affected>, Vec<&Affected>) =
            self.of_role(Dependence::Test).into_iter().partition(|test| test.weak);
        let mut files: TestFiles<'_> = Vec::new();
        for test in sure {
            match files.iter_mut().find(|(path, _)| *path == test.path.as_str()) {
                Some((_, tests)) => tests.push(test),
                None => files.push((test.path.as_str(), vec![test])),
            }
        }
        (files, weak.len())
    }
}

/// The tests of each file that holds some.
type TestFiles<'d> = Vec<(&'d str, Vec<&'d Affected>)>;

impl Change {
    /// Both states as they were asked for and in short: `HEAD (c414f162e23e..work tree)`.
    #[must_use]
    pub fn title(&self) -> String {
        let short = |state: &str| match state.len() {
            ID_CHARS => state[..SHORT_ID_CHARS].to_owned(),
            _ => state.to_owned(),
        };
        let states = format!("{}..{}", short(&self.before), short(&self.after));
        match &*self.asked {
            "" => states,
            asked => format!("{asked} ({states})"),
        }
    }
}

impl ChangedDeclaration {
    /// Whether its uses are looked up: it is no test, and not only its comments change.
    #[must_use]
    pub fn is_looked_up(&self) -> bool {
        self.state != ChangedState::Comment && !self.is_test
    }

    /// A number of its places in a role, in words: those that a limit cut are not all.
    #[must_use]
    pub fn counted(&self, role: Dependence, places: usize) -> String {
        let is_cut = self.cut && role.is_use();
        let least = if is_cut { "at least " } else { "" };
        format!("{least}{}", role.counted(places))
    }

    /// Whether what uses it as before no longer fits: it is gone, elsewhere or of another form, or asks for more.
    #[must_use]
    pub fn breaks(&self) -> bool {
        !matches!(self.state, ChangedState::Value | ChangedState::Body | ChangedState::Comment)
    }

    /// How many lines hold its name and are not listed, in words.
    #[must_use]
    pub fn not_listed_words(&self) -> Option<String> {
        let lines = count(self.not_listed, "more line holds", "more lines hold");
        (self.not_listed > 0).then(|| format!("{lines} its name, {}", Affected::WEAK))
    }
}

impl Affected {
    /// Whether it surely uses what it names, and stays as it is.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        let uses = [Dependence::Caller, Dependence::Implementor, Dependence::Reference];
        uses.contains(&self.role) && !self.weak && !self.in_change && !self.how.is_by_name()
    }
}

/// The most further lines of a place that are named.
const MAX_ALSO: usize = 5;

impl Affected {
    /// What is said of places that are counted and not listed.
    pub const WEAK: &str = "which may well mean something else";

    /// The further lines of a place, in words: `also 384, 402`.
    #[must_use]
    pub fn also_words(&self) -> Option<String> {
        let also: Vec<String> = self.also.iter().map(u32::to_string).collect();
        (!also.is_empty()).then(|| format!("also {}", join_at_most(&also, MAX_ALSO)))
    }
}

impl Dependence {
    /// The roles that are listed for each declaration; the others are listed once for the whole change.
    pub const OF_DECLARATION: [Self; 6] = [
        Self::Caller,
        Self::Implementor,
        Self::Reference,
        Self::Sibling,
        Self::Registration,
        Self::Text,
    ];

    /// A number of places in this role, in words.
    #[must_use]
    pub fn counted(self, places: usize) -> String {
        let (one, many) = match self {
            Self::Caller => ("caller", "callers"),
            Self::Implementor => ("implementor", "implementors"),
            Self::Reference => ("other reference", "other references"),
            Self::Sibling => {
                ("place that may have to change, too", "places that may have to change, too")
            }
            Self::Registration => ("registration", "registrations"),
            Self::Text => ("place with a removed text", "places with a removed text"),
            Self::Test => ("test", "tests"),
            Self::Document => ("document", "documents"),
            Self::Together => {
                ("file that usually changes with it", "files that usually change with it")
            }
        };
        count(places, one, many)
    }
}

impl How {
    /// How a place was found, if that is not certain.
    #[must_use]
    pub fn words(self) -> Option<&'static str> {
        match self {
            Self::Import | Self::Scope => None,
            Self::Enumeration => Some("lists the same members"),
            Self::Name => Some("by name"),
            Self::SharedNames => Some("names what the changed places share or shared"),
            Self::SameLines => Some("is as lines that are replaced"),
            Self::Alike => Some("has the name and most of the earlier words"),
            Self::Neighbors => Some("names its neighbors, not itself"),
            Self::String => Some("by string"),
            Self::FileName => Some("named after the file"),
            Self::History => Some("by history"),
        }
    }
}
