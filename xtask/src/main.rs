//! The project's own tasks, run as `cargo xtask <task>`. What CI runs is `cargo xtask ci`.
//!
//! One task is one file and one variant of [`Task`]; one tidy rule is one row in the table of `tidy.rs`.

#![allow(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files, and on folders below the target"
)]

mod api;
mod ci;
mod command;
mod dist;
mod fuzz;
mod generated;
mod install;
mod invariants;
mod laws;
mod mutants;
mod nextest;
mod packages;
mod picture;
mod project;
mod tidy;
mod tree;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;

use command::script;

/// The project's own tasks
#[derive(Parser)]
#[command(name = "cargo xtask", arg_required_else_help = true)]
enum Task {
    /// Run everything that CI checks, or only the named steps
    Ci {
        #[arg(value_parser = PossibleValuesParser::new(ci::step_names()))]
        steps: Vec<String>,
        /// Run the other steps after one that failed, too
        #[arg(long)]
        keep_going: bool,
        /// Run dist, breaks, mutants and fuzz, too
        #[arg(long)]
        nightly: bool,
    },
    /// Check the project's policy
    Tidy,
    /// Run the lint that keeps the project generic over this workspace, or over files
    Guard { paths: Vec<PathBuf> },
    /// Run the tests that bear a law's name, with many cases
    Invariants {
        #[arg(value_parser = PossibleValuesParser::new(laws::LAWS.iter().map(|law| law.name)))]
        laws: Vec<String>,
        #[arg(long, default_value_t = 1024)]
        cases: u32,
        /// Another one in each run, unless it is given
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Break rules on purpose, one at a time: some law's test must fail
    Breaks { names: Vec<String> },
    /// Break the crates that keep the laws and see whether tests notice (needs cargo-mutants)
    Mutants {
        packages: Vec<String>,
        /// A part of the mutants, as K/N
        #[arg(long)]
        shard: Option<String>,
    },
    /// Look for inputs that break a fuzz target (needs cargo-fuzz and a nightly toolchain)
    Fuzz {
        targets: Vec<String>,
        /// For each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
        #[arg(long, default_value_t = 1)]
        seed: u32,
        #[arg(long)]
        address_sanitizer: bool,
    },
    /// Write the public API of the crates to api/
    Api,
    /// Write the packages for registries anew
    Packages,
    /// Write anew how the HTML pages look in a browser
    Pages,
    /// Draw the README's picture of a terminal from a real run
    Picture,
    /// Build what a release ships for this machine, or run one task of that
    Dist {
        #[command(subcommand)]
        task: Option<dist::Task>,
    },
    /// Write the results' types for Python and TypeScript
    Types {
        /// The program that prints the schemas, instead of building it
        #[arg(long)]
        program: Option<PathBuf>,
    },
    /// Hand the grammars' features on to the crates that are built on the code graph
    Languages,
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Ci { steps, keep_going, nightly } => ci::run(&steps, keep_going, nightly),
        Task::Tidy => tidy::check().map(|note| println!("{note}")),
        Task::Guard { paths } => ci::guard(&paths),
        Task::Invariants { laws, cases, seed } => invariants::run(&laws, cases, seed),
        Task::Breaks { names } => command::run(script("breaks.py").args(names)),
        Task::Mutants { packages, shard } => mutants::run(&packages, shard.as_deref()),
        Task::Fuzz { targets, seconds, seed, address_sanitizer } => {
            fuzz::run(&targets, seconds, seed, address_sanitizer)
        }
        Task::Api => api::run(),
        Task::Packages => tidy::packages::run(),
        Task::Types { program } => {
            let program = program.map_or_else(ci::built_program, Ok);
            program.and_then(|program| command::run(script("write_types.py").arg(program)))
        }
        Task::Pages => ci::write_looks(),
        Task::Picture => picture::run(),
        Task::Dist { task } => dist::run(task),
        Task::Languages => tidy::grammars::run(),
    };
    if let Err(error) = result {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
