//! Kotlin.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "kotlin",
    files: &[
        (
            "src/app/Queue.kt",
            r#"package app

import app.base.Base
import app.base.*

/** Holds jobs. */
@Serializable
class Queue<T>(private val limit: Int, name: String = NONE) : Base<T>(name), Runner by inner {
    private val size = 0
    constructor(x: Int) : this(x, "a")
    companion object {
        const val MAX = 10
        fun create() = Queue<Int>(MAX)
    }

    // Runs.
    @Throws(Exception::class)
    override fun run(job: T) {
        val local = step(job)
        this.push(local)
        top infix Queue.MAX
    }
    fun push(job: Any) {}
}

fun interface Runner {
    fun run(job: Any)
}
/** Marks. */
@Target(CLASS)
@Retention(SOURCE)
annotation class Mark
@Mark
@Other
open class Held protected constructor() {
    fun go() {}
}
@Mark
expect object Platform {
    fun name(): String
}
enum class Mode { READ, WRITE }
object Single : Queue<Int>(1)
typealias Name = String
val VERSION = 1
fun <T> Queue<T>.drain(): Int = size
fun step(job: Any) = VERSION
"#,
        ),
        ("src/app/base/Base.kt", "package app.base\n\nopen class Base<T>(val name: String)\n"),
        (
            "src/web/Page.kt",
            "package web\n\nimport app.Queue\nimport app.drain as empty\n\nclass Page : app.Runner {\n    fun show() = Queue.create().empty()\n    override fun run(job: Any) = map(::show, job = 1)\n}\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "Queue.create"),
        (Callers, "drain"),
        (Callees, "Queue.run"),
        (References, "VERSION"),
        (References, "Queue.MAX"),
        (References, "Page.show"),
        (Implementors, "Runner"),
        (Implementors, "Base"),
    ],
    expect: r"
        in src/app/Queue.kt
            class Queue 6-24
            property Queue.limit 8-8
            property Queue.size 9-9
            constructor Queue.constructor 10-10
            property Queue.MAX 12-12
            method Queue.create 13-13
            method Queue.run 16-22
            method Queue.push 23-23
            interface Runner 26-28
            method Runner.run 27-27
            class Mark 29-32
            class Held 33-37
            function Held.go 36-36
            object Platform 38-41
            function Platform.name 40-40
            enum Mode 42-42
            variant Mode.READ 42-42
            variant Mode.WRITE 42-42
            object Single 43-43
            type Name 44-44
            variable VERSION 45-45
            function Queue.drain 46-46
            function step 47-47
        in src/app/base/Base.kt
            class Base 3-3
            property Base.name 3-3
        in src/web/Page.kt
            class Page 6-9
            method Page.show 7-7
            method Page.run 8-8
        callers of Queue.push
            src/app/Queue.kt:16-22 Queue.run scope
        callers of Queue.create
            src/web/Page.kt:7-7 Page.show import
        callers of drain
            src/web/Page.kt:7-7 Page.show import
        callees of Queue.run
            src/app/Queue.kt:47-47 step scope
            src/app/Queue.kt:23-23 Queue.push scope
        references of VERSION
            src/app/Queue.kt:47-47 step scope
        references of Queue.MAX
            src/app/Queue.kt:13-13 Queue.create scope
            src/app/Queue.kt:16-22 Queue.run scope
        references of Page.show
            src/web/Page.kt:8-8 Page.run scope
        implementors of Runner
            src/web/Page.kt:6-9 Page import
            src/app/Queue.kt:6-24 Queue scope
        implementors of Base
            src/app/Queue.kt:6-24 Queue import
    ",
};
