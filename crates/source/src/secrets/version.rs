//! The version of the rules: a hash of the files that state them.

/// The version of the rules that detect secrets in texts: results that were cached under another version are not used.
pub const RULES: u64 = fingerprint(&[
    include_bytes!("../secrets.rs"),
    include_bytes!("assigned.rs"),
    include_bytes!("beside.rs"),
    include_bytes!("blocks.rs"),
    include_bytes!("calls.rs"),
    include_bytes!("chosen.rs"),
    include_bytes!("code.rs"),
    include_bytes!("columns.rs"),
    include_bytes!("command_line.rs"),
    include_bytes!("command_line/commands.rs"),
    include_bytes!("credentials.rs"),
    include_bytes!("decoded.rs"),
    include_bytes!("defaults.rs"),
    include_bytes!("filter.rs"),
    include_bytes!("fixpoint.rs"),
    include_bytes!("glance.rs"),
    include_bytes!("forms.rs"),
    include_bytes!("forms.tsv"),
    include_bytes!("issuers.rs"),
    include_bytes!("issuers.tsv"),
    include_bytes!("keys.rs"),
    include_bytes!("lines.rs"),
    include_bytes!("literals.rs"),
    include_bytes!("manifests.rs"),
    include_bytes!("names.rs"),
    include_bytes!("names/endings.rs"),
    include_bytes!("names/tables.rs"),
    include_bytes!("own_text.rs"),
    include_bytes!("signs.rs"),
    include_bytes!("tokens.rs"),
    include_bytes!("tokens/shapes.tsv"),
    include_bytes!("unquoted.rs"),
    include_bytes!("values.rs"),
    include_bytes!("variables.rs"),
]);

/// A hash (FNV-1a) of some files, computed at compile time.
const fn fingerprint(files: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut file = 0;
    while file < files.len() {
        let mut at = 0;
        while at < files[file].len() {
            hash = (hash ^ files[file][at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        file += 1;
    }
    hash
}
