//! Splits text into words: at characters that are not letters or digits, and at camelCase boundaries.

/// Calls `each` with every word of at least two characters, in lower case; an identifier of several words is passed as
/// a whole, too, without its separators.
pub(super) fn words(text: &str, mut each: impl FnMut(&str)) {
    let (mut word, mut identifier) = (String::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        // `camelCase` splits before the C, `HTTPServer` before the S.
        let is_boundary = c.is_uppercase() && (!before.is_uppercase() || next_is_lower);
        if !c.is_alphanumeric() || is_boundary {
            end_word(&mut word, &mut identifier, &mut each);
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        } else if c != '_' {
            end_identifier(&mut identifier, &mut each);
        }
        before = c;
    }
    end_word(&mut word, &mut identifier, &mut each);
    end_identifier(&mut identifier, &mut each);
}

/// Separates the words of a compound identifier; never part of a word.
const WORD_SEPARATOR: char = '_';

fn end_word(word: &mut String, identifier: &mut String, each: &mut impl FnMut(&str)) {
    if word.chars().nth(1).is_some() {
        each(word);
    }
    if !word.is_empty() {
        identifier.push(WORD_SEPARATOR);
        identifier.push_str(word);
    }
    word.clear();
}

fn end_identifier(identifier: &mut String, each: &mut impl FnMut(&str)) {
    // A single word was already passed by `end_word`.
    if identifier.matches(WORD_SEPARATOR).nth(1).is_some() {
        each(&identifier.replace(WORD_SEPARATOR, ""));
    }
    identifier.clear();
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn identifiers_are_split_into_words_and_kept_whole() {
        let check = |text: &str, expect: &str| {
            let mut got = Vec::new();
            words(text, |word| got.push(word.to_owned()));
            assert_eq!(got.join(" "), expect, "{text}");
        };
        check("", "");
        check(
            "addArticle(basket_id, X)",
            "add article addarticle basket id basketid",
        );
        check(
            "HTTPServer parseURL utf8 i18n",
            "http server httpserver parse url parseurl utf8 i18n",
        );
        check("A/bC.rs __x__", "bc rs");
        check("größeÄndern ÜBER", "größe ändern größeändern über");
    }
}
