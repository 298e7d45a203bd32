//! The places outside the flow, and what is to be read.

use std::cmp::Reverse;

use firsthand_registry::count;

use super::{Markdown, Page};
use crate::budget::NAME_FILES;
use crate::names::{FileLines, line_count};
use crate::parts::PlacePart;
use crate::path_text::SHARED_FOLDER;
use crate::phrases::line_numbers;
use crate::shorten::shorten;
use crate::uses::{UseGroup, UsePart};

/// The label of where the names of what is cited stand.
const EVERY_LINE: &str = "Every searched line with the word";
/// The most files of a folder whose names are printed.
const MAX_FOLDER_FILES: usize = 2;

impl Page<'_, '_> {
    /// Prints the read targets that share lines with a link below the link, with their lines if these are others.
    pub(super) fn folded_reads(&self, link: usize, out: &mut Markdown) {
        let folded = self.layout.folded.iter().filter(|(_, at)| *at == link);
        for (index, _) in folded {
            let Some((read, mention)) = self.layout.reads.get(*index) else {
                continue;
            };
            let of_link = self.layout.links.get(link).map(|link| link.place_part);
            let lines = mention.place_part.range;
            let lines = lines.filter(|_| of_link != Some(mention.place_part));
            let lines = lines.map_or_else(String::new, |lines| format!(" {}", lines.short()));
            out.put(format_args!("   Read{lines}:"));
            self.purpose(*read, " ", out);
            out.put("\n");
        }
    }

    /// Prints the primary places outside the flow and the places of cut links, with what is declared there. Where a link
    /// was cut, the label stands for its fact, so it is always printed.
    pub(super) fn also(&self, out: &mut Markdown) {
        for (at, mention) in self.layout.also.iter().enumerate() {
            if at == 0 {
                out.item("Also:");
            }
            out.put(if at == 0 { " " } else { ", " });
            self.numbered(mention, out);
            let label = self.parts.label(mention.place_part);
            let is_labelled = at < self.plan.labels || self.is_cut(mention.place_part);
            if let Some(label) = label.filter(|_| is_labelled) {
                out.put(format_args!(" ({label})"));
            }
        }
        if !self.layout.also.is_empty() {
            out.put("\n");
        }
    }

    /// Whether a link of the place was cut.
    fn is_cut(&self, place_part: PlacePart) -> bool {
        let mut links = self.parts.links.iter();
        links.any(|link| link.place_part == place_part && link.rank >= self.plan.links)
    }

    /// Prints the lines that use what the report cites, and are not cited, or in which files they are: they are no places of
    /// the selection, so they have no numbers, and nothing is printed of them where there is no room.
    pub(super) fn uses(&self, out: &mut Markdown) {
        let (groups, others) = self.layout.uses(self.parts, self.plan);
        if groups.is_empty() {
            return;
        }
        out.item("Not cited:");
        let counts = self.plan.uses == 0;
        for (at, UseGroup { relation, mut uses, more }) in groups.into_iter().enumerate() {
            out.put(if at == 0 { " " } else { "; " });
            out.prose(relation);
            if counts {
                uses.sort_by_key(|part| part.place_part.path);
            }
            let in_file = |part: &&UsePart, other: &&UsePart| {
                part.place_part.path == other.place_part.path && !out.is_for_people()
            };
            let files: Vec<_> = uses.chunk_by(in_file).collect();
            for (at, file) in files.iter().enumerate() {
                out.put(match at {
                    0 if counts => " in ",
                    0 => " at ",
                    _ => ", ",
                });
                let Some(path) = file.first().map(|part| part.place_part.path) else { continue };
                if counts {
                    self.path_with(path, self.layout.number_of(path), "", out);
                    if file.len() > 1 {
                        out.put(format_args!(" ({})", file.len()));
                    }
                    continue;
                }
                let lines = file.iter().filter_map(|part| Some(part.place_part.range?.short()));
                self.lines_of(path, &lines.collect::<Vec<_>>().join(", "), out);
            }
            match more {
                0 => {}
                _ if files.is_empty() => out.put(format_args!(" ({more})")),
                _ => out.put(format_args!(", {more} more")),
            }
        }
        if others > 0 {
            out.put(format_args!(
                "; {}",
                count(others, "use of other cited names", "uses of other cited names")
            ));
        }
        out.put("\n");
    }

    /// Prints where the names that the report cites stand: those of which every line is in a printed place together, then the others
    /// with their further lines.
    pub(super) fn names(&self, out: &mut Markdown) {
        let names = self.layout.names(self.parts, self.plan).into_iter();
        let (shown, others): (Vec<_>, Vec<_>) = names.partition(|(_, others)| others.is_empty());
        for (at, (name, _)) in shown.iter().enumerate() {
            if at == 0 {
                out.item(EVERY_LINE);
            }
            out.put(if at == 0 { " " } else { ", " });
            out.put(name.label());
        }
        if !shown.is_empty() {
            out.put(": in this report\n");
        }
        let mut is_labelled = !shown.is_empty() && !out.is_for_people();
        for (name, others) in others {
            // The label stands once.
            out.item(if is_labelled { "  the word" } else { EVERY_LINE });
            is_labelled = !out.is_for_people();
            out.put(format_args!(" {}: {}", name.label(), name.where_else(&others)));
            let groups = self.parts.alike(&others);
            let printed = self.parts.named_files(&groups, self.plan.name_files);
            for (at, group) in groups.iter().take(printed).enumerate() {
                let Some(((path, lines), like)) = group.split_first() else {
                    continue;
                };
                out.put(if at == 0 { "" } else { "; " });
                self.lines_of(*path, &line_numbers(lines), out);
                if !like.is_empty() {
                    out.put(format_args!(" and {} like it", like.len()));
                }
            }
            let further: Vec<&FileLines> = groups.into_iter().skip(printed).flatten().collect();
            self.folders(&further, printed > 0, out);
            out.put("\n");
        }
    }

    /// Prints in which folders these files are, with how many of the lines; a file of product code that is alone in its
    /// folder with its lines.
    fn folders(&self, files: &[&FileLines], is_begun: bool, out: &mut Markdown) {
        let tests = files.partition_point(|(path, _)| !self.parts.is_test(*path));
        let (code, tests) = files.split_at(tests);
        let mut separator = if is_begun { "; " } else { "" };
        for (files, of) in [(code, ""), (tests, "tests of ")] {
            for (folder, files) in self.parts.by_folder(files) {
                out.put(separator);
                separator = ", ";
                let lines = line_count(&files);
                if let [(path, numbers)] = files[..] {
                    if !self.parts.is_aside(*path) {
                        self.lines_of(*path, &line_numbers(numbers), out);
                        continue;
                    }
                    out.put(format_args!("{lines} in "));
                    self.path_with(*path, self.layout.number_of(*path), "", out);
                    continue;
                }
                let shared = |folder: &str| {
                    let rest = self.folder(out).and_then(|shared| folder.strip_prefix(shared));
                    rest.map_or_else(|| folder.to_owned(), |rest| format!("{SHARED_FOLDER}{rest}"))
                };
                let name = folder.as_deref().map_or_else(|| "further files".to_owned(), shared);
                out.put(format_args!("{lines} in {of}{name}"));
                let folder = folder.filter(|_| self.plan.name_files > NAME_FILES[1]);
                if let Some(folder) = folder.filter(|_| of.is_empty()) {
                    out.put(format_args!(" ({})", self.names_in(&folder, files)));
                }
            }
        }
    }

    /// The files of a folder with the most lines, each with their number, and how many further files there are.
    fn names_in(&self, folder: &str, mut files: Vec<&FileLines>) -> String {
        files.sort_by_key(|(_, lines)| Reverse(lines.len()));
        let most = if files.len() > MAX_FOLDER_FILES + 1 { MAX_FOLDER_FILES } else { files.len() };
        let further = files.split_off(most).len();
        let names = files.iter().filter_map(|(path, lines)| {
            let part = self.parts.paths.get(*path)?;
            let mark = if part.text.needs_delimiters { "`" } else { "" };
            let name = part.path.as_str().strip_prefix(folder)?;
            Some(format!("{mark}{name}{mark} {}", lines.len()))
        });
        let further = (further > 0).then(|| format!("{further} more files"));
        names.chain(further).collect::<Vec<_>>().join(", ")
    }

    /// Prints a path with these lines.
    fn lines_of(&self, path: usize, lines: &str, out: &mut Markdown) {
        let lines = format!("{}{lines}", self.parts.range_separator);
        self.path_with(path, self.layout.number_of(path), &lines, out);
    }

    /// Prints the other read targets, a line for each file: its further places follow its first one, without its path.
    pub(super) fn reads(&self, out: &mut Markdown) {
        let folded = |index| self.layout.folded.iter().any(|(at, _)| *at == index);
        let reads = self.layout.reads.iter().enumerate();
        let mut path_of_line = None;
        for (_, (read, mention)) in reads.filter(|(index, _)| !folded(*index)) {
            let path = Some(mention.place_part.path);
            let is_further = path_of_line == path && !out.is_for_people();
            if is_further {
                out.put("; ");
            } else {
                self.end_of_reads(path_of_line.is_some(), out);
                out.item("Read: ");
            }
            path_of_line = path;
            self.numbered(mention, out);
            self.purpose(*read, " - ", out);
        }
        self.end_of_reads(path_of_line.is_some(), out);
    }

    /// Ends a line of read targets, if there is one.
    fn end_of_reads(&self, is_begun: bool, out: &mut Markdown) {
        if is_begun {
            out.put("\n");
        }
    }

    /// Prints the purpose of the read target at this position, and whether it is required.
    fn purpose(&self, read: usize, before: &str, out: &mut Markdown) {
        if let Some(read) = self.parts.reads.get(read) {
            if !read.purpose.is_empty() {
                out.put(before);
                let purpose = shorten(&read.purpose, self.plan.purpose_chars);
                out.prose(&purpose);
            } else if let Some(label) =
                self.parts.label(read.place_part).filter(|_| self.plan.labels > 0)
            {
                out.put(format_args!(" ({label})"));
            }
            if read.required {
                out.put(" (required)");
            }
        }
    }
}
