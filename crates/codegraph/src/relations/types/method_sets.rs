//! The methods that types have, and whether these are all those of an interface.

use super::declared_type::DeclaredType;
use super::lineage::walk_types;
use crate::facts::ParsedFile;
use crate::facts::languages::{Structural, folder};
use crate::relations::{Resolver, Target};
use crate::text::memo::remembered;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The most files of a package whose methods are compared with an interface.
const MAX_PACKAGE_FILES: usize = 128;

/// Methods by name, with the numbers of their parameters where these tell them apart.
pub(crate) type Methods = BTreeMap<String, Option<RangeInclusive<u8>>>;

impl Resolver<'_> {
    /// Whether a member's type has all methods of an interface that its language implements structurally.
    pub(crate) fn fits_structure(&self, member: &Target, ty: &DeclaredType) -> bool {
        let interface = ty.parts.iter().find(|part| is_structural(part));
        let (Some(interface), Some(name)) = (interface, member.container()) else {
            return false;
        };
        let ty = [folder(&member.file.path).to_owned(), name.to_owned()];
        remembered(&self.context.types.fits, (ty, interface.key()), |_| {
            self.has_methods_of(&member.file, name, interface)
        })
    }

    /// Whether a type of the folder of `file` has all methods of an interface.
    fn has_methods_of(&self, file: &ParsedFile, name: &str, interface: &Target) -> bool {
        let Some(wanted) = methods_of_interface(self, interface) else {
            return false;
        };
        let paths = self.context.file_tree.in_folder(folder(&file.path));
        let alike = |path: &&String| {
            self.context.language_of(path).is_some_and(|own| own.name == file.language().name)
        };
        let paths = paths.iter().filter(alike).take(MAX_PACKAGE_FILES);
        let files: Vec<Arc<ParsedFile>> =
            paths.filter_map(|path| self.context.open(path)).collect();
        let own = methods_by_type(self, &files, &wanted);
        own.iter().any(|(ty, methods)| ty.1 == name && has_all(methods, &wanted))
    }
}

/// Whether types implement a declaration by its methods alone.
pub(crate) fn is_structural(target: &Target) -> bool {
    match target.file.language().structural {
        Structural::Kind(kind) => target.symbol().kind == kind,
        Structural::Extending(name) => {
            target.heritage().any(|span| target.file.slice(span) == name)
        }
        _ => false,
    }
}

/// The methods of an interface and of those that it includes; `None` if it has none.
pub(crate) fn methods_of_interface(resolver: &Resolver<'_>, interface: &Target) -> Option<Methods> {
    let mut methods = Methods::new();
    walk_types([interface.clone()], Target::key, |next| {
        methods.extend(own_methods(&next));
        let supers = resolver.supers(&next).into_iter();
        supers.filter(is_structural).collect()
    });
    (!methods.is_empty()).then_some(methods)
}

/// The methods that a type declares in its own body.
fn own_methods(ty: &Target) -> Methods {
    let own = ty.members().filter(|member| member.symbol().is_function());
    own.map(|member| (member.symbol().name.clone(), member.symbol().parameters.clone())).collect()
}

pub(crate) fn has_all(methods: &Methods, wanted: &Methods) -> bool {
    wanted.iter().all(|(name, count)| methods.get(name).is_some_and(|own| own == count))
}

/// The place of a type: its folder and its name, or the file that declares it.
pub(crate) type TypePlace = (String, String);

/// Those of the wanted methods that types in the files have, by type: their own, and those of types that they embed or
/// extend.
pub(crate) fn methods_by_type(
    resolver: &Resolver<'_>,
    files: &[Arc<ParsedFile>],
    wanted: &Methods,
) -> HashMap<TypePlace, Methods> {
    let mut by_type: HashMap<TypePlace, Methods> = HashMap::new();
    let mut types: Vec<Target> = Vec::new();
    for target in files.iter().flat_map(Target::all) {
        let declared = target.symbol();
        if declared.is_type() {
            types.push(target);
        } else if declared.is_function()
            && wanted.contains_key(&declared.name)
            && let Some(ty) = target.container()
        {
            let methods = by_type.entry(type_place(&target.file, ty)).or_default();
            methods.insert(declared.name.clone(), declared.parameters.clone());
        }
    }
    // What a type embeds may itself embed another.
    for _ in 0..3 {
        for ty in &types {
            let supers = resolver.supers(ty);
            let places = supers.iter().map(|above| type_place(&above.file, &above.symbol().name));
            let more = places.filter_map(|place| by_type.get(&place)).flatten();
            let more: Methods = more.map(|(name, count)| (name.clone(), count.clone())).collect();
            if !more.is_empty() {
                let own = by_type.entry(type_place(&ty.file, &ty.symbol().name)).or_default();
                more.into_iter().for_each(|(name, count)| {
                    own.entry(name).or_insert(count);
                });
            }
        }
    }
    by_type
}

pub(crate) fn type_place(file: &ParsedFile, name: &str) -> TypePlace {
    let apart = file.language().types_are_values;
    let place = if apart { folder(&file.path) } else { &file.path };
    (place.to_owned(), name.to_owned())
}
