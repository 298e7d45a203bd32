//! Parses a symbol as a caller writes it: a name, a qualified name, `path:line`, or `path#name`.

use super::context::RelationContext;

/// A symbol to search for, parsed.
#[derive(Clone, Debug, Default)]
pub(super) struct SymbolQuery {
    /// As the caller wrote it.
    pub(super) written: String,
    /// The name alone.
    pub(super) name: String,
    /// The qualifiers, outermost first.
    pub(super) qualifiers: Vec<String>,
    /// The only file that may declare it.
    pub(super) path: Option<String>,
    /// The line of the declaration's name in `path`.
    pub(super) line: Option<u32>,
}

impl SymbolQuery {
    /// `None` if the name is empty, or if `path:line` names a file of the inventory that cannot be read, or a line of
    /// it outside every declaration.
    pub(super) fn parse(context: &RelationContext<'_>, written: &str) -> Option<SymbolQuery> {
        let trimmed = written.trim();
        let relative = trimmed.trim_start_matches("./");
        if let Some((path, line)) = relative.rsplit_once(':')
            && let Ok(line) = line.parse::<u32>()
            && context.inventory.contains(path)
        {
            return SymbolQuery::at_line(context, written, path, line);
        }
        if let Some((path, rest)) = relative.split_once('#')
            && context.inventory.contains(path)
        {
            let path = Some(path.to_owned());
            return SymbolQuery::of_name(written, rest).map(|name| SymbolQuery { path, ..name });
        }
        SymbolQuery::of_name(written, trimmed)
    }

    fn of_name(written: &str, text: &str) -> Option<SymbolQuery> {
        // `path#Name(kind)` also gives the kind; a name contains no parenthesis.
        let text = text.split('(').next().unwrap_or(text);
        let mut parts: Vec<String> = text
            .replace("::", ".")
            .replace("->", ".")
            .split(['.', '#', '/', '\\'])
            .map(|part| part.split('<').next().unwrap_or(part).trim())
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        let name = parts.pop()?;
        Some(SymbolQuery {
            written: written.trim().to_owned(),
            name,
            qualifiers: parts,
            ..SymbolQuery::default()
        })
    }

    fn at_line(
        context: &RelationContext<'_>,
        written: &str,
        path: &str,
        line: u32,
    ) -> Option<SymbolQuery> {
        let file = context.open(path)?;
        if line == 0 || line > file.lines.count() {
            return None;
        }
        // The first declaration whose name is on the line, or else the innermost one that contains the line.
        let symbols = &file.facts.symbols;
        let named_there = symbols.iter().find(|symbol| symbol.name_line == line);
        let contains_line = |s: &&crate::facts::Symbol| s.start <= line && line <= s.end;
        let symbol = named_there.or_else(|| symbols.iter().rfind(contains_line))?;
        Some(SymbolQuery {
            written: written.trim().to_owned(),
            name: symbol.name.clone(),
            qualifiers: Vec::new(),
            path: Some(path.to_owned()),
            line: Some(symbol.name_line),
        })
    }
}
