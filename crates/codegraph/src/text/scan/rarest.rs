//! Reduces a long query to the tokens that occur in the fewest files.

use crate::answer::QueryWords;
use crate::text::scan::Scan;
use crate::text::tokens::Tokens;

/// The most distinct tokens that files and declarations are ranked by, far more than an issue has.
const MAX_TOKENS: usize = 4_000;

impl Tokens {
    /// Whether there are more tokens than files are ranked by.
    pub(crate) fn is_too_many(&self) -> bool {
        self.list.len() > MAX_TOKENS || self.unlisted > 0
    }
}

/// The tokens by which to rank, with their counts in `scan`; and, if these are not all, how many words of the query
/// they are. Tokens that occur in the fewest files come first, those of the query's first line before all others, and
/// those that occur in no file last: a log has few of the tree's names among many ids and times.
pub(crate) fn keep_rarest(tokens: Tokens, scan: &mut Scan) -> (Tokens, Option<QueryWords>) {
    if !tokens.is_too_many() {
        return (tokens, None);
    }
    let mut files = vec![0_u32; tokens.len()];
    for (token, _) in scan.files.iter().flat_map(|file| &file.counts) {
        files[usize::from(*token)] += 1;
    }
    let first_line = tokens.list.first().map_or(0, |token| token.line);
    let rank = |id: &u16| {
        let (token, files) = (&tokens.list[usize::from(*id)], files[usize::from(*id)]);
        (files == 0, token.line != first_line, files, *id)
    };
    let mut ids: Vec<u16> = (0..).take(tokens.len()).collect();
    ids.sort_unstable_by_key(rank);
    ids.truncate(MAX_TOKENS);
    ids.sort_unstable();
    let occurs = |id: &&u16| {
        let id = usize::from(**id);
        files[id] > 0 && !tokens.list[id].joined
    };
    let words = QueryWords {
        used: ids.iter().filter(occurs).count() as u64,
        of: (tokens.words + tokens.unlisted) as u64,
    };
    let mut new_ids = vec![None; tokens.len()];
    for (new, id) in (0..).zip(&ids) {
        new_ids[usize::from(*id)] = Some(new);
    }
    renumber(scan, &new_ids);
    (tokens.kept(&ids), Some(words))
}

impl QueryWords {
    /// The note about a long query.
    pub(crate) fn note(self) -> String {
        let Self { used, of } = self;
        format!(
            "the query has {of} different words: of those that occur in a file, the {used} rarest were used"
        )
    }
}

/// Gives each token its new index, and drops the counts of those that have none.
pub(super) fn renumber(scan: &mut Scan, new_ids: &[Option<u16>]) {
    for file in &mut scan.files {
        let counts = std::mem::take(&mut file.counts).into_iter();
        let in_code = std::mem::take(&mut file.in_code);
        let kept = counts.zip(in_code).filter_map(|((token, count), in_code)| {
            let token = new_ids[usize::from(token)]?;
            Some(((token, count), in_code))
        });
        let mut kept: Vec<((u16, u32), u32)> = kept.collect();
        kept.sort_unstable();
        (file.counts, file.in_code) = kept.into_iter().unzip();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::scan::FileCounts;

    /// Of a query with `names` on its first line and many words that occur nowhere after it, the tokens that are kept
    /// if `files` files contain each name and the last word.
    fn check(names: &str, files: u32, expect: (&[&str], u64, u64)) {
        let noise: String = (0..5_000).map(|n| format!("{n:x}f{n:x}\n")).collect();
        let tokens = Tokens::of(&format!("\n{names}\n{noise}zebra"));
        let known =
            |at: usize| names.contains(&*tokens.list[at].text) || tokens.list[at].text == "zebra";
        let counts: Vec<(u16, u32)> =
            (0..tokens.len()).filter(|at| known(*at)).map(|at| (at as u16, 1)).collect();
        let file = |file: u32| FileCounts {
            file,
            words: 9,
            in_code: counts.iter().map(|_| 1).collect(),
            counts: counts.clone(),
            ..FileCounts::default()
        };
        let mut scan = Scan { files: (0..files).map(file).collect(), ..Scan::default() };
        let (kept, words) = keep_rarest(tokens, &mut scan);
        assert!(kept.len() <= MAX_TOKENS);
        let mut found: Vec<&str> = Vec::new();
        for (token, _) in scan.files.iter().take(1).flat_map(|file| &file.counts) {
            found.push(&kept.list[usize::from(*token)].text);
        }
        let words = words.map(|words| (words.used, words.of)).unwrap_or_default();
        assert_eq!((&*found, words.0, words.1), expect, "{names}");
    }

    #[test]
    fn the_names_of_the_tree_are_kept_wherever_they_are() {
        check("engine boost", 2, (&["engine", "boost", "zebra"], 3, 5_003));
        check("", 1, (&["zebra"], 1, 5_001));
        check("engine", 0, (&[], 0, 5_002));
    }

    #[test]
    fn a_short_query_is_used_as_a_whole() {
        let mut scan = Scan::default();
        let (kept, words) = keep_rarest(Tokens::of("engine boost"), &mut scan);
        assert_eq!((kept.len(), words), (3, None));
    }
}
