//! The other names of a symbol: those under which files import or re-export it, and the modules that export it without
//! a name of its own. Files that contain none but such a name use the symbol, too.

use crate::facts::languages::Modules;
use crate::facts::parsed_file::distinct_files;
use crate::facts::{DEFAULT, Import, MODULE, ParsedFile, Reference};
use crate::relations::{Occurrence, Reach, Resolver, Target};
use crate::text::distinct::distinct;
use std::collections::HashSet;
use std::sync::Arc;

/// The most rounds of renaming that are followed; each reads the tree for the names of the last one.
const MAX_ROUNDS: usize = 4;
/// The most names of a symbol that are searched for.
const MAX_NAMES: usize = 24;
/// The most modules whose importers are searched for.
const MAX_MODULES: usize = 12;

/// The names of a symbol, and the files that may use it.
pub(crate) struct Aliases {
    pub(crate) names: Vec<String>,
    /// The files that export the symbol as their default or as the value of the module.
    modules: HashSet<String>,
    /// The parsed files that contain a name of the symbol or of such a module.
    pub(crate) files: Vec<Arc<ParsedFile>>,
}

/// Whether other files can import the local name of an import.
fn is_exported(file: &ParsedFile, import: &Import) -> bool {
    let of_modules = |modules: Modules| file.language().modules == modules;
    let mut exports = file.facts.imports.iter();
    import.reexport
        || of_modules(Modules::All)
        || (of_modules(Modules::WithImportOrExport)
            && exports.any(|export| export.source.is_empty() && export.name == import.local))
}

/// Whether a file imports `name` under the name `local`.
pub(crate) fn is_imported_as(file: &ParsedFile, name: &str, local: &str) -> bool {
    let mut imports = file.facts.imports.iter();
    imports.any(|import| import.local == local && import.name == name)
}

impl Aliases {
    /// A symbol that has only its own name.
    pub(crate) fn none(name: &str) -> Aliases {
        Aliases { names: vec![name.to_owned()], modules: HashSet::new(), files: Vec::new() }
    }

    /// The aliases of the declarations of `name` that `resolver` resolves to. `files` are parsed and hold the name.
    pub(crate) fn find(
        resolver: &Resolver<'_>,
        name: &str,
        files: Vec<Arc<ParsedFile>>,
    ) -> Aliases {
        let context = resolver.context;
        let mut aliases = Aliases { files, ..Self::none(name) };
        let forms = written_forms(resolver.targets, name);
        if !forms.is_empty() {
            aliases.files.extend(context.parse(&context.files_with(&forms)));
        }
        let mut opened: HashSet<String> = HashSet::new();
        let targets = resolver.targets.iter().map(|target| &target.file);
        let mut latest: Vec<Arc<ParsedFile>> = targets.chain(&aliases.files).cloned().collect();
        for _ in 0..MAX_ROUNDS {
            opened.extend(aliases.files.iter().map(|file| file.path.clone()));
            let texts = aliases.add_exports(resolver, &latest);
            if texts.is_empty() || context.cancel.is_cancelled() {
                break;
            }
            latest = context.parse(&context.files_with(&texts));
            let new = latest.iter().filter(|file| !opened.contains(&file.path));
            let new: Vec<Arc<ParsedFile>> = new.cloned().collect();
            aliases.files.extend(new);
        }
        distinct_files(&mut aliases.files);
        aliases
    }

    /// Adds the names under which the files export the symbol; returns the texts that files with new names contain.
    fn add_exports(&mut self, resolver: &Resolver<'_>, files: &[Arc<ParsedFile>]) -> Vec<String> {
        let mut texts = Vec::new();
        // A file may export what it imported two lines before.
        let mut is_new = true;
        while is_new {
            is_new = false;
            for file in files {
                let imports = file.facts.imports.iter();
                for import in imports.filter(|import| import.is_outer()) {
                    let new = self.is_renamed(resolver, file, import)
                        && matches!(resolver.reach(file, import), Reach::Target(_));
                    if new {
                        is_new |= self.add(resolver, file, import, &mut texts);
                    }
                }
            }
        }
        texts
    }

    /// Whether an import gives a known name of the symbol one that is not known.
    fn is_renamed(&self, resolver: &Resolver<'_>, file: &ParsedFile, import: &Import) -> bool {
        let is_known = if import.is_nameless_export() {
            self.modules.contains(&file.path)
        } else {
            import.local.is_empty() || self.names.contains(&import.local)
        };
        !is_known
            && is_exported(file, import)
            && (self.names.contains(&import.name) || self.takes(resolver, file, import))
    }

    /// Adds the name that a file gives the symbol, or the file; whether there was room.
    fn add(
        &mut self,
        resolver: &Resolver<'_>,
        file: &ParsedFile,
        import: &Import,
        texts: &mut Vec<String>,
    ) -> bool {
        if !import.is_nameless_export() {
            let room = self.names.len() < MAX_NAMES;
            if room {
                self.names.push(import.local.clone());
                texts.push(import.local.clone());
            }
            return room;
        }
        let room = self.modules.len() < MAX_MODULES;
        if room {
            self.modules.insert(file.path.clone());
            texts.extend((file.language().import_texts)(&resolver.context.file_tree, &file.path));
        }
        room
    }

    /// Whether an import takes what a module that exports the symbol exports without a name.
    fn takes(&self, resolver: &Resolver<'_>, file: &ParsedFile, import: &Import) -> bool {
        let takes_value = match import.name.as_str() {
            "*" => !import.local.is_empty(),
            name => name == DEFAULT || name == MODULE,
        };
        takes_value && !self.modules.is_empty() && {
            let files = resolver.context.resolve(file, &import.source);
            files.iter().any(|path| self.modules.contains(path))
        }
    }

    /// Whether other files may know the symbol by a name.
    pub(crate) fn is_exported(&self, name: &str) -> bool {
        name == DEFAULT || self.names.iter().any(|known| known == name)
    }

    /// The names of the variables of a file that are a member of another value with a name of the symbol.
    fn taken_names<'f>(&self, file: &'f ParsedFile) -> impl Iterator<Item = &'f str> {
        let is_taken = |bound: &&_| {
            let taken = file.taken_name(bound);
            taken.is_some_and(|taken| self.names.iter().any(|name| name == taken))
        };
        let taken = file.facts.bindings.iter().filter(is_taken);
        taken.map(|bound| file.slice(&bound.name))
    }

    /// Whether a name is that of such a variable.
    pub(crate) fn is_taken(&self, file: &ParsedFile, name: &str) -> bool {
        self.taken_names(file).any(|taken| taken == name)
    }

    /// The names by which the symbol may be used in a file: its own, and the local names of its imports and variables.
    pub(crate) fn local_names(&self, resolver: &Resolver<'_>, file: &ParsedFile) -> Vec<String> {
        let imports = file.facts.imports.iter();
        let renamed = imports.filter(|import| {
            self.names.contains(&import.name) || self.takes(resolver, file, import)
        });
        let mut names: Vec<String> = renamed.map(|import| import.local.clone()).collect();
        names.extend(self.names.iter().cloned());
        names.extend(self.taken_names(file).map(str::to_owned));
        if !self.modules.is_empty() {
            names.push(DEFAULT.to_owned());
        }
        names.retain(|name| !name.is_empty());
        distinct(names)
    }
}

// Names that code writes otherwise than they are declared: with a part of them, in quotes, or in another case.

/// The texts, other than the name, by which code may write a symbol of that name: `A` of the attribute `AAttribute`,
/// `my-part` of the component `MyPart`, `a` of the writer `a=`, `$a` of a field of PHP, and the first word of a name of
/// several.
pub(super) fn written_forms(targets: &[Target], name: &str) -> Vec<String> {
    let mut named = targets.iter().filter(|target| target.symbol().name == name);
    let Some(target) = named.next() else {
        return Vec::new();
    };
    let suffix = target.file.language().attribute_suffix;
    let short = suffix.filter(|_| target.symbol().is_type());
    let short = short.and_then(|suffix| name.strip_suffix(suffix));
    let has_tags = target.file.language().dashed_tags;
    let tag = (has_tags && target.symbol().kind == "component").then(|| dashed(name));
    let small_tag = tag.as_deref().map(str::to_lowercase);
    let read = name.strip_suffix('=');
    let has_signs = target.file.language().self_names.iter().any(|own| own.starts_with('$'));
    let field = (has_signs && target.symbol().kind == "field").then(|| format!("${name}"));
    let first = name.split_once(char::is_whitespace).map(|(first, _)| first);
    let forms = [short, tag.as_deref(), small_tag.as_deref(), read, first, field.as_deref()]
        .into_iter()
        .flatten();
    let forms = forms.filter(|form| !form.is_empty() && *form != name);
    forms.map(str::to_owned).collect()
}

/// An occurrence of one of the `names` of a symbol, which may be written otherwise, or of another name.
pub(crate) fn occurrence<'a>(
    file: &'a Arc<ParsedFile>,
    reference: &'a Reference,
    names: &'a [String],
) -> Occurrence<'a> {
    let written = Occurrence::of(file, reference);
    let text = written.text;
    let suffix = file.language().attribute_suffix.filter(|_| reference.constructs);
    let sign = file.language().value_sign.filter(|_| reference.qualifier.is_none());
    let is_tag = text.contains('-') && file.language().dashed_tags;
    let is_written = |name: &&String| {
        suffix.is_some_and(|suffix| name.strip_suffix(suffix) == Some(text))
            || is_quoted(text, name)
            || (sign.is_some_and(|sign| text.strip_prefix(sign) == Some(name)) && !reference.call)
            || (is_tag && undashed(text) == **name)
            || (name.strip_suffix('=') == Some(text) && is_assigned(file, reference))
    };
    let meant = names.iter().find(is_written);
    Occurrence { text: meant.map_or(text, String::as_str), ..written }
}

/// Whether a text is a name in backticks.
fn is_quoted(text: &str, name: &str) -> bool {
    let inner = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    inner == Some(name)
}

/// Whether an operator that assigns stands behind a name: `a = 1`, `a ||= 1`.
fn is_assigned(file: &ParsedFile, reference: &Reference) -> bool {
    let rest = file.text.get(reference.span.end as usize..).unwrap_or_default();
    let rest = rest.trim_ascii_start();
    let operator = rest.iter().position(|byte| !b"+-*/%&|^<>=~!".contains(byte));
    match &rest[..operator.unwrap_or(rest.len())] {
        b"=" => true,
        [.., before, b'='] => {
            !b"=<>!".contains(before) || rest.starts_with(b"<<") || rest.starts_with(b">>")
        }
        _ => false,
    }
}

/// A name with dashes before the capitals of its words: `My-Part` of `MyPart`.
fn dashed(name: &str) -> String {
    let mut dashed = String::with_capacity(name.len() + 4);
    for (at, c) in name.char_indices() {
        if c.is_uppercase() && at > 0 {
            dashed.push('-');
        }
        dashed.push(c);
    }
    dashed
}

/// The component that a tag with dashes means: `MyPart` of `my-part` and of `My-Part`.
fn undashed(tag: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    };
    tag.split('-').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_with_dashes_is_a_component() {
        for (name, tag) in [("MyPart", "My-Part"), ("Part", "Part"), ("APart", "A-Part"), ("", "")]
        {
            assert_eq!(dashed(name), tag, "{name}");
            assert_eq!(undashed(tag), name, "{tag}");
            assert_eq!(undashed(&tag.to_lowercase()), name, "{tag}");
        }
    }

    #[test]
    fn a_name_in_backticks_is_quoted() {
        assert!(is_quoted("`odd name`", "odd name"));
        assert!(!is_quoted("odd", "odd"));
    }
}
