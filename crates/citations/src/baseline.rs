//! Findings that are accepted: those of an earlier check, as it was printed in JSON.

use std::collections::HashMap;

use serde::Deserialize;

use crate::check::{CHECKED_SCHEMA, Checked, CheckedCitation};
use crate::claims::{CLAIMS_SCHEMA, CheckedClaim, CheckedClaims, ClaimState};

/// The findings of an earlier check of documents: whichever it has are not counted again, wherever in the same document
/// they stand now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline(HashMap<(String, String), usize>);

/// Why a text is no baseline.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// It is not JSON of this form.
    #[error("it cannot be read: {0}")]
    Malformed(String),
    /// It is not the result of a check of documents.
    #[error("it is neither {CHECKED_SCHEMA} nor {CLAIMS_SCHEMA}")]
    OtherSchema,
}

/// What is read of a result: a place in a document, and what is said there.
#[derive(Deserialize)]
struct Saved {
    schema: String,
    #[serde(default)]
    document: String,
    #[serde(default)]
    citations: Vec<SavedCitation>,
    #[serde(default)]
    claims: Vec<SavedClaim>,
}

#[derive(Deserialize)]
struct SavedCitation {
    document: String,
    path: String,
    start: u32,
    end: u32,
    standing: crate::CitationState,
}

#[derive(Deserialize)]
struct SavedClaim {
    text: String,
    state: ClaimState,
}

impl Baseline {
    /// Reads the JSON of a check: `firsthand.citations/2` or `firsthand.claims/1`.
    ///
    /// # Errors
    /// A [`BaselineError`] where it is something else.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let malformed = |error: serde_json::Error| BaselineError::Malformed(error.to_string());
        let saved: Saved = serde_json::from_str(text).map_err(malformed)?;
        if ![CHECKED_SCHEMA, CLAIMS_SCHEMA].contains(&&*saved.schema) {
            return Err(BaselineError::OtherSchema);
        }
        let lost = saved.citations.into_iter().filter(|one| one.standing.is_lost()).map(|one| {
            let what = cited(&one.path, one.start, one.end);
            (one.document, what)
        });
        let claims = saved.claims.into_iter().filter(|one| one.state.is_finding());
        let claims = claims.map(|one| (saved.document.clone(), one.text));
        let mut accepted = Self::default();
        for finding in lost.chain(claims) {
            *accepted.0.entry(finding).or_default() += 1;
        }
        Ok(accepted)
    }

    /// Marks a citation that is lost and accepted.
    pub(crate) fn accept(&mut self, one: &mut CheckedCitation) {
        let what = cited(&one.path, one.start, one.end);
        one.accepted = one.standing.is_lost() && self.takes(one.document.as_str(), what);
    }

    /// Whether a finding is accepted; each is as often as it was found.
    fn takes(&mut self, document: &str, what: String) -> bool {
        let left = self.0.get_mut(&(document.to_owned(), what));
        let left = left.filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    }
}

/// What a citation says, however it is written.
fn cited(path: &str, start: u32, end: u32) -> String {
    format!("{path}:{start}-{end}")
}

impl Checked {
    /// The same result, with the findings of an earlier one accepted.
    #[must_use]
    pub fn accepting(mut self, mut baseline: Baseline) -> Self {
        self.citations.iter_mut().for_each(|one| baseline.accept(one));
        self.holds = self.is_sound();
        self
    }

    /// Whether no citation is lost but accepted ones, and something was checked.
    pub(crate) fn is_sound(&self) -> bool {
        let mut citations = self.citations.iter();
        let is_fine = citations.all(|one| !one.is_fault());
        let is_checked = |one: &CheckedCitation| one.standing != crate::CitationState::Unread;
        self.citations.iter().any(is_checked) && is_fine && self.unread.is_empty()
    }
}

impl CheckedCitation {
    /// Whether it is lost, and not accepted.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        self.standing.is_lost() && !self.accepted
    }
}

impl CheckedClaims {
    /// The same result, with the findings of an earlier one accepted.
    #[must_use]
    pub fn accepting(mut self, mut baseline: Baseline) -> Self {
        for one in &mut self.claims {
            let is_finding = one.state.is_finding();
            one.accepted = is_finding && baseline.takes(&self.document, one.text.clone());
        }
        self.holds = self.is_sound();
        self
    }

    /// Whether no claim is wrong but accepted ones, and something was checked.
    pub(crate) fn is_sound(&self) -> bool {
        let mut claims = self.claims.iter();
        !self.claims.is_empty() && claims.all(|one| !one.is_fault(ClaimState::Wrong))
    }
}

impl CheckedClaim {
    /// Whether it is in a state from `least` on, and not accepted.
    #[must_use]
    pub fn is_fault(&self, least: ClaimState) -> bool {
        self.state >= least && !self.accepted
    }
}

impl ClaimState {
    /// Whether something of that state is listed: it is not there, or wrong.
    fn is_finding(self) -> bool {
        self >= Self::NotThere
    }
}
