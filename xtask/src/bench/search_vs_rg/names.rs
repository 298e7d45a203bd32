//! Draws a random sample of declared names from a tree, reproducible by a seed.
#![allow(clippy::disallowed_methods)] // It draws from the files of the tree.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::Bench;
use crate::command::command;

/// Shorter words are seldom names.
const MIN_LETTERS: usize = 4;
/// The most files that are tried for each requested name.
const MAX_TRIES_PER_NAME: usize = 60;

/// Draws names from a tree.
pub(super) struct Sample<'b> {
    bench: &'b Bench,
    files: Vec<PathBuf>,
    /// The state of the random number generator (xorshift).
    random: u64,
}

impl<'b> Sample<'b> {
    pub(super) fn new(bench: &'b Bench, seed: u64) -> Result<Sample<'b>> {
        let listed = command("rg")
            .args(["--files", "--sort", "path"])
            .arg(&bench.tree)
            .output()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let files = listed.lines().map(PathBuf::from).collect();
        let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Ok(Sample {
            bench,
            files,
            random,
        })
    }

    /// Draws names that at most `max_files` files contain, each from a file that declares it.
    pub(super) fn rare(&mut self, count: usize, max_files: usize) -> Result<Vec<String>> {
        self.draw(count, |sample, file, name| {
            Ok(
                sample.is_declared(name, Some(file))?
                    && sample.count_files_with(name)? <= max_files,
            )
        })
    }

    /// Draws names that more than `min_files` files contain and that are declared somewhere, each from a file that
    /// uses it.
    pub(super) fn common(&mut self, count: usize, min_files: usize) -> Result<Vec<String>> {
        self.draw(count, |sample, _, name| {
            Ok(sample.count_files_with(name)? > min_files && sample.is_declared(name, None)?)
        })
    }

    /// Draws at most `count` distinct words for which `fits` is true, each from a file that contains it.
    fn draw(
        &mut self,
        count: usize,
        fits: impl Fn(&Self, &Path, &str) -> Result<bool>,
    ) -> Result<Vec<String>> {
        let mut names = Vec::new();
        let mut seen = BTreeSet::new();
        for _ in 0..count * MAX_TRIES_PER_NAME {
            if names.len() == count {
                break;
            }
            let Some((file, name)) = self.random_word() else {
                continue;
            };
            if seen.insert(name.clone()) && fits(self, &file, &name)? {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// A random word of a random file.
    fn random_word(&mut self) -> Option<(PathBuf, String)> {
        if self.files.is_empty() {
            return None;
        }
        let at = self.random_below(self.files.len());
        let file = self.files[at].clone();
        let text = std::fs::read_to_string(&file).ok()?;
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let words: Vec<&str> = words
            .filter(|word| {
                word.len() >= MIN_LETTERS && !word.starts_with(|c: char| c.is_ascii_digit())
            })
            .collect();
        let at = self.random_below(words.len().max(1));
        let word = words.get(at)?;
        Some((file, (*word).to_owned()))
    }

    fn random_below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % limit
    }

    /// Whether the code graph finds a declaration of the name: in the file, if one is given, or else anywhere.
    fn is_declared(&self, name: &str, file: Option<&Path>) -> Result<bool> {
        let args = ["search", "--symbol", name, "--relation", "definition"];
        let output = self.bench.firsthand(&args).output()?;
        if !matches!(output.status.code(), Some(0 | 3)) {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        let found: Value =
            serde_json::from_slice(&output.stdout).context("the answer is no JSON")?;
        let regions = found["regions"].as_array().into_iter().flatten();
        let mut declarations = regions.filter(|region| region["symbol"].is_object());
        let Some(file) = file else {
            return Ok(declarations.next().is_some());
        };
        let path = file.strip_prefix(&self.bench.tree)?.to_string_lossy();
        Ok(declarations.any(|region| region["path"] == *path))
    }

    fn count_files_with(&self, word: &str) -> Result<usize> {
        count_files_with(&self.bench.tree, word)
    }
}

/// How many files of a tree contain a word.
pub(super) fn count_files_with(tree: &Path, word: &str) -> Result<usize> {
    let output = command("rg")
        .args(["-l", "-w", "-F", "--", word])
        .arg(tree)
        .output()?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().count())
}
