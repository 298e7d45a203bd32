//! The roots of a question by a search server: the clones of the repositories that it names.

use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::providers::{Candidate, Zoekt};
use firsthand::{RootName, Workspace};
use firsthand_history::History;
use firsthand_source::{RepoPath, join_at_most};

use crate::failure::Failure;
use crate::paint::Terminal;
use crate::stop::Stop;

/// The most clones that one question searches.
const MAX_CLONES: usize = 20;
/// The most names of repositories in one note.
const MAX_NAMED: usize = 10;

/// Where the roots of a question are chosen from.
#[derive(Args, Debug)]
#[command(next_help_heading = "Scope")]
pub(crate) struct Clones {
    /// Search the clones of the repositories that this zoekt server names for the question
    #[arg(
        long,
        value_name = "URL",
        hide_short_help = true,
        requires = "clones",
        conflicts_with = "root"
    )]
    zoekt: Option<String>,
    /// The folder of these clones: DIR/github.com/OWNER/NAME or DIR/OWNER/NAME
    #[arg(
        long,
        value_name = "DIR",
        hide_short_help = true,
        requires = "zoekt",
        value_parser = super::folder()
    )]
    clones: Option<PathBuf>,
}

/// The repositories that a server named, as far as they are not all searched.
#[derive(Default)]
struct Left {
    /// Those without a clone.
    absent: Vec<String>,
    /// Those after [`MAX_CLONES`] others.
    further: Vec<String>,
    /// Searched ones, whose clone is not known to be at the commit that the server searched.
    elsewhere: Vec<String>,
}

impl Clones {
    /// The clones that a server chooses for a question and guessed words, with notes of what is left out; `None` without
    /// a server. What is in them is then read as in every root, and nothing that the server says of it.
    pub(crate) async fn chosen(
        &self,
        question: &str,
        words: &[String],
        terminal: &Terminal,
        stop: &Stop,
    ) -> Result<Option<Workspace>, Failure> {
        let (Some(address), Some(folder)) = (&self.zoekt, &self.clones) else {
            return Ok(None);
        };
        let failed = |why| {
            Failure::failed(why)
                .hint("--zoekt takes the address of `zoekt-webserver -rpc`: http://127.0.0.1:6070")
        };
        let server = Zoekt::open(address).map_err(|why| failed(why.to_string()))?;
        let found = stop.or(async {
            server.candidates(question, words).await.map_err(|why| failed(why.to_string()))
        });
        let found = found.await?;
        let (roots, left) = choose(&found.repositories, folder);
        if found.left_out > 0 {
            let count = found.left_out;
            terminal.loss(&format!("the server left out {count} files or shards of its index"));
        }
        left.note(folder, terminal);
        if roots.is_empty() {
            let named = found.repositories.len();
            return Err(no_clone(named, folder));
        }
        let names: Vec<String> = roots.iter().map(|(name, _)| name.to_string()).collect();
        terminal.note(&format!(
            "the server names, and these clones are searched: {}",
            join_at_most(&names, MAX_NAMED)
        ));
        Ok(Some(Workspace::of(roots)?))
    }
}

/// None of the repositories that the server names has a clone.
fn no_clone(named: usize, folder: &Path) -> Failure {
    if named == 0 {
        return Failure::nothing_found("the server names no repository for this question");
    }
    Failure::failed(format!("of {named} repositories that the server names none is searched"))
        .hint(format!("clone them below {}; Firsthand does not", folder.display()))
}

/// The clones of the first repositories that have one, with the names of their roots: those of the repositories, with `+`
/// for `/`.
fn choose(named: &[Candidate], clones: &Path) -> (Vec<(RootName, PathBuf)>, Left) {
    let (mut roots, mut left) = (Vec::<(RootName, PathBuf)>::new(), Left::default());
    for Candidate { name, commit, .. } in named {
        let root = RootName::near(&name.replace('/', "+"));
        let Some((root, folder)) = root.zip(clone_of(name, clones)) else {
            left.absent.push(name.clone());
            continue;
        };
        // No file is searched twice: a clone may have two names, or lie in another.
        let is_taken = |(taken, other): &(RootName, PathBuf)| {
            *taken == root || folder.starts_with(other) || other.starts_with(&folder)
        };
        if roots.len() == MAX_CLONES || roots.iter().any(is_taken) {
            left.further.push(name.clone());
            continue;
        }
        if commit.is_some() && *commit != head(&folder) {
            left.elsewhere.push(name.clone());
        }
        roots.push((root, folder));
    }
    (roots, left)
}

/// The clone of a repository below a folder, with or without the part of its name before the first `/`. A server's text
/// and a link in a clone lead to no other folder.
fn clone_of(name: &str, clones: &Path) -> Option<PathBuf> {
    let clones = clones.canonicalize().ok()?;
    let paths = [Some(name), name.split_once('/').map(|(_, path)| path)];
    let folders = paths.into_iter().flatten().filter_map(|path| {
        let path = RepoPath::new(path).ok()?;
        clones.join(path).canonicalize().ok()
    });
    let mut clone = folders.filter(|it| it.starts_with(&clones) && it.join(".git").exists());
    clone.next()
}

/// The commit that a clone is at.
fn head(folder: &Path) -> Option<String> {
    History::open(folder).ok()??.head().ok()
}

impl Left {
    fn note(self, folder: &Path, terminal: &Terminal) {
        let folder = folder.display();
        for (why, names) in [
            (format!("not searched, without a clone in {folder}"), self.absent),
            (format!("not searched, after {MAX_CLONES} clones or since their files are"), self.further),
            (
                "not known to be at the commit that the server searched; what is cited is the clone's"
                    .to_owned(),
                self.elsewhere,
            ),
        ] {
            if !names.is_empty() {
                let count = names.len();
                terminal.loss(&format!("repositories {why}: {count}: {}", join_at_most(&names, MAX_NAMED)));
            }
        }
    }
}
