//! `init`: sets Firsthand up in the coding agents on this host.

mod page;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use firsthand_setup::{Machine, Plan, plan, set_up, undo};
use serde_json::{Value, json};

use crate::args::{PlainOutputArgs, Root};
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::root;
use crate::stop::Stop;

const AFTER_HELP: &str = "\
Examples:
  firsthand init                       # what it would write, and where
  firsthand init --write
  firsthand init --client codex --client zed --write
  firsthand init --undo
  firsthand init --undo --from ../old-name   # in a project that was moved or renamed

init writes the server entry, a sub-agent that runs the command line (built-in ones see no servers)
and a skill to the home folder, for you alone and for all projects. It writes the lines that every
session reads, and Cursor's entry, to the project, for everyone who works on it. It keeps existing
content: it adds an entry beside the others and puts the lines between markers. A second run changes
nothing. --undo restores every file byte for byte; if a file was changed since, it removes only what
init added.

Exit codes: 0 done, or nothing to do, 1 a client could not be set up, or --undo left a file
as it is, 3 no client found.";

/// Set Firsthand up in the coding agents on this machine; without --write, print what that would change
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Init {
    /// Set up only this coding agent; may be repeated [default: all detected agents]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = clients())]
    client: Vec<String>,
    /// Write the changes
    #[arg(long, conflicts_with = "undo")]
    write: bool,
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

fn clients() -> PossibleValuesParser {
    PossibleValuesParser::new(
        firsthand_setup::clients()
            .iter()
            .map(|client| client.name.as_str()),
    )
}

impl Init {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let machine = machine(self.root.explicit())?;
        match self.undo {
            true => self.undo(&machine, terminal, stop).await,
            false => self.set_up(&machine, terminal, stop).await,
        }
    }

    async fn set_up(
        self,
        machine: &Machine,
        terminal: &Terminal,
        stop: &Stop,
    ) -> Result<Exit, Failure> {
        let (owned_machine, names, write) = (machine.clone(), self.client, self.write);
        let plan = stop
            .or_blocking(move || {
                let plan = if write { set_up } else { plan };
                plan(&owned_machine, &names)
                    .map_err(|why| Failure::Setup(owned_machine.records.clone(), why))
            })
            .await?;
        self.output.print(&plan_json(&plan, write), || {
            page::plan_page(&plan, machine, write, terminal.stdout)
        })?;
        if plan.clients.is_empty() {
            terminal.note("no client is set up in the home folder or in the project");
            terminal.hint("--client NAME sets one up nevertheless; --help lists the names");
            return Ok(Exit::NothingFound);
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
        let from = self
            .from
            .map(|from| std::path::absolute(&from).unwrap_or(from));
        let (undone, files_in_other_projects) = stop
            .or_blocking(move || {
                undo(&owned_machine, &names, from.as_deref())
                    .map_err(|why| Failure::Setup(owned_machine.records.clone(), why))
            })
            .await?;
        let file = |(file, outcome): &(String, _)| json!({"file": file, "undone": outcome});
        let files: Vec<Value> = undone.iter().map(file).collect();
        self.output.print(
            &json!({"schema": "firsthand.init/1", "undone": files}),
            || page::undo_page(&undone, terminal.stdout),
        )?;
        if files_in_other_projects > 0 {
            let files = firsthand::registry::count(files_in_other_projects, "file", "files");
            terminal.note(&format!(
                "{files} in other projects stay as they are; --undo in that project takes them back"
            ));
        }
        let skipped = page::has_skipped(&undone) && self.client.is_empty();
        Ok(if skipped { Exit::Failed } else { Exit::Done })
    }
}

fn plan_json(plan: &Plan, written: bool) -> Value {
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
    json!({"schema": "firsthand.init/1", "written": written, "clients": clients})
}

/// The paths of this host, with the explicit project or the current one.
fn machine(explicit: Option<&Path>) -> Result<Machine, Failure> {
    let no_home = || Failure::Setup(PathBuf::from("~"), std::io::Error::other("unknown").into());
    let base = directories::BaseDirs::new().ok_or_else(no_home)?;
    let own = directories::ProjectDirs::from("", "", "firsthand").ok_or_else(no_home)?;
    let home = base.home_dir();
    let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
    let top = explicit.map_or_else(root::default_root, Path::to_owned);
    // The home folder and the folders above it are not projects.
    let project = top.canonicalize().ok().filter(|top| !home.starts_with(top));
    Ok(Machine {
        home,
        settings: base.config_dir().to_owned(),
        project,
        records: own.data_local_dir().to_owned(),
        command: program_command(),
        variable: |name| {
            let folder = PathBuf::from(std::env::var_os(name)?);
            folder.is_absolute().then_some(folder)
        },
    })
}

/// The command that starts this program: its name if PATH finds it, or else its path.
fn program_command() -> String {
    let Ok(own) = std::env::current_exe() else {
        return "firsthand".to_owned();
    };
    let name = format!("firsthand{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let first = std::env::split_paths(&folders)
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file());
    match first.is_some_and(|path| root::is_same_path(&path, &own)) {
        true => "firsthand".to_owned(),
        false => own.to_string_lossy().into_owned(),
    }
}
