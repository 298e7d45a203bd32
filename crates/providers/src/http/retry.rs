//! Whether to try again, and when.

use std::time::{Duration, Instant};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

use super::fault::Fault;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(8);

/// The tries of one turn.
pub(super) struct Tries {
    made: u32,
    /// When a turn is of no use any more.
    end: Option<Instant>,
}

impl Tries {
    /// No try yet.
    pub(super) fn start(now: Instant, time_left: Option<Duration>) -> Self {
        let end = time_left.and_then(|left| now.checked_add(left));
        Self { made: 0, end }
    }

    /// How many were made.
    pub(super) fn made(&self) -> u32 {
        self.made
    }

    /// One more failed: how long to wait before the next, if there is to be one.
    pub(super) fn again(&mut self, fault: &mut Fault, now: Instant) -> Option<Duration> {
        self.made += 1;
        if self.made > fault.kind.retries() {
            return None;
        }
        let doubled = 2_u32.saturating_pow(self.made - 1);
        let wait = fault
            .wait
            .unwrap_or(FIRST.saturating_mul(doubled).min(LONGEST));
        let left = self.end.map(|end| end.saturating_duration_since(now));
        if left.is_some_and(|left| left <= wait) {
            let (wait, left) = (wait.as_secs_f32(), left.unwrap_or_default().as_secs_f32());
            fault.what +=
                &format!("; the next try would be in {wait:.1} s, and {left:.1} s are left");
            return None;
        }
        Some(wait)
    }
}

/// How long a server asks to be left alone: in seconds, in milliseconds, or until a date. A date is
/// compared with the server's own, so that no clock of ours is asked.
pub(super) fn asked_wait(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(ms) = text("retry-after-ms").and_then(|ms| ms.parse().ok()) {
        return Duration::try_from_secs_f64(f64::max(ms, 0.0) / 1000.0).ok();
    }
    let after = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = after.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds.max(0.0)).ok();
    }
    let until = httpdate::parse_http_date(after).ok()?;
    let now = httpdate::parse_http_date(text(DATE.as_str())?).ok()?;
    Some(until.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;
    use crate::http::fault::Kind;

    #[test]
    fn what_servers_ask_for() {
        let check = |pairs: &[(&'static str, &'static str)], expected: Option<u64>| {
            let pair = |(name, value): &(&'static str, &'static str)| {
                (name.parse().unwrap(), HeaderValue::from_static(value))
            };
            let headers: HeaderMap = pairs.iter().map(pair).collect();
            let wait = asked_wait(&headers);
            assert_eq!(wait, expected.map(Duration::from_millis), "{pairs:?}");
        };
        let noon = ("date", "Sun, 06 Nov 1994 12:00:00 GMT");
        check(&[], None);
        check(&[("retry-after", "3")], Some(3000));
        check(&[("retry-after", " 0.5 ")], Some(500));
        check(&[("retry-after", "-1")], Some(0));
        check(&[("retry-after", "soon")], None);
        check(&[("retry-after", "NaN")], Some(0));
        check(&[("retry-after", "1e300")], None);
        check(
            &[("retry-after-ms", "250"), ("retry-after", "9")],
            Some(250),
        );
        check(
            &[noon, ("retry-after", "Sun, 06 Nov 1994 12:00:07 GMT")],
            Some(7000),
        );
        check(
            &[noon, ("retry-after", "Sun, 06 Nov 1994 11:00:00 GMT")],
            Some(0),
        );
        check(&[("retry-after", "Sun, 06 Nov 1994 12:00:07 GMT")], None);
    }

    #[test]
    fn waits_grow_and_fit() {
        let check = |kind: Kind, asked: Option<u64>, left: Option<u64>, expected: &[u64]| {
            let now = Instant::now();
            let mut tries = Tries::start(now, left.map(Duration::from_millis));
            let (mut waits, mut spent) = (Vec::new(), Duration::ZERO);
            let wait = asked.map(Duration::from_millis);
            let mut fault = Fault {
                wait,
                ..Fault::new(kind, "")
            };
            while let Some(wait) = tries.again(&mut fault, now + spent) {
                spent += wait;
                waits.push(u64::try_from(wait.as_millis()).unwrap());
            }
            assert_eq!(waits, expected, "{kind:?} {asked:?} {left:?}");
        };
        check(Kind::Busy, None, None, &[500, 1000, 2000, 4000, 8000, 8000]);
        check(Kind::Busy, None, Some(4000), &[500, 1000, 2000]);
        check(Kind::Busy, Some(3000), Some(10_000), &[3000, 3000, 3000]);
        check(Kind::Busy, Some(60_000), Some(10_000), &[]);
        check(Kind::Lost, None, None, &[500, 1000, 2000]);
        check(Kind::Garbled, None, None, &[500]);
        check(Kind::NoConnection, None, None, &[500]);
        check(Kind::TooLong, None, None, &[]);
        check(Kind::Refused, None, None, &[]);
    }
}
