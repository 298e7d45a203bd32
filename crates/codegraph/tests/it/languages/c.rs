//! C.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "c",
    files: &[
        (
            "src/queue.c",
            r#"#include "queue.h"

#define LIMIT 10

/* Holds jobs. */
struct queue {
  int size, last;
};
enum mode { READ, WRITE };

// Adds.
static int push(struct queue *q)
{
  return step(q->size) + LIMIT;
}

int run(void) { return push(0); }
"#,
        ),
        ("src/queue.h", "int step(int size);\ntypedef int (*handler)(int);\n"),
        ("src/step.c", "#include \"queue.h\"\n\nint step(int size) { return size; }\n"),
    ],
    queries: &[
        (Callers, "push"),
        (Callers, "src/step.c#step"),
        (Callees, "push"),
        (References, "LIMIT"),
        (References, "queue.size"),
    ],
    expect: r"
        in src/queue.c
            constant LIMIT 3-3
            struct queue 5-8
            field queue.size 7-7
            field queue.last 7-7
            enum mode 9-9
            variant mode.READ 9-9
            variant mode.WRITE 9-9
            function push 11-15
            function run 17-17
        in src/queue.h
            prototype step 1-1
            type handler 2-2
        in src/step.c
            function step 3-3
        callers of push
            src/queue.c:17-17 run scope
        callers of src/step.c#step
            src/queue.c:11-15 push import
        callees of push
            src/step.c:3-3 step import
        references of LIMIT
            src/queue.c:11-15 push scope
        references of queue.size
            src/queue.c:11-15 push name
    ",
};
