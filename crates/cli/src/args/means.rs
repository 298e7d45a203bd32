//! What every run takes.

use clap::Args;

use super::{Cache, Files};

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

/// Who explores.
#[derive(Args, Debug)]
pub(crate) struct Who {
    /// Who explores; `firsthand models` lists them [default: builtin; env: FIRSTHAND_MODEL]
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// Where the model is, for a server of your own: http://127.0.0.1:8080/v1; the key goes there
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
}
