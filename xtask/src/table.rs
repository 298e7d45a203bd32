//! Plain aligned tables, for people.

/// Aligns `rows` in columns, two spaces apart, below `head` (which may be empty). Every line ends with a line break.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let lines: Vec<&Vec<String>> =
        std::iter::once(&head).filter(|head| !head.is_empty()).chain(rows).collect();
    let columns = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for line in lines {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_aligned_and_lines_trimmed() {
        let rows = [vec!["fmt".to_owned(), "ok".to_owned()], vec!["a…b".to_owned(), String::new()]];
        assert_eq!(table(&["step", "result"], &rows), "step  result\nfmt   ok\na…b\n");
        assert_eq!(table(&[], &[]), "");
    }
}
