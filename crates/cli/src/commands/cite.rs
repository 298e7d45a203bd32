//! `cite`: records what the citations of documents cite.

use std::path::PathBuf;

use clap::Args;
use firsthand::registry::{count, escape};
use firsthand_citations::{CitationState, Lock};
use firsthand_setup::replace;

use super::verify::citations::{Checking, LOCK_FILE};
use crate::args::Root;
use crate::failure::{Exit, Failure};
use crate::paint::{Terminal, print};
use crate::stop::Stop;

/// The most citations that are named because they are not recorded.
const MAX_NAMED: usize = 10;

const AFTER_HELP: &str = "\
Example:
  firsthand cite --lock docs/ README.md && git add citations.lock

citations.lock has, for each citation, digests of the cited lines and of those beside them, and the
declaration around them; no text, and nothing of a line with a secret. `firsthand verify --citations`
then tells what has moved or changed since. Run it again when you have confirmed the citations: those
that stand are recorded anew, those that do not keep what was recorded of them.";

/// Record what the citations of documents cite
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Cite {
    /// Documents, or folders of documents
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write citations.lock in the root, instead of printing it
    #[arg(long)]
    lock: bool,
    #[command(flatten)]
    root: Root,
}

impl Cite {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let (root, paths) = (self.root.project(terminal)?, self.paths);
        let (root, lock, recorded, lost) = stop
            .or_blocking(move || {
                let checking = Checking::open(&root)?;
                let checked = checking.check(&paths)?;
                let new = Lock::record(&checking.root, &checked, &checking.code);
                let recorded = new.len();
                let lock = checking.lock.and(new, &checked);
                let mut lost = checked.citations;
                lost.retain(|one| one.standing > CitationState::Unanchored);
                Ok((checking.root, lock, recorded, lost))
            })
            .await?;
        let others = lock.len().saturating_sub(recorded);
        let others = if others > 0 { format!(", {others} more kept") } else { String::new() };
        let recorded = count(recorded, "citation", "citations");
        if self.lock {
            let failed = |why| Failure::lock(format!("{LOCK_FILE} cannot be written: {why}"));
            replace(&root.join(LOCK_FILE), &lock.to_json()).map_err(failed)?;
            print(&format!("{LOCK_FILE}: {recorded} recorded{others}.\n"))?;
        } else {
            print(&lock.to_json())?;
        }
        for one in lost.iter().take(MAX_NAMED) {
            let (document, path) = (escape(one.document.as_str()), escape(&one.path));
            let cited = format!("{document}:{} cites {path}:{}", one.line, one.start);
            terminal.note(&format!("not recorded: {cited}: {}", one.why));
        }
        if let Some(more @ 1..) = lost.len().checked_sub(MAX_NAMED) {
            let more = count(more, "more citation that does", "more citations that do");
            terminal.note(&format!("not recorded: {more} not stand"));
        }
        Ok(if lock.is_empty() { Exit::NothingFound } else { Exit::Done })
    }
}
