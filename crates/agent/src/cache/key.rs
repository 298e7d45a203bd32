//! The key of a cached report.

use super::CacheScope;
use crate::run::model_name;
use crate::{Parts, TRANSCRIPT_VERSION, Task, ToolSpec, prompt};

/// 128 bits of a BLAKE3 hash of everything that a report depends on, except the files:
///
/// - the session, the root, and the view ([`CacheScope`]);
/// - the question, with folded white space. Case matters: `Foo` and `foo` are different names;
/// - the intent, the model's name, the policy ([`Policy::cache_key`](crate::Policy::cache_key)), and the budgets;
/// - this crate's version, the transcript's version, the system prompt, and the tools' descriptions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReportKey([u8; 16]);

impl ReportKey {
    /// A key from other bytes, for hosts that cache something else.
    #[must_use]
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The hash.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    pub(super) fn of(
        task: &Task,
        parts: &Parts,
        specs: &[ToolSpec],
        policy: String,
        scope: &CacheScope,
    ) -> Self {
        let query = query_words(&task.query).collect::<Vec<_>>().join(" ");
        let json = |value: serde_json::Result<String>| value.unwrap_or_default();
        let fields = [
            env!("CARGO_PKG_VERSION").to_owned(),
            TRANSCRIPT_VERSION.to_string(),
            prompt::SYSTEM.to_owned(),
            json(serde_json::to_string(specs)),
            json(serde_json::to_string(&parts.budgets)),
            scope.session.clone(),
            scope.root.clone(),
            scope.view.clone(),
            query,
            task.intent.to_string(),
            model_name(parts),
            policy,
        ];
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"report");
        for field in &fields {
            let length = field.len() as u64;
            hasher
                .update(&length.to_le_bytes())
                .update(field.as_bytes());
        }
        let mut bytes = [0; 16];
        hasher.finalize_xof().fill(&mut bytes);
        Self(bytes)
    }
}

/// The words of a question, by which questions are compared.
pub(super) fn query_words(query: &str) -> impl Iterator<Item = &str> {
    query.split_whitespace()
}
