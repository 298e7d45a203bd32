//! The commands: one file each, and one row here.

pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod explore;
pub(crate) mod init;
pub(crate) mod mcp;
pub(crate) mod models;
pub(crate) mod replay;
pub(crate) mod research;
pub(crate) mod schema;
pub(crate) mod search;
pub(crate) mod verify;
#[cfg(feature = "nats")]
pub(crate) mod worker;

use crate::args::Command;
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::stop::Stop;

/// Does what the caller asked for.
pub(crate) async fn run(
    command: Command,
    terminal: &Terminal,
    stop: &Stop,
) -> Result<Exit, Failure> {
    match command {
        Command::Explore(explore) => explore.run(terminal, stop).await,
        Command::Search(search) => search.run(terminal, stop).await,
        Command::Research(research) => research.run(terminal, stop).await,
        #[cfg(feature = "nats")]
        Command::Worker(worker) => worker.run(terminal, stop).await,
        Command::Verify(verify) => verify.run(terminal, stop).await,
        Command::Replay(replay) => replay.run(terminal, stop).await,
        Command::Mcp(mcp) => mcp.run(terminal, stop).await,
        Command::Schema(schema) => schema.run(),
        Command::Models(models) => models.run(terminal),
        Command::Init(init) => init.run(terminal, stop).await,
        Command::Doctor(doctor) => doctor.run(terminal, stop).await,
        Command::Completions(completions) => completions.run(),
    }
}
