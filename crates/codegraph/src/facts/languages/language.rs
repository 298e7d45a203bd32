//! A language: how its files are read, and how its imports name other files.

use tree_sitter::Node;

use super::kinds::{
    Arguments, Excerpt, FileType, Head, Modules, Namespaces, PathFromFile, PlaceImport,
    ProjectImports, Runtime, Sight, Structural,
};
use super::{EmbeddedCode, FileTree, node_text};
use crate::facts::pattern::{PatternError, Patterns};
use crate::facts::{Import, Reference};

/// Declares [`Language`], each property with its default.
macro_rules! properties {
    ($($(#[$about:meta])* $name:ident: $type:ty = $default:expr,)*) => {
        /// The properties of a language. The row of a language sets those that differ from [`Language::PLAIN`].
        pub(crate) struct Language {
            $($(#[$about])* pub(crate) $name: $type,)*
        }

        impl Language {
            /// What holds for text in no known language, which is not parsed, and where the row of a language states nothing.
            pub(crate) const PLAIN: Language = Language { $($name: $default,)* };
        }
    };
}

properties! {
    name: &'static str = "",
    /// File extensions, without the dot.
    extensions: &'static [&'static str] = &[],
    grammar: fn() -> tree_sitter::Language = || unreachable!("text in no known language is not parsed"),
    /// The patterns that find its facts, joined into one text; see `extract` for the captures.
    patterns: &'static [&'static str] = &[],
    /// Whole file names of the language, whatever their extension: `Makefile`.
    file_names: &'static [&'static str] = &[],
    /// The programs that run scripts of the language, without their versions, as the first line of a script names them.
    interpreters: &'static [&'static str] = &[],
    /// Suffixes of the names of files that only declare the types of code in other files: `.d.ts`.
    declaration_files: &'static [&'static str] = &[],
    /// Whether it is data or prose: its declarations can be searched, but no name in code refers to them.
    is_data: bool = false,
    /// What runs its code; `None` of data, and of what code in other languages is generated from, which has its names.
    runtime: Option<Runtime> = None,
    /// The words before a declaration, or before the type around it, that hand it to other runtimes under its name:
    /// `wasm_bindgen` of Rust.
    handing_marks: &'static [&'static str] = &[],
    /// The separator of a container and a member in a qualified name: `.`, `::`.
    separator: &'static str = ".",
    /// The words that refer to the enclosing type or its value: `this`, `self`.
    self_names: &'static [&'static str] = &[],
    /// Those of these words that refer to its super types.
    super_names: &'static [&'static str] = &[],
    /// The words that refer to the enclosing type itself where they are called, as by a constructor: `this(…)`.
    own_types: &'static [&'static str] = &[],
    /// The words before a name that keep it from other files.
    local_marks: &'static [&'static str] = &[],
    /// Whether a file is the root of its folder's module, so that its child modules are in the same folder.
    is_folder_root: fn(&str) -> bool = |_| false,
    /// Which places may use a declaration, by what stands around its name.
    sight: fn(&Head<'_>) -> Sight = |_| Sight::Any,
    /// Whether files of one folder see each other's names without an import.
    folder_scope: bool = false,
    /// Whether code may use a qualified name, as `a::b::c`, without an import.
    qualified_without_import: bool = false,
    /// Which files are modules: files whose names other files see only through an import.
    modules: Modules = Modules::None,
    /// Whether imports are full names in namespaces that files declare; otherwise they lead to files.
    namespaces: Namespaces = Namespaces::None,
    /// Whether a type's functions may use its other members without `self` or `this`, as in Java.
    implicit_self: bool = false,
    /// The names of constructors that are neither those of their types nor of the kind *constructor*.
    constructors: &'static [&'static str] = &[],
    /// Whether only a word before a type makes a value of it, as `new` of Java, so that a call is that of a function.
    made_by_word: bool = false,
    /// Whether a bare name that no parameter or local variable has is a call, as in Ruby.
    bare_calls: bool = false,
    /// Whether a call in the body of a type or a module may make a member that has the name of its first argument.
    calls_make_members: bool = false,
    /// Whether the members of a module belong to the types that name it in their bodies, as in Ruby.
    modules_lend: bool = false,
    /// Whether the name of a function without a list of parameters is a call wherever it is used, as in Scala.
    nullary_calls: bool = false,
    /// Whether the members of a type are in scope wherever the type is, without its name: constructors and fields, as
    /// in Haskell.
    unscoped_members: bool = false,
    /// Whether the declared type of a value decides what a name after it means, by the types of the whole tree. Members of
    /// a type may be declared apart from it, as in Go or Rust.
    declared_types: bool = false,
    /// Whether a value then has only the members of its declared type and of that type's super types, so that members of a
    /// type from outside the tree refer to nothing in it. Elsewhere such a type decides nothing.
    nominal_types: bool = false,
    /// Whether types and values have one namespace although the grammar distinguishes their names, as in Go.
    types_are_values: bool = false,
    /// Whether a value may be converted to a type that has the name, as in Scala, so that only a member of its type or
    /// of a super type contradicts another meaning.
    implicit_conversions: bool = false,
    /// The names by which another language of the same runtime, or an import, reaches the value of an object: of one in a
    /// type without a name of its own, and of one that is a type itself, as in Kotlin.
    object_values: &'static [&'static str] = &[],
    /// The type in which other languages of the same runtime find the functions outside of types of a file, by its path and
    /// text.
    file_type: Option<FileType> = None,
    /// Types, and traits and members of types, through which the members of another type are reached: `Box` and `Deref`
    /// of Rust.
    pointer_types: &'static [&'static str] = &[],
    /// Types of its library that hold values, a list first: they have no member of the tree, unless that extends them, and
    /// those with one argument pass each value of its type to a function.
    collections: &'static [&'static str] = &[],
    /// Members of these types that are one of the values that they hold: `get` of Java.
    held: &'static [&'static str] = &[],
    /// Those that are a collection of these values: `values` of Java.
    holding: &'static [&'static str] = &[],
    /// Functions of a type that, by convention, return a value of it: `new` of Rust.
    factories: &'static [&'static str] = &[],
    /// Functions of values from outside the tree that return, in another form, the same value: `ConfigureAwait` of C#.
    same_values: &'static [&'static str] = &[],
    /// What stands before the name of a variable where its current value is meant: `$` of Svelte.
    value_sign: Option<char> = None,
    /// Whether markup may write a component in small letters with dashes, as in Vue: `my-part`.
    dashed_tags: bool = false,
    /// The end of an attribute's type that its uses may leave out: `Attribute` of C#.
    attribute_suffix: Option<&'static str> = None,
    /// Where a project states imports for all of its files.
    project_imports: Option<ProjectImports> = None,
    /// What stands before a member that is reached through a type, where this is marked: `->` of C++.
    pointer_access: Option<&'static str> = None,
    /// What stands before members of values alone, where a path of modules or types is written otherwise: `.` of Rust.
    value_access: &'static [&'static str] = &[],
    /// Whether, where this is not marked, a function outside of types is no member of a value either, so that before its name
    /// stands at most a scope that holds it, as in Kotlin.
    apart_from_values: bool = false,
    /// How a type implements an interface without naming it.
    structural: Structural = Structural::No,
    /// Kinds of declarations that a call never refers to, even with the same name.
    uncallable_kinds: &'static [&'static str] = &[],
    /// Whether a function and a value may have one name, so that a call means the function unless the value can be called,
    /// as in Kotlin.
    functions_apart: bool = false,
    /// The name of a module within another one whose members are those of the types themselves that name the outer one.
    lent_module: Option<&'static str> = None,
    /// If functions are told apart by how many arguments they take: the arguments of the call or the declaration whose
    /// name is the node, with what is around it, nearest first; `None` if they are not known.
    arguments: Option<Arguments> = None,
    /// Whether this tells apart only the functions of one type: a call with another number of arguments may be out of date.
    overloads: bool = false,
    /// Whether the body of a type may use its members without a qualifier, but its functions may not, as in Python.
    class_body_scope: bool = false,
    /// Whether functions are never nested, as in C. Where one seems to be nested, the braces are unbalanced, as in
    /// `#if` branches that each open a brace.
    no_nested_functions: bool = false,
    /// For single-file components, as of Vue and Svelte: finds the code in a file.
    embedded_code: Option<fn(&[u8]) -> EmbeddedCode> = None,
    /// If each outermost declaration can be understood alone: the ranges of a text from which its facts about a name
    /// come, given the offsets of the name, ascending; `None` if they come from the whole text. All are in bytes; the
    /// ranges ascend.
    excerpt: Option<Excerpt> = None,
    /// Whether a file of the language may begin as a document of markup.
    holds_markup: bool = false,
    /// Whether the grammar's scanner could end the process on a text: some write more state than their buffer holds.
    /// It may also be true of harmless texts.
    strains_scanner: fn(&[u8]) -> bool = |_| false,
    /// The name of a file whose decorated functions give values to the parameters of their names, in all files of its folder
    /// and below.
    injecting_file: Option<&'static str> = None,
    /// Whether a stack trace ends with the innermost frame, as in Python; elsewhere it begins with it.
    innermost_frame_last: bool = false,
    /// The text that the parser gets instead, with every byte at its offset: constructs that the grammar does not know
    /// are written as older ones or left blank. `None` if the text has none.
    rewritten: fn(&[u8]) -> Option<Vec<u8>> = |_| None,
    /// The names that are used in parts of a text that the parser does not get, such as the tags of a template.
    more_references: fn(&[u8]) -> Vec<Reference> = |_| Vec::new(),
    /// Of a tree, the bytes that the grammar takes for something else, ascending, and those that it does not.
    misread: fn(Node<'_>) -> Vec<(tree_sitter::Range, u8)> = |_| Vec::new(),
    /// The other language of a file (path and text), where two languages share an extension.
    disambiguate: Option<fn(&str, &[u8]) -> Option<&'static Language>> = None,
    /// Attributes that mark a declaration as a test.
    test_attributes: &'static [&'static str] = &[],
    /// If modules can be within a file: adapts an import to the nodes around it, nearest first, so that its source is a path
    /// as the file itself would write it.
    place_import: Option<PlaceImport> = None,
    /// Of a path of names in modules within a file (the first argument, outermost first): the same path from the file.
    path_from_file: Option<PathFromFile> = None,
    /// Adds the imports of a node that is captured as `@import`.
    extract_imports: fn(Node<'_>, &[u8], &mut Vec<Import>) = |_, _, _| {},
    /// The files that an import in a file (the path) means, best first; the last argument is the string or path that it
    /// names. Empty when it means nothing in the tree, or is unknown, and where imports lead to no files.
    resolve_import: fn(&FileTree<'_>, &str, &str) -> Vec<String> = |_, _, _| Vec::new(),
    /// The name of a module by its path, by which its importers usually call what it exports without a name.
    module_name: fn(&str) -> Option<&str> = |_| None,
    /// The texts of which every file contains one that imports the module at a path, as far as that is known. Needed only
    /// where an importer may give the module's export any name.
    import_texts: fn(&FileTree<'_>, &str) -> Vec<String> = |_, _| Vec::new(),
    /// The source to resolve for the module (the second argument) of a source, in languages where an imported name can
    /// itself be a module, as in Python's `from source import name`.
    submodule: fn(&str, &str) -> Option<String> = |_, _| None,
}

/// The import of a module that is called where it is loaded: its name is what is between the call's brackets.
#[cfg(any(feature = "javascript", feature = "typescript", feature = "lua"))]
pub(super) fn called(load: Node<'_>, source: Option<&str>, text: &[u8]) -> Option<Import> {
    let name = node_text(load.child_by_field_name("arguments")?, text);
    let word = load.child(0)?.byte_range();
    let at = word.start as u32..word.end as u32;
    Some(Import { at, ..Import::new(name, "*", source?) })
}

/// The files that declare an imported type, `a.b.Type` or `a.b.Type.member`: those whose path ends with
/// `a/b/Type.EXTENSION`.
#[cfg(any(feature = "java", feature = "kotlin", feature = "scala"))]
pub(super) fn type_files(
    tree: &FileTree<'_>,
    import_path: &str,
    extensions: &[&str],
) -> Vec<String> {
    let path = import_path.replace('.', "/");
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    for path in [path.as_str(), parent] {
        let with_extension = |extension: &&str| tree.with_suffix(&format!("{path}.{extension}"));
        let found: Vec<String> = extensions.iter().flat_map(with_extension).collect();
        if !path.is_empty() && !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// What the languages of the JVM have in common.
#[cfg(any(feature = "java", feature = "kotlin", feature = "scala"))]
pub(super) const JVM: Language = Language {
    self_names: &["this", "super"],
    super_names: &["super"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    namespaces: Namespaces::Absolute,
    submodule: |source, _| Some(source.to_owned()),
    runtime: Some(Runtime::Jvm),
    handing_marks: &["JavascriptInterface"],
    apart_from_values: true,
    object_values: &["Companion", "INSTANCE"],
    #[rustfmt::skip]
    held: &[
        "find", "first", "firstOrNull", "get", "getFirst", "getLast", "getOrDefault", "getOrNull", "getOrPut",
        "getValue", "last", "lastOrNull", "next", "orElse", "orElseThrow", "peek", "poll", "pop", "single",
    ],
    #[rustfmt::skip]
    holding: &["filter", "findAny", "findFirst", "iterator", "onEach", "reversed", "sorted", "stream", "toList", "values"],
    ..Language::PLAIN
};

impl Language {
    /// Whether code in this language may use what is declared in another one: what runs the one runs the other, or the other
    /// one is compiled for the machine, to which anything may be bound.
    pub(crate) fn reaches(&self, other: &Language) -> bool {
        let is_bound = |runtime| matches!(runtime, Runtime::Machine(_));
        self.shares_names(other) || self.runtime.into_iter().chain(other.runtime).any(is_bound)
    }

    /// Whether a name in this language can mean what is declared in another one without anything that binds it.
    pub(crate) fn shares_names(&self, other: &Language) -> bool {
        let runtimes = self.runtime.zip(other.runtime);
        runtimes.is_none_or(|(own, other)| own == other)
    }

    /// Whether a function of this name returns a value of the type that has it.
    pub(crate) fn returns_own_type(&self, name: &str) -> bool {
        self.factories.contains(&name) || self.same_values.contains(&name)
    }

    /// Whether types are declared in files that are named as those of this language: the text of a header says whether it
    /// is one of C++.
    pub(crate) fn may_declare_types(&self) -> bool {
        self.declared_types || self.disambiguate.is_some()
    }

    /// Whether both are compiled for the machine, so that a function of the one that is no member may be linked to the other.
    pub(crate) fn links_with(&self, other: &Language) -> bool {
        let is_linked = |runtime| matches!(runtime, Some(Runtime::Machine(_)));
        is_linked(self.runtime) && is_linked(other.runtime)
    }

    pub(super) fn compile(&self) -> Result<Patterns, PatternError> {
        Patterns::compile(&self.patterns.concat(), &(self.grammar)())
    }
}
