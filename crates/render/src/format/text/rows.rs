//! The places of the text form as rows: a number, a title, a path with its lines.

use firsthand_registry::{LineRange, RepoPath, Symbol};
use firsthand_validator::Place;

use super::page::Page;
use super::pen::{Pen, Tone};
use crate::clean::plain_prose;
use crate::columns::columns;
use crate::layout::Mention;
use crate::parts::{LinkPart, PlacePart, is_plain_symbol};
use crate::titles::{leading_name, lines_text, shows_name};

/// The most columns of a title beside which the paths of all rows begin.
const TITLE_COLUMNS: usize = 40;
/// The columns between a title and its path.
pub(super) const GAP_COLUMNS: usize = 2;

/// What a row says about a place.
pub(super) struct Row<'p> {
    pub(super) number: usize,
    /// The name of the declaration; empty where none was observed, or it is more than a word.
    pub(super) name: String,
    /// The place's part in the answer, or the kind of the declaration.
    pub(super) role: String,
    pub(super) path: &'p RepoPath,
    /// The path and the lines.
    pub(super) place: String,
    /// The line that a link opens.
    pub(super) line: Option<u32>,
    /// The link of the flow; none for a further place.
    pub(super) link: Option<&'p LinkPart>,
    /// What the model states of it.
    pub(super) fact: Fact,
}

/// What is stated of a place.
pub(super) enum Fact {
    None,
    Prose(String),
    /// Nothing but code, such as a signature.
    Code(String),
}

impl Fact {
    /// The fact that a statement is, without the name that the row already has.
    fn of(statement: &str) -> Self {
        let code = statement.strip_prefix('`').and_then(|rest| rest.strip_suffix("`."));
        match code.filter(|code| !code.contains('`')) {
            _ if statement.is_empty() => Self::None,
            Some(code) => Self::Code(plain_prose(code)),
            None => Self::Prose(plain_prose(statement)),
        }
    }
}

impl Row<'_> {
    /// The columns of the title: name and role.
    fn title_columns(&self) -> usize {
        let gap = usize::from(!self.name.is_empty() && !self.role.is_empty()) * GAP_COLUMNS;
        columns(&self.name) + gap + columns(&self.role)
    }
}

impl Page<'_, '_> {
    /// The rows of the answer: the flow, and the primary places outside it.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let links = self.parts.links_within(self.plan.links);
        let links = links.zip(&self.layout.links);
        let links = links.filter_map(|(link, mention)| self.row(mention, Some(link)));
        let also = self.layout.also.iter();
        let also = also.filter_map(|mention| self.row(mention, None));
        links.chain(also).collect()
    }

    fn row<'p>(&'p self, mention: &Mention, link: Option<&'p LinkPart>) -> Option<Row<'p>> {
        let (path, place) = self.place_text(mention.place_part)?;
        let fact = link.map(|link| self.fact_of(link)).unwrap_or_default();
        let (name, role, fact) = self.title(mention.place_part, link, &fact);
        let range = mention.place_part.range;
        Some(Row {
            number: mention.number,
            name,
            role,
            path,
            place,
            line: link.map(|link| link.line).or(range.map(LineRange::start)),
            link,
            fact,
        })
    }

    /// The name and the role of a row, and its fact without that name. The name is the one that the fact begins with, if
    /// the place's own lines have it, or else that of the observed symbol. The role states the line of the name if the
    /// place has more than its declaration.
    fn title(
        &self,
        place_part: PlacePart,
        link: Option<&LinkPart>,
        fact: &str,
    ) -> (String, String, Fact) {
        let role = link.map(|link| plain_prose(&link.role)).unwrap_or_default();
        let named = leading_name(fact);
        let observed = &self.parts.report.body().observed;
        let place = self.place(place_part);
        let shown =
            named.filter(|(name, _)| place.is_some_and(|place| shows_name(observed, place, name)));
        let symbol = self.symbol_at(place_part);
        let kind = symbol.map(|symbol| symbol.kind.clone()).unwrap_or_default();
        let role_or_kind =
            if role.is_empty() || (named.is_some() && shown.is_none()) { kind } else { role };
        let symbol_name = symbol.map(|symbol| symbol.name.as_str());
        let name = shown.map(|(name, _)| name).or(symbol_name);
        let statement = shown.map_or(fact, |(_, statement)| statement);
        let name = name.unwrap_or_default();
        let role = match place.and_then(|place| observed.name_line(place, name)) {
            Some(line) => format!("{role_or_kind} at {line}").trim_start().to_owned(),
            None => role_or_kind,
        };
        (name.to_owned(), role, Fact::of(statement))
    }

    fn place(&self, place_part: PlacePart) -> Option<&Place> {
        let path = self.parts.paths.get(place_part.path)?.path;
        let mut places = self.parts.report.body().places();
        places.find(|place| place.path() == path && place.range() == place_part.range)
    }

    /// A place's path and its text: the path with the lines, or with `(not read)`.
    pub(super) fn place_text(&self, place_part: PlacePart) -> Option<(&RepoPath, String)> {
        let part = self.parts.paths.get(place_part.path)?;
        let range = place_part.range;
        let of_range = |range| format!("{}{}", part.text.separator, lines_text(range));
        let lines = range.map_or_else(|| part.text.lines(range), of_range);
        Some((part.path, format!("{}{lines}", part.text.text)))
    }

    /// The symbol that was observed at a place, if it can be printed as it is.
    pub(super) fn symbol_at(&self, place_part: PlacePart) -> Option<&Symbol> {
        let observed = &self.parts.report.body().observed;
        let symbol = observed.symbol(self.place(place_part)?);
        symbol.filter(|symbol| is_plain_symbol(symbol))
    }

    /// Prints a row. Its path begins at `path_column`, or on a line of its own where it does not fit.
    pub(super) fn print_row(
        &self,
        row: &Row<'_>,
        indent: usize,
        path_column: usize,
        pen: &mut Pen,
    ) {
        let number = format!("{:>width$}", row.number, width = indent - GAP_COLUMNS);
        pen.put(Tone::Quiet, &number);
        pen.spaces(GAP_COLUMNS);
        pen.put(Tone::Name, &row.name);
        if !row.name.is_empty() && !row.role.is_empty() {
            pen.spaces(GAP_COLUMNS);
        }
        pen.put(Tone::Quiet, &row.role);
        let title_end = indent + row.title_columns();
        let path_start = match title_end {
            end if end == indent => indent,
            end => path_column.max(end + GAP_COLUMNS),
        };
        if path_start + columns(&row.place) <= pen.width || path_start == indent {
            pen.spaces(path_start - title_end);
        } else {
            pen.end_line();
            pen.spaces(indent);
        }
        pen.link(row.path, row.line, Tone::Path, &row.place);
        pen.end_line();
    }
}

/// The column at which the paths of rows begin: behind the longest title that is not too long.
pub(super) fn path_column(rows: &[Row<'_>], indent: usize) -> usize {
    let titles = rows.iter().map(Row::title_columns);
    let longest = titles.filter(|columns| *columns <= TITLE_COLUMNS).max();
    longest.map_or(indent, |columns| indent + columns + GAP_COLUMNS)
}
