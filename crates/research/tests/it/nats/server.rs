//! A NATS server for each test.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A running `nats-server` with JetStream on a free port; it is stopped on drop.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    _folder: TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir"])
            .arg(folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("nats-server is installed");
        let log = BufReader::new(child.stderr.take().unwrap());
        let mut lines = log.lines().map(Result::unwrap);
        let listening = "Listening for client connections on ";
        let address = lines.by_ref().find_map(|line| {
            let at = line.find(listening)?;
            Some(line[at + listening.len()..].to_owned())
        });
        let ready = lines.any(|line| line.contains("Server is ready"));
        assert!(ready, "the server did not start");
        // Reads the remaining output, so that the pipe does not fill.
        std::thread::spawn(move || lines.for_each(drop));
        let url = format!("nats://{}", address.unwrap());
        Self { child, url, _folder: folder }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
