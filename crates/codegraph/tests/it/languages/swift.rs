//! Swift.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "swift",
    files: &[
        (
            "Sources/App/Queue.swift",
            r#"import Foundation

/// Holds jobs.
@available(iOS 13, *)
public final class Queue<T>: Base<T>, Runner {
    private let size = 0, limit: Int
    static var shared: Queue { Queue(limit: version) }
    init(limit: Int) {
        self.limit = limit
    }
    deinit { stop() }

    // Runs.
    @discardableResult
    func run(_ job: T) throws -> Int {
        let local = step(job)
        try self.push(local)
        return Mode.of(1)
    }
    subscript(index: Int) -> Int { size }
    func push(_ job: Any) {}
    typealias Name = String
}

protocol Runner: AnyObject {
    associatedtype Job
    var mode: Mode { get }
    func run(_ job: Job) throws -> Int
}
enum Mode: Int {
    case read, write(Int)
    static func of(_ code: Int) -> Mode { .read }
}
struct Pair { var left: Int }
actor Single {}
extension Queue: Equatable where T: Equatable {
    func drain() {}
}
let version = 1
func step(_ job: Any) -> Any { job }
"#,
        ),
        (
            "Sources/App/Page.swift",
            "class Base<T> {}\n\nstruct Page: Runner {\n    func show() { Queue<Int>(limit: 1).drain() }\n    func again(_ mode: Mode = .of(2)) { Queue(limit: version) }\n}\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "Mode.of"),
        (Callers, "Queue"),
        (Callers, "drain"),
        (Callees, "Queue.run"),
        (References, "version"),
        (Implementors, "Runner"),
        (Implementors, "Equatable"),
    ],
    expect: r"
        in Sources/App/Queue.swift
            class Queue 3-23
            property Queue.size 6-6
            property Queue.limit 6-6
            property Queue.shared 7-7
            constructor Queue.init 8-10
            method Queue.deinit 11-11
            method Queue.run 13-19
            method Queue.subscript 20-20
            method Queue.push 21-21
            type Queue.Name 22-22
            protocol Runner 25-29
            type Runner.Job 26-26
            property Runner.mode 27-27
            method Runner.run 28-28
            enum Mode 30-33
            variant Mode.read 31-31
            variant Mode.write 31-31
            method Mode.of 32-32
            struct Pair 34-34
            property Pair.left 34-34
            class Single 35-35
            extension Queue 36-38
            method Queue.drain 37-37
            variable version 39-39
            function step 40-40
        in Sources/App/Page.swift
            class Base 1-1
            struct Page 3-6
            method Page.show 4-4
            method Page.again 5-5
        callers of Queue.push
            Sources/App/Queue.swift:13-19 Queue.run scope
        callers of Mode.of
            Sources/App/Queue.swift:13-19 Queue.run scope
            Sources/App/Page.swift:5-5 Page.again name
        callers of Queue
            Sources/App/Page.swift:4-4 Page.show scope
            Sources/App/Page.swift:5-5 Page.again scope
            Sources/App/Queue.swift:7-7 Queue.shared scope
        callers of drain
            Sources/App/Page.swift:4-4 Page.show scope
        callees of Queue.run
            Sources/App/Queue.swift:21-21 Queue.push scope
            Sources/App/Queue.swift:32-32 Mode.of scope
            Sources/App/Queue.swift:40-40 step name
        references of version
            Sources/App/Page.swift:5-5 Page.again scope
            Sources/App/Queue.swift:7-7 Queue.shared scope
        implementors of Runner
            Sources/App/Page.swift:3-6 Page scope
            Sources/App/Queue.swift:3-23 Queue scope
        implementors of Equatable
            Sources/App/Queue.swift:36-38 Queue name
    ",
};
