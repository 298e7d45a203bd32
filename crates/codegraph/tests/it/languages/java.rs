//! Java.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "java",
    files: &[
        (
            "src/app/Queue.java",
            r#"package app;

import app.base.Base;
import app.base.Steps;

/** Holds jobs. */
@Deprecated
public class Queue<T> extends Base<T> implements Runner<T> {
    private static final int LIMIT = 10;
    public Queue() {}

    // Runs.
    @Override
    public void run(T job) {
        this.push(Steps.step(job));
    }
    void push(Object job) { new Queue<String>(); }
    enum Mode { READ }
}
interface Runner<T> { int SIZE = 1; void run(T job); }
record Pair(int a, int b) {}
"#,
        ),
        (
            "src/app/base/Steps.java",
            "package app.base;\n\npublic class Steps { static Object step(Object job) { return job; } }\n",
        ),
        ("src/app/base/Base.java", "package app.base;\n\npublic abstract class Base<T> {}\n"),
        (
            "src/app/Use.java",
            "package app;\n\nclass Use { int n = Runner.SIZE; void go(Queue q) { q.push(1); } }\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "Steps.step"),
        (Callees, "Queue.run"),
        (References, "Runner.SIZE"),
        (Implementors, "Runner"),
        (Implementors, "Base"),
    ],
    expect: r"
        in src/app/Queue.java
            class Queue 6-19
            field Queue.LIMIT 9-9
            constructor Queue.Queue 10-10
            method Queue.run 12-16
            method Queue.push 17-17
            enum Queue.Mode 18-18
            variant Queue.Mode.READ 18-18
            interface Runner 20-20
            constant Runner.SIZE 20-20
            method Runner.run 20-20
            record Pair 21-21
            property Pair.a 21-21
            property Pair.b 21-21
        in src/app/base/Steps.java
            class Steps 3-3
            method Steps.step 3-3
        in src/app/base/Base.java
            class Base 3-3
        in src/app/Use.java
            class Use 3-3
            field Use.n 3-3
            method Use.go 3-3
        callers of Queue.push
            src/app/Queue.java:12-16 Queue.run scope
            src/app/Use.java:3-3 Use.go scope
        callers of Steps.step
            src/app/Queue.java:12-16 Queue.run import
        callees of Queue.run
            src/app/base/Steps.java:3-3 Steps.step import
            src/app/Queue.java:17-17 Queue.push scope
        references of Runner.SIZE
            src/app/Use.java:3-3 Use.n scope
        implementors of Runner
            src/app/Queue.java:6-19 Queue scope
        implementors of Base
            src/app/Queue.java:6-19 Queue import
    ",
};
