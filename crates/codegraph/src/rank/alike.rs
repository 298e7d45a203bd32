//! Which tokens of a query a path or a declaration names: the same word, or one that begins alike.
//!
//! A name has few words, and each says what the thing is for, so `formatter.go` and `addRoute` answer a
//! query that says `formatted` or `routes`. The similarity of two words depends on their letters alone.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::tokens::Tokens;
use crate::words::{WordFilter, each_word, folded};

/// Letters that two words must begin with alike.
const COMMON: usize = 4;
/// Least part of both words that they begin with alike.
const LEAST: f64 = 0.7;
/// What is left of a word that is alike but not the same.
const OTHER: f64 = 0.75;

/// The tokens of a query by how they begin.
pub(crate) struct Alike<'t> {
    tokens: &'t Tokens,
    begins: HashMap<[u8; COMMON], Vec<u16>>,
    /// Lets pass the words that may be a token or begin like one.
    pub(crate) gate: WordFilter,
}

/// What a path says of a query's tokens, by token.
pub(crate) struct PathMatches {
    /// How often the path has each.
    pub(crate) counts: Vec<(u16, u32)>,
    /// How well it names each, to 1 for the very word.
    pub(crate) close: Vec<(u16, f64)>,
}

impl<'t> Alike<'t> {
    pub(crate) fn of(tokens: &'t Tokens) -> Alike<'t> {
        let mut begins: HashMap<[u8; COMMON], Vec<u16>> = HashMap::new();
        let mut gate = tokens.gate.clone();
        for (id, token) in (0_u16..).zip(&tokens.list) {
            let lettered = token.text.bytes().all(|byte| byte.is_ascii_alphabetic());
            let first = token.text.as_bytes().first_chunk();
            if let Some(first) = first.filter(|_| lettered && !token.joined) {
                begins.entry(*first).or_default().push(id);
                gate.pass(&token.text, alike_lengths(token.text.len()));
            }
        }
        Alike {
            tokens,
            begins,
            gate,
        }
    }

    pub(crate) fn named(&self, path: &str) -> PathMatches {
        let mut counts: Vec<(u16, u32)> = Vec::new();
        let mut close: Vec<(u16, f64)> = Vec::new();
        each_word(path.as_bytes(), |word| {
            if let Some(id) = self.tokens.find(&word) {
                match counts.iter_mut().find(|entry| entry.0 == id) {
                    Some(entry) => entry.1 += 1,
                    None => counts.push((id, 1)),
                }
                keep(&mut close, id, 1.0);
            }
            if word.part {
                self.begins_alike(&path[word.start..word.end], &mut close);
            }
        });
        counts.sort_unstable();
        close.sort_unstable_by_key(|entry| entry.0);
        PathMatches { counts, close }
    }

    /// The tokens that a declaration's name does not say, but says alike, with how well.
    pub(crate) fn others(&self, name: &str) -> Vec<(u16, f64)> {
        let mut close = Vec::new();
        if !self.begins.is_empty() {
            close = self.named(name).close;
            close.retain(|(_, value)| *value < 1.0);
        }
        close
    }

    /// The token that a word begins like, without being one, and how well.
    pub(crate) fn begun(&self, word: &str) -> Option<(u16, f64)> {
        let mut close = Vec::new();
        self.begins_alike(word, &mut close);
        close.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn begins_alike(&self, word: &str, close: &mut Vec<(u16, f64)>) {
        let Some(mut first) = word.as_bytes().first_chunk::<COMMON>().copied() else {
            return;
        };
        first.make_ascii_lowercase();
        let Some(ids) = self.begins.get(&first) else {
            return;
        };
        let word = folded(word);
        for &id in ids {
            let share = alike(&word, &self.tokens.list[usize::from(id)].text);
            if (LEAST..1.0).contains(&share) {
                keep(close, id, OTHER * share);
            }
        }
    }
}

fn keep(close: &mut Vec<(u16, f64)>, id: u16, value: f64) {
    match close.iter_mut().find(|entry| entry.0 == id) {
        Some(entry) => entry.1 = entry.1.max(value),
        None => close.push((id, value)),
    }
}

/// The part of two words that they begin with alike (Dice's measure of it).
fn alike(one: &str, other: &str) -> f64 {
    let pairs = one.bytes().zip(other.bytes());
    let common = pairs.take_while(|(a, b)| a == b).count();
    2.0 * common as f64 / (one.len() + other.len()).max(1) as f64
}

/// The lengths of words that can begin like one of `length` letters.
fn alike_lengths(length: usize) -> RangeInclusive<usize> {
    let longest = length as f64 * (2.0 - LEAST) / LEAST;
    let shortest = length as f64 * LEAST / (2.0 - LEAST);
    shortest.ceil() as usize..=longest as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, path: &str, expect: &str) {
        let tokens = Tokens::of(query);
        let named = Alike::of(&tokens).named(path);
        let seen = named.close.iter().map(|(id, value)| {
            let text = &tokens.list[usize::from(*id)].text;
            format!("{text} {value:.2}")
        });
        assert_eq!(seen.collect::<Vec<_>>().join(", "), expect, "{query:?}");
    }

    #[test]
    fn a_name_says_a_word_or_says_it_alike() {
        let tokens = Tokens::of("routes handler");
        let others = |name: &str| -> Vec<String> {
            let others = Alike::of(&tokens).others(name);
            let text = |id: u16| tokens.list[usize::from(id)].text.clone();
            others.into_iter().map(|(id, _)| text(id)).collect()
        };
        assert_eq!(others("addRoute"), ["routes"]);
        assert_eq!(others("handleRoutes"), ["handler"]);
        assert_eq!(others("handler_of_routes"), <[String; 0]>::default());
    }

    #[test]
    fn words_that_begin_alike() {
        check("formatter", "src/formatter.go", "formatter 1.00");
        check("formatted", "src/Formatter.go", "formatted 0.67");
        check("form", "src/formatter.go", "");
        check("options", "src/option_list.rs", "options 0.69");
        check("fmt", "src/formatter.go", "");
        check("1234567", "1234568.txt", "");
    }
}
