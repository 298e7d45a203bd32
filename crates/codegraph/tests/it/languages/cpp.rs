//! C++.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "cpp",
    files: &[
        (
            "src/queue.hpp",
            r#"#include "base.hpp"

namespace app {

/// Holds jobs.
template <typename T>
class Queue : public Base<T>, private other::Runner {
 public:
  explicit Queue(int size);
  [[nodiscard]] int size() const { return size_; }
  void push(T job);
 private:
  int size_;
};
enum class Mode { Read };

}  // namespace app
"#,
        ),
        (
            "src/queue.cpp",
            r#"#include "queue.hpp"

// Adds.
void app::Queue::push(int job) {
  this->size();
  step(job);
  auto other = new app::Queue(1);
}
"#,
        ),
        (
            "src/base.hpp",
            "template <typename T>\nclass Base {};\ninline int step(int job) { return job; }\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.size"),
        (Callers, "step"),
        (Callees, "Queue::push"),
        (References, "Queue"),
        (References, "size_"),
        (Implementors, "Base"),
        (Implementors, "Runner"),
    ],
    expect: r"
        in src/queue.hpp
            namespace app 3-17
            class app::Queue 5-14
            prototype app::Queue::Queue 9-9
            method app::Queue::size 10-10
            prototype app::Queue::push 11-11
            field app::Queue::size_ 13-13
            enum app::Mode 15-15
            variant app::Mode::Read 15-15
        in src/queue.cpp
            method app::Queue::push 3-8
        in src/base.hpp
            class Base 1-2
            function step 3-3
        callers of Queue.size
            src/queue.cpp:3-8 app::Queue::push import
        callers of step
            src/queue.cpp:3-8 app::Queue::push import
        callees of Queue::push
            src/base.hpp:3-3 step import
            src/queue.hpp:10-10 app::Queue::size import
            src/queue.hpp:5-14 app::Queue import
        references of Queue
            src/queue.cpp:3-8 app::Queue::push import
        references of size_
            src/queue.hpp:10-10 app::Queue::size scope
        implementors of Base
            src/queue.hpp:5-14 app::Queue import
        implementors of Runner
            src/queue.hpp:5-14 app::Queue name
    ",
};
