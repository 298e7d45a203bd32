//! Programs that construct a report, a place or a candidate fail with the expected compiler errors.

#[test]
fn no_fabrication_by_construction() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
