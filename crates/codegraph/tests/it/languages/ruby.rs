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
    include Comparable, Mixed::Counted
    extend Made

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
            "class Base; end\nmodule Mixed; module Counted; end; end\nclass Steps\n  def self.step(job)\n    App::Queue.empty?\n  end\nend\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "Steps.step"),
        (Callers, "Queue.empty?"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Base"),
        (Implementors, "Counted"),
        (Implementors, "Made"),
    ],
    expect: r"
        in lib/queue.rb
            module App 1-20
            constant App.LIMIT 2-2
            class App.Queue 4-19
            method App.Queue.run 9-12
            method App.Queue.push 14-14
            method App.Queue.empty? 16-18
        in lib/steps.rb
            class Base 1-1
            module Mixed 2-2
            module Mixed.Counted 2-2
            class Steps 3-7
            method Steps.step 4-6
        callers of Queue.push
            lib/queue.rb:9-12 App.Queue.run scope
        callers of Steps.step
            lib/queue.rb:9-12 App.Queue.run import
        callers of Queue.empty?
            lib/steps.rb:4-6 Steps.step import
        callees of Queue.run
            lib/steps.rb:4-6 Steps.step import
            lib/queue.rb:14-14 App.Queue.push scope
        references of LIMIT
            lib/queue.rb:14-14 App.Queue.push scope
        implementors of Base
            lib/queue.rb:4-19 App.Queue name
        implementors of Counted
            lib/queue.rb:4-19 App.Queue import
        implementors of Made
            lib/queue.rb:4-19 App.Queue name
    ",
};
