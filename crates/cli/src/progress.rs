//! The progress of a run, on one line of standard error.

use std::fmt;
use std::time::Duration;

use firsthand::agent::Notice;
use firsthand::{Event, Explorer, Observer, State};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A run that ends within this time shows no progress.
const QUIET_TIME: Duration = Duration::from_millis(300);

/// A spinner with the progress message, the number of listed files and the elapsed time of a run.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Starts the spinner; standard error must be a terminal.
    pub(crate) fn start(what: &'static str, explorer: &Explorer) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}{files}  {elapsed}") {
            let toolbox = explorer.toolbox().clone();
            let files = move |_: &ProgressState, line: &mut dyn fmt::Write| {
                let files = toolbox.graph().last_listing().map_or(0, |listing| listing.files.len());
                // A line that cannot be written is drawn without the number.
                let _ = line.write_str(&listed(files));
            };
            bar.set_style(style.with_key("files", files));
        }
        bar.set_message(what);
        let shown_later = bar.clone();
        std::thread::spawn(move || {
            std::thread::sleep(QUIET_TIME);
            if !shown_later.is_finished() {
                shown_later.set_draw_target(ProgressDrawTarget::stderr());
                shown_later.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Self(bar)
    }

    /// Removes the progress line.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Observer for Progress {
    fn event(&self, event: &Event, state: &State) {
        let Some(text) = firsthand::progress_message(event, state) else {
            return;
        };
        self.0.set_message(text);
    }

    fn notice(&self, notice: &Notice) {
        self.0.set_message(notice_message(notice));
    }
}

/// The number of listed files behind a message; nothing before they are listed.
fn listed(files: usize) -> String {
    match files {
        0 => String::new(),
        1 => " · 1 file".to_owned(),
        files => format!(" · {} files", firsthand::registry::grouped_digits(files as u64)),
    }
}

/// A notice of the model client, such as a retry, as plain text.
fn notice_message(notice: &Notice) -> String {
    firsthand::registry::escape(&notice.to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_files_has_separators() {
        assert_eq!([0, 1, 78_214].map(listed), ["", " · 1 file", " · 78,214 files"]);
    }

    #[test]
    fn a_notice_has_the_wait_and_the_error() {
        let check = |wait_ms: Option<u64>, error: &str, expected: &str| {
            let mut notice = Notice::new(error, 1, 7);
            notice.wait_ms = wait_ms;
            assert_eq!(notice_message(&notice), expected);
        };
        check(Some(2000), "HTTP 429: slow down", "try 2 of 7 in 2.0 s: HTTP 429: slow down");
        check(Some(510), "broken", "try 2 of 7 in 0.6 s: broken");
        check(Some(0), "a\nb", "try 2 of 7 in 0.0 s: a\\nb");
        check(None, "it broke off", "it broke off");
    }
}
