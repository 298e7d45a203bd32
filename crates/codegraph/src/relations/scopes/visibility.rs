//! Which declarations a place cannot mean, because their languages keep them from it: private members, names of a package.

use crate::answer::Declaration;
use crate::facts::languages::{Around, Head, Language, Runtime, Sight, Structural, folder};
use crate::facts::{ParsedFile, Span, Symbol};
use crate::relations::{Occurrence, Resolver, Target};
use crate::text::memo::lock;
use firsthand_source::identifiers;
use memchr::memmem::find;
use std::sync::Arc;

/// The word that opens a type to another one or a function, as in C++.
const FRIEND: &str = "friend";

/// The labels of parts of a type, and whether a part is private.
const LABELS: [(&str, bool); 3] = [("public", false), ("protected", false), ("private", true)];

/// How far a declaration of a file is seen, by what stands around its name: the further, the more.
pub(crate) fn sight_of(file: &Arc<ParsedFile>, of: &Declaration) -> u8 {
    let Some(target) = Target::of(file, of) else {
        return 0;
    };
    let is_hidden = || {
        let ty = target.owner();
        ty.is_some_and(|ty| is_in_private_part(&ty, target.symbol()))
    };
    match (file.language().sight)(&target.head()) {
        Sight::Labelled if is_hidden() => 0,
        Sight::Type(_) | Sight::TypeOfName(_) => 0,
        Sight::File => 1,
        Sight::Module => 2,
        Sight::Package => 3,
        Sight::Namespace => 4,
        Sight::Any | Sight::Labelled => 5,
    }
}

impl Resolver<'_> {
    /// Whether code in the language of a file can mean one of the targets by its name.
    pub(crate) fn is_known_to(&self, file: &ParsedFile) -> bool {
        let Some(own) = file.language else {
            return true;
        };
        self.targets.iter().any(|target| {
            target.file.language.is_none_or(|other| {
                own.shares_names(other)
                    || (own.links_with(other) && target.is_free())
                    || target.is_handed_over(other)
            })
        })
    }

    /// Whether a name can mean one of the targets: at least one is not kept from its place.
    pub(crate) fn sees_any(&self, name: &Occurrence<'_>) -> bool {
        self.targets.is_empty() || self.targets.iter().any(|target| self.is_seen(name, target))
    }

    /// Whether a target is not kept from the place of a name.
    pub(crate) fn is_seen(&self, name: &Occurrence<'_>, target: &Target) -> bool {
        let file = name.file;
        let (own, other) = (target.file.language(), file.language());
        // Code of another language may ignore what the marks of this one say.
        let is_checked = |language: &Language| language.structural != Structural::No;
        let is_apart = own.runtime.is_none()
            || !own.shares_names(other)
            || is_checked(own) != is_checked(other);
        if own.name != other.name && is_apart {
            return true;
        }
        let is_own_file = target.file.path == file.path;
        let key = (Arc::as_ptr(&target.file) as usize, target.symbol);
        let sight = {
            let known = lock(&self.known.sights).get(&key).copied();
            known.or_else(|| {
                let sight = self.sight(target)?;
                Some(*lock(&self.known.sights).entry(key).or_insert(sight))
            })
        }
        .unwrap_or(Sight::Any);
        let opens =
            |texts: &[&str]| texts.iter().any(|text| find(&file.text, text.as_bytes()).is_some());
        match sight {
            Sight::Any | Sight::Labelled => true,
            Sight::File => is_own_file,
            Sight::Package => {
                folder(&target.file.path) == folder(&file.path)
                    && target.file.package_name() == file.package_name()
            }
            Sight::Namespace => target.namespace() == file.facts.namespace_at(name.at()),
            Sight::Module => is_own_file || target.is_module_around(&file.path),
            Sight::Type(texts) => {
                (is_own_file && target.outermost_type().is_none_or(|ty| ty.contains(&name.at())))
                    || is_detached_self(name)
                    || opens(texts)
            }
            Sight::TypeOfName(texts) => {
                let around: Vec<&str> = target.scopes().collect();
                let mut own = types_around(file, name.at());
                own.any(|scope| around.contains(&scope)) || opens(texts)
            }
        }
    }

    /// How far a target is seen; `None` if the types of the tree that say so are not known yet.
    fn sight(&self, target: &Target) -> Option<Sight> {
        Some(match (target.file.language().sight)(&target.head()) {
            Sight::Labelled => return self.labelled(target),
            // A type may pass on what it does not declare, as to `__call` of PHP.
            Sight::Type(_) if target.owner().is_some_and(|ty| ty.forwards_names()) => Sight::Any,
            sight => sight,
        })
    }

    /// The sight of a member in a labelled part of a type, as in C++. Of a member that is defined apart from its type, it is
    /// that of its prototypes in the type.
    fn labelled(&self, target: &Target) -> Option<Sight> {
        const SIGHT: Sight = Sight::TypeOfName(&["define private"]);
        let is_private = |member: &Target| {
            let ty = member.owner();
            ty.is_some_and(|ty| is_in_private_part(&ty, member.symbol()) && !opens_to_others(&ty))
        };
        if target.owner().is_some() {
            return Some(if is_private(target) { SIGHT } else { Sight::Any });
        }
        let Some(name) = target.container() else {
            return Some(Sight::Any);
        };
        let types = self.context.types_named(name, self.of_expression)?;
        let members = types.iter().flat_map(Target::members);
        let members = members.filter(|member| member.symbol().name == target.symbol().name);
        let mut members = members.peekable();
        let is_known = members.peek().is_some();
        let is_hidden = is_known && members.all(|member| is_private(&member));
        Some(if is_hidden { SIGHT } else { Sight::Any })
    }
}

impl Target {
    /// Whether a mark before it, before the type around it or of the part of that type hands it to other runtimes.
    fn is_handed_over(&self, language: &Language) -> bool {
        let marks = language.handing_marks;
        let is_marked = |text: &str| identifiers(text).any(|(_, word)| marks.contains(&word));
        let is_marked_before = |of: &Symbol| {
            let start = of.span.start.min(of.name_span.start);
            is_marked(self.file.slice(&(start..of.name_span.start)))
        };
        !marks.is_empty()
            && (is_marked_before(self.symbol())
                || self.around().is_some_and(is_marked_before)
                || self.owner().is_some_and(|ty| label(&ty, self.symbol()).is_some_and(is_marked)))
    }

    fn head(&self) -> Head<'_> {
        let symbol = self.symbol();
        let before = |of: &Symbol| of.code.start..of.name_span.start.max(of.code.start);
        let around = self.enclosing().map(|around| Around {
            kind: &self.file.facts.symbols[around.symbol].kind,
            before: self.file.slice(&before(&self.file.facts.symbols[around.symbol])),
            has_supers: around.heritage().next().is_some(),
            in_head: symbol.name_span.start < around.symbol().body,
        });
        Head {
            name: &symbol.name,
            kind: &symbol.kind,
            before: self.file.slice(&before(symbol)),
            around,
        }
    }

    /// Whether it has a member that gets the names of others.
    fn forwards_names(&self) -> bool {
        let language = self.file.language();
        language.runtime == Some(Runtime::Php)
            && language.pointer_types.iter().any(|name| self.declares(name))
    }

    /// The part of its file that the outermost of the types around it takes, if there are only types around it.
    fn outermost_type(&self) -> Option<Span> {
        let facts = &self.file.facts;
        let around = facts.containers(self.symbol).map(|at| &facts.symbols[at]);
        let types = around.take_while(|around| around.is_type());
        types.last().map(|ty| ty.span.clone())
    }

    /// Whether a file is that of a module within the one that its file is, as in Rust.
    fn is_module_around(&self, path: &str) -> bool {
        let (own, text) = (self.file.path.as_str(), &self.file.text);
        let stem = own.rsplit_once('.').map_or(own, |(stem, _)| stem);
        let is_root = self.file.language().is_folder_root;
        let within = if is_root(own) { folder(own) } else { stem };
        let is_below = |of: &str| {
            of.is_empty() || path.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'))
        };
        // The file of any module may be the first of a crate, whose modules are beside it.
        let beside = path.strip_prefix(folder(own)).map(|rest| rest.trim_start_matches('/'));
        let first = beside.and_then(|rest| rest.split(['/', '.']).next()).unwrap_or_default();
        let source = format!("self::{first}");
        is_below(within)
            || self.file.facts.imports.iter().any(|import| import.source == source)
            || find(text, b"#[path").is_some()
    }
}

/// Whether a name is a member of what `this` is outside of any type: in a function that may be bound to a value, or in a
/// template that a method includes.
fn is_detached_self(name: &Occurrence<'_>) -> bool {
    let is_self = |qualifier| name.file.language().self_names.contains(&qualifier);
    name.qualifier().is_some_and(is_self) && name.file.facts.type_around(name.at()).is_none()
}

/// The names of the types and scopes around a byte, and those that functions say they belong to.
fn types_around(file: &ParsedFile, at: u32) -> impl Iterator<Item = &str> {
    let around = file.facts.around(at).map(|at| &file.facts.symbols[at]);
    around.flat_map(|around| {
        around.qualified.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
    })
}

/// The pieces of the body of a type before byte `end` that are directly in it, the last first, with their starts.
fn pieces(ty: &Target, end: u32) -> impl Iterator<Item = &str> {
    let (file, body) = (&ty.file, ty.symbol().body);
    let text = file.slice(&(body..end.max(body)));
    let pieces = text.rsplit(['{', '}', ';', '\n']);
    let own = move |piece: &&str| {
        let at = body + (piece.as_ptr() as usize - text.as_ptr() as usize) as u32;
        file.facts.type_around(at) == Some(ty.symbol)
    };
    pieces.filter(own).map(str::trim)
}

/// The last label of a part of a type before a member, without its colon.
fn label<'t>(ty: &'t Target, member: &Symbol) -> Option<&'t str> {
    pieces(ty, member.code.start).find_map(|piece| {
        let (label, after) = piece.split_once(':')?;
        let mut labels = LABELS.iter();
        let is_label = labels.any(|(word, _)| {
            let rest = label.strip_prefix(word);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        });
        (is_label && !after.starts_with(':')).then_some(label)
    })
}

/// Whether a member is in a private part of a type: that of the last label before it, or, without any, of a class.
fn is_in_private_part(ty: &Target, member: &Symbol) -> bool {
    // What else stands before the colon may open the part, as in `private slots:`.
    let is_private = |label: &str| LABELS.contains(&(label.trim(), true));
    label(ty, member).map_or_else(|| ty.symbol().kind == "class", is_private)
}

/// Whether a type lets others use its private members, or may do so in a macro.
fn opens_to_others(ty: &Target) -> bool {
    let is_macro = |piece: &str| {
        let word = piece.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        let word = word.unwrap_or_default();
        let is_loud = word.len() > 1 && !word.contains(|c: char| c.is_lowercase());
        is_loud && piece[word.len()..].trim_start().starts_with('(')
    };
    let has_friend = |piece: &str| piece.split_whitespace().any(|word| word == FRIEND);
    pieces(ty, ty.symbol().code.end).any(|piece| has_friend(piece) || is_macro(piece))
}
