//! Words with and without the shape of a file name.

use super::{assert_allowed, assert_withheld};

/// Names of unobserved files, in several spellings; and ordinary words.
#[test]
fn a_word_with_the_shape_of_a_file_name_is_a_place() {
    for text in [
        "reads Cargo.toml",
        "in package.json",
        "see Store.rs",
        "deploy/Dockerfile builds it",
        "main.py line 3",
        "main.py, lines 3-9",
        "channels.ts line 99",
        "channels.ts, line 99",
        "calls ghost.rs()",
        "src/{ghost,other}.rs",
        "{ghost,other}.rs",
        "reads /etc/passwd",
        "in ../other",
        "gh\u{43e}st.rs",                // a Cyrillic letter
        "src/\u{440}l\u{430}y.\u{442}s", // several
        "gh\u{3bf}st.py",                // a Greek one
        "https://host/x/ghost.rs#n12",
        "https://host/x/ghost.rs#line-12",
        "see GHOST.MD and NOTES.TXT",
        "in ghost.mli, ghost.hrl and ghost.plist",
        "the template ghost.hbs",
        "rules in ghost.bzl",
        "ghost.cmake finds it",
        "Ghost.vb and Ghost.sln",
        "loads ghost.wasm",
        "reads ghost.jsonl.gz",
        "the certificate ghost.pem",
    ] {
        assert_withheld(&[text]);
    }
    // A line number before its file.
    assert_withheld(&["line 99 of channels.ts"]);
    assert_withheld(&["lines 3-99 in channels.ts"]);
    assert_allowed(&["line 44 of channels.ts, lines 44-50 in channels.ts"]);
    assert_allowed(&[
        "and/or, client/server, e.g. Node.js, Next.js, ASP.NET and Socket.io",
        "read/write, TCP/IP, N/A, either/or, his/her, input/output",
        "response.json() and console.log, process.env, mutex.lock, x.go()",
        "channels.ts line 44, channels.ts, lines 44-50, on line 44",
        "a set {a, b} and {a,b}, f(x){y,z}",
        "Format.CSV, c.JSON(200, x), MediaType.XML and HTTP.GET",
        "torch.onnx, spark.read.parquet, app.conf, node.properties, a.zip(b), this.el",
        "v1.2.3, 0.5s, i.e. this, etc. and so on... then",
        "\u{440}\u{443}\u{441}\u{441}\u{43a}\u{438}\u{439} \u{442}\u{435}\u{43a}\u{441}\u{442}",
        "https://example.com/a.html#section and https://example.com/#top",
        "deploy/production", // neither was seen
    ]);
}
