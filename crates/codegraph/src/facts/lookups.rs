//! What is looked up for each of many places of a file, so that a place costs as much in a long file as in a short one. It
//! is computed when it is first looked up.

use super::{Binding, ParsedFile, Part};
use crate::text::window::blocks;
use crate::text::words::is_name_byte;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The indices of a file.
#[derive(Clone, Default)]
pub(crate) struct Lookups {
    names: OnceLock<Names>,
    outermost: OnceLock<Outermost>,
}

/// The indices of the declarations and the bindings with each name, ascending.
#[derive(Clone, Default)]
struct Names {
    symbols: HashMap<String, Vec<usize>>,
    bindings: HashMap<String, Vec<usize>>,
}

/// The first and the last lines of the outermost declarations, ascending.
#[derive(Clone)]
struct Outermost {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl ParsedFile {
    /// The name that begins at byte `at`.
    pub(crate) fn name_at(&self, at: u32) -> &str {
        let rest = self.text.get(at as usize..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_name_byte(**byte) || **byte == b'$').count();
        self.slice(&(at..at + length as u32))
    }

    /// The name of the member of another value that a variable is: `a` of `{ a: b } = value`.
    pub(crate) fn taken_name(&self, bound: &Binding) -> Option<&str> {
        match bound.given.as_ref()?.part {
            Part::Member => Some(self.slice(&bound.name)),
            Part::Renamed(at) => Some(self.name_at(at)),
            Part::Whole | Part::Element | Part::Passed => None,
        }
    }

    fn names(&self) -> &Names {
        self.lookups.names.get_or_init(|| {
            let mut names = Names::default();
            for (at, symbol) in self.facts.symbols.iter().enumerate() {
                names.symbols.entry(symbol.name.clone()).or_default().push(at);
            }
            for (at, bound) in self.facts.bindings.iter().enumerate() {
                let name = self.slice(&bound.name).to_owned();
                names.bindings.entry(name).or_default().push(at);
            }
            names
        })
    }

    /// The indices of the declarations of a name.
    pub(crate) fn declared(&self, name: &str) -> impl Iterator<Item = usize> {
        self.names().symbols.get(name).into_iter().flatten().copied()
    }

    /// The bindings of a name.
    pub(crate) fn bound(&self, name: &str) -> impl Iterator<Item = &Binding> {
        let found = self.names().bindings.get(name).into_iter().flatten();
        found.map(|at| &self.facts.bindings[*at])
    }

    /// The lines around `line` up to the nearest outermost declarations.
    pub(crate) fn gap_around(&self, line: u32) -> (u32, u32) {
        let Outermost { starts, ends } = self.lookups.outermost.get_or_init(|| {
            let outer = || self.facts.symbols.iter().filter(|symbol| symbol.container.is_none());
            let (mut starts, mut ends): (Vec<u32>, Vec<u32>) =
                outer().map(|symbol| (symbol.start, symbol.end)).unzip();
            starts.sort_unstable();
            ends.sort_unstable();
            Outermost { starts, ends }
        });
        let before = ends.partition_point(|end| *end < line).checked_sub(1);
        let start = before.map_or(1, |last| ends[last] + 1);
        let next = starts.get(starts.partition_point(|start| *start <= line));
        (start, next.map_or(self.lines.count(), |start| start - 1).max(line))
    }

    /// The block of text around a line outside of all declarations, of at most `max_lines` lines.
    pub(crate) fn block_around(&self, line: u32, max_lines: u32) -> (u32, u32) {
        let (first, last) = self.gap_around(line);
        let mut found = blocks(&self.text, &self.lines, first, last, max_lines).into_iter();
        found.find(|block| block.0 <= line && line <= block.1).unwrap_or((line, line))
    }
}
