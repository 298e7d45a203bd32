//! Git repositories for tests, in a folder of mirrors.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use firsthand_eval::Trees;
use tempfile::TempDir;

/// A temporary folder of repositories and trees.
pub(crate) struct TestRepositories {
    folder: TempDir,
}

impl TestRepositories {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The trees, exported from these repositories.
    pub(crate) fn trees(&self) -> Trees {
        Trees::open(self.path("trees"))
            .unwrap()
            .mirrors(self.path("mirrors"))
    }

    /// Creates a repository without a commit.
    pub(crate) fn repository(&self, name: &str) -> Repository {
        let path = self.path("mirrors").join(name);
        std::fs::create_dir_all(&path).unwrap();
        let repository = Repository { path };
        repository.git(&["init", "-q"], b"");
        repository
    }

    /// Creates the repository `owner/shop`, and returns its only commit.
    pub(crate) fn shop(&self) -> String {
        let repository = self.repository("owner+shop");
        repository.write("src/basket.ts", &basket());
        repository.write("src/store.ts", STORE);
        repository.write(
            "src/basket.test.ts",
            "test('addArticle', () => addArticle())\n",
        );
        repository.commit()
    }
}

const STORE: &str = "const shelf = new Map()\n\nexport function persist(basket) {\n  shelf.set(basket.id, basket)\n}\n";

/// Line 60 declares `addArticle`.
fn basket() -> String {
    let mut text = "// nothing here\n".repeat(59);
    text += "export function addArticle(basket, article) {\n  basket.push(article)\n  persist(basket)\n}\n";
    text
}

pub(crate) struct Repository {
    pub(crate) path: PathBuf,
}

impl Repository {
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Commits the work tree and the index.
    pub(crate) fn commit(&self) -> String {
        self.git(&["add", "-A"], b"");
        self.commit_index()
    }

    pub(crate) fn commit_index(&self) -> String {
        let tree = self.git(&["write-tree"], b"");
        self.commit_tree(&tree)
    }

    pub(crate) fn commit_tree(&self, tree: &str) -> String {
        self.git(&["commit-tree", tree, "-m", "a commit"], b"")
    }

    /// Runs git in the repository without the user's configuration, and returns its output.
    pub(crate) fn git(&self, args: &[&str], input: &[u8]) -> String {
        let none = Path::new("/dev/null");
        let mut child = Command::new("git")
            .current_dir(&self.path)
            .args(["-c", "user.name=a", "-c", "user.email=a@b.invalid"])
            .args(["-c", "core.protectNTFS=false"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", none)
            .env("GIT_CONFIG_SYSTEM", none)
            .env_remove("GIT_DIR")
            .env_remove("GIT_INDEX_FILE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "git {args:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}
