//! Bash.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "bash",
    files: &[
        (
            "bin/run.sh",
            r#"#!/usr/bin/env bash
set -e
source "$(dirname "$0")/../lib/util.sh"

LIMIT=10
readonly MAX=3

# Runs.
run_job() {
  local job=$1
  log::info "$job" | count
  inner() { true; }
  if check; then clean "$LIMIT"; fi
}

function clean {
  out=$(count "$1")
}
trap clean EXIT
run_job "$@"
"#,
        ),
        ("lib/util.sh", "log::info() {\n  echo \"$*\"\n}\ncount() { wc -l; }\n"),
        ("lib/other.sh", "count() { :; }\n"),
    ],
    queries: &[
        (Callers, "run_job"),
        (Callers, "lib/util.sh#count"),
        (Callers, "log::info"),
        (Callees, "run_job"),
        (References, "clean"),
        (References, "LIMIT"),
    ],
    expect: r"
        in bin/run.sh
            variable LIMIT 5-5
            variable MAX 6-6
            function run_job 8-14
            function run_job::inner 12-12
            function clean 16-18
        in lib/util.sh
            function log::info 1-3
            function count 4-4
        in lib/other.sh
            function count 1-1
        callers of run_job
            bin/run.sh:19-20 - scope
        callers of lib/util.sh#count
            bin/run.sh:8-14 run_job import
            bin/run.sh:16-18 clean import
        callers of log::info
            bin/run.sh:8-14 run_job import
        callees of run_job
            lib/util.sh:1-3 log::info import
            lib/util.sh:4-4 count import
            bin/run.sh:16-18 clean scope
        references of clean
            bin/run.sh:8-14 run_job scope
            bin/run.sh:19-20 - scope
        references of LIMIT
            bin/run.sh:8-14 run_job scope
    ",
};
