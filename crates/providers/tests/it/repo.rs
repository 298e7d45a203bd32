//! A repository on disk that a model explores with the real tools.

use std::sync::Arc;

use firsthand_agent::validator::{Intent, VerifiedReport};
use firsthand_agent::{Cancel, ExploreError, Explored, Model, Parts, Task, explore};
use firsthand_providers::Builtin;
use firsthand_tools::{ToolOptions, Toolbox};

pub(crate) struct Repo(tempfile::TempDir);

impl Repo {
    #[expect(clippy::disallowed_methods, reason = "the test makes its repository")]
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(root)
    }

    pub(crate) async fn ask(&self, query: &str, intent: Intent) -> VerifiedReport {
        self.ask_with(&["search_code", "grep", "read_file", "list_files"], query, intent).await
    }

    pub(crate) async fn ask_with(
        &self,
        tools: &[&str],
        query: &str,
        intent: Intent,
    ) -> VerifiedReport {
        self.explore(Arc::new(Builtin::new()), tools, query, intent, Cancel::new())
            .await
            .unwrap()
            .report
    }

    /// Explores with any model.
    pub(crate) async fn explore(
        &self,
        model: Arc<dyn Model>,
        tools: &[&str],
        query: &str,
        intent: Intent,
        cancel: Cancel,
    ) -> Result<Explored, ExploreError> {
        self.explore_task(model, tools, Task::new(query, intent, "."), cancel).await
    }

    /// Answers a question with words that the caller guessed.
    pub(crate) async fn ask_with_words(&self, query: &str, words: &[&str]) -> VerifiedReport {
        let task = Task::new(query, Intent::Locate, ".").with_words(words.iter().copied());
        let tools = ["search_code", "grep", "read_file", "list_files"];
        self.explore_task(Arc::new(Builtin::new()), &tools, task, Cancel::new())
            .await
            .unwrap()
            .report
    }

    async fn explore_task(
        &self,
        model: Arc<dyn Model>,
        tools: &[&str],
        task: Task,
        cancel: Cancel,
    ) -> Result<Explored, ExploreError> {
        let toolbox = Toolbox::open(self.0.path(), ToolOptions::default()).unwrap();
        let parts = Parts {
            tools: tools.iter().filter_map(|name| toolbox.tool(name)).collect(),
            cancel,
            ..Parts::new(model, toolbox.files())
        };
        explore(task, &parts).await
    }
}
