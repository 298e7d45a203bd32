//! Receipts of absence in a repository in memory.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use async_trait::async_trait;
use firsthand_agent::{CallContext, Tool, ToolError, ToolOutput, ToolSpec};
use firsthand_registry::{Receipt, lines_of};
use firsthand_source::{Control, Losses, NoReceipt, SearchAccount, SearchedPattern, TreeState};
use serde_json::{Value, json};

use super::{FakeRepo, spec, string};

/// `prove {text}`: a receipt where no line contains the text; it shows nothing else.
#[derive(Clone, Debug)]
pub struct Prove(pub FakeRepo);

impl FakeRepo {
    /// The receipt of a plain scan for the text; its control is the first word of a file.
    ///
    /// # Errors
    /// A [`NoReceipt`] where a line contains the text, or nothing else is there.
    pub fn absent(&self, text: &str) -> Result<Receipt, NoReceipt> {
        let files = self.files();
        let mut state = DefaultHasher::new();
        let (mut matches, mut control) = (0, None);
        for (path, bytes) in &*files {
            (path, bytes).hash(&mut state);
            for (number, line) in (1_u32..).zip(lines_of(bytes)) {
                let line = String::from_utf8_lossy(line);
                matches += u64::from(line.contains(text));
                if let Some(word) = line.split_whitespace().next() {
                    let found = || Control::new(word.to_owned(), path.clone(), number, 1);
                    control.get_or_insert_with(found);
                }
            }
        }
        Receipt::of(SearchAccount {
            pattern: SearchedPattern::plain(text).with_case(true),
            scope: Vec::new(),
            tree: TreeState::new(format!("{:x}", state.finish())),
            files: files.len() as u64,
            not_searched: Vec::new(),
            masked_lines: 0,
            control,
            matches,
            losses: Losses::default(),
        })
    }
}

#[async_trait]
impl Tool for Prove {
    fn spec(&self) -> ToolSpec {
        let text = json!({"text": {"type": "string"}});
        spec("prove", "Proves that a text stands nowhere.", &text)
    }

    async fn call(&self, arguments: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let receipt = self.0.absent(&string(&arguments, "text")?);
        let receipt = receipt.map_err(|why| ToolError::Answer(why.to_string()))?;
        Ok(ToolOutput { receipts: vec![receipt], ..ToolOutput::default() })
    }
}
