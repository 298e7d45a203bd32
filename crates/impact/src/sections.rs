//! Which changed declarations have a section of their own, and the words for what depends on them.

use firsthand_registry::count;
use firsthand_source::{Losses, distinct, join_at_most};

use crate::document::{
    Affected, Change, ChangedDeclaration, ChangedState, Dependence, ImpactDocument,
};

/// The characters of a commit's id, and those that are shown.
const ID_CHARS: usize = 40;
const SHORT_ID_CHARS: usize = 12;
/// The most characters of a signature that is shown as a whole, and the words around what differs in a longer one.
const MAX_WHOLE: usize = 100;
const WORDS_AROUND: usize = 2;
/// The most files that a sentence names.
const MAX_FILES: usize = 3;

/// A changed declaration with its index in [`ImpactDocument::changed`].
pub type IndexedDeclaration<'d> = (usize, &'d ChangedDeclaration);

impl ImpactDocument {
    /// The changed declarations that have a section of their own, and the others that were looked up: what changed most
    /// comes first.
    #[must_use]
    pub fn sections(&self) -> (Vec<IndexedDeclaration<'_>>, Vec<IndexedDeclaration<'_>>) {
        let changed = self.changed.iter().enumerate().filter(|(_, one)| one.is_looked_up());
        let mut changed: Vec<IndexedDeclaration<'_>> = changed.collect();
        changed.sort_by_key(|(_, one)| one.state);
        changed.into_iter().partition(|(of, one)| self.has_section(*of, one))
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

    /// How many places outside of the change surely depend on a declaration.
    #[must_use]
    pub fn outside(&self, of: usize) -> usize {
        let places = self.affected.iter().filter(|place| place.of == Some(of));
        let is_use = |role: Dependence| role.is_use() && role != Dependence::Test;
        places.filter(|place| !place.in_change && !place.weak && is_use(place.role)).count()
    }

    /// The declarations without a section, by what is said of them.
    #[must_use]
    pub fn quiet<'d>(
        quiet: &[IndexedDeclaration<'d>],
    ) -> Vec<(&'static str, Vec<&'d ChangedDeclaration>)> {
        let titles = [
            "with nothing but tests and documents listed outside of the change",
            "new and named elsewhere in the change",
            "new and named nowhere else in the change",
        ];
        let title = |one: &ChangedDeclaration| match one.state {
            ChangedState::Added => 2 - usize::from(one.named_in_change),
            _ => 0,
        };
        let groups = titles.into_iter().enumerate().map(|(at, words)| {
            let of_title = quiet.iter().map(|(_, one)| *one).filter(|one| title(one) == at);
            (words, of_title.collect::<Vec<_>>())
        });
        groups.filter(|(_, of_title)| !of_title.is_empty()).collect()
    }

    /// The tests that change and are still there, in words.
    #[must_use]
    pub fn changed_tests(&self) -> Option<String> {
        let tests = self.changed.iter().filter(|one| one.is_test);
        let tests: Vec<&ChangedDeclaration> =
            tests.filter(|one| one.state != ChangedState::Removed).collect();
        let files = distinct(tests.iter().map(|one| one.path.as_str()));
        let changed = count(tests.len(), "test changes itself", "tests change themselves");
        let files = join_at_most(&files, MAX_FILES);
        (!tests.is_empty()).then(|| format!("{changed}: {files}"))
    }

    /// What is said where nothing is listed at all.
    #[must_use]
    pub fn nothing_found(&self) -> Option<String> {
        let is_empty =
            self.affected.is_empty() && !self.changed.iter().any(|one| one.is_looked_up());
        let files: Vec<&str> = self.change.files.iter().map(|path| path.as_str()).collect();
        let files = join_at_most(&files, MAX_FILES);
        (is_empty && !files.is_empty())
            .then(|| format!("Nothing was found that depends on what changes in {files}"))
    }

    /// What was not looked up, in words.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let Losses { budget, cap, cut, time, unreadable } = self.losses;
        let causes = [
            (cap + budget, "names, lines or files beyond a limit"),
            (cut, "places in part"),
            (time, "searches not finished"),
            (unreadable, "files or folders not read"),
        ];
        let lost = causes.iter().filter(|(lost, _)| *lost > 0);
        let lost: Vec<String> = lost.map(|(lost, what)| format!("{what} ({lost})")).collect();
        (!lost.is_empty()).then(|| lost.join(", "))
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

    /// Its signature before and after; of long ones, the words that differ and those around them.
    #[must_use]
    pub fn differing(&self) -> Option<(String, String)> {
        let (before, after) = self.signatures.as_ref()?;
        if before.chars().count().max(after.chars().count()) <= MAX_WHOLE {
            return Some((before.clone(), after.clone()));
        }
        let [before, after] = [before, after].map(|text| text.split(' ').collect::<Vec<&str>>());
        let same = before.iter().zip(&after).take_while(|(was, now)| was == now).count();
        let (was, now) = (&before[same..], &after[same..]);
        let same_end = was.iter().rev().zip(now.iter().rev()).take_while(|(was, now)| was == now);
        let same_end = same_end.count();
        let part = |words: &[&str]| {
            let start = same.saturating_sub(WORDS_AROUND);
            let end = (words.len() - same_end + WORDS_AROUND).min(words.len());
            let before = if start > 0 { "… " } else { "" };
            let behind = if end < words.len() { " …" } else { "" };
            format!("{before}{}{behind}", words[start..end].join(" "))
        };
        Some((part(&before), part(&after)))
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
    /// Whether it surely uses what it names, or calls it by that alone where few others have the name, and stays as it is.
    pub(crate) fn is_broken(&self) -> bool {
        let uses = [Dependence::Caller, Dependence::Implementor, Dependence::Reference];
        let is_use = uses.contains(&self.role) && !self.weak && !self.in_change;
        is_use && (self.role == Dependence::Caller || !self.how.is_by_name())
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
            Self::Text => ("place with a changed text", "places with a changed text"),
            Self::Test => ("test", "tests"),
            Self::Document => ("document", "documents"),
            Self::Together => {
                ("file that usually changes with it", "files that usually change with it")
            }
        };
        count(places, one, many)
    }
}
