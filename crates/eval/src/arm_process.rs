//! Asks one arm one question, in a subprocess where nothing has to be shared with this process.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use firsthand::Cancel;
use serde::{Deserialize, Serialize};

use crate::arm::{Arm, ArmContext, ArmError, ArmQuestion, ArmSpec, RequiredModel};
use crate::found::Found;
use crate::process::{ProcessOutput, peak_kib, run};
use crate::trace::{TimedEvent, Trace};

/// The output of `firsthand-eval one`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProcessAnswer {
    /// The files and places that the arm found.
    pub found: Found,
    /// The events of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TimedEvent>,
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
    let trace = Arc::new(Trace::without_journal());
    let context = ArmContext {
        id: "",
        trace: &trace,
        explorer: None,
        timeout: Duration::MAX,
        cancel,
    };
    let found = (arm.find)(question, &context)?;
    Ok(ProcessAnswer {
        found,
        events: trace.events(),
        peak_kib: peak_kib("self"),
    })
}

/// The time and memory that an answer or a failure took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) elapsed: Duration,
    pub(crate) peak_kib: Option<u64>,
}

/// Runs an arm: in a subprocess if it is built in and needs no model, and else in this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArmRunner<'a> {
    /// The program whose command `one` is the subprocess.
    pub(crate) program: &'a Path,
}

impl ArmRunner<'_> {
    /// Asks the arm the question; returns its answer or its failure, with the cost.
    pub(crate) fn find(
        &self,
        arm: &Arm,
        question: &ArmQuestion<'_>,
        context: &ArmContext<'_>,
    ) -> (Result<Found, ArmError>, Cost) {
        let start = std::time::Instant::now();
        let (found, output) = match arm {
            Arm::Command(template) => template.find(question, context.timeout, context.cancel),
            Arm::BuiltIn(built_in) if built_in.needs == RequiredModel::Nothing => {
                find_in_subprocess(self.program, built_in, question, context)
            }
            Arm::BuiltIn(built_in) => ((built_in.find)(question, context), None),
        };
        let cost = Cost {
            elapsed: output
                .as_ref()
                .map_or_else(|| start.elapsed(), |output| output.elapsed),
            peak_kib: output.and_then(|output| output.peak_kib),
        };
        (found, cost)
    }
}

/// Runs the arm in a subprocess.
fn find_in_subprocess(
    program: &Path,
    arm: &ArmSpec,
    question: &ArmQuestion<'_>,
    context: &ArmContext<'_>,
) -> (Result<Found, ArmError>, Option<ProcessOutput>) {
    let mut command = Command::new(program);
    command
        .args(["one", "--arm", arm.name, "--intent", question.intent.name()])
        .arg("--root")
        .arg(question.root)
        .arg("--query-file")
        .arg(question.query_file);
    let mut output = match run(&mut command, context.timeout, context.cancel) {
        Ok(output) => output,
        Err(error) => return (Err(error), None),
    };
    let answer = output.text().and_then(|text| {
        serde_json::from_str::<ProcessAnswer>(text)
            .map_err(|error| ArmError::Failed(format!("its answer cannot be read: {error}")))
    });
    let found = answer.map(|answer| {
        // The peak that the process reports about itself is more accurate than the sampled one.
        output.peak_kib = answer.peak_kib.or(output.peak_kib);
        context.trace.extend(answer.events);
        answer.found
    });
    (found, Some(output))
}
