//! `worker`: runs stages of research runs that other processes request.

use std::sync::Arc;

use clap::Args;
use firsthand_research::nats::{NatsBus, WorkOutcome, Worker as NatsWorker};
use firsthand_research::{BusError, Key, Stage};

use super::research::stages;
use crate::args::{Roots, RunArgs, name_parser};
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::settings::Settings;
use crate::stop::Stop;

const AFTER_HELP: &str = "\
Examples:
  firsthand worker --nats nats://10.0.0.7:4222 --root ~/shop
  firsthand worker --nats nats://10.0.0.7:4222 --stages execute
  firsthand research \"who calls parse_args\" --nats nats://10.0.0.7:4222";

/// Run stages of research runs that other processes request over a NATS server with JetStream
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Worker {
    /// The address of the NATS server
    #[arg(long, value_name = "URL")]
    nats: String,
    /// The stages to run: classify, route, execute, assess, synthesize [default: all]
    #[arg(long, value_name = "STAGES", value_delimiter = ',', hide_possible_values = true, value_parser = name_parser::<Stage>(Stage::ALL.map(Stage::name)))]
    stages: Vec<Stage>,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    run_args: RunArgs,
}

impl Worker {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let settings = Settings::load()?;
        let roots = self.roots.find(terminal)?;
        let (_, repo_stages, model) = stages(&roots, &self.run_args, &settings, terminal)?;
        let failed = |why: BusError| Failure::failed(format!("{}: {why}", self.nats));
        let bus = NatsBus::connect(&self.nats, &repo_stages).await;
        let served_stages =
            if self.stages.is_empty() { Stage::ALL.to_vec() } else { self.stages.clone() };
        let note_terminal = *terminal;
        let worker = NatsWorker::new(bus.map_err(failed)?, Arc::new(repo_stages), served_stages)
            .with_model(model)
            .with_observer(move |key, outcome| note_terminal.note(&stage_message(key, outcome)));
        terminal.note(&format!("serving {roots} at {}", self.nats));
        worker.serve(&stop.0).await.map_err(failed)?;
        Ok(Exit::Done)
    }
}

fn stage_message(key: &Key, outcome: WorkOutcome) -> String {
    let (stage, id) = (key.stage.name(), &key.loop_id);
    let what = match outcome {
        WorkOutcome::Published => "done",
        WorkOutcome::Superseded => "another one was quicker",
        WorkOutcome::OtherTree => "refused, it is of another tree",
        WorkOutcome::Requeued => "given back",
    };
    format!("{stage} of {id}: {what}")
}
