//! Dockerfiles.

use firsthand_codegraph::Relation::Definition;

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "dockerfile",
    files: &[(
        "Dockerfile",
        r##"# The toolchain.
ARG VERSION=1
FROM rust:${VERSION} AS builder
ENV TARGET=release PROFILE=fast
RUN make

FROM debian
COPY --from=builder /shop /shop
"##,
    )],
    queries: &[(Definition, "builder"), (Definition, "PROFILE")],
    expect: r"
        in Dockerfile
            variable VERSION 2-2
            stage builder 3-3
            variable TARGET 4-4
            variable PROFILE 4-4
        definition of builder
            Dockerfile:3-3 builder scope
        definition of PROFILE
            Dockerfile:4-4 PROFILE scope
    ",
};
