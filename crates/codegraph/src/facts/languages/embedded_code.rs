//! What is named after its file: a component, a file that contains code among other text; and what a module exports
//! without a name.

use std::borrow::Cow;
use std::ops::Range;

use super::{FileTree, LANGUAGES, Language};
use crate::facts::Reference;

/// The ranges of code in a file, and the names that the rest of it uses.
#[derive(Debug, Default)]
#[cfg_attr(not(feature = "components"), allow(dead_code))] // Only components have embedded code.
pub(crate) struct EmbeddedCode {
    /// The ascending byte ranges that are parsed as one file.
    pub(crate) code: Vec<Range<usize>>,
    /// The names that the text outside these ranges uses.
    pub(crate) uses: Vec<Reference>,
    /// Whether these uses mean members of what the code exports, and not what it imports, as in Vue without `setup`.
    pub(crate) of_members: bool,
}

/// The file names of the component `name`.
pub(crate) fn component_files(name: &str) -> impl Iterator<Item = String> {
    let components = LANGUAGES.iter().filter(|language| language.embedded_code.is_some());
    let extensions = components.flat_map(|language| language.extensions);
    extensions.map(move |extension| format!("{name}.{extension}"))
}

/// The files of `tree` that are modules of this name, by which they declare what they export without a name.
pub(crate) fn module_files(tree: &FileTree<'_>, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for language in LANGUAGES {
        let is_named = |path: &String| language.module_name(path) == Some(name);
        for extension in language.extensions {
            let of_stem = |stem: &str| tree.with_suffix(&format!("{stem}.{extension}"));
            let is_module =
                |end: &str| language.module_name(&format!("{end}.{extension}")).is_some();
            if is_module(name) {
                let files = of_stem(name).into_iter().chain(of_stem(&format!("{name}/index")));
                found.extend(files.filter(is_named));
            }
        }
    }
    found
}

impl Language {
    /// The name of the component, if the file is one.
    pub(crate) fn component_name<'p>(&self, path: &'p str) -> Option<&'p str> {
        self.embedded_code?;
        let file = path.rsplit('/').next().unwrap_or(path);
        let (name, _) = file.rsplit_once('.')?;
        let is_name = !name.is_empty() && !name.contains(char::is_control);
        is_name.then_some(name)
    }

    /// The name of a module, by which it declares what it exports without a name; `None` for a component.
    pub(crate) fn module_name<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.embedded_code.is_some() { None } else { (self.module_name)(path) }
    }

    /// The part of the key of cached facts that names the language and the component or the module.
    pub(crate) fn key(&self, path: &str) -> Cow<'static, str> {
        match self.component_name(path).or_else(|| self.module_name(path)) {
            Some(name) => Cow::Owned(format!("{}/{name}", self.name)),
            None => Cow::Borrowed(self.name),
        }
    }
}

#[cfg(feature = "components")]
#[cfg(test)]
mod tests {
    use crate::facts::languages::of_path;

    #[test]
    fn a_component_has_the_name_of_its_file() {
        let check = |path: &str, expect: Option<&str>| {
            let language = of_path(path).unwrap();
            assert_eq!(language.component_name(path), expect, "{path:?}");
        };
        check("src/Panel.vue", Some("Panel"));
        check("src/routes/+page.svelte", Some("+page"));
        check("a.b.astro", Some("a.b"));
        check("a/.vue", None);
        check("a\nb.vue", None);
        check("a.ts", None);
    }
}
