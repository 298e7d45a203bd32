//! The commit of a page, and links to the forge that publishes it.

use firsthand_registry::count;

use super::Page;
use crate::markup::Html;
use crate::origin::Origin;
use crate::parts::PathPart;

/// The shown digits of a commit's id.
const COMMIT_CHARS: usize = 12;

impl Page<'_, '_> {
    /// Prints the commit, its day, and how many of the report's files are other ones there.
    pub(super) fn commit(&self, origin: &Origin, out: &mut Html) {
        out.raw("<p class=\"commit\">Commit ");
        let id = origin.commit().get(..COMMIT_CHARS).unwrap_or_default();
        linked(origin.commit_address(), out, |out| {
            out.raw("<code>").text(id).raw("</code>");
        });
        out.raw(" of ").text(origin.day());
        let differs = |part: &&PathPart<'_>| !origin.has(part.path.as_str());
        let changed = self.parts.paths.iter().filter(differs).count();
        if changed > 0 {
            let files = count(changed, "file differs", "files differ");
            out.raw("; ").text(&files).raw(" from it");
        }
        out.raw("</p>\n");
    }
}

/// Prints markup as a link to an address, or as it is without one.
pub(super) fn linked(address: Option<String>, out: &mut Html, print: impl FnOnce(&mut Html)) {
    let Some(address) = address else {
        return print(out);
    };
    out.raw("<a rel=\"noreferrer\" href=\"")
        .text(&address)
        .raw("\">");
    print(out);
    out.raw("</a>");
}
