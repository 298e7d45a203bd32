//! PHP.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "php",
    files: &[
        (
            "src/Queue.php",
            r#"<?php
namespace App;

/** Holds jobs. */
final class Queue extends Base implements Runner
{
    const LIMIT = 10;
    private int $size = 0;

    // Runs.
    #[Pure]
    public function run($job): void
    {
        $this->push(step($job));
        self::make(self::LIMIT);
    }
    private function push($job) {}
    static function make($n) { return new Queue(); }
}
interface Runner { function run($job): void; }
enum Mode { case Read; }
"#,
        ),
        (
            "src/step.php",
            "<?php\nabstract class Base {}\nfunction step($job) { return $job; }\n",
        ),
    ],
    asked: &[
        (Callers, "Queue.push"),
        (Callers, "step"),
        (Callers, "Queue.make"),
        (Callers, "Queue"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Runner"),
        (Implementors, "Base"),
    ],
    expect: r"
        in src/Queue.php
            class Queue 4-19
            constant Queue::LIMIT 7-7
            field Queue::size 8-8
            method Queue::run 10-16
            method Queue::push 17-17
            method Queue::make 18-18
            interface Runner 20-20
            method Runner::run 20-20
            enum Mode 21-21
            variant Mode::Read 21-21
        in src/step.php
            class Base 2-2
            function step 3-3
        callers of Queue.push
            src/Queue.php:10-16 Queue::run scope
        callers of step
            src/Queue.php:10-16 Queue::run name
        callers of Queue.make
            src/Queue.php:10-16 Queue::run scope
        callers of Queue
            src/Queue.php:18-18 Queue::make scope
        callees of Queue.run
            src/Queue.php:17-17 Queue::push scope
            src/Queue.php:18-18 Queue::make scope
            src/step.php:3-3 step name
        references of LIMIT
            src/Queue.php:10-16 Queue::run name
        implementors of Runner
            src/Queue.php:4-19 Queue scope
        implementors of Base
            src/Queue.php:4-19 Queue name
    ",
};
