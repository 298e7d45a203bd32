//! Ruby.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "ruby",
    files: &[
        (
            "lib/queue.rb",
            r#"module App
  LIMIT = 10

  # Holds jobs.
  class Queue < Base
    # Runs.
    def run(job)
      push(Steps.step(job))
    end

    def push(job) = LIMIT

    def self.empty?
      true
    end
  end
end
"#,
        ),
        (
            "lib/steps.rb",
            "class Base; end\nclass Steps\n  def self.step(job)\n    App::Queue.empty?\n  end\nend\n",
        ),
    ],
    asked: &[
        (Callers, "Queue.push"),
        (Callers, "Steps.step"),
        (Callers, "Queue.empty?"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Base"),
    ],
    expect: r"
        in lib/queue.rb
            module App 1-17
            constant App.LIMIT 2-2
            class App.Queue 4-16
            method App.Queue.run 6-9
            method App.Queue.push 11-11
            method App.Queue.empty? 13-15
        in lib/steps.rb
            class Base 1-1
            class Steps 2-6
            method Steps.step 3-5
        callers of Queue.push
            lib/queue.rb:6-9 App.Queue.run scope
        callers of Steps.step
            lib/queue.rb:6-9 App.Queue.run name
        callers of Queue.empty?
            lib/steps.rb:3-5 Steps.step name
        callees of Queue.run
            lib/queue.rb:11-11 App.Queue.push scope
            lib/steps.rb:3-5 Steps.step name
        references of LIMIT
            lib/queue.rb:11-11 App.Queue.push scope
        implementors of Base
            lib/queue.rb:4-16 App.Queue name
    ",
};
