//! What the files of a tree say of imports: those that hold in all files of a project (C#'s `global using`, and
//! `<Using Include="…"/>` in its project file or in one for all projects below a folder), and whether one may lead here.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

use roxmltree::Document;

use super::RelationContext;
use crate::facts::languages::folder;
use crate::facts::{Import, ParsedFile};
use crate::text::memo::remembered;

/// The word that marks an import of a whole project.
const MARK: &str = "global";
/// The ending of a project's file, and the file for all projects below a folder.
const PROJECT_ENDING: &str = ".csproj";
const SHARED_FILE: &str = "Directory.Build.props";

/// What is known of the projects of a tree.
#[derive(Default)]
pub(super) struct Projects {
    /// The names of the folders and files of the tree: see [`plain`].
    path_names: OnceLock<HashSet<String>>,
    /// The folders with a project file.
    folders: OnceLock<HashSet<String>>,
    /// What holds for all files of a project, by its folder.
    imports: Mutex<HashMap<String, Arc<Vec<Import>>>>,
}

impl RelationContext<'_> {
    /// Whether a module's path as it is written has a part that is the name of a folder or a file of the tree: it may lead
    /// there by an alias that only a build tool knows.
    pub(super) fn may_lead_here(&self, source: &str) -> bool {
        let names = self.projects.path_names.get_or_init(|| {
            let parts = self.inventory.files.iter().flat_map(|file| file.path.as_str().split('/'));
            parts.map(|part| plain(part.split('.').next().unwrap_or(part))).collect()
        });
        let mut parts = source.split(['/', '.', ':', '\\']).map(plain);
        parts.any(|part| !part.is_empty() && names.contains(&part))
    }

    /// A file with the imports of its project, if its language has such.
    pub(super) fn with_project_imports(&self, file: Arc<ParsedFile>) -> Arc<ParsedFile> {
        if !file.language_is(|language| language.project_imports) {
            return file;
        }
        let project = self.project_folder(folder(&file.path));
        let imports = remembered(&self.projects.imports, project.to_owned(), |project| {
            Arc::new(self.imports_of_project(project))
        });
        if imports.is_empty() {
            return file;
        }
        let mut whole = (*file).clone();
        let facts = Arc::make_mut(&mut whole.facts);
        facts.imports.extend(imports.iter().cloned());
        Arc::new(whole)
    }

    /// The folder next above that has a project file; that of the tree without one.
    fn project_folder<'p>(&self, mut at: &'p str) -> &'p str {
        let projects = self.projects.folders.get_or_init(|| {
            let paths = self.inventory.files.iter().map(|file| file.path.as_str());
            let projects = paths.filter(|path| path.ends_with(PROJECT_ENDING));
            projects.map(|path| folder(path).to_owned()).collect()
        });
        while !at.is_empty() && !projects.contains(at) {
            at = folder(at);
        }
        at
    }

    fn imports_of_project(&self, project: &str) -> Vec<Import> {
        let mut imports = Vec::new();
        for marked in self.files_with(&[MARK.to_owned()]).iter() {
            if self.project_folder(folder(&marked.path)) != project {
                continue;
            }
            let marked = self.files.open(&marked.path, self.cancel).map(|(file, _)| file);
            let Some(marked) =
                marked.filter(|file| file.language_is(|language| language.project_imports))
            else {
                continue;
            };
            let global = marked.facts.imports.iter().filter(|import| import.reexport);
            imports.extend(
                global.map(|import| Import::new(&import.local, &import.name, &import.source)),
            );
        }
        for path in self.project_files(project) {
            let text = self.files.open(&path, self.cancel).map(|(file, _)| file);
            let text = text.and_then(|file| String::from_utf8(file.text.to_vec()).ok());
            imports.extend(text.iter().flat_map(|text| written_in(text)));
        }
        imports.sort_by(|a, b| (&a.local, &a.source).cmp(&(&b.local, &b.source)));
        imports.dedup();
        imports
    }

    /// The paths of the project files in a folder, and of those for all projects in it or above.
    fn project_files(&self, project: &str) -> Vec<String> {
        let is_above = |at: &str| {
            at.is_empty()
                || project == at
                || project.strip_prefix(at).is_some_and(|rest| rest.starts_with('/'))
        };
        let paths = self.inventory.files.iter().map(|file| &file.path);
        let is_of_project = |path: &str| path.ends_with(PROJECT_ENDING) && folder(path) == project;
        let paths = paths.filter(|path| {
            let is_shared = path.file_name() == SHARED_FILE && is_above(folder(path.as_str()));
            is_of_project(path.as_str()) || is_shared
        });
        paths.map(ToString::to_string).collect()
    }
}

/// The imports that a project file states.
fn written_in(text: &str) -> Vec<Import> {
    let Ok(document) = Document::parse(text.trim_start_matches('\u{feff}')) else {
        return Vec::new();
    };
    let usings = document.descendants().filter(|node| node.has_tag_name("Using"));
    let usings = usings.filter_map(|node| {
        let source = node.attribute("Include")?;
        let last = source.rsplit('.').next().unwrap_or(source);
        Some(match node.attribute("Alias") {
            Some(alias) => Import::new(alias, last, source),
            None => Import::new("", "*", source),
        })
    });
    usings.collect()
}

/// A part of a path without what differs between a package's name and its folder's: capitals, marks.
fn plain(part: &str) -> String {
    part.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
