//! Regular expressions over bytes, for closed tables.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use regex_automata::meta::Regex;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};

/// A regular expression that is compiled when it is first used.
pub(crate) struct Pattern {
    pub(crate) text: Cow<'static, str>,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub(crate) const fn of(text: &'static str) -> Self {
        Self { text: Cow::Borrowed(text), regex: OnceLock::new() }
    }

    pub(crate) fn of_text(text: String) -> Self {
        Self { text: Cow::Owned(text), regex: OnceLock::new() }
    }

    /// What it matches first in a part of a text, from its start if it is anchored; and the group of that, if it has
    /// one.
    pub(crate) fn find(
        &self,
        bytes: &[u8],
        part: Range<usize>,
        is_anchored: bool,
    ) -> Option<(Range<usize>, Range<usize>)> {
        let regex = self
            .regex
            .get_or_init(|| compiled(&[&self.text], MatchKind::LeftmostFirst))
            .as_ref()?;
        let anchored = if is_anchored { Anchored::Yes } else { Anchored::No };
        let input = Input::new(bytes).range(part).anchored(anchored);
        if regex.captures_len() == 1 {
            let whole = regex.search(&input)?.range();
            return Some((whole.clone(), whole));
        }
        // Most texts with a literal do not match, and finding that alone is faster.
        regex.search_half(&input)?;
        let mut captures = regex.create_captures();
        regex.search_captures(&input, &mut captures);
        let whole = captures.get_group(0)?.range();
        let group = (1..captures.group_len()).find_map(|group| captures.get_group(group));
        let group = group.map_or_else(|| whole.clone(), |group| group.range());
        Some((whole, group))
    }

    /// The part of a text from its beginning that it matches, and the group of that.
    pub(crate) fn at_start(&self, text: &[u8]) -> Option<(Range<usize>, Range<usize>)> {
        self.find(text, 0..text.len(), true)
    }
}

/// Compiles regular expressions over bytes to one that tells them apart.
pub(crate) fn compiled(patterns: &[impl AsRef<str>], kind: MatchKind) -> Option<Regex> {
    let syntax = syntax::Config::new().unicode(false).utf8(false);
    let config = Regex::config().utf8_empty(false).match_kind(kind);
    Regex::builder().configure(config).syntax(syntax).build_many(patterns).ok()
}
