//! Runs the targets on their corpora and on mutations of them, without a fuzzer.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use firsthand_fuzz::TARGETS;

use crate::ONE_AT_A_TIME;

/// The number of mutations of each corpus file.
const MUTATIONS: u64 = 60;

/// A deterministic random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap()
    }
}

/// The data after one to three changes: a changed byte, a removed or repeated piece, a cut, or an inserted start of
/// another file.
fn mutated(data: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = data.to_vec();
    for _ in 0..=random.below(3) {
        let (at, to) = (random.below(out.len() + 1), random.below(out.len() + 1));
        let (from, to) = (at.min(to), at.max(to));
        match random.below(5) {
            0 if at < out.len() => out[at] ^= 1 << random.below(8),
            1 => drop(out.drain(from..to)),
            2 => {
                let piece = out[from..to].to_vec();
                out.splice(to..to, piece);
            }
            3 => out.truncate(at),
            _ => out
                .splice(at..at, other[..random.below(other.len() + 1)].iter().copied())
                .for_each(drop),
        }
        out.truncate(1 << 16);
    }
    out
}

/// The files of a target's corpus, in the order of their names.
fn corpus_files(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder:?} is empty");
    files
}

/// Runs a target; if it fails, the input is saved for debugging.
fn assert_holds(name: &str, target: fn(&[u8]), data: &[u8], what: &str) {
    if catch_unwind(|| target(data)).is_err() {
        let saved = std::env::temp_dir().join(format!("firsthand-fuzz-{name}"));
        fs::write(&saved, data).unwrap();
        panic!("{name} does not hold for {what}; the input is kept in {}", saved.display());
    }
}

#[test]
fn targets_hold_on_their_corpora() {
    let _alone = ONE_AT_A_TIME.lock();
    for &(name, target) in TARGETS {
        let files = corpus_files(name);
        let texts: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        let mut random = Random(0x5eed);
        for (index, (file, data)) in files.iter().zip(&texts).enumerate() {
            assert_holds(name, target, data, &file.display().to_string());
            let other = &texts[(index + 1) % texts.len()];
            for round in 0..MUTATIONS {
                let data = mutated(data, other, &mut random);
                assert_holds(name, target, &data, &format!("change {round} of {}", file.display()));
            }
        }
    }
}

/// Every target has an entry point, and every corpus has a target.
#[test]
fn every_target_has_a_corpus_and_an_entry_point() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = |folder: &str| {
        let entries = fs::read_dir(crate_folder.join(folder)).unwrap();
        let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap().path())).collect();
        names.sort();
        names
    };
    let expected: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names("corpus"), expected);
    assert_eq!(names("fuzz_targets"), expected);
    let manifest = fs::read_to_string(crate_folder.join("Cargo.toml")).unwrap();
    for name in expected {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
