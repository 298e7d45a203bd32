//! The words with which a client starts this program again, long after this run.

use std::path::Path;

use crate::machine::Machine;
use crate::texts::NAME;

/// Programs that unpack a package into a cache, run it there, and empty the cache later: folders on a path in the cache, as
/// they follow each other (each by the beginning of its name), and the words that run the package again.
const RUNNERS: &[(&[&str], &[&str])] = &[
    (&["_npx"], &["npx", "-y", NAME]),
    (&["bunx-"], &["bunx", NAME]),
    (&["pnpm", "dlx"], &["pnpm", "dlx", NAME]),
    (&["archive-v"], &["uvx", NAME]),
    (&["pipx", ".cache"], &["pipx", "run", NAME]),
    (&[".cache", "pipx"], &["pipx", "run", NAME]),
    (&["Caches", "pipx"], &["pipx", "run", NAME]),
];

/// The words that start the program at a path again: those of the runner that unpacked it; its name, if PATH finds it by
/// that in a shell that was not prepared for one environment; or else the path. `is_it` says whether a file is the program.
#[must_use]
pub fn start_words(
    machine: &Machine,
    program: &Path,
    is_it: impl Fn(&Path) -> bool,
) -> Vec<String> {
    if let Some(words) = runner(program) {
        return words.iter().map(|&word| word.to_owned()).collect();
    }
    let lasting = machine.path.iter().filter(|folder| is_lasting(folder));
    let found = machine.program_in(NAME, lasting);
    let word = match found {
        Some(path) if is_it(&path) => NAME.to_owned(),
        _ => program.to_string_lossy().into_owned(),
    };
    vec![word]
}

fn runner(program: &Path) -> Option<&'static [&'static str]> {
    let folders: Vec<_> = program.iter().map(|name| name.to_string_lossy()).collect();
    let is_cache = |beginnings: &[&str]| {
        let mut windows = folders.windows(beginnings.len());
        windows.any(|names| {
            let mut pairs = names.iter().zip(beginnings);
            pairs.all(|(name, beginning)| name.starts_with(beginning))
        })
    };
    RUNNERS.iter().find(|(beginnings, _)| is_cache(beginnings)).map(|(_, words)| *words)
}

/// Whether a folder of PATH is there in other shells too: an environment of Python and the programs of a project of npm
/// are only where somebody, or `npx` or `uvx`, put them on PATH.
fn is_lasting(folder: &Path) -> bool {
    let in_environment =
        |folder: &Path| folder.parent().is_some_and(|top| top.join("pyvenv.cfg").is_file());
    !folder.ends_with("node_modules/.bin") && !in_environment(folder)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_program_in_a_runners_cache_is_started_by_the_runner() {
        for (program, expect) in [
            (
                "/home/me/.npm/_npx/1f/node_modules/@firsthand/linux-x64-gnu/bin/firsthand",
                Some("npx -y firsthand"),
            ),
            (
                "/tmp/bunx-1000-firsthand@latest/node_modules/@firsthand/linux-x64-gnu/bin/firsthand",
                Some("bunx firsthand"),
            ),
            (
                "/home/me/.cache/pnpm/dlx/ab/1/node_modules/@firsthand/linux-x64-gnu/bin/firsthand",
                Some("pnpm dlx firsthand"),
            ),
            ("/home/me/.cache/uv/archive-v0/x1/bin/firsthand", Some("uvx firsthand")),
            ("/home/me/.local/share/pipx/.cache/8f/bin/firsthand", Some("pipx run firsthand")),
            ("/home/me/.cache/pipx/8f/bin/firsthand", Some("pipx run firsthand")),
            // Installed to stay.
            ("/home/me/.local/share/pipx/venvs/firsthand/bin/firsthand", None),
            ("/home/me/.local/share/uv/tools/firsthand/bin/firsthand", None),
            (
                "/usr/lib/node_modules/firsthand/node_modules/@firsthand/linux-x64-gnu/bin/firsthand",
                None,
            ),
            ("/home/me/.cargo/bin/firsthand", None),
        ] {
            let words = runner(Path::new(program)).map(|words| words.join(" "));
            assert_eq!(words.as_deref(), expect, "{program}");
        }
    }

    #[test]
    fn a_name_is_used_only_where_every_shell_finds_it() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        let file = |path: &str| {
            let path = top.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            crate::disk::replace(&path, "").unwrap();
        };
        file("venv/pyvenv.cfg");
        for folder in ["bin", "venv/bin", "project/node_modules/.bin", "other"] {
            file(&format!("{folder}/firsthand{}", std::env::consts::EXE_SUFFIX));
        }
        for (path, expect) in [
            (&["bin"][..], true),
            (&["venv/bin", "bin"], true),
            (&["project/node_modules/.bin", "bin"], true),
            (&["venv/bin"], false),
            (&["project/node_modules/.bin"], false),
            (&["none"], false),
            // Another program of that name comes first.
            (&["other", "bin"], false),
        ] {
            let machine = Machine {
                home: top.to_owned(),
                settings: top.to_owned(),
                project: None,
                records: top.to_owned(),
                command: Vec::new(),
                path: path.iter().map(|folder| top.join(folder)).collect(),
                variable: |_| None,
            };
            let program = PathBuf::from("/opt/firsthand");
            let words =
                start_words(&machine, &program, |path| !path.starts_with(top.join("other")));
            let expect = if expect { NAME } else { "/opt/firsthand" };
            assert_eq!(words, [expect], "{path:?}");
        }
    }
}
