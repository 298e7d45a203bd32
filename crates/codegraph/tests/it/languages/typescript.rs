//! TypeScript.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "typescript",
    files: &[
        (
            "src/queue.ts",
            r#"import { Base, step, Runner } from "./step"

/** Holds jobs. */
@Injectable()
export class Queue<T> extends Base<T> implements Runner {
  private size = 0
  constructor(private limit: number) {}
  // Runs.
  run(job: T): void {
    this.push(step(LIMIT))
  }
  push = (job: unknown): void => {}
}

export const LIMIT = 10
export type Key = string
export enum Mode { Read }
export namespace Inner { export const depth = 1 }
"#,
        ),
        (
            "src/step.ts",
            "export interface Runner {\n  run(job: unknown): void\n  size?: number\n}\nexport class Base<T> {}\nexport function step(n: number) { return n }\n",
        ),
        ("src/index.ts", "export * from './queue'\n"),
        (
            "src/use.ts",
            "import { Queue } from '.'\n\nexport const go = (q: Queue<string>) => new Queue(1).run('')\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "step"),
        (Callers, "Queue"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Runner"),
        (Implementors, "Base"),
    ],
    expect: r"
        in src/queue.ts
            class Queue 3-13
            field Queue.size 6-6
            method Queue.constructor 7-7
            field Queue.limit 7-7
            method Queue.run 8-11
            method Queue.push 12-12
            constant LIMIT 15-15
            type Key 16-16
            enum Mode 17-17
            variant Mode.Read 17-17
            namespace Inner 18-18
            constant Inner.depth 18-18
        in src/step.ts
            interface Runner 1-4
            method Runner.run 2-2
            property Runner.size 3-3
            class Base 5-5
            function step 6-6
        in src/index.ts
        in src/use.ts
            function go 3-3
        callers of Queue.push
            src/queue.ts:8-11 Queue.run scope
        callers of step
            src/queue.ts:8-11 Queue.run import
        callers of Queue
            src/use.ts:3-3 go import
        callees of Queue.run
            src/step.ts:6-6 step import
            src/queue.ts:12-12 Queue.push scope
        references of LIMIT
            src/queue.ts:8-11 Queue.run scope
        implementors of Runner
            src/queue.ts:3-13 Queue import
        implementors of Base
            src/queue.ts:3-13 Queue import
    ",
};
