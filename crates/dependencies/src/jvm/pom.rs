//! The libraries of Maven's `pom.xml`, and where Maven puts what it downloads.

use std::collections::HashMap;
use std::path::PathBuf;

use roxmltree::{Document, Node};

use super::Library;
use crate::{Environment, Spot};

/// The most properties that are replaced in one text, one after another.
const MAX_REPLACED: usize = 32;
/// The longest text with replaced properties, in bytes.
const MAX_EXPANDED: usize = 1 << 10;

/// The libraries that a project and its profiles depend on or manage the versions of. What a parent or an imported list
/// states is not read.
pub(super) fn stated(text: &str) -> Vec<Library> {
    let Ok(document) = Document::parse(text) else {
        return Vec::new();
    };
    let project = document.root_element();
    let profiles = child(project, "profiles").into_iter().flat_map(|all| all.children());
    let scopes: Vec<Node<'_, '_>> = [project].into_iter().chain(profiles).collect();
    let values = Values::of(project, &scopes);
    let lists = scopes.iter().flat_map(|scope| {
        let managed = child(*scope, "dependencyManagement");
        [Some(*scope), managed].into_iter().flatten().filter_map(|of| child(of, "dependencies"))
    });
    let libraries = lists.flat_map(|list| list.children()).filter_map(|dependency| {
        let part = |name| Some(values.expanded(text_of(dependency, name)?));
        Some(Library::new(&part("groupId")?, &part("artifactId")?, part("version").as_deref()))
    });
    libraries.collect()
}

/// Maven's repository on this machine.
pub(super) fn local_repository(environment: &Environment) -> Option<PathBuf> {
    let home = environment.home()?;
    let settings = Spot::new(home, ".m2/settings.xml").and_then(|settings| settings.text());
    let settings = settings.unwrap_or_default();
    let document = Document::parse(&settings).ok();
    let named = document.as_ref().and_then(|it| text_of(it.root_element(), "localRepository"));
    let named = named.map(|named| named.replace("${user.home}", &home.to_string_lossy()));
    Some(named.map_or_else(|| home.join(".m2/repository"), PathBuf::from))
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

/// The text in a child of a node.
fn text_of<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    child(node, name)?.text().map(str::trim)
}

/// What the properties of a project stand for; `None` for one to which profiles give several values.
struct Values<'d>(HashMap<String, Option<&'d str>>);

impl<'d> Values<'d> {
    fn of(project: Node<'d, '_>, scopes: &[Node<'d, '_>]) -> Self {
        let mut values = HashMap::new();
        let parent = child(project, "parent");
        for name in ["version", "groupId"] {
            let of_parent = parent.and_then(|parent| text_of(parent, name));
            values.insert(format!("project.parent.{name}"), of_parent);
            values.insert(format!("project.{name}"), text_of(project, name).or(of_parent));
        }
        let lists = scopes.iter().filter_map(|scope| child(*scope, "properties"));
        for property in lists.flat_map(|list| list.children()).filter(Node::is_element) {
            let value = property.text().map(str::trim);
            let known = values.entry(property.tag_name().name().to_owned()).or_insert(value);
            if *known != value {
                *known = None;
            }
        }
        Self(values)
    }

    /// A text with the values of its properties. One that has none stays: `${name}`.
    fn expanded(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..MAX_REPLACED {
            let property = text.split_once("${").and_then(|(before, rest)| {
                let (name, after) = rest.split_once('}')?;
                let value = self.0.get(name).copied().flatten()?;
                Some(format!("{before}{value}{after}"))
            });
            match property.filter(|text| text.len() <= MAX_EXPANDED) {
                Some(expanded) => text = expanded,
                None => break,
            }
        }
        text
    }
}
