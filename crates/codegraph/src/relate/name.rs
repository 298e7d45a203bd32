//! Parses a symbol as a caller writes it: a name, a qualified name, `path:line`, or `path#name`.

use super::context::RelationContext;

/// A symbol to search for.
#[derive(Clone, Debug, Default)]
pub(super) struct SymbolName {
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

impl SymbolName {
    /// `None` if `path:line` is a line outside every declaration, or the name is empty.
    pub(super) fn parse(context: &RelationContext<'_>, written: &str) -> Option<SymbolName> {
        let trimmed = written.trim();
        let plain = trimmed.trim_start_matches("./");
        if let Some((path, line)) = plain.rsplit_once(':')
            && let Ok(line) = line.parse::<u32>()
            && context.inventory.contains(path)
        {
            return SymbolName::at_line(context, written, path, line);
        }
        if let Some((path, rest)) = plain.split_once('#')
            && context.inventory.contains(path)
        {
            // `path#Name(kind)` also gives the kind; a name contains no parenthesis.
            let rest = rest.split('(').next().unwrap_or(rest);
            let path = Some(path.to_owned());
            return SymbolName::of_name(written, rest).map(|name| SymbolName { path, ..name });
        }
        SymbolName::of_name(written, trimmed)
    }

    fn of_name(written: &str, text: &str) -> Option<SymbolName> {
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
        Some(SymbolName {
            written: written.trim().to_owned(),
            name,
            qualifiers: parts,
            path: None,
            line: None,
        })
    }

    fn at_line(
        context: &RelationContext<'_>,
        written: &str,
        path: &str,
        line: u32,
    ) -> Option<SymbolName> {
        let file = context.open(path)?;
        if line == 0 || line > file.lines.count() {
            return None;
        }
        // The innermost declaration that contains the line: of those that begin on it, the first.
        let holds = |s: &&crate::facts::Symbol| s.start <= line && line <= s.end;
        let begins = file
            .facts
            .symbols
            .iter()
            .find(|symbol| symbol.name_line == line);
        let around = file.facts.symbols.iter().rfind(holds);
        let symbol = begins.or(around)?;
        Some(SymbolName {
            written: written.trim().to_owned(),
            name: symbol.name.clone(),
            qualifiers: Vec::new(),
            path: Some(path.to_owned()),
            line: Some(symbol.name_line),
        })
    }
}
