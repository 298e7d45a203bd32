//! What every run takes.

use clap::Args;

use super::{Cache, Files, Who};

/// Which files to look at, where to keep what was seen, and who looks.
#[derive(Args, Debug)]
pub(crate) struct Means {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) cache: Cache,
    #[command(flatten)]
    pub(crate) who: Who,
}
