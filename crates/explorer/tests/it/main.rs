//! The facade, as a host uses it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, reason = "tests")]

mod building;
mod changing;
mod exploring;
mod hidden;
mod own_tools;
mod planted;
mod receipts;
mod refused;
mod report_cache;
mod roots;
mod saved;
mod searching;
mod sound;

use firsthand_testkit::folder as tree;
use tempfile::TempDir;

const BELL: &str =
    "/** Rings the bell. */\nexport function ringBell(times: number) {\n  return times\n}\n";
const DOOR: &str =
    "import { ringBell } from './bell'\n\nexport function knock() {\n  return ringBell(2)\n}\n";

/// Two files, one of which calls the other.
fn repo() -> TempDir {
    tree(&[("bell.ts", BELL), ("door.ts", DOOR)])
}
