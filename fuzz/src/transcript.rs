//! The target `transcript`: transcripts of runs.

use firsthand_agent::{Event, State, read_transcript, replay, write_transcript};

/// The data is a transcript. A valid one is the same after writing and reading it, and makes the same report; each
/// prefix of at most 40 events makes a report, too.
pub fn transcript(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(events) = read_transcript::<Event>(&text) else {
        return;
    };
    let written = write_transcript(&events);
    let again = read_transcript::<Event>(&written).expect("what was written can be read");
    assert_eq!(again, events, "what was read is what was written");
    assert_eq!(replay(&again), replay(&events), "replayable");
    for end in 0..=events.len().min(40) {
        let _ = State::of(events.iter().take(end)).report();
    }
}
