//! What the printed report has room for.

use firsthand_agent::ReportFit;
use firsthand_render::{Options, fit};
use firsthand_validator::{Fit, VerifiedReport};

/// The Markdown form with a budget of characters.
pub(crate) struct MarkdownFit {
    pub(crate) max_chars: usize,
}

impl ReportFit for MarkdownFit {
    fn fit(&self, report: &VerifiedReport) -> Fit {
        let options = Options {
            max_chars: self.max_chars,
            ..Options::default()
        };
        fit(report, &options)
    }
}
