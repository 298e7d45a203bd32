//! Numbers and times as a person reads them.

use crate::phrases::plural;

/// A number with its noun, and a comma between thousands: `1,435 files`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {noun}{}", plural(number))
}

/// A time: `38 ms`, `5.3 s`.
pub(crate) fn milliseconds(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        _ => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let check = |number: u64, expect: &str| assert_eq!(counted(number, "file"), expect);
        check(0, "0 files");
        check(1, "1 file");
        check(999, "999 files");
        check(1_435, "1,435 files");
        check(78_214, "78,214 files");
        check(1_000_000, "1,000,000 files");
    }

    #[test]
    fn times_have_two_digits_or_more() {
        let check = |ms: u64, expect: &str| assert_eq!(milliseconds(ms), expect);
        check(0, "0 ms");
        check(999, "999 ms");
        check(1_000, "1.0 s");
        check(5_310, "5.3 s");
        check(90_999, "90.9 s");
    }
}
