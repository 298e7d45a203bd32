//! An HTTP server that runs during a suite.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result};

use crate::command::command;

pub(super) struct RunningServer {
    child: Child,
    /// The URL to which clients connect.
    pub(super) url: String,
}

impl RunningServer {
    /// Serves `root` at a free port.
    pub(super) fn start(program: &Path, root: &Path) -> Result<Self> {
        let mut server = command(program);
        server.args(["mcp", "--no-cache", "--http", "127.0.0.1:0", "--root"]).arg(root);
        let mut child = server.stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let mut first_line = String::new();
        let stderr = child.stderr.take().context("its stderr is a pipe")?;
        let mut running = Self { child, url: String::new() };
        BufReader::new(stderr).read_line(&mut first_line)?;
        let at = first_line
            .find("http://")
            .with_context(|| format!("it does not listen: {first_line}"))?;
        running.url = first_line.split_off(at).trim_end().to_owned();
        Ok(running)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
