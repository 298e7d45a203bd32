//! Detects statements of a saved report that the validator would not have allowed.

use firsthand_registry::LineRange;

use super::{SavedPlace, SavedReport};
use crate::claims::unsupported_claims;
use crate::prose::Holdings;
use crate::quote::{MAX_QUOTE_CHARS, MAX_QUOTE_LINES, is_slight};
use crate::report::{MAX_NAMES, MAX_USES};
use crate::rules::Support;
use crate::{Action, Confidence, Limits};

impl SavedReport {
    /// The statements of the report that the validator would not have allowed, one sentence each.
    ///
    /// `text` returns a place's file as it was when the report was built, where that is known; if one is not known, no
    /// prose is compared with the files. A report without a fault may still have been altered within these bounds.
    #[must_use]
    pub fn faults<'t>(&self, text: impl Fn(&SavedPlace) -> Option<&'t str>) -> Vec<String> {
        let mut faults = Vec::new();
        let limits = Limits::default();
        self.length_faults(&limits, &mut faults);
        for (list, place) in self.stated_places() {
            faults.extend(self.place_fault(&limits, place).map(|why| format!("{list}: {why}")));
        }
        for (at, link) in self.flow.iter().enumerate() {
            faults.extend(quote_fault(link).map(|why| format!("flow[{at}]: {why}")));
        }
        self.level_faults(&mut faults);
        self.prose_faults(text, &mut faults);
        faults
    }

    /// Every place of the answer with the name of its list.
    pub fn places(&self) -> impl Iterator<Item = (&'static str, &SavedPlace)> {
        let primary = self.primary.iter().map(|place| ("primary", place));
        let flow = self.flow.iter().map(|place| ("flow", place));
        let reads = self.read_targets.iter().map(|place| ("read_targets", place));
        primary.chain(flow).chain(reads)
    }

    /// Every place, as [`places`](Self::places) returns them, and the uses that are not cited.
    pub fn stated_places(&self) -> impl Iterator<Item = (&'static str, &SavedPlace)> {
        let uses = self.uncited_uses.iter();
        self.places().chain(uses.map(|place| ("uncited_uses", place)))
    }

    fn length_faults(&self, limits: &Limits, faults: &mut Vec<String>) {
        let named = self.missing.len() + self.absence_facts.len();
        for (list, count, most) in [
            ("primary", self.primary.len(), limits.primary),
            ("flow", self.flow.len(), limits.flow),
            ("read_targets", self.read_targets.len(), limits.read_targets),
            ("uncited_uses", self.uncited_uses.len(), MAX_USES),
            ("name_lines", self.name_lines.len(), MAX_NAMES),
            ("missing", named, limits.missing),
            ("absent", self.absent.len(), limits.receipts),
            ("search_targets", self.search_targets.len(), limits.search_targets),
        ] {
            if count > most {
                faults.push(format!("{list}: {count} entries, the most is {most}"));
            }
        }
    }

    fn place_fault(&self, limits: &Limits, place: &SavedPlace) -> Option<String> {
        let path = place.path.as_str();
        let lines = match (place.start, place.end) {
            (None, None) => return None,
            (Some(start), Some(end)) if 0 < start && start <= end => end - start + 1,
            _ => return Some(format!("{path} has no sound range of lines")),
        };
        if lines > limits.range_lines {
            return Some(format!("{path} has {lines} lines, the most is {}", limits.range_lines));
        }
        if place.anchor.as_ref().is_some_and(|anchor| anchor.line_count() != lines) {
            return Some(format!("{path} has the anchor of other lines"));
        }
        let proven = self.files.iter().any(|file| file.path == place.path);
        (!proven).then(|| format!("{path} is not among the files that were verified"))
    }

    /// Adds the faults of an action or a confidence that lowering would not have left.
    fn level_faults(&self, faults: &mut Vec<String>) {
        let facts = self.flow.iter().map(|link| &link.fact);
        let reads = self.read_targets.iter();
        let reads = reads.map(|read| (&read.purpose, read.required));
        let mut findings = self.findings.iter();
        let has_doubt = findings.any(|finding| finding.rule.excludes_high());
        let support = Support::new(self.intent, !self.primary.is_empty(), facts, reads)
            .with_gap(has_doubt, !self.missing.is_empty())
            .searched_in_part(self.coverage.losses.time > 0);
        let has_places = self.places().next().is_some();
        match self.action {
            None if has_places => faults.push("no action is named".to_owned()),
            Some(Action::SkipExploreResult) if has_places => {
                faults.push("a skip with places".to_owned());
            }
            Some(action) if action > support.action(action).most => {
                faults.push(format!("{action} {}", support.action(action).why));
            }
            _ => {}
        }
        if self.absent.is_empty() && !self.absence_facts.is_empty() {
            faults.push("an absence without a receipt".to_owned());
        }
        if !self.search_targets.is_empty() && self.action != Some(Action::TargetedGapSearch) {
            faults.push("search targets beside another action".to_owned());
        }
        let bound = support.confidence();
        match self.confidence {
            None if has_places => faults.push("no confidence is named".to_owned()),
            Some(confidence) if confidence > bound.most => {
                faults.push(format!("{confidence} {}", bound.why));
            }
            _ => {}
        }
    }

    fn prose_faults<'t>(
        &self,
        text: impl Fn(&SavedPlace) -> Option<&'t str>,
        faults: &mut Vec<String>,
    ) {
        let texts: Option<Vec<&str>> = self.places().map(|(_, place)| text(place)).collect();
        let Some(texts) = texts else { return };
        let reported = self.places().map(|(_, place)| (&place.path, place.range()));
        let paths = self.places().map(|(_, place)| place.path.as_str());
        let texts = texts.into_iter().chain(paths);
        let texts: Vec<&str> = texts.chain([self.query.as_str()]).collect();
        let holdings = Holdings::new(reported, texts.clone(), []);
        let prose = self.flow.iter().flat_map(|link| [&link.role, &link.fact]);
        let prose = prose.chain(self.read_targets.iter().map(|read| &read.purpose));
        for prose_text in prose.chain(&self.missing).chain(&self.absence_facts) {
            if let Some(name) = holdings.first_foreign_place(prose_text) {
                faults.push(format!("`{name}` is named, and is no place of this report"));
            }
        }
        let is_high = self.confidence == Some(Confidence::High);
        let ranges: Vec<LineRange> = self.places().filter_map(|(_, place)| place.range()).collect();
        for (at, link) in self.flow.iter().enumerate().filter(|_| is_high) {
            if !unsupported_claims(&link.fact, &texts, &ranges).is_empty() {
                faults.push(format!(
                    "flow[{at}]: high, and its fact says what the files do not show"
                ));
            }
        }
    }
}

fn quote_fault(link: &SavedPlace) -> Option<&'static str> {
    let Some(quote) = &link.quote else {
        return Some("it has no quote");
    };
    if is_slight(&quote.text) {
        return Some("its quote is too slight to identify a place");
    }
    let long = quote.text.lines().count() > MAX_QUOTE_LINES;
    let long = long || quote.text.chars().count() > MAX_QUOTE_CHARS;
    long.then_some("its quote is longer than a quote may be")
}
