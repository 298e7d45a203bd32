//! The program in which the test of hostile files parses what could end its own process.

fn main() -> std::io::Result<()> {
    firsthand_codegraph::serve_isolated()
}
