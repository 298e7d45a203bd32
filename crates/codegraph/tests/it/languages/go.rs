//! Go.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "go",
    files: &[
        ("go.mod", "module example.com/app\n"),
        (
            "queue/queue.go",
            r#"package queue

import (
	"example.com/app/step"
)

// Limit is the limit.
const Limit = 10

// Queue holds jobs.
type Queue[T any] struct {
	// Size of it.
	Size int
}

type Runner interface {
	Run(job string) error
}

// Run runs.
func (q *Queue[T]) Run(job string) error {
	step.Do(job)
	return q.push(Limit)
}

func (q *Queue[T]) push(n int) error { return nil }
"#,
        ),
        (
            "step/step.go",
            "package step\n\nfunc Do(job string) { again(job) }\n\nfunc again(job string) {}\n",
        ),
        ("other/other.go", "package other\n\nfunc Do() {}\n"),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "step/step.go#Do"),
        (Callers, "again"),
        (Callees, "Queue.Run"),
        (References, "Limit"),
    ],
    expect: r"
        in queue/queue.go
            constant Limit 7-8
            struct Queue 10-14
            field Queue.Size 12-13
            interface Runner 16-18
            method Runner.Run 17-17
            method Queue.Run 20-24
            method Queue.push 26-26
        in step/step.go
            function Do 3-3
            function again 5-5
        in other/other.go
            function Do 3-3
        callers of Queue.push
            queue/queue.go:20-24 Queue.Run scope
        callers of step/step.go#Do
            queue/queue.go:20-24 Queue.Run import
        callers of again
            step/step.go:3-3 Do scope
        callees of Queue.Run
            step/step.go:3-3 Do import
            queue/queue.go:26-26 Queue.push scope
        references of Limit
            queue/queue.go:20-24 Queue.Run scope
    ",
};
