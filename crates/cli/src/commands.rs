//! The commands: each has a file in `commands/` and a variant of [`Command`].

mod absent;
mod check_claims;
mod cite;
mod completions;
mod doctor;
mod explore;
mod extract_facts;
mod hook;
mod impact;
mod init;
mod mcp;
mod models;
mod replay;
mod research;
mod schema;
mod search;
mod verify;
#[cfg(feature = "nats")]
mod worker;

use clap::Subcommand;

pub(crate) use extract_facts::ExtractFacts;

use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::stop::Stop;

/// The commands: one row each.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Answer a question about a repository with a verified report
    Explore(explore::Explore),
    /// Search the code, or list the relations of a symbol, without a model
    Search(search::Search),
    /// Prove that a name or a pattern stands nowhere, with a receipt of what was searched
    Absent(absent::Absent),
    /// List what a change touches: callers, tests, siblings, documents
    Impact(impact::Impact),
    /// Research a broader topic in stages over code graph, text and git history
    Research(research::Research),
    /// Run stages of research runs that other processes request
    #[cfg(feature = "nats")]
    Worker(worker::Worker),
    /// Check a saved JSON report, or the citations of documents, against the repository
    Verify(verify::Verify),
    /// Check what a review, a plan or an answer states to be in the repository
    CheckClaims(check_claims::CheckClaims),
    /// Record what the citations of documents cite
    Cite(cite::Cite),
    /// Rebuild the report from a transcript, or print its events
    Replay(replay::Replay),
    /// Serve coding agents over the Model Context Protocol
    Mcp(mcp::Mcp),
    /// Print the JSON Schema of an input or output format
    Schema(schema::Schema),
    /// List the available models
    Models(models::Models),
    /// Set Firsthand up in the coding agents on this machine
    Init(init::Init),
    /// Check the installation: languages, root, settings, terminal, models, coding agents
    Doctor(doctor::Doctor),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// For the program itself.
    #[command(hide = true)]
    ExtractFacts(ExtractFacts),
    /// For the hooks of coding agents.
    #[command(hide = true)]
    Hook(hook::Hook),
}

/// Runs a command.
pub(crate) async fn run(
    command: Command,
    terminal: &Terminal,
    stop: &Stop,
) -> Result<Exit, Failure> {
    match command {
        Command::Explore(explore) => explore.run(terminal, stop).await,
        Command::Search(search) => search.run(terminal, stop).await,
        Command::Absent(absent) => absent.run(terminal, stop).await,
        Command::Impact(impact) => impact.run(terminal, stop).await,
        Command::Research(research) => research.run(terminal, stop).await,
        #[cfg(feature = "nats")]
        Command::Worker(worker) => worker.run(terminal, stop).await,
        Command::Verify(verify) => verify.run(terminal, stop).await,
        Command::CheckClaims(check_claims) => check_claims.run(terminal, stop).await,
        Command::Cite(cite) => cite.run(terminal, stop).await,
        Command::Replay(replay) => replay.run(terminal, stop).await,
        Command::Mcp(mcp) => mcp.run(terminal, stop).await,
        Command::Schema(schema) => schema.run(),
        Command::Models(models) => models.run(terminal),
        Command::Init(init) => init.run(terminal, stop).await,
        Command::Doctor(doctor) => doctor.run(terminal, stop).await,
        Command::Completions(completions) => completions.run(),
        Command::ExtractFacts(extract_facts) => extract_facts.run(),
        Command::Hook(hook) => hook.run(stop).await,
    }
}
