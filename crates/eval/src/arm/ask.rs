//! Asks one arm one question: a program and a built-in arm without a language model in a process of its own, so that
//! time and memory are those of a whole process; the others in this one.

use std::io::Write as _;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use firsthand::Cancel;
use serde::{Deserialize, Serialize};

use super::{Arm, ArmContext, ArmError, ArmQuestion, ArmSpec, RequiredModel, command};
use crate::found::Found;
use crate::process::{Cost, peak_kib, run};
use crate::trace::{RunEvent, Trace};

/// The output of `firsthand-eval one`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProcessAnswer {
    /// The files and places that the arm found.
    pub found: Found,
    /// The events of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<RunEvent>,
    /// The peak resident set size of the whole process, in KiB, where the system reports it.
    pub peak_kib: Option<u64>,
}

/// Asks a built-in arm in this process. The process should do nothing else, because its peak memory is measured.
///
/// # Errors
/// An [`ArmError`].
pub fn ask_arm(
    arm: &ArmSpec,
    question: &ArmQuestion<'_>,
    cancel: &Cancel,
) -> Result<ProcessAnswer, ArmError> {
    let context = ArmContext {
        id: String::new(),
        trace: Arc::new(Trace::without_journal()),
        explorer: None,
        program: std::path::PathBuf::new(),
        timeout: Duration::MAX,
        cancel: cancel.clone(),
    };
    let found = (arm.find)(question, &context)?;
    Ok(ProcessAnswer { found, events: context.trace.events(), peak_kib: peak_kib("self") })
}

impl Arm {
    /// Asks the arm the question, and records its report as an event; returns its answer or its failure, with the cost.
    pub(crate) fn ask(
        &self,
        question: &ArmQuestion<'_>,
        context: &ArmContext,
    ) -> (Result<Found, ArmError>, Cost) {
        let start = Instant::now();
        let (found, cost) = match self {
            Self::BuiltIn(spec) if spec.needs != RequiredModel::Nothing => {
                let found = (spec.find)(question, context);
                (found, Cost::since(start))
            }
            _ => self.ask_process(question, context),
        };
        if let Ok(found) = &found
            && found.report.is_some()
        {
            context.trace.record(RunEvent::Reported(found.clone()));
        }
        (found, cost)
    }

    fn ask_process(
        &self,
        question: &ArmQuestion<'_>,
        context: &ArmContext,
    ) -> (Result<Found, ArmError>, Cost) {
        let query_file = tempfile::NamedTempFile::new().and_then(|mut file| {
            file.write_all(question.query.as_bytes())?;
            Ok(file)
        });
        let query_file = match query_file {
            Ok(file) => file,
            Err(why) => return (Err(ArmError::failed(why)), Cost::default()),
        };
        let mut command = match self {
            Self::Command(template) => template.command(question.root, query_file.path()),
            Self::BuiltIn(spec) => {
                let mut command = Command::new(&context.program);
                command.args(["one", "--arm", spec.name, "--intent", question.intent.name()]);
                command.arg("--root").arg(question.root);
                command.arg("--query-file").arg(query_file.path());
                command
            }
        };
        let (text, mut cost) = run(&mut command, context.timeout, &context.cancel);
        let found = text.and_then(|text| {
            if matches!(self, Self::Command(_)) {
                return command::read(&text, question.root);
            }
            let answer: ProcessAnswer = serde_json::from_str(&text)
                .map_err(|error| ArmError::Failed(format!("its answer cannot be read: {error}")))?;
            // The peak that the process reports about itself is more accurate than the sampled one.
            cost.peak_kib = answer.peak_kib.or(cost.peak_kib);
            context.trace.extend(answer.events);
            Ok(answer.found)
        });
        (found, cost)
    }
}
