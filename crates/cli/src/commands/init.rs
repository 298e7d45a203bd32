//! `init`: sets Firsthand up in the coding agents on this host.

mod page;

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use firsthand_setup::{Choice, Machine, Plan, generic_setup, plan, set_up, undo};
use serde_json::{Value, json};

use crate::args::{PlainOutputArgs, Root};
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::root::machine;
use crate::stop::Stop;

const AFTER_HELP: &str = "\
Examples:
  firsthand init                       # what it would write, and where
  firsthand init --write
  firsthand init --client codex --client zed --write
  firsthand init --client other        # what to add by hand to an agent that is not listed
  firsthand init --user --allow --write
  firsthand init --undo
  firsthand init --undo --from ../old-name   # in a project that was moved or renamed

init writes the server entry, a sub-agent that runs the command line (built-in ones see no servers)
and a skill to the home folder, for you alone and for all projects. It writes the lines that every
session reads, and Cursor's entry, to the project, for everyone who works on it. It keeps existing
content: it adds an entry beside the others and puts the lines between markers. A second run changes
nothing. --undo restores every file byte for byte; if a file was changed since, it removes only what
init added.

--allow is known for Claude Code, Codex, Gemini CLI, opencode and Grok Build; --hook for Claude Code, Codex and
Gemini CLI. Both are printed like every other change, and --undo takes them back.

Exit codes: 0 done, or nothing to do, 1 a client could not be set up, or --undo left a file
as it is.";

/// Set Firsthand up in the coding agents on this machine; without --write, print what that would change
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Init {
    /// Set up only this coding agent; may be repeated; any other name prints what to add by hand [default: all detected agents]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = ClientName)]
    client: Vec<String>,
    /// Write the changes
    #[arg(long, conflicts_with = "undo")]
    write: bool,
    /// Write the lines for every session to your own files, for all projects, and not to the project
    #[arg(long, conflicts_with = "undo")]
    user: bool,
    /// Allow the server's tools and `firsthand explore` and `search`, so that no prompt stops the first call
    #[arg(long, conflicts_with = "undo")]
    allow: bool,
    /// Add a hook: a search for several guessed words gets the note that one question may do
    #[arg(long, conflicts_with = "undo")]
    hook: bool,
    /// Undo earlier changes
    #[arg(long)]
    undo: bool,
    /// With --undo: the folder in which this project was when it was set up, if it was moved since
    #[arg(long, value_name = "OLD_ROOT", requires = "undo")]
    from: Option<PathBuf>,
    #[command(flatten)]
    root: Root,
    #[command(flatten)]
    output: PlainOutputArgs,
}

/// Any agent that is not listed.
const OTHER: &str = "other";

fn client_names() -> impl Iterator<Item = &'static str> {
    firsthand_setup::clients().iter().map(|client| client.name.as_str()).chain([OTHER])
}

/// Reads any name, since there are more agents than the known ones, which the help lists.
#[derive(Clone)]
struct ClientName;

impl TypedValueParser for ClientName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(client_names().map(PossibleValue::new)))
    }
}

impl Init {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let machine = machine(self.root.explicit())?;
        if self.undo {
            self.undo(&machine, terminal, stop).await
        } else {
            self.set_up(&machine, terminal, stop).await
        }
    }

    async fn set_up(
        self,
        machine: &Machine,
        terminal: &Terminal,
        stop: &Stop,
    ) -> Result<Exit, Failure> {
        let (owned_machine, write) = (machine.clone(), self.write);
        let mut choice = Choice::of(self.client);
        (choice.user, choice.allow, choice.hook) = (self.user, self.allow, self.hook);
        let is_unknown = |name: &&String| !client_names().any(|known| known == **name);
        let unknown: Vec<String> = choice.clients.iter().filter(is_unknown).cloned().collect();
        let is_other = !unknown.is_empty() || choice.clients.iter().any(|name| name == OTHER);
        let plan = stop
            .or_blocking(move || {
                let plan = if write { set_up } else { plan };
                plan(&owned_machine, &choice)
                    .map_err(|why| Failure::setup(&owned_machine.records, &why))
            })
            .await?;
        let by_hand =
            (is_other || plan.clients.is_empty()).then(|| generic_setup(&machine.command));
        self.output.print(&plan_json(&plan, by_hand.as_ref(), write), || {
            let page = page::plan_page(&plan, machine, write, terminal.stdout);
            page + &by_hand.as_ref().map_or_else(String::new, page::by_hand)
        })?;
        if plan.clients.is_empty() && !is_other {
            terminal.note("no known client is on PATH, in the home folder or in the project");
            terminal.hint("--client NAME sets one up nevertheless; --help lists the names");
        }
        if !unknown.is_empty() {
            let names = unknown.join(", ");
            terminal.note(&format!("not known here: {names}; --help lists the names"));
        }
        let failed = plan.clients.iter().any(|one| one.problem.is_some());
        Ok(if failed { Exit::Failed } else { Exit::Done })
    }

    async fn undo(
        self,
        machine: &Machine,
        terminal: &Terminal,
        stop: &Stop,
    ) -> Result<Exit, Failure> {
        let (owned_machine, names) = (machine.clone(), self.client.clone());
        let from = self.from.map(|from| std::path::absolute(&from).unwrap_or(from));
        let (undone, files_in_other_projects) = stop
            .or_blocking(move || {
                undo(&owned_machine, &names, from.as_deref())
                    .map_err(|why| Failure::setup(&owned_machine.records, &why))
            })
            .await?;
        let file = |(file, outcome): &(String, _)| json!({"file": file, "undone": outcome});
        let files: Vec<Value> = undone.iter().map(file).collect();
        self.output.print(&json!({"schema": "firsthand.init/1", "undone": files}), || {
            page::undo_page(&undone, terminal.stdout)
        })?;
        if files_in_other_projects > 0 {
            let (one, more) = ("file in other projects stays", "files in other projects stay");
            let stay = firsthand::registry::count(files_in_other_projects, one, more);
            terminal.note(&format!("{stay}; --undo in that project takes back what is there"));
        }
        let skipped = page::has_skipped(&undone) && self.client.is_empty();
        Ok(if skipped { Exit::Failed } else { Exit::Done })
    }
}

fn plan_json(plan: &Plan, by_hand: Option<&(Value, &str)>, written: bool) -> Value {
    let client = |one: &firsthand_setup::ClientPlan| {
        let problem = one.problem.as_ref();
        let problem = problem.map(|(file, why)| json!({"file": file, "why": why.to_string()}));
        json!({
            "client": one.client.name,
            "found": one.found,
            "steps": one.steps,
            "problem": problem,
        })
    };
    let clients: Vec<Value> = plan.clients.iter().map(client).collect();
    let by_hand = by_hand.map(|(entry, lines)| json!({"entry": entry, "lines": lines}));
    json!({"schema": "firsthand.init/1", "written": written, "clients": clients, "by_hand": by_hand})
}
