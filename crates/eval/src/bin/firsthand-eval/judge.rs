//! `judge`: models compare the answers of main agents in pairs, without knowing the arms, in both orders.

use std::path::PathBuf;

use clap::Args;
use firsthand::Cancel;
use firsthand_eval::{JudgeError, ModelSource, Opinion, judge, judged_table, opinion_line, pairs};

use crate::failure::Failure;
use crate::{append, print, read_if_present, read_merged};

#[derive(Args, Debug)]
pub(crate) struct Judge {
    /// Journals of `run --main`: the first arm is compared with each other one
    #[arg(value_name = "FILE", required = true)]
    journals: Vec<PathBuf>,
    /// A judge, as SERVICE:NAME; with two of them their agreement is printed
    #[arg(long, value_name = "MODEL", required = true)]
    model: Vec<String>,
    /// The address of a judge, in the order of the judges
    #[arg(long, value_name = "URL")]
    url: Vec<String>,
    /// Opinions, a JSON line each as it comes; what stands there already is not asked again
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Judge {
    pub(crate) fn run(&self, quiet: bool, cancel: &Cancel) -> Result<(), Failure> {
        let (_, measured) = read_merged(&self.journals)?;
        let pairs = pairs(&measured.records);
        if pairs.is_empty() {
            return Err(Failure::NoPair);
        }
        let earlier = self.out.as_deref().map(read_if_present).transpose()?;
        let earlier = earlier.unwrap_or_default();
        let mut opinions: Vec<Opinion> = earlier.lines().filter_map(Opinion::read).collect();
        for (index, name) in self.model.iter().enumerate() {
            let url = self.url.get(index).map(String::as_str);
            let source = ModelSource::open(name, url).map_err(Failure::Model)?;
            let before = opinions.clone();
            let mut on_opinion = |opinion: Opinion| {
                let written = self
                    .out
                    .as_deref()
                    .map(|path| append(path, &opinion_line(&opinion)));
                opinions.push(opinion);
                let written = written.unwrap_or(Ok(()));
                written.map_err(|why| JudgeError::Failed(why.to_string()))
            };
            let failed = judge(&source, &pairs, &before, cancel, &mut on_opinion);
            for (why, count) in failed.map_err(Failure::Judge)? {
                if !quiet {
                    eprintln!("note: {count} not judged by {name}: {why}");
                }
            }
        }
        print(&judged_table(&opinions))
    }
}
