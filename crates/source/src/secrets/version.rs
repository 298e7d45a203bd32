//! The version of the rules: a hash of the files that state them.

macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_bytes!($name) as &[u8])),*] };
}

const FILES: &[(&str, &[u8])] = files![
    "../pattern.rs" "../secrets.rs" "assigned.rs" "beside.rs" "blocks.rs" "calls.rs" "chosen.rs" "code.rs" "columns.rs" "command_line.rs"
    "command_line/commands.rs" "cookies.rs" "credentials.rs" "decoded.rs" "defaults.rs" "filter.rs" "fixpoint.rs" "forms.rs"
    "forms.tsv" "glance.rs" "issuers.rs" "issuers.tsv" "keys.rs" "lines.rs" "literals.rs" "manifests.rs" "names.rs"
    "names/endings.rs" "names/tables.rs" "own_text.rs" "rewritten.rs" "runs.rs" "signs.rs" "unquoted.rs"
    "values.rs" "variables.rs"
];

/// The version of the rules that detect secrets in texts: results that were cached under another version are not used.
pub const RULES: u64 = fingerprint(FILES);

/// A hash (FNV-1a) of some files, computed at compile time.
const fn fingerprint(files: &[(&str, &[u8])]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut file = 0;
    while file < files.len() {
        let mut at = 0;
        while at < files[file].1.len() {
            hash = (hash ^ files[file].1[at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        file += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// A rule that changes in a file that the version does not know would leave secrets in what is cached.
    #[test]
    #[allow(clippy::disallowed_methods)] // It reads the crate's own source.
    fn each_file_with_rules_is_in_the_version() {
        fn check(folder: &Path, below: &str) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
                if path.is_dir() {
                    check(&path, &format!("{name}/"));
                } else if !["files.rs", "version.rs"].contains(&&*name) {
                    assert!(super::FILES.iter().any(|(known, _)| *known == name), "{name}");
                }
            }
        }
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/secrets"), "");
    }
}
