//! Judges the names that a document mentions.

use std::collections::{BTreeSet, HashMap, HashSet};

use firsthand_source::{Receipt, RepoPath, identifiers, join_at_most};

use super::judge::Judge;
use super::{CheckedClaim, ClaimKind, ClaimState};
use crate::find::{Mention, arity_of, is_short_for};

/// The most files in which the quote of a name is looked for.
const MAX_FILES: usize = 50;

/// The most members of other types that are named for one that is not there.
const MAX_MEMBERS: usize = 3;

/// The files in which each identifier stands.
type Files = HashMap<String, Vec<RepoPath>>;

impl Judge<'_> {
    /// Judges all names; returns what was searched for those that are not there. Of a name that is not there, the first
    /// mention counts.
    pub(super) fn names(&mut self) -> Option<Receipt> {
        let mut names = std::mem::take(&mut self.names);
        names.retain(|mention| !self.document.terms.contains(&mention.name));
        let mentioned = names.iter().flat_map(|mention| parts(&mention.name));
        let wanted: HashSet<String> = mentioned.map(str::to_owned).collect();
        let but = &self.document.no_evidence;
        let found = self.checker.tree.files_with(&wanted, but);
        let declared = self.declared();
        let lost: BTreeSet<String> = wanted
            .into_iter()
            .filter(|part| !found.contains_key(part) && !declared.contains(part))
            .collect();
        let lost: Vec<String> = lost.into_iter().collect();
        let proof = if lost.is_empty() { None } else { Some(self.search.absent(&lost, but)) };
        let mut seen: HashSet<&str> = HashSet::new();
        for mention in &names {
            let absent = |part: &&str| match &proof {
                Some(Ok(absent)) => absent.names.iter().any(|name| name == part),
                _ => !found.contains_key(*part),
            };
            let claim = CheckedClaim::new(ClaimKind::Name, &*mention.name);
            let lost = parts(&mention.name).find(absent);
            if lost.is_some() && self.is_file_name(&mention.name) {
                if seen.insert(&mention.name) {
                    let claim = CheckedClaim::new(ClaimKind::Path, &*mention.name);
                    let near = self.search.similar_paths(&mention.name).into_iter().next();
                    let claim = claim.is(ClaimState::NotThere, "there is no such file");
                    self.add(&mention.at, claim.with_instead(near));
                }
                continue;
            }
            let claim = match lost {
                None => {
                    let claim = self.in_its_file(mention, claim, &found);
                    let is_new = parts(&mention.name).any(|part| declared.contains(part));
                    self.as_member(mention, claim, is_new)
                }
                Some(_) if !seen.insert(&mention.name) => continue,
                Some(part) if declared.contains(part) => claim.is(ClaimState::Proposed, ""),
                Some(part) => match &proof {
                    Some(Err(why)) => claim.is(ClaimState::Unproved, why),
                    _ => {
                        let why = if part == mention.name {
                            "it stands in no file".to_owned()
                        } else {
                            format!("`{part}` stands in no file")
                        };
                        let near = self.search.similar_names(part).into_iter().next();
                        claim.is(ClaimState::NotThere, why).with_instead(near)
                    }
                },
            };
            self.add(&mention.at, claim);
        }
        proof?.ok().map(|absent| absent.receipt)
    }

    /// Whether a name is that of a file: it ends with the extension of code that is read.
    fn is_file_name(&self, name: &str) -> bool {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        extension.is_some_and(|extension| self.checker.code.knows(&format!("code.{extension}")))
    }

    /// The claim of a name that stands in the tree: also in the file of which the document says so, and with the code
    /// that it quotes for it.
    fn in_its_file(
        &mut self,
        mention: &Mention,
        claim: CheckedClaim,
        found: &Files,
    ) -> CheckedClaim {
        let last = parts(&mention.name).last().unwrap_or_default();
        let standing = found.get(last).map_or(&[][..], Vec::as_slice);
        if let Some(quote) = mention.quote.as_ref().filter(|_| standing.len() <= MAX_FILES) {
            let quoted = self.quoted(quote, standing, None);
            if quoted.instead.is_some() || quoted.state == ClaimState::Holds {
                self.add(&mention.at, quoted);
            }
        }
        let Some(index) = mention.citation else {
            return claim;
        };
        let files = self.files.get(index).cloned().unwrap_or_default();
        let (Some(first), Some(other)) = (files.first(), standing.first()) else {
            return claim;
        };
        // A file that is ignored by git is in no list of files with the name.
        let may_hold = |file: &RepoPath| match self.checker.tree.cited(file) {
            Ok(text) => {
                let text = String::from_utf8_lossy(text.bytes());
                identifiers(&text).any(|(_, word)| word == last) || file.as_str().contains(last)
            }
            Err(_) => true,
        };
        if files.iter().any(may_hold) {
            return claim;
        }
        let knows_better = standing.iter().any(|file| self.is_cited(file));
        let state = if self.is_apposed(mention, index) && !knows_better {
            ClaimState::Wrong
        } else {
            ClaimState::NotThere
        };
        let others = match standing.len() {
            1 => String::new(),
            several => format!(", but in {several} other files"),
        };
        let why = format!("it is not in {first}{others}");
        claim.is(state, why).with_instead(Some(other.to_string()))
    }

    /// The claim of a name that stands in the tree: also as a member of the type or module of which the document says so, unless the
    /// document declares it itself.
    fn as_member(&self, mention: &Mention, claim: CheckedClaim, is_new: bool) -> CheckedClaim {
        let is_qualified = parts(&mention.name).nth(1).is_some();
        if !is_qualified || is_new || claim.state != ClaimState::Holds {
            return claim;
        }
        // The number of arguments stands behind the name, as in `Mod.fun/2`.
        let code = self.document.text.get(mention.at.clone()).unwrap_or_default().trim_matches('`');
        let arity = arity_of(code).and_then(|name| code.strip_prefix(name)).unwrap_or_default();
        let Some(instead) = self.search.lacked_member(&format!("{}{arity}", mention.name)) else {
            return claim;
        };
        let instead = join_at_most(&instead, MAX_MEMBERS);
        claim.is(ClaimState::NotThere, "it has no such member").with_instead(Some(instead))
    }

    /// Whether no word is between a name and its citation: then the document says that it is there. With a word, it may say
    /// that it should be.
    fn is_apposed(&self, mention: &Mention, index: usize) -> bool {
        let Some(cited) = self.citations.get(index).map(|citation| &citation.at) else {
            return false;
        };
        let between = if mention.at.start < cited.start {
            mention.at.end..cited.start
        } else {
            cited.end..mention.at.start
        };
        !self.document.text.get(between).unwrap_or_default().contains(char::is_alphabetic)
    }

    /// The identifiers of all declarations in the document's code blocks.
    fn declared(&self) -> HashSet<String> {
        let mut declared = HashSet::new();
        for code in &self.code {
            let Some((language, body)) = fenced(code) else {
                continue;
            };
            let is_of_language =
                |extension: &&str| *extension == language || is_short_for(extension, language);
            let extensions = self.checker.tree.extensions().filter(is_of_language);
            let paths = extensions.map(|extension| format!("code.{extension}"));
            for path in paths.filter(|path| self.checker.code.knows(path)) {
                let all = self.checker.code.of(&path, body.as_bytes());
                let names = all.iter().flat_map(|one| parts(&one.qualified));
                declared.extend(names.map(str::to_owned));
            }
        }
        declared
    }
}

/// The identifiers of a name that say something.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let parts = identifiers(name).map(|(_, part)| part);
    parts.filter(|part| part.chars().count() > 1 && part.contains(char::is_alphabetic))
}

/// The language and the text of a fenced code block.
fn fenced(code: &str) -> Option<(&str, &str)> {
    let inner = code.trim_start();
    let rest = inner.trim_start_matches(['`', '~']);
    let is_fence = inner.len() - rest.len() >= 3;
    let (info, body) = rest.split_once('\n').filter(|_| is_fence)?;
    let language = info.trim().split([' ', ',', '{']).next()?;
    (!language.is_empty()).then_some((language, body))
}
