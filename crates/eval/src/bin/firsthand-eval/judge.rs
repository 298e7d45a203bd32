//! `judge`: models compare the answers of main agents in pairs, without knowing the arms, in both orders.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::Cancel;
use firsthand_eval::{JudgeError, ModelSource, Opinion, judge};

use crate::failure::Failure;
use crate::{print, read, read_merged};

#[derive(Args, Debug)]
pub(crate) struct Judge {
    /// Journals of `run --main`: the first arm is compared with each other one
    #[arg(value_name = "FILE", required = true)]
    journals: Vec<PathBuf>,
    /// A judge, as SERVICE:NAME; may be repeated
    #[arg(long, value_name = "MODEL", required = true)]
    model: Vec<String>,
    /// The address of a judge, in the order of the judges
    #[arg(long, value_name = "URL")]
    url: Vec<String>,
    /// Opinions, a JSON line each as it comes; what stands there already is not asked again
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Judge {
    pub(crate) fn run(&self, quiet: bool, cancel: &Cancel) -> Result<(), Failure> {
        let measured = read_merged(&self.journals)?;
        let earlier = if self.out.exists() {
            read(&self.out)?
        } else {
            String::new()
        };
        let lines = earlier.lines().map(serde_json::from_str::<Opinion>);
        let earlier: Vec<Opinion> = lines.filter_map(Result::ok).collect();
        let mut asked = 0;
        for (index, name) in self.model.iter().enumerate() {
            let url = self.url.get(index).map(String::as_str);
            let source = ModelSource::open(name, url).map_err(Failure::usage)?;
            let mut on_opinion = |opinion: Opinion| {
                asked += 1;
                let written = append(&self.out, &opinion);
                written.map_err(|why| JudgeError::Failed(why.to_string()))
            };
            let judged = judge(
                &source,
                &measured.records,
                &earlier,
                cancel,
                &mut on_opinion,
            );
            let (pairs, failed) = judged?;
            if pairs == 0 {
                let none = "no two arms have answers of a main agent to one task";
                return Err(Failure::usage(none).hint("`run --main MODEL` with two arms has some"));
            }
            for (why, count) in failed.iter().filter(|_| !quiet) {
                eprintln!("note: {count} not judged by {name}: {why}");
            }
        }
        print(&format!(
            "{asked} opinion(s), besides {} from before\n",
            earlier.len()
        ))
    }
}

/// Appends an opinion to a file that the caller names.
fn append(path: &Path, opinion: &Opinion) -> io::Result<()> {
    let line = serde_json::to_string(opinion).map_err(io::Error::other)? + "\n";
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.append(true).create(true).open(path)?;
    file.write_all(line.as_bytes())
}
