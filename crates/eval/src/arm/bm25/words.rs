//! Splitting text into words: at what is no letter or digit, and where camelCase has a hump.

/// Calls `each` with every word of at least two characters, in lower case; an identifier of several
/// words is one more word, without its separators.
pub(super) fn words(text: &str, mut each: impl FnMut(&str)) {
    let (mut word, mut whole) = (String::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        // `camelCase` splits before the C, `HTTPServer` before the S.
        let hump = c.is_uppercase() && (!before.is_uppercase() || next_is_lower);
        if !c.is_alphanumeric() || hump {
            end_word(&mut word, &mut whole, &mut each);
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        } else if c != '_' {
            end_identifier(&mut whole, &mut each);
        }
        before = c;
    }
    end_word(&mut word, &mut whole, &mut each);
    end_identifier(&mut whole, &mut each);
}

/// Separates the words of a compound identifier; never part of a word.
const WORD_SEPARATOR: char = '_';

fn end_word(word: &mut String, whole: &mut String, each: &mut impl FnMut(&str)) {
    if word.chars().nth(1).is_some() {
        each(word);
    }
    if !word.is_empty() {
        whole.push(WORD_SEPARATOR);
        whole.push_str(word);
    }
    word.clear();
}

fn end_identifier(whole: &mut String, each: &mut impl FnMut(&str)) {
    // One word alone was added above.
    if whole.matches(WORD_SEPARATOR).nth(1).is_some() {
        each(&whole.replace(WORD_SEPARATOR, ""));
    }
    whole.clear();
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn by_hand() {
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
