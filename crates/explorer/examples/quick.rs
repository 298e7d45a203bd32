//! Explores this repository with the embedded model and prints the report: no key, no network.
//!
//! `cargo run -p firsthand --example quick -- "your question"`

use std::error::Error;
use std::path::Path;

use firsthand::{Confidence, Explorer, Intent, Outcome};
use firsthand_render::{TextOptions, text};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let question = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "how does the validator match a quote against its evidence?".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");

    let explorer = Explorer::builder(&root).build()?;
    let explored = explorer.explore(&question, Intent::Explain).await?;
    let report = &explored.report;
    print!("{}", text(report, &TextOptions::default()).text);

    // The embedded model never claims more than it can, and says that no language model was used.
    assert!(report.confidence() < Confidence::High && report.stats().tokens.is_none());
    // Whatever stands in the report stands in the files.
    for link in report.flow() {
        let bytes = explorer.toolbox().sandbox().read(link.place().path())?;
        assert!(String::from_utf8_lossy(&bytes).contains(link.quote().text()));
    }
    // And the transcript alone gives the same report.
    assert_eq!(firsthand::replay(&explored.transcript)?, *report);
    assert!(report.outcome() == Outcome::Skip || !report.primary().is_empty());
    Ok(())
}
