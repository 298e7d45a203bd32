//! `one`: one question to one arm, in a process whose time and memory are its own.

use std::path::PathBuf;

use clap::Args;
use firsthand::Cancel;
use firsthand::Intent;
use firsthand_eval::{Arm, ArmError, ArmQuestion, ask_arm};

use crate::failure::Failure;
use crate::{print_json, read};

#[derive(Args, Debug)]
pub(crate) struct One {
    #[arg(long)]
    arm: String,
    #[arg(long)]
    root: PathBuf,
    #[arg(long)]
    query_file: PathBuf,
    #[arg(long, default_value_t)]
    intent: Intent,
}

impl One {
    pub(crate) fn run(&self, cancel: &Cancel) -> Result<(), Failure> {
        let Arm::BuiltIn(built_in) = self.arm.parse().map_err(Failure::Arm)? else {
            let why = ArmError::Failed("a program is a process of its own already".to_owned());
            return Err(Failure::One(why));
        };
        let question = ArmQuestion {
            root: &self.root,
            query: &read(&self.query_file)?,
            intent: self.intent,
            query_file: &self.query_file,
        };
        print_json(&ask_arm(built_in, &question, cancel).map_err(Failure::One)?)
    }
}
