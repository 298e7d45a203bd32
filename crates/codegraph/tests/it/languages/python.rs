//! Python.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "python",
    files: &[
        (
            "app/queue.py",
            r#"from app.base import Base, step as do_step

# About the limit.
LIMIT = 10


@decorate
class Queue(Base):
    """Holds jobs."""

    size: int = 0

    # Runs.
    @property
    def run(self):
        def inner():
            return LIMIT
        return self.push(do_step(inner()))

    async def push(self, job): ...
"#,
        ),
        ("app/base.py", "class Base: ...\n\n\ndef step(job): ...\n\n\ndef decorate(of): ...\n"),
        ("app/page.py", "import app.queue\n\n\ndef go():\n    return app.queue.Queue()\n"),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "step"),
        (Callers, "Queue"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Base"),
    ],
    expect: r"
        in app/queue.py
            variable LIMIT 3-4
            class Queue 7-20
            field Queue.size 11-11
            method Queue.run 13-18
            function Queue.run.inner 16-17
            method Queue.push 20-20
        in app/base.py
            class Base 1-1
            function step 4-4
            function decorate 7-7
        in app/page.py
            function go 4-5
        callers of Queue.push
            app/queue.py:13-18 Queue.run scope
        callers of step
            app/queue.py:13-18 Queue.run import
        callers of Queue
            app/page.py:4-5 go import
        callees of Queue.run
            app/base.py:4-4 step import
            app/queue.py:20-20 Queue.push scope
            app/queue.py:16-17 Queue.run.inner scope
        references of LIMIT
            app/queue.py:16-17 Queue.run.inner scope
        implementors of Base
            app/queue.py:7-20 Queue import
    ",
};
