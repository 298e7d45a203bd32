//! The lock files at a root: those that are read, and those that are not.

use crate::{NotInstalled, Repository};

/// The format of a lock file, as far as a text must have it to be read.
#[derive(Clone, Copy)]
enum Format {
    Json,
    Toml,
    Xml,
    Lines,
}

/// The lock files, by the ecosystems that read them.
const LOCK_FILES: [(&str, Format); 17] = [
    ("package-lock.json", Format::Json),
    ("npm-shrinkwrap.json", Format::Json),
    ("yarn.lock", Format::Lines),
    ("pnpm-lock.yaml", Format::Lines),
    ("bun.lock", Format::Lines),
    ("uv.lock", Format::Toml),
    ("poetry.lock", Format::Toml),
    ("pdm.lock", Format::Toml),
    ("Pipfile.lock", Format::Json),
    ("requirements.txt", Format::Lines),
    ("Cargo.lock", Format::Toml),
    ("go.mod", Format::Lines),
    ("composer.lock", Format::Json),
    ("Gemfile.lock", Format::Lines),
    ("gradle.lockfile", Format::Lines),
    ("gradle/libs.versions.toml", Format::Toml),
    ("pom.xml", Format::Xml),
];

/// Lock files whose packages are not read.
const NOT_READ: [&str; 10] = [
    "packages.lock.json",
    "bun.lockb",
    "deno.lock",
    "go.work",
    "mix.lock",
    "pubspec.lock",
    "Package.resolved",
    "Podfile.lock",
    "pixi.lock",
    "conan.lock",
];

impl Format {
    /// Whether a text has this format. A merge that is not finished leaves none in any.
    fn is_of(self, text: &str) -> bool {
        match self {
            Self::Json => serde_json::from_str::<serde_json::Value>(text).is_ok(),
            Self::Toml => text.parse::<toml::Table>().is_ok(),
            Self::Xml => roxmltree::Document::parse(text).is_ok(),
            Self::Lines => !text.lines().any(|line| line.starts_with("<<<<<<< ")),
        }
    }
}

impl Repository<'_> {
    /// The texts of the lock files that are there.
    pub(crate) fn lock_files(&self) -> Vec<String> {
        LOCK_FILES.iter().filter_map(|(name, _)| self.text(name)).collect()
    }

    /// Why nothing is known of a package that no lock file was found to name.
    pub(crate) fn why_unknown(&self, name: &str) -> NotInstalled {
        let is_there = |file: &&str| self.spot(file).is_some_and(|spot| spot.is_file());
        let is_broken = |(file, format): &&(&str, Format)| {
            is_there(file) && !self.text(file).is_some_and(|text| format.is_of(&text))
        };
        let not_read = NOT_READ.into_iter().find(is_there);
        match (LOCK_FILES.iter().find(is_broken), not_read) {
            (Some((file, _)), _) => NotInstalled::locked(format!(
                "{file} cannot be read, so the packages that it names are not known"
            )),
            (None, Some(file)) => NotInstalled::unknown(format!(
                "no lock file in the root that can be read names {name}; {file} is not read"
            )),
            (None, None) => NotInstalled::unknown(format!("no lock file in the root names {name}")),
        }
    }
}
