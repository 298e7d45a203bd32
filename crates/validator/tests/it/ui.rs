//! No report, no place and no candidate can be made up: each attempt fails for its own reason.

#[test]
fn no_fabrication_by_construction() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
