//! Small trees for tests.

use std::path::PathBuf;

use firsthand_codegraph::{Cancel, Graph, Options, Query, Relation, SearchResult};

/// A tree in a temporary folder, which is removed when the value is dropped.
pub(crate) struct Repo {
    folder: tempfile::TempDir,
}

impl Repo {
    /// A tree with these files, each given by its path and content.
    pub(crate) fn of(files: &[(&str, &str)]) -> Repo {
        let repo = Repo {
            folder: tempfile::tempdir().unwrap(),
        };
        files
            .iter()
            .for_each(|(path, text)| repo.write(path, text.as_bytes()));
        repo
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn graph(&self) -> Graph {
        self.graph_with(Options::default())
    }

    pub(crate) fn graph_with(&self, options: Options) -> Graph {
        Graph::open(self.folder.path(), options).unwrap()
    }

    pub(crate) fn search(&self, text: &str) -> SearchResult {
        self.graph().search(&Query::new(text), &Cancel::default())
    }

    pub(crate) fn relate(&self, symbol: &str, relation: Relation) -> SearchResult {
        self.graph()
            .relate(symbol, relation, &Query::default(), &Cancel::default())
    }
}

/// Regions as `path:start-end symbol resolution`, one a line.
pub(crate) fn places(result: &SearchResult) -> String {
    let line = |region: &firsthand_codegraph::Region| {
        let symbol = region
            .symbol
            .as_ref()
            .map_or("-", |symbol| symbol.qualified.as_str());
        let resolution = region.resolution.map_or(String::new(), |r| format!(" {r}"));
        format!(
            "{}:{}-{} {symbol}{resolution}",
            region.path,
            region.range.start(),
            region.range.end()
        )
    };
    result
        .regions
        .iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Lines of an expectation without their indentation.
pub(crate) fn expected(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Callers of `symbol` in a tree.
pub(crate) fn check_callers(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let result = Repo::of(files).relate(symbol, Relation::Callers);
    assert_eq!(
        places(&result),
        expected(expect),
        "callers of {symbol}: {:?}",
        result.notes
    );
}
