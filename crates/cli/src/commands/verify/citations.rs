//! `verify --citations`: checks the citations of documents.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use firsthand::codegraph::{Graph, Options, language_of};
use firsthand::registry::{count, escape};
use firsthand::source::RepoPath;
use firsthand::source::fs::{Globs, ReadError, Root};
use firsthand::validator::{Declarations, Declared};
use firsthand::{Cancel, GraphDeclarations, RepoSettings};
use firsthand_citations::{
    Baseline, Checked, CheckedBy, CheckedCitation, CitationState, Code, Fixed, Lock, check,
    documents, fix, sarif,
};

use super::fix::write;
use super::{OutputFormat, Verify, label, state_label};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::paint::{Terminal, TextStyle, print, print_json};
use crate::stop::Stop;

/// The name of the lock file, in the root.
pub(in crate::commands) const LOCK_FILE: &str = "citations.lock";

/// The documents at some paths, and the check of their citations.
pub(in crate::commands) struct Checking {
    pub(in crate::commands) root: PathBuf,
    pub(in crate::commands) code: RepoCode,
    pub(in crate::commands) lock: Lock,
    /// What of the repository's settings is not honoured.
    notes: Vec<String>,
}

impl Checking {
    /// Reads the lock file of the root, if there is one.
    pub(in crate::commands) fn open(root: &Path) -> Result<Self, Failure> {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let graph = Graph::open(&root, Options::default());
        let graph = graph.map_err(|why| Failure::lock(why.to_string()))?;
        let lock = match Root::open(&root).read(LOCK_FILE, MAX_LOCK_BYTES) {
            Ok(bytes) => Lock::parse(&String::from_utf8_lossy(&bytes)),
            Err(ReadError::Missing | ReadError::Folder) => Ok(Lock::default()),
            Err(why) => return Err(Failure::lock(format!("{LOCK_FILE} cannot be read: {why}"))),
        };
        let lock = lock.map_err(|why| Failure::lock(format!("{LOCK_FILE}: {why}")))?;
        let lock = lock.of_present(|document| root.join(document).exists());
        let settings = RepoSettings::of_root(&root);
        let elsewhere = settings.cited_elsewhere.iter().map(String::as_str);
        let elsewhere = Globs::excluding(Path::new(""), elsewhere);
        let elsewhere = elsewhere.map_err(|why| Failure::lock(why.to_string()))?;
        let code = RepoCode { graph, elsewhere };
        Ok(Self { root, code, lock, notes: settings.notes })
    }

    pub(in crate::commands) fn check(&self, paths: &[PathBuf]) -> Result<Checked, Failure> {
        Ok(check(&self.root, &self.documents(paths)?, &self.code, &self.lock))
    }

    /// The same check, after the citations that have moved are rewritten.
    fn fix(&self, paths: &[PathBuf], baseline: &Baseline) -> Result<Fixed, Failure> {
        Ok(fix(&self.root, &self.documents(paths)?, &self.code, &self.lock, baseline))
    }

    fn documents(&self, paths: &[PathBuf]) -> Result<Vec<RepoPath>, Failure> {
        let mut all = BTreeSet::new();
        for path in paths {
            all.extend(documents(&self.root, &self.located(path), &self.code)?);
        }
        Ok(all.into_iter().collect())
    }

    /// Where a document or a folder is: below the working folder, if it is there and in the root, or else below the root.
    fn located(&self, path: &Path) -> PathBuf {
        let is_here = path.canonicalize().is_ok_and(|real| real.starts_with(&self.root));
        let below_root = self.root.join(path);
        if !is_here && below_root.exists() { below_root } else { path.to_owned() }
    }
}

/// The largest lock file that is read.
const MAX_LOCK_BYTES: u64 = 64 << 20;

/// The code of a repository.
pub(in crate::commands) struct RepoCode {
    graph: Graph,
    /// The cited paths that are of other repositories.
    elsewhere: Globs,
}

impl Declarations for RepoCode {
    fn of(&self, path: &str, text: &[u8]) -> Arc<Vec<Declared>> {
        GraphDeclarations(&self.graph).of(path, text)
    }
}

impl Code for RepoCode {
    fn is_elsewhere(&self, path: &str) -> bool {
        self.elsewhere.leave_out(path.trim_start_matches(['.', '/']))
    }

    fn knows(&self, path: &str) -> bool {
        language_of(path).is_some()
    }

    fn comments(&self, path: &str, text: &[u8]) -> Vec<Range<usize>> {
        self.graph.comments(path, text, &Cancel::default())
    }
}

pub(super) async fn run(args: Verify, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
    let root = args.roots.single(terminal)?;
    let (paths, rewrites, writes) = (args.citations, args.fix, !args.dry_run);
    let baseline = baseline(args.baseline.as_deref(), stop).await?;
    let (checked, root, notes) = stop
        .or_blocking(move || {
            let checking = Checking::open(&root)?;
            let checked = if rewrites {
                let fixed = checking.fix(&paths, &baseline)?;
                writes.then(|| write(&checking.root, &fixed)).transpose()?;
                fixed.checked
            } else {
                checking.check(&paths)?.accepting(baseline)
            };
            Ok((checked, checking.root, checking.notes))
        })
        .await?;
    notes.iter().for_each(|note| terminal.note(note));
    match args.format {
        OutputFormat::Json => print_json(&checked)?,
        OutputFormat::Sarif => print_json(&sarif(&checked))?,
        OutputFormat::Text => {
            let verb = if writes { "rewritten" } else { "to rewrite" };
            print(&rewritten(&checked, verb, &root, terminal))?;
            print(&page(&checked, writes, &root, terminal))?;
        }
    }
    let is_written = writes || checked.rewritten.is_empty();
    let mut citations = checked.citations.iter();
    Ok(match checked.holds && is_written {
        true => Exit::Done,
        // Documents without citations that were read are not a success.
        false
            if citations.all(|one| one.standing == CitationState::Unread)
                && checked.unread.is_empty() =>
        {
            Exit::NothingFound
        }
        false => Exit::Failed,
    })
}

/// Reads the findings of an earlier check; none where no file is named.
pub(in crate::commands) async fn baseline(
    file: Option<&Path>,
    stop: &Stop,
) -> Result<Baseline, Failure> {
    let Some(file) = file else {
        return Ok(Baseline::default());
    };
    let (text, what) = input::document(file, stop).await?;
    Baseline::parse(&text).map_err(|why| {
        Failure::usage(format!("{what} is no baseline: {why}"))
            .hint("the same check with --format json writes one")
    })
}

/// A line for each rewritten citation.
fn rewritten(checked: &Checked, verb: &str, root: &Path, terminal: &Terminal) -> String {
    let mut out = String::new();
    for one in &checked.rewritten {
        let label = label(TextStyle::Good, verb, terminal);
        let place = place(&one.document, one.line, root, terminal);
        let (before, after) = (escape(&one.before), escape(&one.after));
        let _ = writeln!(out, "{label} {place}  {before} -> {after}");
    }
    out
}

/// A place of a document, with a link where the terminal has links.
fn place(document: &RepoPath, line: u32, root: &Path, terminal: &Terminal) -> String {
    let shown = format!("{}:{line}", escape(document.as_str()));
    terminal.path(&root.into(), document.as_str(), line, &shown)
}

fn page(checked: &Checked, writes: bool, root: &Path, terminal: &Terminal) -> String {
    let mut out = String::new();
    let is_shown =
        |one: &&CheckedCitation| one.is_fault() || (one.standing == CitationState::Unread);
    for citation in checked.citations.iter().filter(is_shown) {
        line(&mut out, citation, root, terminal);
    }
    for why in &checked.unread {
        let _ = writeln!(out, "{} {}", label(TextStyle::Bad, "unread", terminal), escape(why));
    }
    let all = checked.citations.len();
    let lost = checked.citations.iter().filter(|one| one.is_fault()).count();
    let unread = checked.citations.iter().filter(is_shown).count() - lost;
    let to_rewrite = if writes { 0 } else { checked.rewritten.len() };
    let parts = [(to_rewrite, "to rewrite"), (unread, "not read")].into_iter();
    let parts = parts.filter(|(count, _)| *count > 0);
    let other: String = parts.map(|(count, what)| format!(", {count} {what}")).collect();
    let document_count = count(checked.documents, "document", "documents");
    let citations = count(all, "citation", "citations");
    let _ = match (all, lost) {
        (0, _) => writeln!(out, "Nothing to verify: no citation in {document_count}."),
        (_, 0) => writeln!(out, "{citations} in {document_count}: none is lost{other}."),
        _ => {
            let hold = if lost == 1 { "holds" } else { "hold" };
            writeln!(out, "{lost} of {citations} in {document_count} {hold} no longer.")
        }
    };
    if all > 0 || checked.ignored > 0 {
        let _ = writeln!(out, "Checked: {}.", checks(checked));
    }
    out
}

/// How many citations were checked for what.
fn checks(checked: &Checked) -> String {
    let count_where = |predicate: &dyn Fn(&CheckedCitation) -> bool| {
        checked.citations.iter().filter(|one| predicate(one)).count()
    };
    let by = |by: CheckedBy| count_where(&|one| one.by == by);
    let unread = count_where(&|one| one.standing == CitationState::Unread);
    let rows = [
        (by(CheckedBy::Quote), "by quote"),
        (by(CheckedBy::Lock), "by the lock file"),
        (by(CheckedBy::Name), "by name"),
        (by(CheckedBy::Lines) - unread, "only whether the lines exist"),
        (unread, "not read"),
        (checked.ignored, "ignored"),
        (count_where(&|one| one.accepted), "accepted by the baseline"),
    ];
    let rows = rows.iter().filter(|(count, _)| *count > 0);
    let rows: Vec<String> = rows.map(|(count, what)| format!("{count} {what}")).collect();
    rows.join(", ")
}

/// Appends the line of one citation.
fn line(out: &mut String, citation: &CheckedCitation, root: &Path, terminal: &Terminal) {
    let (style, word) = state_label(citation.standing);
    let place = place(&citation.document, citation.line, root, terminal);
    let lines = if citation.start == citation.end {
        citation.start.to_string()
    } else {
        format!("{}-{}", citation.start, citation.end)
    };
    let file = citation.file.as_ref().map_or(String::new(), |file| format!(" ({file})"));
    let now = match (&citation.now_in, citation.now.as_slice()) {
        (Some(path), [lines]) => format!(": {}:{lines}", escape(path.as_str())),
        _ => String::new(),
    };
    let _ = writeln!(
        out,
        "{} {place}  {}:{lines}{file}: {}{now}",
        label(style, word, terminal),
        escape(&citation.path),
        citation.why
    );
}
