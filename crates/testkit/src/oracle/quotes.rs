//! Checks that quotes are in their files, byte for byte, at the reported lines.

use serde_json::Value;

use super::disk::{Disk, lines};
use super::{GroundTruth, Violations, location, number};

const LAW: &str = "verbatim";

pub(super) fn check(
    report: &Value,
    ground: &GroundTruth<'_>,
    disk: &mut Disk,
    found: &mut Violations,
) {
    for link in report["flow"].as_array().into_iter().flatten() {
        if let Err(why) = check_quote(link, ground, disk) {
            found.add(LAW, format!("{}: {why}", link["quote"]));
        }
    }
}

fn check_quote(link: &Value, ground: &GroundTruth<'_>, disk: &mut Disk) -> Result<(), String> {
    let (path, range) = location(link);
    let text = link["quote"]["text"].as_str().ok_or("no text")?;
    let first = number(&link["quote"]["line"]).ok_or("no line")?;
    let parts: Vec<&str> = text.split('\n').collect();
    let last = first + u32::try_from(parts.len()).unwrap_or(u32::MAX) - 1;
    let (start, end) = range.ok_or("its place has no lines")?;
    if first < start || end < last {
        return Err(format!("lines {first}-{last} are outside {start}-{end}"));
    }
    if parts.len() > 2 || text.chars().count() > 240 {
        return Err("it is too long".to_owned());
    }
    let word = |word: &str| word.chars().count() >= 3;
    if !text.split(|c: char| !c.is_alphanumeric()).any(word) {
        return Err("it is too slight".to_owned());
    }
    let bytes = disk.regular_file(&path).map_err(|(_, why)| why)?;
    if !is_at_line(&lines(&bytes), first, &parts) {
        return Err(format!("it does not stand at line {first} of {path:?}"));
    }
    let hidden = ground.redacted.get(&path);
    match (first..=last).find(|line| hidden.is_some_and(|hidden| hidden.contains(line))) {
        Some(line) => Err(format!("line {line} of {path:?} was redacted")),
        None => Ok(()),
    }
}

/// Whether one part is inside that line, or two parts end one line and begin the next.
fn is_at_line(lines: &[&[u8]], first: u32, parts: &[&str]) -> bool {
    let line = |number: usize| lines.get((first as usize + number).wrapping_sub(1));
    match parts {
        [one] => line(0).is_some_and(|line| contains_bytes(line, one.as_bytes())),
        [one, two] => {
            line(0).is_some_and(|line| line.ends_with(one.as_bytes()))
                && line(1).is_some_and(|line| line.starts_with(two.as_bytes()))
        }
        _ => false,
    }
}

/// Whether the bytes contain the part; `false` for an empty part.
pub(super) fn contains_bytes(bytes: &[u8], part: &[u8]) -> bool {
    let Some((first, behind)) = part.split_first() else {
        return false;
    };
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| byte == first) {
        rest = &rest[at + 1..];
        if rest.starts_with(behind) {
            return true;
        }
    }
    false
}
