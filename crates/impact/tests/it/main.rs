//! What a change touches, over small repositories that the tests make.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

mod changes;
mod copies_and_parts;
mod false_reasons;
mod forgotten;
mod forms;
mod gone;
mod keys;
mod laws;
mod meaning;
mod members;
mod places;
mod routes;
mod started;

use std::fmt::Write as _;

use firsthand_impact::{ChangeSpec, ImpactDocument, ImpactRequest, impact};
use firsthand_source::Cancel;
use firsthand_testkit::GitRepo;
use firsthand_tools::{ToolOptions, Toolbox};

/// A repository with these files in one commit.
fn repo(files: &[(&str, &str)]) -> GitRepo {
    let repo = GitRepo::new();
    repo.commit("Begin", files);
    repo
}

fn write(repo: &GitRepo, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = repo.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

fn of(repo: &GitRepo, change: ChangeSpec) -> ImpactDocument {
    let toolbox = Toolbox::open(repo.root(), ToolOptions::default()).unwrap();
    impact(&toolbox, &ImpactRequest::new(change), &Cancel::default()).unwrap()
}

fn uncommitted(repo: &GitRepo) -> ImpactDocument {
    of(repo, ChangeSpec::uncommitted())
}

/// The changed declarations: state, name and lines, one a line.
fn changed(document: &ImpactDocument) -> String {
    let mut out = String::new();
    for one in &document.changed {
        write!(out, "{} {} {}:{}", one.state, one.name, one.path, one.lines).unwrap();
        if let Some(was) = &one.was {
            write!(out, " was {was}").unwrap();
        }
        out.push('\n');
    }
    out
}

/// The places: role, path and line, the declaration around it, and how it was found, one a line.
fn places(document: &ImpactDocument) -> String {
    let mut out = String::new();
    for place in &document.affected {
        let symbol = place.symbol.as_deref().unwrap_or("-");
        let changed = if place.in_change { " changed" } else { "" };
        let weak = if place.weak { " weak" } else { "" };
        let Ok(()) = writeln!(
            out,
            "{} {}:{} {symbol} {}{weak}{changed}",
            place.role, place.path, place.line, place.how
        ) else {
            unreachable!()
        };
    }
    out
}
