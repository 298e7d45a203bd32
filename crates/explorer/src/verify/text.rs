//! What became of a saved report, as text.

use std::cmp::Reverse;

use firsthand_registry::{LineRange, escape};
use firsthand_source::count;
use firsthand_validator::PlaceState;

use super::{CheckedAbsence, CheckedPlace, CheckedReport, PresentPlace};

/// The most present places that are listed of one place.
const MAX_LISTED: usize = 5;

impl CheckedPlace {
    /// The place as the report states it: `src/a.rs:3-9`.
    #[must_use]
    pub fn label(&self) -> String {
        let path = escape(self.path.as_str()).into_owned();
        match (self.start, self.end) {
            (Some(start), Some(end)) => format!("{path}:{start}-{end}"),
            _ => path,
        }
    }

    /// What is printed behind a place: its present lines, and what differs; empty if nothing does.
    #[must_use]
    pub fn outcome(&self) -> String {
        let lines = |now: &PresentPlace| {
            let lines = LineRange::new(now.start, now.end);
            let lines = lines.map_or_else(String::new, LineRange::short);
            if now.path == self.path {
                lines
            } else {
                format!("{}:{lines}", escape(now.path.as_str()))
            }
        };
        let why = escape(&self.why);
        match (self.standing, self.now.as_slice()) {
            (PlaceState::Moved, [now]) => format!(" -> {}", lines(now)),
            (PlaceState::Ambiguous, places) => {
                let listed: Vec<String> = places.iter().take(MAX_LISTED).map(lines).collect();
                let more = if places.len() > MAX_LISTED { ", …" } else { "" };
                format!(": {why}: {}{more}", listed.join(", "))
            }
            (PlaceState::Changed, [now]) => format!(" -> {}: {why}", lines(now)),
            _ if why.is_empty() => String::new(),
            _ => format!(": {why}"),
        }
    }
}

impl CheckedReport {
    /// Whether the document is sound, and the places and the receipts hold, in a sentence each.
    #[must_use]
    pub fn conclusion(&self) -> String {
        let is_sound = self.faults.is_empty();
        let lost = self.count_of(PlaceState::is_lost);
        let refuted = self.absent.iter().filter(|one| !one.holds).count();
        let places = match (self.places.len(), lost) {
            (0, _) if self.absent.is_empty() => {
                "Nothing to verify: the report names no place.".to_owned()
            }
            (0, _) => String::new(),
            (1, 0) if is_sound => "The one place holds.".to_owned(),
            (1, 0) => "Its one place stands.".to_owned(),
            (all, 0) if !is_sound => format!("Its {all} places stand."),
            (all, 0) => format!("All {all} places hold."),
            (all, 1) => format!("1 of {all} places holds no longer."),
            (all, lost) => format!("{lost} of {all} places hold no longer."),
        };
        let absent = match (self.absent.len(), refuted) {
            (0, _) => String::new(),
            (_, 0) => "What was absent is absent.".to_owned(),
            (1, _) => "What was absent is there now, or not proved.".to_owned(),
            (all, 1) => format!("1 of {all} absences holds no longer."),
            (all, refuted) => format!("{refuted} of {all} absences hold no longer."),
        };
        let unsound = if is_sound { "" } else { "The document is not as it was made." };
        let sentences = [unsound, &places, absent.as_str()];
        sentences.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
    }

    /// The absences that are listed one by one: all but those that hold and need no receipt, as that a name stands in no
    /// further line.
    pub fn notable_absences(&self) -> impl Iterator<Item = &CheckedAbsence> {
        self.absent.iter().filter(|absent| !absent.holds || absent.now.is_some())
    }

    /// The places, those that hold no longer first.
    #[must_use]
    pub fn worst_first(&self) -> Vec<&CheckedPlace> {
        let mut places: Vec<&CheckedPlace> = self.places.iter().collect();
        places.sort_by_key(|place| Reverse(place.standing));
        places
    }

    /// How many places are in such a state.
    #[must_use]
    pub fn count_of(&self, is_such: impl Fn(PlaceState) -> bool) -> usize {
        let states = self.places.iter().map(|place| place.standing);
        states.filter(|state| is_such(*state)).count()
    }

    /// The result for an agent, in at most `max_chars` characters: whether the report holds, what is wrong with the
    /// document, and the places, those that hold no longer first. It says how many it has no room for.
    #[must_use]
    pub fn text(&self, max_chars: usize) -> String {
        let faults = self.faults.iter();
        let faults = faults.map(|fault| format!("The document is not sound: {}", escape(fault)));
        let places = self.worst_first().into_iter();
        let places = places.map(|p| format!("- {}: {}{}", p.standing, p.label(), p.outcome()));
        let mut absent: Vec<&CheckedAbsence> = self.notable_absences().collect();
        absent.sort_by_key(|one| one.holds);
        let absent = absent.into_iter().map(|one| {
            let state = if one.holds { "still" } else { "no longer" };
            format!("- {state} {}{}", escape(&one.receipt), one.outcome())
        });
        let lines: Vec<String> = faults.chain(places).chain(absent).collect();
        let last = if self.places.is_empty() && self.absent.is_empty() {
            String::new()
        } else {
            format!("Not checked: {}.\n", self.unchecked.join("; "))
        };
        let chars = |text: &str| text.chars().count();
        let mut out = self.conclusion() + "\n";
        let reserved = chars(&last) + chars(&left_out(lines.len()));
        let mut room = max_chars.saturating_sub(chars(&out) + reserved);
        let mut printed = 0;
        for line in &lines {
            let Some(rest) = room.checked_sub(chars(line) + 1) else {
                break;
            };
            room = rest;
            out += &format!("{line}\n");
            printed += 1;
        }
        if printed < lines.len() {
            out += &left_out(lines.len() - printed);
        }
        out + &last
    }
}

/// The line about the lines for which there is no room.
fn left_out(lines: usize) -> String {
    format!("({} left out)\n", count(lines, "line", "lines"))
}

#[cfg(test)]
mod tests {
    use firsthand_registry::RepoPath;

    use super::*;

    fn place(standing: PlaceState, at: u32) -> CheckedPlace {
        let path = RepoPath::new("src/a.rs").unwrap();
        CheckedPlace {
            now: vec![PresentPlace { path: path.clone(), start: at + 1, end: at + 3 }],
            path,
            start: Some(at),
            end: Some(at + 2),
            standing,
            why: "its lines differ".to_owned(),
        }
    }

    fn checked(places: Vec<CheckedPlace>) -> CheckedReport {
        CheckedReport {
            schema: "",
            holds: false,
            places,
            absent: vec![CheckedAbsence::refuted()],
            faults: vec!["its Markdown\u{1b} differs".to_owned()],
            unchecked: &["the query"],
        }
    }

    #[test]
    fn what_holds_no_longer_comes_first() {
        let states = [PlaceState::Moved, PlaceState::Gone, PlaceState::Changed];
        let text = checked(states.map(|state| place(state, 3)).to_vec()).text(2_500);
        let expect = "The document is not as it was made. 2 of 3 places hold no longer. What was absent is there now, or not proved.\n\
             The document is not sound: its Markdown\\u{1b} differs\n\
             - gone: src/a.rs:3-5: its lines differ\n\
             - changed: src/a.rs:3-5 -> 4-6: its lines differ\n\
             - moved: src/a.rs:3-5 -> 4-6\n\
             - no longer absent: `x` in 2 files: it stands in 1 line\n\
             Not checked: the query.\n";
        assert_eq!(text, expect);
    }

    #[test]
    fn the_text_has_room_for_what_it_says() {
        let many = checked((1..99).map(|at| place(PlaceState::Changed, at)).collect());
        for max_chars in [160, 500, 2_500] {
            let text = many.text(max_chars);
            assert!(text.chars().count() <= max_chars, "{text}");
            assert!(text.contains(" 98 of 98 places hold no longer. "));
            assert!(text.contains(" left out)\nNot checked: "), "{text}");
        }
    }
}
