//! What is recorded about a place to find it again.

use firsthand_source::LineRange;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::file::{FileText, RawText};

/// 24 bits of the hash of a line without the white space around it; `None` for a line that must not be compared.
pub(crate) type Digest = Option<u32>;

/// How many lines on each side of a place are recorded.
const BESIDE: u32 = 3;

pub(crate) fn digest(line: &[u8]) -> u32 {
    let hash = blake3::hash(line.trim_ascii());
    let [a, b, c, ..] = *hash.as_bytes();
    u32::from_be_bytes([0, a, b, c])
}

/// The hash of lines, byte for byte but for their line ends: 128 bits, hexadecimal.
fn hash_of<'l>(lines: impl Iterator<Item = &'l [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for line in lines {
        hasher.update(line);
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The name and the kind of a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct DeclarationName {
    /// Its name with its containers, as the language writes it.
    pub name: String,
    /// Its kind, in the language's terms.
    pub kind: String,
    /// How many lines of it are above the place, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<u32>,
}

impl DeclarationName {
    /// A declaration of this name and kind.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: impl Into<String>) -> Self {
        Self { name: name.into(), kind: kind.into(), above: None }
    }

    /// The same declaration, with the lines of it above a place at `lines`.
    #[must_use]
    pub fn around(self, declared: LineRange, lines: LineRange) -> Self {
        let above = lines.start().checked_sub(declared.start());
        Self { above, ..self }
    }
}

/// What finds a place again. It contains no text of the file, and nothing of a line with a secret.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Anchor {
    /// The BLAKE3 hash (128 bits, hexadecimal) of the lines, each followed by `\n`; absent if one of them is masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hash: Option<String>,
    /// A digest of each line: four characters of base64 for 24 bits of the BLAKE3 hash of the line without the white
    /// space around it; `~~~~` for a masked line.
    pub(crate) lines: Digests,
    /// The digests of up to three lines before the place.
    #[serde(default, skip_serializing_if = "Digests::is_empty")]
    pub(crate) before: Digests,
    /// The digests of up to three lines after it.
    #[serde(default, skip_serializing_if = "Digests::is_empty")]
    pub(crate) after: Digests,
    /// How often the lines stood in the file, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) copies: Option<u32>,
    /// The most lines beside it that stood beside another place of the file with the same lines; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) alike: Option<u32>,
    /// How often they stood in other files, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) elsewhere: Option<u32>,
    /// The declaration around the place.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub(crate) declaration: Option<DeclarationName>,
}

impl Anchor {
    /// The anchor of lines of a whole file, and of the declaration around them.
    #[must_use]
    pub fn of(file: &FileText, lines: LineRange, declaration: Option<DeclarationName>) -> Self {
        let number_and_line = (lines.start()..=lines.end().min(file.line_count()))
            .map(|number| (!file.hides(number)).then(|| file.line(number)));
        let mut anchor = Self::of_lines(number_and_line, declaration);
        let digests = file.digests();
        let at = |line: u32| (line as usize).min(digests.len());
        let first = at(lines.start() - 1);
        anchor.before =
            Digests(digests[at(lines.start().saturating_sub(1 + BESIDE))..first].to_vec());
        let (end, after) = (at(lines.end()), at(lines.end().saturating_add(BESIDE)));
        anchor.after = Digests(digests[end..after].to_vec());
        anchor.copies = u32::try_from(anchor.windows(file).count()).ok();
        anchor.count_alike(file, lines);
        anchor
    }

    /// The anchor of observed lines in order, `None` for a masked one, and of the declaration around them.
    #[must_use]
    pub fn of_lines<'l>(
        lines: impl Iterator<Item = Option<&'l [u8]>>,
        declaration: Option<DeclarationName>,
    ) -> Self {
        let lines: Vec<Option<&[u8]>> = lines.collect();
        let unmasked: Option<Vec<&[u8]>> = lines.iter().copied().collect();
        Self {
            hash: unmasked.map(|lines| hash_of(lines.into_iter())),
            lines: Digests(lines.iter().map(|line| line.map(digest)).collect()),
            declaration,
            ..Self::default()
        }
    }

    /// Records at how many places of the other files of the same tree its lines stood.
    pub fn stood_elsewhere(&mut self, copies: usize) {
        self.elsewhere = Some(u32::try_from(copies).unwrap_or(u32::MAX));
    }

    /// How many lines it has.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.lines.0.len()).unwrap_or(u32::MAX)
    }

    /// The declaration around the place.
    #[must_use]
    pub fn declaration(&self) -> Option<&DeclarationName> {
        self.declaration.as_ref()
    }

    /// Whether one of the lines is masked: they cannot be found again as a whole.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        self.hash.is_none()
    }

    /// Whether these lines of a file are the recorded ones, byte for byte.
    #[must_use]
    pub fn is_at(&self, file: &FileText, lines: LineRange) -> bool {
        let equals = |number: u32| file.line(number);
        lines.len() == self.line_count()
            && file.has(lines)
            && !file.hides_any(lines)
            && self.hash.as_deref() == Some(&*hash_of((lines.start()..=lines.end()).map(equals)))
    }

    /// Whether one of its lines is masked, and all others and those beside them are as they were where the place was: then
    /// nothing tells whether it has changed.
    #[must_use]
    pub fn is_as_shown(&self, file: &FileText, lines: LineRange) -> bool {
        let first = lines.start() as usize - 1;
        let now = file.digests().get(first..(lines.end() as usize).max(first));
        self.is_masked()
            && now == Some(&*self.lines.0)
            && self.is_between_its_neighbours(file, lines)
    }

    /// Whether the bytes of a file, before secrets in them are found, have each of the recorded lines.
    pub(crate) fn may_be_in(&self, raw: &RawText<'_>) -> bool {
        let has = |line: &Digest| line.is_some_and(|digest| raw.has_line(digest));
        !self.lines.0.is_empty() && self.lines.0.iter().all(has)
    }

    /// Every place of a file at which the recorded lines stand, byte for byte.
    pub(crate) fn windows<'f>(
        &'f self,
        file: &'f FileText,
    ) -> impl Iterator<Item = LineRange> + 'f {
        let recorded = &self.lines.0;
        let first = recorded.first().copied().flatten();
        let starts = first.map_or(&[][..], |digest| file.lines_with(digest));
        let equal = move |&start: &u32| {
            let here = file.digests().get(start as usize - 1..);
            here.is_some_and(|here| here.starts_with(recorded))
        };
        let lines =
            starts.iter().copied().filter(equal).filter_map(|start| {
                LineRange::new(start, start.checked_add(self.line_count() - 1)?)
            });
        lines.filter(|&lines| self.is_at(file, lines))
    }
}

/// The digests of lines in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Digests(pub(crate) Vec<Digest>);

/// The digits of a digest: those of base64 for URLs.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const MASKED: &[u8; 4] = b"~~~~";

impl Digests {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn parse(text: &str) -> Option<Self> {
        let (quads, rest) = text.as_bytes().as_chunks::<4>();
        let value = |digit: &u8| DIGITS.iter().position(|other| other == digit);
        let digest = |quad: &[u8; 4]| {
            if quad == MASKED {
                Some(None)
            } else {
                quad.iter()
                    .try_fold(0, |sum, digit| Some(sum << 6 | u32::try_from(value(digit)?).ok()?))
                    .map(Some)
            }
        };
        let digests = quads.iter().map(digest).collect::<Option<_>>()?;
        rest.is_empty().then_some(Self(digests))
    }
}

impl Serialize for Digests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |digest: u32, shift: u32| DIGITS[(digest >> shift & 63) as usize];
        let quads = self.0.iter().map(|digest| match *digest {
            Some(digest) => [18, 12, 6, 0].map(|shift| digit(digest, shift)),
            None => *MASKED,
        });
        let text: String = quads.flatten().map(char::from).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Digests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let not_digests = || serde::de::Error::custom("not the digests of lines");
        Self::parse(&text).ok_or_else(not_digests)
    }
}

impl JsonSchema for Digests {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Digests".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^([A-Za-z0-9_-]{4}|~~~~)*$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_written_and_read() {
        let check = |digests: &[Digest], text: &str| {
            let digests = Digests(digests.to_vec());
            let written = serde_json::to_string(&digests).unwrap();
            assert_eq!(written, format!("{text:?}"));
            assert_eq!(Digests::parse(text), Some(digests));
        };
        check(&[], "");
        check(&[Some(0), None, Some(0xff_ffff)], "AAAA~~~~____");
        check(&[Some(digest(b"  fn main() {"))], "IpFX");
        for text in ["A", "AAAAA", "AA A", "~~~A", "é!!"] {
            assert_eq!(Digests::parse(text), None, "{text}");
        }
    }

    /// The anchor of a place with a secret is the same whatever the secret is.
    #[test]
    fn an_anchor_has_nothing_of_a_secret() {
        let anchor = |id: &str| {
            let text = format!("region = eu\nid = {id}\nzone = 7\n");
            let file = FileText::new(text.into_bytes());
            Anchor::of(&file, LineRange::new(1, 2).unwrap(), None)
        };
        let (one, other) = (anchor("AKIAIOSFODNN7EXAMPLE"), anchor("AKIAIOSFODNN7EXAMPLF"));
        assert_eq!(one, other);
        assert_eq!(one.hash, None);
        assert_eq!(one.lines.0.last(), Some(&None));
    }
}
