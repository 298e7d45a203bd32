//! Whether to retry a failed request, and after which delay; the clock of an adapter.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

use super::fault::Fault;

/// The delay before the first retry; it doubles with each further one.
const INITIAL_DELAY: Duration = Duration::from_millis(500);
/// The longest delay, unless the server asks for a longer one.
const MAX_DELAY: Duration = Duration::from_secs(8);

/// Retry state of one model turn.
pub(super) struct RetryState {
    /// The number of failed attempts.
    pub(super) attempts: u32,
    /// When the run no longer waits for the turn.
    deadline: Option<Instant>,
}

impl RetryState {
    /// The state before the first attempt.
    pub(super) fn start(now: Instant, time_left: Option<Duration>) -> Self {
        let deadline = time_left.and_then(|time_left| now.checked_add(time_left));
        Self { attempts: 0, deadline }
    }

    /// Records a failed attempt. Returns the delay before the next one, or `None` if there is none: the fault's kind
    /// allows no more retries, or the time left is not longer than the delay; the fault's message then states both.
    pub(super) fn next_delay(&mut self, fault: &mut Fault, now: Instant) -> Option<Duration> {
        self.attempts += 1;
        if self.attempts > fault.kind.retries() {
            return None;
        }
        let factor = 2_u32.saturating_pow(self.attempts - 1);
        let delay =
            fault.retry_after.unwrap_or(INITIAL_DELAY.saturating_mul(factor).min(MAX_DELAY));
        let time_left = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        if let Some(time_left) = time_left.filter(|time_left| *time_left <= delay) {
            let (delay, time_left) = (delay.as_secs_f32(), time_left.as_secs_f32());
            fault.message +=
                &format!("; the next try would be in {delay:.1} s, and {time_left:.1} s are left");
            return None;
        }
        Some(delay)
    }
}

/// The delay that the response headers ask for: in seconds, in milliseconds, or until a date. A date is
/// compared with the response's `Date`, not with the local clock.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(ms) = text("retry-after-ms").and_then(|ms| ms.parse().ok()) {
        return Duration::try_from_secs_f64(f64::max(ms, 0.0) / 1000.0).ok();
    }
    let value = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds.max(0.0)).ok();
    }
    let until = httpdate::parse_http_date(value).ok()?;
    let now = httpdate::parse_http_date(text(DATE.as_str())?).ok()?;
    Some(until.duration_since(now).unwrap_or_default())
}

/// The reason of a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The delay before a retry.
    Retry,
    /// The timeout of an operation of the server. If it ends first, the server counts as stalled.
    Server,
}

/// A clock that can wait.
#[async_trait]
pub trait Pace: Send + Sync {
    /// The current time of this clock.
    fn now(&self) -> Instant;

    /// Waits for this duration. Dropping the future cancels the wait.
    async fn wait(&self, why: Wait, time: Duration);
}

/// The system's clock, through tokio.
pub(super) struct RealTime;

#[async_trait]
impl Pace for RealTime {
    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    async fn wait(&self, _: Wait, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;
    use crate::http::fault::FaultKind;

    #[test]
    fn retry_headers_are_parsed() {
        let check = |pairs: &[(&'static str, &'static str)], expected: Option<u64>| {
            let pair = |(name, value): &(&'static str, &'static str)| {
                (name.parse().unwrap(), HeaderValue::from_static(value))
            };
            let headers: HeaderMap = pairs.iter().map(pair).collect();
            let delay = retry_after(&headers);
            assert_eq!(delay, expected.map(Duration::from_millis), "{pairs:?}");
        };
        let noon = ("date", "Sun, 06 Nov 1994 12:00:00 GMT");
        check(&[], None);
        check(&[("retry-after", "3")], Some(3000));
        check(&[("retry-after", " 0.5 ")], Some(500));
        check(&[("retry-after", "-1")], Some(0));
        check(&[("retry-after", "soon")], None);
        check(&[("retry-after", "NaN")], Some(0));
        check(&[("retry-after", "1e300")], None);
        check(&[("retry-after-ms", "250"), ("retry-after", "9")], Some(250));
        check(&[noon, ("retry-after", "Sun, 06 Nov 1994 12:00:07 GMT")], Some(7000));
        check(&[noon, ("retry-after", "Sun, 06 Nov 1994 11:00:00 GMT")], Some(0));
        check(&[("retry-after", "Sun, 06 Nov 1994 12:00:07 GMT")], None);
    }

    #[test]
    fn delays_double_and_fit_the_time_left() {
        let check = |kind: FaultKind,
                     retry_after: Option<u64>,
                     time_left: Option<u64>,
                     expected: &[u64]| {
            let now = Instant::now();
            let mut retries = RetryState::start(now, time_left.map(Duration::from_millis));
            let (mut delays, mut spent) = (Vec::new(), Duration::ZERO);
            let delay = retry_after.map(Duration::from_millis);
            let mut fault = Fault { retry_after: delay, ..Fault::new(kind, "") };
            while let Some(delay) = retries.next_delay(&mut fault, now + spent) {
                spent += delay;
                delays.push(u64::try_from(delay.as_millis()).unwrap());
            }
            assert_eq!(delays, expected, "{kind:?} {retry_after:?} {time_left:?}");
        };
        check(FaultKind::Transient, None, None, &[500, 1000, 2000, 4000, 8000, 8000]);
        check(FaultKind::Transient, None, Some(4000), &[500, 1000, 2000]);
        check(FaultKind::Transient, Some(3000), Some(10_000), &[3000, 3000, 3000]);
        check(FaultKind::Transient, Some(60_000), Some(10_000), &[]);
        check(FaultKind::ConnectionLost, None, None, &[500, 1000, 2000]);
        check(FaultKind::Malformed, None, None, &[500]);
        check(FaultKind::NoConnection, None, None, &[500]);
        check(FaultKind::TooLong, None, None, &[]);
        check(FaultKind::Refused, None, None, &[]);
    }
}
