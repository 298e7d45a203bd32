//! A service that keeps one code graph and answers many clients at once: a client sends a
//! question over a socket, and receives a report as JSON. It runs no model: the selection is the search's result.
//! The search for a client stops when the client disconnects, or after a time limit.
//!
//! `cargo run -p firsthand --example service`

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::Duration;

use firsthand::codegraph::{Graph, Options, Query, SearchResult};
use firsthand::registry::{
    Observation, ObservationKind, Registry, Source, Span, SpanError, Window,
};
use firsthand::render::{self, json};
use firsthand::source::fs::{Globs, Walk};
use firsthand::validator::{Action, Coverage, RunFacts, Selection, verify};
use firsthand::{Cancel, Intent, StopReason, VerifiedReport};
use firsthand_testkit::PlantedTree;

const QUESTIONS: [&str; 3] = [PlantedTree::QUESTION, "book_refund", "refund the order"];

struct Service<'t> {
    graph: Graph,
    walk: Walk<'t>,
    stop: Cancel,
    /// Called with the search's text before the report is made, to edit a file.
    after_search: &'t (dyn Fn(&str) + Sync),
}

impl Service<'_> {
    /// Answers the next `clients` connections, each in a thread of its own.
    fn run(&self, socket: &TcpListener, clients: usize) -> io::Result<()> {
        thread::scope(|threads| {
            for client in socket.incoming().take(clients) {
                let client = client?;
                threads
                    .spawn(move || self.serve(&client).inspect_err(|error| eprintln!("{error}")));
            }
            Ok(())
        })
    }

    fn serve(&self, mut client: &TcpStream) -> io::Result<()> {
        let mut lines = BufReader::new(client.try_clone()?.take(4096));
        let mut question = String::new();
        lines.read_line(&mut question)?;
        let cancel = self.stop.after(Duration::from_secs(5));
        let disconnected = cancel.clone();
        let watch = thread::spawn(move || {
            lines.read_line(&mut String::new()).map(|_| disconnected.cancel())
        });
        let report = self.answer(question.trim(), &cancel).map_err(io::Error::other)?;
        client.write_all(json(&report, &render::Options::default()).as_bytes())?;
        client.shutdown(Shutdown::Both)?;
        watch.join().map(drop).map_err(|_| io::Error::other("the watch failed"))
    }

    fn answer(&self, question: &str, cancel: &Cancel) -> Result<VerifiedReport, SpanError> {
        let found = self.graph.search(&Query::new(question), cancel);
        let mut facts = RunFacts::new(self.graph.workspace().to_string(), question);
        facts.coverage = coverage(&found);
        if cancel.is_cancelled() {
            facts.stats.stop_reason = StopReason::Cancelled;
        }
        let windows = found.regions.into_iter().map(|region| {
            let span = Span::redacted(region.path, &region.file, region.range)?;
            Ok(Window::new(span).with_hits(region.hits))
        });
        let windows = windows.collect::<Result<_, _>>()?;
        let seen = Observation::new(Source::GRAPH, ObservationKind::Symbols, windows);
        let mut registry = Registry::new();
        let (ids, text) = registry.see(&seen);
        (self.after_search)(&text);
        let selection = Selection {
            primary_candidate_ids: ids.iter().map(ToString::to_string).collect(),
            missing_coverage: found.notes.into_iter().map(Into::into).collect(),
            recommended_primary_action: Action::TargetedGapSearch,
            ..Selection::default()
        };
        let read = |path: &_| self.walk.read(path, 2 << 20).ok();
        Ok(verify(&registry, Some(&selection), Intent::Locate, facts, read))
    }
}

fn coverage(found: &SearchResult) -> Coverage {
    Coverage {
        patterns: 1,
        files_seen: found.stats.files_seen,
        files_skipped: found.stats.files_skipped,
        truncated: found.stats.truncated,
        losses: found.stats.losses,
        ..Coverage::default()
    }
}

fn ask(service: SocketAddr, question: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(service)?;
    writeln!(stream, "{question}")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn main() -> Result<(), Box<dyn Error>> {
    let tree = PlantedTree::new()?;
    let excludes = [PlantedTree::EXCLUDED];
    let globs = Globs::excluding(tree.root(), excludes)?;
    let options = Options { excludes: excludes.map(str::to_owned).into(), ..Options::default() };
    let (seen, all_searched) = (Mutex::new(String::new()), Barrier::new(QUESTIONS.len()));
    let service = Service {
        graph: Graph::open(tree.root(), options)?,
        walk: Walk::new(tree.root(), &globs),
        stop: Cancel::new(),
        after_search: &|text| {
            seen.lock().unwrap_or_else(|lock| lock.into_inner()).push_str(text);
            all_searched.wait();
            tree.rewrite();
        },
    };
    let socket = TcpListener::bind("127.0.0.1:0")?;
    let address = socket.local_addr()?;
    let reports = thread::scope(|threads| {
        let client_threads =
            QUESTIONS.map(|question| threads.spawn(move || ask(address, question)));
        service.run(&socket, QUESTIONS.len())?;
        let reports = client_threads
            .into_iter()
            .map(|client| client.join().map_err(|_| io::Error::other("a client failed"))?);
        reports.collect::<io::Result<Vec<String>>>()
    })?;
    let seen = seen.lock().map_err(|_| "a client's thread failed")?;
    for report in &reports {
        tree.check_text(&seen, report);
    }
    println!("{} clients were answered", reports.len());

    // A stopped service does not search, and does not report that nothing was found.
    service.stop.cancel();
    let stopped = Service { after_search: &|_| {}, ..service };
    let report = stopped.answer(QUESTIONS[0], &stopped.stop)?;
    assert_eq!(report.facts().stats.stop_reason, StopReason::Cancelled);
    assert!(report.body().primary.is_empty() && report.body().action != Action::SkipExploreResult);
    Ok(())
}
