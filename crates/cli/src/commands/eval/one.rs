//! `eval one`: one question to one arm, in a process whose time and memory are its own.

use std::path::PathBuf;

use clap::Args;
use firsthand::Intent;
use firsthand_eval::{Arm, ArmError, Ask, one};

use super::arm_named;
use crate::args::Purpose;
use crate::failure::{Exit, Failure, Measuring};
use crate::input;
use crate::output::print_json;
use crate::stop::Stop;

#[derive(Args, Debug)]
pub(super) struct One {
    #[arg(long)]
    arm: String,
    #[arg(long)]
    root: PathBuf,
    #[arg(long)]
    query_file: PathBuf,
    #[command(flatten)]
    purpose: Purpose,
}

impl One {
    pub(super) async fn run(self, stop: &Stop) -> Result<Exit, Failure> {
        let Arm::Own(row) = arm_named(&self.arm)? else {
            let why = ArmError::Failed("a program is a process of its own already".to_owned());
            return Err(Failure::Eval(Measuring::One(why)));
        };
        let (query, _) = input::document(&self.query_file, stop).await?;
        let cancel = stop.0.clone();
        let intent: Intent = self.purpose.intent.unwrap_or_default();
        let found = stop.or_blocking(move || {
            let ask = Ask {
                root: &self.root,
                query: &query,
                intent,
                query_file: &self.query_file,
            };
            one(row, &ask, &cancel).map_err(|why| Failure::Eval(Measuring::One(why)))
        });
        print_json(&found.await?)?;
        Ok(Exit::Done)
    }
}
