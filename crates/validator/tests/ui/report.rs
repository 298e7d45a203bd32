#![allow(unreachable_code)]
// A report cannot be made without a verdict.
fn main() {
    let _ = firsthand_validator::VerifiedReport { ..todo!() };
}
