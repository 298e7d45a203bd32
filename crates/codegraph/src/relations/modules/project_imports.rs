//! Imports that hold in all files of a project, as C#'s `global using`; and whether an import may lead into the tree.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

use roxmltree::Document;

use crate::facts::languages::{ProjectImports, folder, import_of};
use crate::facts::{Import, ParsedFile};
use crate::relations::RelationContext;
use crate::text::memo::remembered;

/// The folders with a project's file, by the ending of its name.
type Folders = HashMap<&'static str, Arc<HashSet<String>>>;

/// What holds in all files of a project, by the ending of the name of its file and its folder.
type Stated = HashMap<(&'static str, String), Arc<Vec<Import>>>;

/// What is known of the projects of a tree.
#[derive(Default)]
pub(crate) struct Projects {
    /// The names of the folders and files of the tree: see [`plain`].
    path_names: OnceLock<HashSet<String>>,
    folders: Mutex<Folders>,
    imports: Mutex<Stated>,
}

impl RelationContext<'_> {
    /// Whether a module's path as it is written has a part that is the name of a folder or a file of the tree: it may lead
    /// there by an alias that only a build tool knows.
    pub(crate) fn may_lead_here(&self, source: &str) -> bool {
        let names = self.projects.path_names.get_or_init(|| {
            let parts = self.inventory.files.iter().flat_map(|file| file.path.as_str().split('/'));
            parts.map(|part| plain(part.split('.').next().unwrap_or(part))).collect()
        });
        let mut parts = source.split(['/', '.', ':', '\\']).map(plain);
        parts.any(|part| !part.is_empty() && names.contains(&part))
    }

    /// A file with the imports of its project, if its language has such.
    pub(crate) fn with_project_imports(&self, file: Arc<ParsedFile>) -> Arc<ParsedFile> {
        let Some(stated) = file.language().project_imports else {
            return file;
        };
        let project = self.project_folder(&stated, folder(&file.path));
        let key = (stated.project_ending, project.to_owned());
        let imports = remembered(&self.projects.imports, key, |(_, project)| {
            Arc::new(self.imports_of_project(&stated, project))
        });
        if imports.is_empty() {
            return file;
        }
        let mut whole = (*file).clone();
        let facts = Arc::make_mut(&mut whole.facts);
        facts.imports.extend(imports.iter().cloned());
        Arc::new(whole)
    }

    /// The folder next above that has a project's file; that of the tree without one.
    fn project_folder<'p>(&self, stated: &ProjectImports, mut at: &'p str) -> &'p str {
        let projects = remembered(&self.projects.folders, stated.project_ending, |ending| {
            let paths = self.inventory.files.iter().map(|file| file.path.as_str());
            let projects = paths.filter(|path| path.ends_with(ending));
            Arc::new(projects.map(|path| folder(path).to_owned()).collect())
        });
        while !at.is_empty() && !projects.contains(at) {
            at = folder(at);
        }
        at
    }

    fn imports_of_project(&self, stated: &ProjectImports, project: &str) -> Vec<Import> {
        let open = |path: &str| self.files.open(path, self.cancel).map(|(file, _)| file);
        let marked = self.files_with(&[stated.mark.to_owned()]);
        let marked = marked.iter().map(|file| &*file.path);
        let marked = marked.filter(|path| self.project_folder(stated, folder(path)) == project);
        let of_language = |file: &Arc<ParsedFile>| file.language().project_imports == Some(*stated);
        let mut imports: Vec<Import> = Vec::new();
        for file in marked.filter_map(open).filter(of_language) {
            let global = file.facts.imports.iter().filter(|import| import.reexport);
            imports.extend(
                global.map(|import| Import::new(&import.local, &import.name, &import.source)),
            );
        }
        for path in self.project_files(stated, project) {
            let file = open(&path);
            let text = file.as_ref().and_then(|file| std::str::from_utf8(&file.text).ok());
            imports.extend(text.into_iter().flat_map(|text| written_in(text, stated.element)));
        }
        imports.sort_by(|a, b| (&a.local, &a.source).cmp(&(&b.local, &b.source)));
        imports.dedup();
        imports
    }

    /// The paths of the project's files in a folder, and of those for all projects in it or above.
    fn project_files(&self, stated: &ProjectImports, project: &str) -> Vec<String> {
        let is_above = |at: &str| {
            at.is_empty()
                || project == at
                || project.strip_prefix(at).is_some_and(|rest| rest.starts_with('/'))
        };
        let paths = self.inventory.files.iter().map(|file| &file.path);
        let paths = paths.filter(|path| {
            let at = folder(path.as_str());
            let is_shared = path.file_name() == stated.shared_file && is_above(at);
            is_shared || path.as_str().ends_with(stated.project_ending) && at == project
        });
        paths.map(ToString::to_string).collect()
    }
}

/// The imports that a project's file states.
fn written_in(text: &str, element: &str) -> Vec<Import> {
    let Ok(document) = Document::parse(text) else {
        return Vec::new();
    };
    let stated = document.descendants().filter(|node| node.has_tag_name(element));
    let imports = stated.filter_map(|node| {
        let source = node.attribute("Include")?;
        Some(match node.attribute("Alias") {
            None => Import::new("", "*", source),
            alias => import_of(source, alias),
        })
    });
    imports.collect()
}

/// A part of a path without what differs between a package's name and its folder's: capitals, marks.
fn plain(part: &str) -> String {
    part.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
