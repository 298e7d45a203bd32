//! Files that contain code among other text; each is a component named after its file.

use std::borrow::Cow;
use std::ops::Range;

use super::{LANGUAGES, Language};
use crate::facts::Reference;

/// The ranges of code in a file, and the names that the rest of it uses.
#[derive(Debug, Default)]
#[cfg_attr(not(feature = "components"), allow(dead_code))] // Only components have embedded code.
pub(crate) struct EmbeddedCode {
    /// The ascending byte ranges that are parsed as one file.
    pub(crate) code: Vec<Range<usize>>,
    /// The names that the text outside these ranges uses.
    pub(crate) uses: Vec<Reference>,
}

/// The file names of the component `name`.
pub(crate) fn component_files(name: &str) -> impl Iterator<Item = String> {
    let components = LANGUAGES.iter().filter(|language| language.embedded_code.is_some());
    let extensions = components.flat_map(|language| language.extensions);
    extensions.map(move |extension| format!("{name}.{extension}"))
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

    /// The part of the key of cached facts that names the language and, for a component, the component.
    pub(crate) fn key(&self, path: &str) -> Cow<'static, str> {
        match self.component_name(path) {
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
