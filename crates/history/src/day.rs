//! Days of the calendar.

use gix::date::time::format::SHORT;
use gix::date::{Time, parse};

/// The day of a second since 1970 (UTC), as `2026-05-31`.
pub(crate) fn day(seconds: i64) -> String {
    Time::new(seconds, 0).format_or_unix(SHORT)
}

/// The first second (since 1970, UTC) of a day that is written as `2026-05-31`; `None` for any other text.
#[must_use]
pub fn second_of_day(text: &str) -> Option<i64> {
    let second = parse(text, None).ok()?.seconds;
    let day = Time::new(second, 0).format(SHORT).ok()?;
    (day == text).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_mapped_to_its_calendar_day() {
        let check = |seconds, expect: &str| assert_eq!(day(seconds), expect);
        check(0, "1970-01-01");
        check(-1, "1969-12-31");
        check(951_782_400, "2000-02-29");
        check(951_868_800, "2000-03-01");
        check(1_767_225_599, "2025-12-31");
        check(1_767_225_600, "2026-01-01");
        check(4_107_542_399, "2100-02-28");
        check(4_107_542_400, "2100-03-01");
    }

    #[test]
    fn only_text_that_day_writes_is_parsed() {
        for seconds in [0, 951_782_400, 951_868_800, 1_767_225_600, -86_400, 4_107_542_400] {
            assert_eq!(second_of_day(&day(seconds)), Some(seconds));
        }
        for no_day in [
            "",
            "2024",
            "2024-1-2",
            "2023-02-29",
            "2024-13-01",
            "2024-00-10",
            "x-y-z",
            "2024-01-02T00",
            "999999999999",
        ] {
            assert_eq!(second_of_day(no_day), None, "{no_day}");
        }
    }
}
