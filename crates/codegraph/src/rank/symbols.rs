//! Declarations and blocks by a query: BM25 over the fields name, container, path, signature,
//! documentation and body.

use super::alike::Alike;
use super::mention::Chains;
use super::{Rarity, Score};
use crate::opened::Opened;
use crate::scan::Hit;
use crate::tokens::Tokens;
use crate::words::{each_word, word_hash};

/// What a hit is worth by where it stands.
const FIELDS: [(&str, f64); 6] = [
    ("name", 6.0),
    ("container", 1.5),
    ("path", 3.0),
    ("signature", 2.0),
    ("doc", 1.2),
    ("body", 1.0),
];
const NAME: usize = 0;
const CONTAINER: usize = 1;
const PATH: usize = 2;
const SIGNATURE: usize = 3;
const DOC: usize = 4;
const BODY: usize = 5;

/// Saturation of repeated occurrences.
const K: f64 = 2.0;

/// How much a declaration's length counts.
const B: f64 = 0.4;

/// Words of a usual declaration.
const USUAL_WORDS: f64 = 120.0;

/// Worth of a name that the query spells whole, in units of its weight.
const EXACT: f64 = 3.0;
/// Worth of a qualified name that the query spells out.
const QUALIFIED: f64 = 1.5;
/// What a declaration gains whose name of several words is all in the query and says all of it, in
/// units of its score.
const NAMED: f64 = 2.0;
/// Words between two tokens up to which they count as near.
const NEAR: u32 = 6;
/// Worth of two tokens next to each other, in units of the lesser weight.
const PROXIMITY: f64 = 0.4;

/// What a range of lines is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A declaration, or the signature part of a long one.
    Declaration(usize),
    /// Lines within a declaration that is too long to be shown whole.
    Within(usize),
    /// Lines outside every declaration.
    Loose,
}

impl Shape {
    /// The declaration that it is, or stands in.
    pub(crate) fn symbol(self) -> Option<usize> {
        match self {
            Shape::Declaration(index) | Shape::Within(index) => Some(index),
            Shape::Loose => None,
        }
    }
}

/// What is scored: a declaration, or lines without one.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Index of the opened file.
    pub(crate) file: usize,
    pub(crate) shape: Shape,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) score: Score,
    pub(crate) total: f64,
    /// The score without what the file adds to it.
    pub(crate) own: f64,
}

/// What scoring needs to know of the query.
pub(crate) struct Asked<'a> {
    pub(crate) tokens: &'a Tokens,
    pub(crate) rarity: &'a Rarity,
    pub(crate) chains: &'a Chains,
    pub(crate) alike: &'a Alike<'a>,
}

/// A file opened for a search, with its hits.
pub(crate) struct Searched {
    pub(crate) file: Opened,
    pub(crate) hits: Vec<Hit>,
    pub(crate) path: Vec<(u16, u32)>,
    /// The file's own score and what its class leaves of a score.
    pub(crate) file_score: f64,
    pub(crate) factor: f64,
}

/// Score the declaration or block of lines `start..=end`.
pub(crate) fn score(
    at: usize,
    searched: &Searched,
    shape: Shape,
    (start, end): (u32, u32),
    asked: &Asked<'_>,
) -> Option<Candidate> {
    let file = &searched.file;
    let bytes = file.lines.bytes(start, end);
    let first = searched
        .hits
        .partition_point(|hit| (hit.start as usize) < bytes.start);
    let past = searched
        .hits
        .partition_point(|hit| (hit.start as usize) < bytes.end);
    let hits = &searched.hits[first..past];
    let mass = masses(searched, shape, hits, asked);
    if !mass
        .iter()
        .any(|entry| entry.1[NAME] + entry.1[SIGNATURE] + entry.1[DOC] + entry.1[BODY] > 0.0)
    {
        return None;
    }
    let words = words_in(bytes.len());
    let norm = 1.0 - B + B * words / USUAL_WORDS;
    let mut score = Score::default();
    for (token, fields) in &mass {
        let mut weighted = [0.0; FIELDS.len()];
        for (slot, (value, field)) in weighted.iter_mut().zip(fields.iter().zip(FIELDS)) {
            *slot = value * field.1;
        }
        weighted[BODY] /= norm;
        let sum: f64 = weighted.iter().sum();
        let value = asked.rarity.weight[usize::from(*token)] * sum * (K + 1.0) / (sum + K);
        for (share, field) in weighted.iter().zip(FIELDS) {
            score.add(field.0, value * share / sum);
        }
    }
    if let Shape::Declaration(index) = shape {
        exact(file, index, asked, &mut score);
    }
    score.add("proximity", proximity(hits, asked));
    if let Shape::Declaration(index) = shape {
        let named = named(&file.facts.symbols[index].name, asked);
        score.add("named", NAMED * named * score.total());
    }
    Some(Candidate {
        file: at,
        shape,
        start,
        end,
        total: 0.0,
        own: 0.0,
        score,
    })
}

/// A rough count of words from a count of bytes: only ratios matter.
fn words_in(bytes: usize) -> f64 {
    bytes as f64 / 7.0
}

/// How often each token stands in each field, by token.
fn masses(
    searched: &Searched,
    shape: Shape,
    hits: &[Hit],
    asked: &Asked<'_>,
) -> Vec<(u16, [f64; FIELDS.len()])> {
    let mut mass: Vec<(u16, [f64; FIELDS.len()])> = Vec::new();
    let mut add = |token: u16, field: usize, count: f64| {
        let at = match mass.binary_search_by_key(&token, |entry| entry.0) {
            Ok(at) => at,
            Err(at) => {
                mass.insert(at, (token, [0.0; FIELDS.len()]));
                at
            }
        };
        mass[at].1[field] += count;
    };
    let facts = &searched.file.facts;
    let declared = match shape {
        Shape::Declaration(index) => Some(&facts.symbols[index]),
        _ => None,
    };
    for hit in hits {
        let field = match declared {
            Some(s) if s.name_span.start <= hit.start && hit.end <= s.name_span.end => NAME,
            Some(s) if hit.start < s.code.start => DOC,
            Some(s) if hit.start < s.body => SIGNATURE,
            _ => BODY,
        };
        add(hit.token, field, 1.0);
    }
    if let Some(symbol) = declared {
        for (token, close) in asked.alike.others(&symbol.name) {
            add(token, NAME, close);
        }
    }
    if let Some(index) = shape.symbol() {
        let own = matches!(shape, Shape::Within(_)).then_some(index);
        for container in own.into_iter().chain(facts.containers(index)) {
            each_word(facts.symbols[container].name.as_bytes(), |word| {
                if let Some(token) = asked.tokens.find(&word) {
                    add(token, CONTAINER, 1.0);
                }
            });
        }
    }
    for &(token, count) in &searched.path {
        add(token, PATH, f64::from(count));
    }
    mass
}

/// How much (0 to 1) a name of several words is what the query asks for: the part of the query that it
/// says, less for each word of it that the query does not say. A name of one word may mean anything.
fn named(name: &str, asked: &Asked<'_>) -> f64 {
    let (mut words, mut said) = (0_u32, 0_u32);
    each_word(name.as_bytes(), |word| {
        if word.part {
            words += 1;
            let word = &name[word.start..word.end];
            said += u32::from(!asked.alike.named(word).close.is_empty());
        }
    });
    if said == 0 {
        return 0.0;
    }
    let words = f64::from(words);
    let several = 1.0 - 1.0 / words;
    let pure = f64::from(said) / words;
    several * pure * pure * asked.rarity.share(&asked.alike.named(name).close)
}

/// Names that the query spells whole, bare or qualified.
fn exact(file: &Opened, index: usize, asked: &Asked<'_>, score: &mut Score) {
    let symbol = &file.facts.symbols[index];
    let name = word_hash(&symbol.name);
    let word = crate::words::Word {
        start: 0,
        end: 1,
        hash: name,
        whole: true,
        part: true,
    };
    let Some(token) = asked.tokens.find(&word) else {
        return;
    };
    let weight = asked.rarity.weight[usize::from(token)];
    let said = &asked.tokens.list[usize::from(token)];
    let share = match (said.spelling == symbol.name, said.compound || said.joined) {
        (true, true) => 1.0,
        (false, true) => 0.7,
        (true, false) => 0.4,
        (false, false) => 0.25,
    };
    score.add("exact", EXACT * share * weight);
    let container = file
        .facts
        .containers(index)
        .next()
        .map(|at| &file.facts.symbols[at].name);
    let owner = container.cloned().or_else(|| owner_of(symbol));
    if owner.is_some_and(|owner| asked.chains.contain(&[word_hash(&owner), name])) {
        score.add("qualified", QUALIFIED * weight);
    }
}

/// The part of a qualified name before the name, when no container gives it.
fn owner_of(symbol: &crate::facts::Symbol) -> Option<String> {
    let before = symbol.qualified.strip_suffix(&symbol.name)?;
    let before = before.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
    before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .map(str::to_owned)
}

/// Different tokens of the query close together, each pair once at its closest.
fn proximity(hits: &[Hit], asked: &Asked<'_>) -> f64 {
    let mut pairs: Vec<((u16, u16), u32)> = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        for other in hits[at + 1..]
            .iter()
            .take_while(|other| other.word - hit.word <= NEAR)
        {
            if other.token == hit.token || other.start < hit.end || other.end <= hit.end {
                continue;
            }
            let pair = (hit.token.min(other.token), hit.token.max(other.token));
            let distance = other.word.saturating_sub(hit.word).max(1);
            pairs.push((pair, distance));
        }
    }
    pairs.sort_unstable();
    pairs.dedup_by_key(|entry| entry.0);
    let weight = |token: u16| asked.rarity.weight[usize::from(token)];
    pairs
        .iter()
        .map(|((a, b), distance)| PROXIMITY * weight(*a).min(weight(*b)) / f64::from(*distance))
        .sum()
}
