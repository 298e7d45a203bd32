//! One question to one arm in a process of its own: what that process answers, and how it is asked.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use firsthand::Cancel;
use serde::{Deserialize, Serialize};

use crate::arm::{Arm, ArmError, Ask, Row};
use crate::found::Found;
use crate::process::{Ran, peak_kib, run};

/// What `firsthand-eval one` prints.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct One {
    /// What was found.
    pub found: Found,
    /// The greatest resident set of the whole process, in KiB, where the system tells.
    pub peak_kib: Option<u64>,
}

/// Asks an arm of ours, in this process, which should do nothing else: its memory is measured.
///
/// # Errors
/// An [`ArmError`].
pub fn one(row: &Row, ask: &Ask<'_>, cancel: &Cancel) -> Result<One, ArmError> {
    let found = row.find(ask, cancel)?;
    Ok(One {
        found,
        peak_kib: peak_kib("self"),
    })
}

/// What it took to find, or to fail.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) elapsed: Duration,
    pub(crate) peak_kib: Option<u64>,
}

/// How arms are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'a> {
    /// The program that answers `one`; without it, arms of ours run in this process.
    pub(crate) program: Option<&'a Path>,
    pub(crate) timeout: Duration,
}

impl Manner<'_> {
    pub(crate) fn find(
        &self,
        arm: &Arm,
        ask: &Ask<'_>,
        cancel: &Cancel,
    ) -> (Result<Found, ArmError>, Cost) {
        let start = std::time::Instant::now();
        let (found, ran) = match (arm, self.program) {
            (Arm::Command(template), _) => template.find(ask, self.timeout, cancel),
            (Arm::Own(row), Some(program)) => self.apart(program, row, ask, cancel),
            (Arm::Own(row), None) => (row.find(ask, cancel), None),
        };
        let cost = Cost {
            elapsed: ran
                .as_ref()
                .map_or_else(|| start.elapsed(), |ran| ran.elapsed),
            peak_kib: ran.and_then(|ran| ran.peak_kib),
        };
        (found, cost)
    }

    fn apart(
        &self,
        program: &Path,
        row: &Row,
        ask: &Ask<'_>,
        cancel: &Cancel,
    ) -> (Result<Found, ArmError>, Option<Ran>) {
        let mut command = Command::new(program);
        command
            .args(["one", "--arm", row.name, "--intent", ask.intent.name()])
            .arg("--root")
            .arg(ask.root)
            .arg("--query-file")
            .arg(ask.query_file);
        let mut ran = match run(&mut command, self.timeout, cancel) {
            Ok(ran) => ran,
            Err(error) => return (Err(error), None),
        };
        let one = ran.text().and_then(|text| {
            serde_json::from_str::<One>(text)
                .map_err(|error| ArmError::Failed(format!("its answer cannot be read: {error}")))
        });
        let found = one.map(|one| {
            // What the process says of itself at its end is surer than what was seen of it.
            ran.peak_kib = one.peak_kib.or(ran.peak_kib);
            one.found
        });
        (found, Some(ran))
    }
}
