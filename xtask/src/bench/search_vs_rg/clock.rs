//! Measures time and memory of a process, and prints table rows of the medians.
#![allow(clippy::disallowed_methods)] // It reads `/proc/PID/status`.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::command::command_line;

/// The interval at which the memory of a running process is read.
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The times of both programs in milliseconds, and the peak memory of `firsthand` in MiB.
#[derive(Default)]
pub(super) struct Times {
    ours: Vec<f64>,
    peers: Vec<f64>,
    pub(super) memory: f64,
}

impl Times {
    pub(super) fn add(&mut self, ours: Duration, peer: Duration) {
        self.ours.push(ours.as_secs_f64() * 1e3);
        self.peers.push(peer.as_secs_f64() * 1e3);
    }

    /// The ratio of each run, in order.
    pub(super) fn ratios(&self) -> Vec<f64> {
        let pairs = self.ours.iter().zip(&self.peers);
        pairs.map(|(a, b)| a / b).collect()
    }

    /// Prints a row: the medians in milliseconds, their ratio, the lowest and the highest ratio, and the memory in MiB.
    pub(super) fn print_row(&self, what: &str, run_count: usize) {
        let mut ratios = self.ratios();
        ratios.sort_by(f64::total_cmp);
        let (low, high) = (ratios.first(), ratios.last());
        let (Some(low), Some(high)) = (low, high) else {
            return;
        };
        let (ours, peers) = (median(&self.ours), median(&self.peers));
        let ratio = ours / peers;
        let memory = self.memory;
        println!(
            "| {what} | {run_count} | {ours:.0} | {peers:.0} | {ratio:.2} | {low:.2} | {high:.2} | {memory:.0} |"
        );
    }
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Measures the time of a run. Finding nothing (exit code 1 of `rg`, 3 of `firsthand`) is not a failure.
pub(super) fn measure_time(command: &mut Command) -> Result<Duration> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null());
    let begun = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("cannot start: {}", command_line(command)))?;
    let time = begun.elapsed();
    if !matches!(status.code(), Some(0 | 1 | 3)) {
        bail!("failed ({status}): {}", command_line(command));
    }
    Ok(time)
}

/// The peak resident memory of a run in MiB, as last read before its end; 0 if the system does not report it.
pub(super) fn measure_memory(command: &mut Command) -> Result<f64> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start: {}", command_line(command)))?;
    let status_path = format!("/proc/{}/status", child.id());
    let mut peak = 0.0_f64;
    while child.try_wait()?.is_none() {
        let status = std::fs::read_to_string(&status_path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        peak = peak.max(number.unwrap_or_default() / 1024.0);
        std::thread::sleep(MEMORY_POLL_INTERVAL);
    }
    Ok(peak)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_the_middle_of_the_sorted_times() {
        assert!((median(&[9.0, 1.0, 4.0, 2.0, 3.0]) - 3.0).abs() < 1e-9);
        assert!(median(&[]).abs() < 1e-9);
    }
}
