//! What the code graph returns, as an observation and a report may contain it: with secrets in names replaced.

use firsthand_agent::validator::{Coverage, QueryWords};
use firsthand_codegraph::{SearchResult, TokenStat};
use firsthand_registry::{Declaration, Symbol, TokenCount};

use crate::redact_name;

/// The coverage of one search of the code graph.
#[must_use]
pub fn search_coverage(found: &SearchResult) -> Coverage {
    let words = found.query_words.as_ref();
    Coverage {
        patterns: 1,
        files_seen: found.stats.files_read,
        files_skipped: found.stats.files_skipped,
        truncated: found.stats.truncated,
        losses: found.stats.losses,
        not_searched: found.not_searched.clone(),
        query_words: words.map(|words| QueryWords { used: words.used, of: words.of }),
        ..Coverage::default()
    }
}

/// The label of a declaration.
#[must_use]
pub fn declaration_label(declaration: &firsthand_codegraph::Declaration) -> Symbol {
    Symbol {
        name: redact_name(&declaration.name).into_owned(),
        qualified: redact_name(&declaration.qualified).into_owned(),
        kind: declaration.kind.clone(),
    }
}

/// A declaration of a file as a window contains it.
#[must_use]
pub fn shown_declaration(declaration: &firsthand_codegraph::Declaration) -> Declaration {
    Declaration {
        name: redact_name(&declaration.name).into_owned(),
        kind: declaration.kind.clone(),
        range: declaration.range,
        head: Some(declaration.head),
        is_test: declaration.is_test,
    }
}

/// How many of the `searched` files contain each token, and how often.
#[must_use]
pub fn token_counts(tokens: &[TokenStat], searched: u64) -> Vec<TokenCount> {
    let of_files = u32::try_from(searched).unwrap_or(u32::MAX);
    let token = |stat: &TokenStat| TokenCount {
        token: stat.text.clone(),
        files: stat.files,
        of_files: of_files.max(stat.files),
        occurrences: stat.occurrences,
        in_code: stat.in_code,
    };
    tokens.iter().map(token).collect()
}
