//! Asks one arm one question in a separate process, and reads the answer of that process.

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

/// What `firsthand-eval one` prints.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProcessAnswer {
    /// What was found.
    pub found: Found,
    /// What happened on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TimedEvent>,
    /// The greatest resident set of the whole process, in KiB, where the system reports it.
    pub peak_kib: Option<u64>,
}

/// Asks an arm of ours, in this process, which should do nothing else: its memory is measured.
///
/// # Errors
/// An [`ArmError`].
pub fn one(
    row: &ArmSpec,
    ask: &ArmQuestion<'_>,
    cancel: &Cancel,
) -> Result<ProcessAnswer, ArmError> {
    let trace = Arc::new(Trace::without_journal());
    let setting = ArmContext {
        id: "",
        trace: &trace,
        explorer: None,
        timeout: Duration::MAX,
        cancel,
    };
    let found = row.find(ask, &setting)?;
    Ok(ProcessAnswer {
        found,
        events: trace.events(),
        peak_kib: peak_kib("self"),
    })
}

/// The time and memory of finding or failing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) elapsed: Duration,
    pub(crate) peak_kib: Option<u64>,
}

/// How arms are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessOptions<'a> {
    /// The program that answers `one`; without it, arms of ours run in this process.
    pub(crate) program: Option<&'a Path>,
}

impl ProcessOptions<'_> {
    pub(crate) fn find(
        &self,
        arm: &Arm,
        ask: &ArmQuestion<'_>,
        setting: &ArmContext<'_>,
    ) -> (Result<Found, ArmError>, Cost) {
        let start = std::time::Instant::now();
        let (found, ran) = match (arm, self.program) {
            (Arm::Command(template), _) => template.find(ask, setting.timeout, setting.cancel),
            (Arm::Own(row), Some(program)) if row.needs == RequiredModel::Nothing => {
                find_in_process(program, row, ask, setting)
            }
            (Arm::Own(row), _) => (row.find(ask, setting), None),
        };
        let cost = Cost {
            elapsed: ran
                .as_ref()
                .map_or_else(|| start.elapsed(), |ran| ran.elapsed),
            peak_kib: ran.and_then(|ran| ran.peak_kib),
        };
        (found, cost)
    }
}

/// Runs the arm in a separate process.
fn find_in_process(
    program: &Path,
    row: &ArmSpec,
    ask: &ArmQuestion<'_>,
    setting: &ArmContext<'_>,
) -> (Result<Found, ArmError>, Option<ProcessOutput>) {
    let mut command = Command::new(program);
    command
        .args(["one", "--arm", row.name, "--intent", ask.intent.name()])
        .arg("--root")
        .arg(ask.root)
        .arg("--query-file")
        .arg(ask.query_file);
    let mut ran = match run(&mut command, setting.timeout, setting.cancel) {
        Ok(ran) => ran,
        Err(error) => return (Err(error), None),
    };
    let one = ran.text().and_then(|text| {
        serde_json::from_str::<ProcessAnswer>(text)
            .map_err(|error| ArmError::Failed(format!("its answer cannot be read: {error}")))
    });
    let found = one.map(|one| {
        // What the process reports of itself at its end is surer than what was sampled.
        ran.peak_kib = one.peak_kib.or(ran.peak_kib);
        setting.trace.extend(one.events);
        one.found
    });
    (found, Some(ran))
}
