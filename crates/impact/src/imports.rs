//! Which files reach a file through their imports: what a value of unknown type is, only these can know.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

use firsthand_codegraph::is_code;
use firsthand_registry::PathClass;
use firsthand_source::RepoPath;
use firsthand_tools::{Use, UsedDeclaration, Uses};

use crate::lookup::Lookup;

/// The most files whose imports are read.
const MAX_FILES: usize = 4_000;

/// The imports that were read.
#[derive(Default)]
pub(crate) struct Imports {
    /// The files that each file imports.
    of: HashMap<RepoPath, Vec<RepoPath>>,
    /// The files that reach a file, with the number of imports on the way.
    reaching: HashMap<RepoPath, Rc<BTreeMap<RepoPath, u32>>>,
    /// Whether those of all files of tests were read.
    has_tests: bool,
    /// Whether the limit was reached.
    is_full: bool,
}

impl Imports {
    /// The files of the closure of `paths` whose imports are not known.
    fn unknown(&self, paths: &[RepoPath]) -> Vec<RepoPath> {
        let mut seen: BTreeSet<&RepoPath> = BTreeSet::new();
        let mut waiting: Vec<&RepoPath> = paths.iter().collect();
        let mut unknown = Vec::new();
        while let Some(path) = waiting.pop() {
            if !seen.insert(path) {
                continue;
            }
            match self.of.get(path) {
                Some(imported) => waiting.extend(imported),
                None => unknown.push(path.clone()),
            }
        }
        unknown
    }

    /// The files that reach a file by the imports that are known.
    fn reaching(&self, target: &RepoPath) -> BTreeMap<RepoPath, u32> {
        let mut importers: HashMap<&RepoPath, Vec<&RepoPath>> = HashMap::new();
        for (path, imported) in &self.of {
            for other in imported {
                importers.entry(other).or_default().push(path);
            }
        }
        let mut reaching = BTreeMap::new();
        let mut waiting = VecDeque::from([(target, 0)]);
        while let Some((path, distance)) = waiting.pop_front() {
            if reaching.contains_key(path) {
                continue;
            }
            reaching.insert(path.clone(), distance);
            let importers = importers.get(path).into_iter().flatten();
            waiting.extend(importers.map(|path| (*path, distance + 1)));
        }
        reaching
    }
}

impl Lookup<'_> {
    /// Those of some files, and of what these import, that reach `target` through imports, with the number of imports.
    pub(crate) fn reaching(
        &mut self,
        target: &RepoPath,
        from: &[RepoPath],
    ) -> Rc<BTreeMap<RepoPath, u32>> {
        self.read_imports(from);
        if let Some(known) = self.imports.reaching.get(target) {
            return Rc::clone(known);
        }
        let reaching = Rc::new(self.imports.reaching(target));
        let known = &mut self.imports.reaching;
        known.insert(target.clone(), Rc::clone(&reaching));
        reaching
    }

    /// The test files that reach a file through imports, with the number of imports, the nearest first.
    pub(crate) fn tests_reaching(&mut self, target: &RepoPath) -> Vec<(u32, RepoPath)> {
        let is_test = |path: &RepoPath| PathClass::of(path).test && is_code(path.as_str());
        let inventory = self.graph().files();
        let tests = inventory.files.iter().map(|file| &file.path);
        let is_known = self.imports.has_tests;
        let tests = tests.filter(|path| !is_known && is_test(path));
        let tests: Vec<RepoPath> = tests.cloned().collect();
        self.imports.has_tests = true;
        let reaching = self.reaching(target, &tests);
        let tests = reaching.iter().filter(|(path, _)| is_test(path));
        let tests = tests.map(|(path, distance)| (*distance, path.clone()));
        let mut tests: Vec<(u32, RepoPath)> = tests.collect();
        tests.sort();
        tests
    }

    /// Adds the lines that use a member of the name, of files that reach the declaring file through imports: the value
    /// may be of its type.
    pub(crate) fn readmit(&mut self, target: &UsedDeclaration, found: &mut Uses) {
        let is_member = |one: &Use| is_code(one.site.path.as_str()) && one.holds_member(target);
        let (members, others): (Vec<Use>, Vec<Use>) =
            std::mem::take(&mut found.others).into_iter().partition(is_member);
        found.others = others;
        let paths: BTreeSet<RepoPath> = members.iter().map(|one| one.site.path.clone()).collect();
        let paths: Vec<RepoPath> = paths.into_iter().collect();
        if paths.is_empty() {
            return;
        }
        let reaching = self.reaching(&target.path, &paths);
        let reaches = |one: &Use| reaching.contains_key(&one.site.path);
        let (meant, others): (Vec<Use>, Vec<Use>) = members.into_iter().partition(reaches);
        found.uses.extend(meant);
        found.others.extend(others);
    }

    /// Reads the imports of files, and of what these import.
    fn read_imports(&mut self, from: &[RepoPath]) {
        loop {
            let unknown = self.imports.unknown(from);
            if unknown.is_empty() || self.imports.is_full || self.cancel.is_cancelled() {
                return;
            }
            if self.imports.of.len() + unknown.len() > MAX_FILES {
                self.imports.is_full = true;
                self.losses.cap += unknown.len() as u64;
                return;
            }
            let imported = self.graph().imported_files(&unknown, self.cancel);
            self.imports.reaching.clear();
            self.imports.of.extend(unknown.into_iter().zip(imported));
        }
    }
}
