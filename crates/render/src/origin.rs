//! Where the lines of a report can be seen by others: the commit, and the pages of the forge that publishes it.

use std::collections::BTreeSet;

use firsthand_registry::{LineRange, percent_encode};

/// The commit at which a repository was read, and where it is published.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    pub(crate) commit: String,
    pub(crate) day: String,
    /// The paths of the files that are the same in the commit: lines of others would lead elsewhere.
    unchanged: BTreeSet<String>,
    forge: Option<Forge>,
}

/// A repository on a forge: its page, and the form of its addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Forge {
    page: String,
    form: &'static Form,
}

/// How a kind of forge addresses lines of a file in a commit.
#[derive(PartialEq, Eq, Debug)]
struct Form {
    /// A part of the host's name.
    host: &'static str,
    /// What stands between the repository's page and a commit, where a file and where the commit is meant.
    file: &'static str,
    commit: &'static str,
    /// What stands before the first line, and before the last one.
    first: &'static str,
    last: &'static str,
}

const fn form(
    host: &'static str,
    [file, commit]: [&'static str; 2],
    [first, last]: [&'static str; 2],
) -> Form {
    Form { host, file, commit, first, last }
}

const FORMS: &[Form] = &[
    form("github", ["blob", "commit"], ["#L", "-L"]),
    form("gitlab", ["-/blob", "-/commit"], ["#L", "-"]),
    form("bitbucket", ["src", "commits"], ["#lines-", ":"]),
    form("codeberg", ["src/commit", "commit"], ["#L", "-L"]),
    form("forgejo", ["src/commit", "commit"], ["#L", "-L"]),
    form("gitea", ["src/commit", "commit"], ["#L", "-L"]),
];

impl Origin {
    /// A commit of a day, the address of its repository as git writes it, and the paths of the files that are the same in
    /// the commit.
    #[must_use]
    pub fn new(
        commit: String,
        day: String,
        remote: Option<&str>,
        unchanged: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            commit,
            day,
            unchanged: unchanged.into_iter().collect(),
            forge: remote.and_then(Forge::of),
        }
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.unchanged.contains(path)
    }

    /// The address of the commit; `None` if the repository is on no known forge.
    pub(crate) fn commit_address(&self) -> Option<String> {
        let Forge { page, form } = self.forge.as_ref()?;
        Some(format!("{page}/{}/{}", form.commit, self.commit))
    }

    /// The address of lines of a file; `None` if the repository is on no known forge, or the file is another one there.
    pub(crate) fn address(&self, path: &str, lines: LineRange) -> Option<String> {
        let Forge { page, form } = self.forge.as_ref().filter(|_| self.has(path))?;
        let Form { file, first, last, .. } = form;
        let (commit, path) = (&self.commit, percent_encode(path));
        let (start, end) = (lines.start(), lines.end());
        Some(format!("{page}/{file}/{commit}/{path}{first}{start}{last}{end}"))
    }
}

impl Forge {
    /// The forge of a remote: `https://HOST/PATH`, `ssh://USER@HOST:PORT/PATH` or `USER@HOST:PATH`. Neither a user nor a
    /// password gets into an address.
    fn of(remote: &str) -> Option<Self> {
        let (host, path) = match remote.split_once("://") {
            Some(("https" | "http" | "ssh" | "git" | "git+ssh", rest)) => rest.split_once('/')?,
            Some(_) => return None,
            None => remote.split_once(':')?,
        };
        let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
        let host = host.split_once(':').map_or(host, |(host, _)| host);
        let path = path.trim_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let is_host = host.contains('.') && host.chars().all(is_plain);
        let form = FORMS.iter().find(|form| {
            let mut labels = host.split('.');
            labels.any(|label| label.eq_ignore_ascii_case(form.host))
        })?;
        let page = format!("https://{host}/{}", percent_encode(path));
        (is_host && path.contains('/')).then_some(Self { page, form })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lead_to_the_forge_at_the_commit() {
        let check = |remote: &str, expect: Option<&str>| {
            let path = "src/a b#.rs".to_owned();
            let origin = Origin::new("abc".to_owned(), String::new(), Some(remote), [path.clone()]);
            let lines = LineRange::new(3, 7).unwrap();
            assert_eq!(origin.address(&path, lines).as_deref(), expect, "{remote}");
            assert_eq!(origin.address("src/changed.rs", lines), None);
            assert_eq!(origin.commit_address().is_some(), expect.is_some(), "{remote}");
        };
        let github = "https://github.com/o/r/blob/abc/src/a%20b%23.rs#L3-L7";
        for remote in [
            "https://github.com/o/r.git",
            "https://github.com/o/r",
            "https://github.com/o/r/",
            "http://github.com/o/r.git",
            "https://user:secret@github.com/o/r.git",
            "https://github.com:443/o/r",
            "git@github.com:o/r.git",
            "ssh://git@github.com/o/r.git",
            "ssh://git@github.com:22/o/r.git",
            "git://github.com/o/r.git",
        ] {
            check(remote, Some(github));
        }
        for (remote, expect) in [
            (
                "git@gitlab.gnome.org:group/sub/r.git",
                "https://gitlab.gnome.org/group/sub/r/-/blob/abc/src/a%20b%23.rs#L3-7",
            ),
            (
                "https://me@bitbucket.org/o/r.git",
                "https://bitbucket.org/o/r/src/abc/src/a%20b%23.rs#lines-3:7",
            ),
            (
                "https://codeberg.org/o/r.git",
                "https://codeberg.org/o/r/src/commit/abc/src/a%20b%23.rs#L3-L7",
            ),
            ("https://git.example.org/x", ""),
        ] {
            check(remote, Some(expect).filter(|expect| !expect.is_empty()));
        }
        for remote in [
            "",
            "/srv/git/r.git",
            "../r",
            "file:///srv/github.com/o/r",
            "C:\\github\\r",
            "https://github.com",
            "https://github.com/r",
            "https://github.com.evil\"/o/r",
            "javascript://github.com/o/r",
            "https://notgithub.com/o/r",
            "https://github/o/r",
        ] {
            check(remote, None);
        }
    }
}
