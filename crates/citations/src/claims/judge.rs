//! Judges the claims of one document, one after the other.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use firsthand_anchors::{FoldedQuote, Wanted};
use firsthand_source::{LineRange, RepoPath, folder};

use super::{
    CLAIMS_SCHEMA, CheckedClaim, CheckedClaims, ClaimDocument, ClaimKind, ClaimSearch, ClaimState,
};
use crate::Code;
use crate::check::checker::Checker;
use crate::check::{CheckedBy, CitationState};
use crate::find::{Citation, CitationStyle, Mention, owner_before, statements};
use crate::ignored::ignored_lines;
use crate::lock::Lock;
use crate::position::Positions;
use crate::tree::{Target, Tree};

/// The most places of something ambiguous that are named.
pub(super) const MAX_PLACES: usize = 5;

pub(super) struct Judge<'c> {
    pub(super) checker: Checker<'c>,
    pub(super) search: &'c dyn ClaimSearch,
    pub(super) document: &'c ClaimDocument,
    pub(super) citations: Vec<Citation>,
    pub(super) names: Vec<Mention>,
    /// All code of the document: its spans, and its blocks with their fences.
    pub(super) code: Vec<String>,
    /// For each citation, the files that it means.
    pub(super) files: Vec<Vec<RepoPath>>,
    /// The byte range of each claim, and the claim, whose lines and columns are not set yet.
    pub(super) judged: Vec<(Range<usize>, CheckedClaim)>,
}

impl<'c> Judge<'c> {
    pub(super) fn new(
        root: &Path,
        document: &'c ClaimDocument,
        (code, lock): (&'c dyn Code, &'c Lock),
        search: &'c dyn ClaimSearch,
    ) -> Self {
        let checker = Checker::new(Tree::open(root), code, lock);
        let is_path = |text: &str| checker.tree.is_path(text);
        let (citations, mentions) = statements(&document.text, &is_path);
        let (names, code) = (mentions.names, mentions.code);
        Self {
            checker,
            search,
            document,
            citations,
            names,
            code,
            files: Vec::new(),
            judged: Vec::new(),
        }
    }

    /// Judges all claims.
    pub(super) fn judge(mut self) -> CheckedClaims {
        let citations = self.citations.clone();
        for citation in &citations {
            let files = match self.checker.tree.target(&self.document.path, citation) {
                Some(Target::Files(files)) => files,
                _ => Vec::new(),
            };
            self.files.push(files);
        }
        let mut elsewhere = 0;
        for (index, citation) in citations.iter().enumerate() {
            if self.checker.code.is_elsewhere(&citation.path) {
                elsewhere += 1;
            } else if citation.is_whole() {
                self.whole(index, citation);
            } else {
                self.lines(index, citation);
            }
        }
        let receipt = self.names();
        let mut positions = Positions::of(&self.document.text);
        self.judged.sort_by_key(|(at, claim)| (at.start, claim.kind));
        let placed = self.judged.into_iter().map(|(at, claim)| {
            let (line, column, end_column) = positions.of_range(&at);
            CheckedClaim { line, column, end_column, ..claim.redacted() }
        });
        let all: Vec<CheckedClaim> = placed.collect();
        let lines: HashSet<u32> = all.iter().map(|claim| claim.line).collect();
        let ignored = ignored_lines(&self.document.text, |line, _| lines.contains(&line));
        let is_ignored = |claim: &CheckedClaim| ignored.binary_search(&claim.line).is_ok();
        let (left_alone, claims): (Vec<_>, Vec<_>) = all.into_iter().partition(is_ignored);
        let mut checked = CheckedClaims {
            schema: CLAIMS_SCHEMA,
            holds: false,
            document: self.document.path.to_string(),
            claims,
            ignored: left_alone.len() + elsewhere,
            receipt,
            unchecked: "what the text says of them",
        };
        checked.holds = checked.is_sound();
        checked
    }

    pub(super) fn add(&mut self, at: &Range<usize>, claim: CheckedClaim) {
        self.judged.push((at.clone(), claim));
    }

    /// Judges a citation of lines.
    fn lines(&mut self, index: usize, citation: &Citation) {
        let document = (&self.document.path, &*self.document.text);
        let claim = CheckedClaim::new(ClaimKind::Lines, self.written(citation));
        let Some(checked) = self.checker.check(document, citation, (0, 0, 0)) else {
            return self.of_no_folder(citation, claim);
        };
        let is_quote = checked.by == CheckedBy::Quote;
        let claim = match checked.standing {
            CitationState::Unchanged => claim,
            CitationState::Unanchored => CheckedClaim { only_exists: true, ..claim },
            CitationState::Unread => claim.is(ClaimState::Unproved, checked.why),
            CitationState::Changed if is_quote => {
                let Some(why) = self.past_the_end(index, citation) else {
                    self.add(&citation.at, claim);
                    return self.quote(index, citation);
                };
                claim.is(ClaimState::Wrong, why)
            }
            CitationState::Gone if self.files[index].is_empty() => {
                let near = self.near(&citation.path);
                claim.is(ClaimState::Wrong, checked.why).with_instead(near)
            }
            _ => {
                let now = checked.now.iter().map(LineRange::to_string);
                let now: Vec<String> = now.take(MAX_PLACES).collect();
                let is_ambiguous = checked.standing == CitationState::Ambiguous;
                let now = (is_ambiguous && !now.is_empty()).then(|| now.join(", "));
                claim.is(ClaimState::Wrong, checked.why).with_instead(now)
            }
        };
        if is_quote && claim.state == ClaimState::Holds {
            let quoted = citation.quote.as_ref().map_or("", FoldedQuote::first_line);
            self.add(&citation.at, CheckedClaim::new(ClaimKind::Quote, quoted));
        }
        self.add(&citation.at, claim);
    }

    /// A citation with its lines; of lines that no file has, as it is written.
    fn written(&self, citation: &Citation) -> String {
        let (path, start, end) = (&citation.path, citation.start, citation.end);
        let written = self.document.text.get(citation.at.clone());
        match written.filter(|_| end == u32::MAX) {
            Some(written) => written.to_owned(),
            None if start == end => format!("{path}:{start}"),
            None => format!("{path}:{start}-{end}"),
        }
    }

    /// Judges a citation of a file or a folder, and the quote behind it.
    fn whole(&mut self, index: usize, citation: &Citation) {
        let claim = CheckedClaim::new(ClaimKind::Path, &*citation.path);
        let here = folder(self.document.path.as_str());
        let tree = &mut self.checker.tree;
        if !self.files[index].is_empty() || tree.is_folder(here, &citation.path) {
            self.add(&citation.at, claim);
            return self.quote(index, citation);
        }
        let is_missing = match tree.target(&self.document.path, citation) {
            Some(Target::Missing) => !tree.is_page(here, &citation.path),
            // A folder: of a text alone it is not known whether it is a path, unless its folder is there.
            None if citation.style != CitationStyle::Code => {
                let above = citation.path.rsplit_once('/').map(|(above, _)| above);
                above.is_some_and(|above| tree.is_folder(here, above))
            }
            None => true,
            _ => false,
        };
        let owner = owner_before(&self.document.text, citation.at.start);
        if is_missing && owner.is_none_or(|owner| tree.has(owner)) {
            let claim = self.missing(claim, citation.style);
            self.add(&citation.at, claim);
        }
    }

    /// The claim of a path that is not there. It is wrong if it is a link, or if the only file of that name is elsewhere;
    /// unless the document names that one, too, and may be about a move.
    fn missing(&self, claim: CheckedClaim, style: CitationStyle) -> CheckedClaim {
        let why = "there is no such path";
        let name = claim.text.rsplit('/').next().unwrap_or_default();
        if let [only] = self.checker.tree.namesakes(name).as_slice()
            && !self.is_cited(only)
        {
            let instead = Some(only.to_string());
            return claim.is(ClaimState::Wrong, why).with_instead(instead);
        }
        let near = self.near(&claim.text);
        match style {
            CitationStyle::Link => claim.is(ClaimState::Wrong, why).with_instead(near),
            _ => claim.is(ClaimState::NotThere, why).with_instead(near),
        }
    }

    /// Whether a citation of the document means this file.
    pub(super) fn is_cited(&self, file: &RepoPath) -> bool {
        self.files.iter().any(|files| files.contains(file))
    }

    /// Judges the quote of a citation of files; of lines, only if it does not stand in the file.
    fn quote(&mut self, index: usize, citation: &Citation) {
        let files = self.files[index].clone();
        if let Some(quote) = citation.quote.as_ref().filter(|_| !files.is_empty()) {
            let claim = self.quoted(quote, &files, citation.lines());
            self.add(&citation.at, claim);
        }
    }

    /// The claim that a quote stands in one of these files. Where it does not, but nearly does, it is wrong if lines are
    /// cited, which states what is there now; and a proposal if the document quotes what is there, too.
    pub(super) fn quoted(
        &mut self,
        quote: &FoldedQuote,
        files: &[RepoPath],
        lines: Option<LineRange>,
    ) -> CheckedClaim {
        let claim = CheckedClaim::new(ClaimKind::Quote, quote.first_line());
        let mut near = None;
        for path in files {
            let Ok(file) = self.checker.tree.cited(path) else {
                return claim.is(ClaimState::Unproved, format!("{path} is not read"));
            };
            if quote.stands_in(file) {
                return claim;
            }
            let mut wanted = lines.map_or(1..=file.line_count(), |at| at.start()..=at.end());
            // Of cited lines, what is masked may be meant; of a whole file, what the shown part of a masked line allows.
            let may_be = |line: u32| lines.is_some() || quote.may_be_masked(file.line(line));
            if wanted.any(|line| file.hides(line) && may_be(line)) {
                return claim.is(ClaimState::Unproved, format!("{path} has a secret there"));
            }
            near = near.or_else(|| Some((path.clone(), quote.nearest_in(file, lines)?)));
        }
        let why = files.first();
        let why = why.map_or(String::new(), |first| format!("it does not stand in {first}"));
        let wanted = Wanted::new(LineRange::one(1)).with_code(quote);
        let copies = self.checker.tree.copies(&[wanted]).into_iter();
        if let Some((path, at)) = copies.flatten().next() {
            let state = if self.is_cited(&path) { ClaimState::NotThere } else { ClaimState::Wrong };
            return claim.is(state, why).with_instead(Some(format!("{path}:{}", at.start())));
        }
        let Some((path, (number, line))) = near else {
            return claim.is(ClaimState::NotThere, why);
        };
        let state = match lines {
            _ if self.is_quoted(&line, quote.first_line(), lines) => ClaimState::Proposed,
            Some(_) => ClaimState::Wrong,
            None => ClaimState::NotThere,
        };
        claim.is(state, why).with_instead(Some(format!("{path}:{number}: {line}")))
    }

    /// Whether the document quotes a line, or several words of it, elsewhere than in its `altered` quote; if lines are
    /// given, for some of these lines.
    fn is_quoted(&self, line: &str, altered: &str, lines: Option<LineRange>) -> bool {
        let holds =
            |quoted: &str| quoted.contains(line) || (quoted.contains(' ') && line.contains(quoted));
        let is_of = |quoted: &str| quoted != altered && holds(quoted);
        let Some(lines) = lines else {
            let quoted = self.code.iter().flat_map(|code| code.lines());
            let fold = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            return quoted.map(fold).any(|quoted| is_of(&quoted));
        };
        let same = self.citations.iter().filter(|one| {
            let overlaps = one.lines().is_some_and(|other| other.overlaps(lines));
            overlaps || one.is_whole()
        });
        let mut quotes = same.filter_map(|one| one.quote.as_ref());
        quotes.any(|quote| is_of(quote.first_line()))
    }
}
