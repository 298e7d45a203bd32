//! Days of the calendar.

/// The seconds of a day.
const SECONDS_PER_DAY: i64 = 86_400;

/// The day of a second since 1970 (UTC), as `2026-05-31`: the proleptic Gregorian calendar, counted in eras of
/// 400 years from 0000-03-01.
pub(crate) fn day(seconds: i64) -> String {
    let days = seconds.div_euclid(SECONDS_PER_DAY) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next)
}

/// The first second (since 1970, UTC) of a day that is written as `2026-05-31`; `None` for what is no day.
#[must_use]
pub fn second_of_day(written: &str) -> Option<i64> {
    let mut parts = written.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, date) = (parts.next()??, parts.next()??, parts.next()??);
    let before = i64::from(month <= 2);
    let (year, month) = (year - before, (month + 9) % 12);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5 + date - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let second = days.checked_mul(SECONDS_PER_DAY)?;
    (day(second) == written).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
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
    fn days_are_read_as_they_are_written() {
        for seconds in [
            0,
            951_782_400,
            951_868_800,
            1_767_225_600,
            -86_400,
            4_107_542_400,
        ] {
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
        ] {
            assert_eq!(second_of_day(no_day), None, "{no_day}");
        }
    }
}
