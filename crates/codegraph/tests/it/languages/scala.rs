//! Scala.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "scala",
    files: &[
        (
            "src/app/Queue.scala",
            r#"package app

import app.base.{Base, Helper => Aid}

/** Holds jobs. */
@deprecated("x")
class Queue[T](val limit: Int, name: String) extends Base[T](name) with Runner {
  private val size = 0
  var (a, b) = (1, 2)
  type Elem = Int

  // Runs.
  def run(job: T): Unit = {
    val local = Steps.step[T](job)
    this.push(local)
    new Aid(size)
  }
  def push(job: Any): Unit
}

trait Runner { def run(job: Any): Unit; val mode: Mode }
object Steps { def step[T](job: T) = 1 }
case class Pair(left: Int, right: Int)
enum Mode:
  case Read, Write
  case Other(code: Int)

val version = 1
given order: Ordering[Pair] with
  def compare(a: Pair, b: Pair) = version
extension (pair: Pair)
  def swap = Pair(pair.right, pair.left)
"#,
        ),
        (
            "src/app/base/Base.scala",
            "package app.base\n\nabstract class Base[T](val name: String)\nclass Helper(n: Int)\n",
        ),
        (
            "src/web/Page.scala",
            "package web\n\nimport app.Steps\nimport app._\n\nclass Page extends Runner {\n  def show() = Steps.step(1)\n  def run(job: Any) = Pair(1, 2).swap\n}\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "Steps.step"),
        (Callers, "Pair"),
        (Callers, "Helper"),
        (Callees, "Queue.run"),
        (References, "version"),
        (Callers, "swap"),
        (Implementors, "Runner"),
        (Implementors, "Base"),
    ],
    expect: r"
        in src/app/Queue.scala
            class Queue 5-19
            field Queue.limit 7-7
            field Queue.size 8-8
            field Queue.a 9-9
            field Queue.b 9-9
            type Queue.Elem 10-10
            method Queue.run 12-17
            method Queue.push 18-18
            trait Runner 21-21
            method Runner.run 21-21
            field Runner.mode 21-21
            object Steps 22-22
            method Steps.step 22-22
            class Pair 23-23
            field Pair.left 23-23
            field Pair.right 23-23
            enum Mode 24-26
            variant Mode.Read 25-25
            variant Mode.Write 25-25
            variant Mode.Other 26-26
            variable version 28-28
            object order 29-30
            method order.compare 30-30
            function Pair.swap 32-32
        in src/app/base/Base.scala
            class Base 3-3
            field Base.name 3-3
            class Helper 4-4
        in src/web/Page.scala
            class Page 6-9
            method Page.show 7-7
            method Page.run 8-8
        callers of Queue.push
            src/app/Queue.scala:12-17 Queue.run scope
        callers of Steps.step
            src/web/Page.scala:7-7 Page.show import
            src/app/Queue.scala:12-17 Queue.run scope
        callers of Pair
            src/web/Page.scala:8-8 Page.run import
            src/app/Queue.scala:32-32 Pair.swap scope
        callers of Helper
            src/app/Queue.scala:12-17 Queue.run import
        callees of Queue.run
            src/app/base/Base.scala:4-4 Helper import
            src/app/Queue.scala:22-22 Steps.step scope
            src/app/Queue.scala:18-18 Queue.push scope
        references of version
            src/app/Queue.scala:30-30 order.compare scope
        callers of swap
            src/web/Page.scala:8-8 Page.run import
        implementors of Runner
            src/web/Page.scala:6-9 Page import
            src/app/Queue.scala:5-19 Queue scope
        implementors of Base
            src/app/Queue.scala:5-19 Queue import
    ",
};
