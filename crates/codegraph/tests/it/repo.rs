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
        let repo = Repo { folder: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(path, text)| repo.write(path, text.as_bytes()));
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
        self.graph().relate(symbol, relation, &Query::default(), &Cancel::default())
    }
}

/// All callers of a symbol.
pub(crate) fn callers(repo: &Repo, symbol: &str) -> SearchResult {
    let query = Query { limit: 100, ..Query::default() };
    let graph = repo.graph();
    graph.relate(symbol, Relation::Callers, &query, &Cancel::default())
}

/// Regions as `path:start-end symbol resolution`, one a line.
pub(crate) fn places(result: &SearchResult) -> String {
    let line = |region: &firsthand_codegraph::Region| {
        let symbol = region.symbol.as_ref().map_or("-", |symbol| symbol.qualified.as_str());
        let resolution = region.resolution.map_or(String::new(), |r| format!(" {r}"));
        format!(
            "{}:{}-{} {symbol}{resolution}",
            region.path,
            region.range.start(),
            region.range.end()
        )
    };
    result.regions.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Lines of an expectation without their indentation.
pub(crate) fn expected(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Callers of `symbol` in a tree.
pub(crate) fn check_callers(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let result = Repo::of(files).relate(symbol, Relation::Callers);
    assert_eq!(places(&result), expected(expect), "callers of {symbol}: {:?}", result.notes);
}

/// A tree as one text: each file follows a line `-- path`.
pub(crate) fn tree(text: &str) -> Repo {
    let files = text.split("\n-- ").filter_map(|part| part.split_once('\n'));
    let files: Vec<(&str, String)> =
        files.map(|(path, text)| (path.trim(), format!("{}\n", text.trim_end()))).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    Repo::of(&files)
}

/// The lines that a relation found, as `path:line resolution`, in the order of the files.
pub(crate) fn lines(result: &SearchResult) -> String {
    let mut found: Vec<(String, u32, String)> = if result.sites.is_empty() {
        let regions = result.regions.iter();
        let line = |region: &firsthand_codegraph::Region| {
            let resolution = region.resolution.map_or(String::new(), |r| r.to_string());
            (region.path.to_string(), region.range.start(), resolution)
        };
        regions.map(line).collect()
    } else {
        let sites = result.sites.iter();
        let line = |site: &firsthand_codegraph::Site| {
            (site.path.to_string(), site.line, site.resolution.to_string())
        };
        sites.map(line).collect()
    };
    found.sort();
    let found = found.iter();
    let found: Vec<String> =
        found.map(|(path, line, resolution)| format!("{path}:{line} {resolution}")).collect();
    found.join(", ")
}

/// Checks what relations of symbols find in the tree that `text` describes; each row is a relation, a symbol and the
/// expected lines.
pub(crate) fn check_lines(text: &str, rows: &[(Relation, &str, &str)]) {
    let repo = tree(&format!("\n{}", text.trim_start()));
    let seen: Vec<String> = rows
        .iter()
        .map(|(relation, symbol, _)| {
            let found = lines(&repo.relate(symbol, *relation));
            format!("{relation} of {symbol}: {found}")
        })
        .collect();
    let expected: Vec<String> = rows
        .iter()
        .map(|(relation, symbol, found)| format!("{relation} of {symbol}: {found}"))
        .collect();
    assert_eq!(seen.join("\n"), expected.join("\n"), "{text}");
}

/// Checks what calls symbols in the tree that `text` describes; each row is a symbol and the expected lines.
pub(crate) fn check_calls(text: &str, rows: &[(&str, &str)]) {
    let rows: Vec<(Relation, &str, &str)> =
        rows.iter().map(|(symbol, found)| (Relation::Callers, *symbol, *found)).collect();
    check_lines(text, &rows);
}
