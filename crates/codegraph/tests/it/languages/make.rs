//! Make.

use firsthand_codegraph::Relation::Definition;

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "make",
    files: &[
        (
            "Makefile",
            r##"# The compiler.
CC = gcc

.PHONY: all
# All of it.
all: build test

build: main.o
	$(CC) -o shop main.o

%.o: %.c
	$(CC) -c $<

define banner
hello
endef
"##,
        ),
        // A name of C with the word `build` is not the target.
        (
            "main.c",
            r##"int build_info;
"##,
        ),
    ],
    queries: &[(Definition, "build"), (Definition, "CC")],
    expect: r"
        in Makefile
            variable CC 1-2
            target all 5-6
            target build 8-9
            target %.o 11-12
            variable banner 14-16
        definition of build
            Makefile:8-9 build scope
        definition of CC
            Makefile:1-2 CC scope
    ",
};
