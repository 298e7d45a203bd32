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
    use Counted, \App\Mixed\Logged;
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
            "<?php\nabstract class Base {}\ntrait Counted {}\nfunction step($job) { return $job; }\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "step"),
        (Callers, "Queue.make"),
        (Callers, "Queue"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Runner"),
        (Implementors, "Base"),
        (Implementors, "Counted"),
        (Implementors, "Logged"),
    ],
    expect: r"
        in src/Queue.php
            class Queue 4-20
            constant Queue::LIMIT 8-8
            field Queue::size 9-9
            method Queue::run 11-17
            method Queue::push 18-18
            method Queue::make 19-19
            interface Runner 21-21
            method Runner::run 21-21
            enum Mode 22-22
            variant Mode::Read 22-22
        in src/step.php
            class Base 2-2
            trait Counted 3-3
            function step 4-4
        callers of Queue.push
            src/Queue.php:11-17 Queue::run scope
        callers of step
            src/Queue.php:11-17 Queue::run name
        callers of Queue.make
            src/Queue.php:11-17 Queue::run scope
        callers of Queue
            src/Queue.php:19-19 Queue::make scope
        callees of Queue.run
            src/Queue.php:18-18 Queue::push scope
            src/Queue.php:19-19 Queue::make scope
            src/step.php:4-4 step name
        references of LIMIT
            src/Queue.php:11-17 Queue::run scope
        implementors of Runner
            src/Queue.php:4-20 Queue scope
        implementors of Base
            src/Queue.php:4-20 Queue name
        implementors of Counted
            src/Queue.php:4-20 Queue name
        implementors of Logged
            src/Queue.php:4-20 Queue name
    ",
};
