//! Zig.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "zig",
    files: &[
        (
            "src/queue.zig",
            r##"const std = @import("std");
const util = @import("util.zig");
const Job = @import("util.zig").Job;

/// Where jobs wait.
pub const Queue = struct {
    limit: usize = 10,

    pub fn push(self: *Queue, job: Job) !void {
        self.drain();
        util.count(job);
        helper(Kind.fast);
    }

    fn drain(self: *Queue) void {
        _ = self;
    }
};

const Kind = enum { fast, slow };
const Failure = error{Full};
var counter: usize = 0;

fn helper(kind: Kind) void {
    counter += 1;
    _ = kind;
}

test "a queue drains" {
    helper(.slow);
}
"##,
        ),
        (
            "src/util.zig",
            r##"pub const Job = struct { id: u32 };

pub fn count(job: Job) u32 {
    return job.id;
}
"##,
        ),
        (
            "src/other.zig",
            r##"pub fn count() void {}
"##,
        ),
    ],
    queries: &[
        (Callers, "helper"),
        (Callers, "Queue.drain"),
        (Callers, "src/util.zig#count"),
        (Callees, "Queue.push"),
        (References, "counter"),
        (References, "Job"),
    ],
    expect: r"
        in src/queue.zig
            struct Queue 5-18
            field Queue.limit 7-7
            method Queue.push 9-13
            method Queue.drain 15-17
            enum Kind 20-20
            variant Kind.fast 20-20
            variant Kind.slow 20-20
            enum Failure 21-21
            variant Failure.Full 21-21
            variable counter 22-22
            function helper 24-27
            test a queue drains 29-31
        in src/util.zig
            struct Job 1-1
            field Job.id 1-1
            function count 3-5
        in src/other.zig
            function count 1-1
        callers of helper
            src/queue.zig:9-13 Queue.push scope
            src/queue.zig:29-31 a queue drains scope
        callers of Queue.drain
            src/queue.zig:9-13 Queue.push scope
        callers of src/util.zig#count
            src/queue.zig:9-13 Queue.push import
        callees of Queue.push
            src/util.zig:3-5 count import
            src/queue.zig:15-17 Queue.drain scope
            src/queue.zig:24-27 helper scope
        references of counter
            src/queue.zig:24-27 helper scope
        references of Job
            src/queue.zig:9-13 Queue.push import
            src/queue.zig:1-3 - import
            src/util.zig:3-5 count scope
    ",
};
