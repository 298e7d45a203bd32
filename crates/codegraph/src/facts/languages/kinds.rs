//! The kinds that some properties of a language tell apart, and how far its declarations are seen.

use std::ops::{Range, RangeInclusive};
use tree_sitter::Node;

use super::FileTree;
use crate::facts::Import;

/// Which types implement an interface whose name they do not mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structural {
    /// None.
    No,
    /// Those with all its methods, if it is a declaration of this kind.
    Kind(&'static str),
    /// Those with all its methods, if it has a super type of this name.
    Extending(&'static str),
    /// Those with all its members; they are not searched for.
    Unsearched(&'static [&'static str]),
}

impl Structural {
    /// Whether such types are searched for.
    pub(crate) fn is_searched(self) -> bool {
        matches!(self, Self::Kind(_) | Self::Extending(_))
    }
}

/// What runs the code of several languages, or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runtime {
    Beam,
    Database,
    Dotnet,
    EcmaScript,
    Jvm,
    Lua,
    /// The machine, for which it is compiled: what calls another language by its names is of one family with it.
    Machine(Family),
    Php,
    Python,
    Ruby,
    Shell,
}

/// Languages that are compiled for the machine and use each other's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    C,
    Go,
    Haskell,
    Rust,
    Swift,
    Zig,
}

/// Which files of a language are modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Modules {
    /// None: names of other files are seen in other ways.
    None,
    /// Those that import or export something.
    WithImportOrExport,
    /// All.
    All,
}

/// How a language's imports name declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Namespaces {
    /// By the files that they lead to.
    None,
    /// By their full names.
    Absolute,
    /// By their full names, or by the ends of these, since outer namespaces may be left out.
    Relative,
    /// By the files that they lead to; a name is one in the innermost namespace or declaration around that has it.
    Scopes,
}

/// Where a project states imports that hold in all of its files. A project is the folder of its file, and what is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProjectImports {
    /// The word before an import in a file of code that holds in all files.
    pub(crate) mark: &'static str,
    /// How the name of a project's file ends.
    pub(crate) project_ending: &'static str,
    /// The name of a file for all projects in its folder and below.
    pub(crate) shared_file: &'static str,
    /// The XML element of an import in these files; `Include` is its source, and `Alias` its other name.
    pub(crate) element: &'static str,
}

/// A kind of file that makes a folder a package.
pub(crate) struct Manifest {
    /// The file's name.
    pub(crate) file: &'static str,
    /// The names under which other packages may import it.
    pub(crate) names: fn(&FileTree<'_>, &str) -> Vec<String>,
}

/// Finds the parts of a text from which its facts about a name come, see [`Language::excerpt`].
pub(crate) type Excerpt = fn(&[u8], &[usize]) -> Option<Vec<Range<usize>>>;

/// Adapts an import to the modules around it, see [`Language::place_import`].
pub(crate) type PlaceImport = fn(&[Node<'_>], &[u8], &mut Import);

/// Reads a path in modules within a file, see [`Language::path_from_file`].
pub(crate) type PathFromFile = fn(&[&str], &str) -> String;

/// The name of the type of a file's functions, see [`Language::file_type`].
pub(crate) type FileType = fn(&str, &[u8]) -> Option<String>;

/// Counts the arguments of a call or a declaration, see [`Language::arguments`].
pub(crate) type Arguments = fn(Node<'_>, &[Node<'_>], &[u8]) -> Option<RangeInclusive<u8>>;

/// The places that may use a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Any, as far as the declaration itself says.
    Any,
    /// Those of its package: of its folder and namespace.
    Package,
    /// Those of its namespace, in any folder.
    Namespace,
    /// Those of its file and of the modules within it.
    Module,
    /// Those of its file.
    File,
    /// Those in the outermost type around it, and in files with one of these texts, which may open it to others.
    Type(&'static [&'static str]),
    /// Those in a type with the name of one around it, in any file, too; and in files with one of these texts.
    TypeOfName(&'static [&'static str]),
    /// Of a member, those that the label before it names, as in C++.
    Labelled,
}

/// What stands around the name of a declaration.
#[derive(Clone, Copy)]
pub(crate) struct Head<'h> {
    pub(crate) name: &'h str,
    pub(crate) kind: &'h str,
    /// The text of the declaration before its name.
    pub(crate) before: &'h str,
    /// The declaration around it.
    pub(crate) around: Option<Around<'h>>,
}

/// The declaration around another one.
#[derive(Clone, Copy)]
pub(crate) struct Around<'h> {
    pub(crate) kind: &'h str,
    /// Its text before its name.
    pub(crate) before: &'h str,
    /// Whether it has super types.
    pub(crate) has_supers: bool,
    /// Whether the declaration is in its head, as a parameter of a constructor.
    pub(crate) in_head: bool,
}

impl Head<'_> {
    /// Whether one of the words stands before the name.
    pub(crate) fn has(&self, words: &[&str]) -> bool {
        has_word(self.before, words)
    }

    /// Whether it is directly in a declaration of one of these kinds.
    pub(crate) fn is_in(&self, kinds: &[&str]) -> bool {
        self.around.is_some_and(|around| kinds.contains(&around.kind))
    }
}

/// Whether a text has one of the words outside of brackets and quotes; `private(set)` is none.
pub(crate) fn has_word(text: &str, words: &[&str]) -> bool {
    let (mut depth, mut quote, mut outside) = (0_u32, None, String::new());
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                outside.push(c);
            }
            (None, _) if depth == 0 => outside.push(c),
            (None, _) => {}
        }
    }
    outside.split_whitespace().any(|word| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_word_stands_alone() {
        let check = |text: &str, expect: bool| {
            assert_eq!(has_word(text, &["private"]), expect, "{text}");
        };
        check("private static int ", true);
        check("@A(\"x\") private ", true);
        check("@A(private int a) int ", false);
        check("@A(\"a private \") int ", false);
        check("private(set) var ", false);
        check("private[this] def ", false);
        check("privately ", false);
    }
}
