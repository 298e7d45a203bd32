//! `one`: one question to one arm, in a process whose time and memory are its own.

use std::path::PathBuf;

use clap::Args;
use firsthand::{Cancel, Intent};
use firsthand_eval::{Arm, ArmQuestion, ask_arm};

use crate::failure::Failure;
use crate::{print, read};

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
        let arm = self.arm.parse().map_err(Failure::usage)?;
        let Arm::BuiltIn(built_in) = arm else {
            return Err(Failure::usage("a program is a process of its own already"));
        };
        let question = ArmQuestion {
            root: &self.root,
            query: &read(&self.query_file)?,
            intent: self.intent,
            query_file: &self.query_file,
        };
        let answer = ask_arm(built_in, &question, cancel);
        let answer = answer.map_err(|why| Failure::work(format!("the arm failed: {why}")))?;
        let text = serde_json::to_string(&answer).map_err(Failure::work)?;
        print(&(text + "\n"))
    }
}
