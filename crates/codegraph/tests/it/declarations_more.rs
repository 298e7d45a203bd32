//! The declarations of further languages.

use crate::declarations::check;

#[test]
fn python() {
    check(
        "a.py",
        r#"import os

# About the limit.
LIMIT = 10


@decorate
class Queue(Base):
    """Holds jobs."""

    size: int = 0

    @property
    def empty(self):
        def inner():
            return 1
        return inner()

    async def push(self, job): ...


def run(): pass
"#,
        r"
        variable LIMIT 3-4
        class Queue 7-19
        field Queue.size 11-11
        method Queue.empty 13-17
        function Queue.empty.inner 15-16
        method Queue.push 19-19
        function run 22-22
        ",
    );
}

#[test]
fn go() {
    check(
        "a.go",
        r#"package a

import "fmt"

// Limit is the limit.
const Limit = 10

var (
	one = 1
	two = 2
)

// Queue holds jobs.
type Queue[T any] struct {
	// Size of it.
	Size int
	Base
}

type Runner interface {
	Run(job string) error
}

type Name = string

// Push adds.
func (q *Queue[T]) Push(job T) {
	fmt.Println(job)
}

func run() {}
"#,
        r"
        constant Limit 5-6
        variable one 9-9
        variable two 10-10
        struct Queue 13-18
        field Queue.Size 15-16
        interface Runner 20-22
        method Runner.Run 21-21
        type Name 24-24
        method Queue.Push 26-29
        function run 31-31
        ",
    );
}

#[test]
fn java() {
    check(
        "a/Queue.java",
        r"package a;

/** Holds jobs. */
@Deprecated
public class Queue<T> extends Base implements Runner<T> {
    private static final int LIMIT = 10;

    // Makes one.
    public Queue() {}

    @Override
    public void run(T job) {
        class Inner { void deep() {} }
    }

    enum Mode { READ, WRITE }
    interface Part { int SIZE = 1; void go(); }
    record Pair(int a, int b) {}
}
",
        r"
        class Queue 3-19
        field Queue.LIMIT 6-6
        constructor Queue.Queue 8-9
        method Queue.run 11-14
        class Queue.run.Inner 13-13
        method Queue.run.Inner.deep 13-13
        enum Queue.Mode 16-16
        variant Queue.Mode.READ 16-16
        variant Queue.Mode.WRITE 16-16
        interface Queue.Part 17-17
        constant Queue.Part.SIZE 17-17
        method Queue.Part.go 17-17
        record Queue.Pair 18-18
        property Queue.Pair.a 18-18
        property Queue.Pair.b 18-18
        ",
    );
}

#[test]
fn c() {
    check(
        "a.c",
        r#"#include "a.h"
#define LIMIT 10
#define TWICE(x) ((x) * 2)

/* Holds jobs. */
struct queue {
  int size; /* of it */
  char *name;
};

typedef struct { int a; } pair;
typedef int (*handler)(int);
enum mode { READ, WRITE = 2 };
static int count = 0;

int run(int job);

// Runs.
static char **
find(struct queue *q)
{
  return 0;
}
int run(int job) { return job; }
"#,
        r"
        constant LIMIT 2-2
        macro TWICE 3-3
        struct queue 5-9
        field queue.size 7-7
        field queue.name 8-8
        type pair 11-11
        field pair.a 11-11
        type handler 12-12
        enum mode 13-13
        variant mode.READ 13-13
        variant mode.WRITE 13-13
        variable count 14-14
        prototype run 16-16
        function find 18-23
        function run 24-24
        ",
    );
}

#[test]
fn cpp() {
    check(
        "a.cpp",
        r#"namespace app {

// Holds jobs.
template <typename T>
class Queue : public Base<T> {
 public:
  explicit Queue(int size);
  ~Queue() {}
  void push(T job);
  int size() const { return size_; }
 private:
  int size_;
};

using Name = std::string;

}  // namespace app

void app::Queue::push(int job) {
  run(job);
}
"#,
        r"
        namespace app 1-17
        class app::Queue 3-13
        prototype app::Queue::Queue 7-7
        method app::Queue::~Queue 8-8
        prototype app::Queue::push 9-9
        method app::Queue::size 10-10
        field app::Queue::size_ 12-12
        type app::Name 15-15
        method app::Queue::push 19-21
        ",
    );
}

#[test]
fn a_function_of_c_with_unbalanced_braces_ends_with_its_code_before_the_next() {
    check(
        "a.c",
        "int a(int x) {\n  if (x) {\n    return 1;\n  return 0;\n}\n\n\nint b(void) { return 2; }\n",
        "function a 1-5\nfunction b 8-8",
    );
}

#[test]
fn a_macro_before_the_name_of_a_cpp_class_is_skipped_in_a_file_with_errors() {
    check(
        "a.cpp",
        "class EXPORT Store {\n public:\n  int open();\n};\n\n\
         int broken(( {\n  DECLARE(;\n\n\
         int last() { return 1; }\n",
        "class Store 1-4\nprototype Store::open 3-3\nfunction last 9-9",
    );
}

#[test]
fn c_sharp() {
    check(
        "a.cs",
        r"namespace App
{
    /// <summary>Holds jobs.</summary>
    [Serializable]
    public class Queue<T> : Base, IRunner<T>
    {
        private int size = 0;
        public int Size { get; set; }
        public Queue() {}
        public void Run(T job) { Console.WriteLine(job); }
    }
    enum Mode { Read, Write }
}
",
        r"
        namespace App 1-13
        class App.Queue 3-11
        field App.Queue.size 7-7
        property App.Queue.Size 8-8
        constructor App.Queue.Queue 9-9
        method App.Queue.Run 10-10
        enum App.Mode 12-12
        variant App.Mode.Read 12-12
        variant App.Mode.Write 12-12
        ",
    );
}

#[test]
fn ruby() {
    check(
        "a.rb",
        r"module App
  LIMIT = 10

  # Holds jobs.
  class Queue < Base
    def push(job)
      run(job)
    end

    def self.empty?
      true
    end
  end
end
",
        r"
        module App 1-14
        constant App.LIMIT 2-2
        class App.Queue 4-13
        method App.Queue.push 6-8
        method App.Queue.empty? 10-12
        ",
    );
}

#[test]
fn php() {
    check(
        "a.php",
        r"<?php
namespace App;

/** Holds jobs. */
final class Queue extends Base implements Runner
{
    const LIMIT = 10;
    private int $size = 0;

    public function run($job): void
    {
        helper($job);
    }
}

function helper($job) {}
",
        r"
        class Queue 4-14
        constant Queue::LIMIT 7-7
        field Queue::size 8-8
        method Queue::run 10-13
        function helper 16-16
        ",
    );
}

#[test]
fn members_that_stand_in_lists() {
    check(
        "a.ts",
        "enum Color { Red = 1, Green, 'dark-blue' = 3 }\nclass Svc {\n  constructor(private readonly store: Store, public name = '', other: string) {}\n}\nexport const { alpha, beta: gamma, delta = 1, ...rest } = make();\nexport const [first, second] = pair();\n",
        r"
        enum Color 1-1
        variant Color.Red 1-1
        variant Color.Green 1-1
        variant Color.dark-blue 1-1
        class Svc 2-4
        method Svc.constructor 3-3
        field Svc.store 3-3
        field Svc.name 3-3
        constant alpha 5-5
        constant gamma 5-5
        constant delta 5-5
        constant rest 5-5
        constant first 6-6
        constant second 6-6
        ",
    );
    check(
        "R.java",
        "record Point(int px, List<String> names) {\n  int sum() { return px; }\n}\n",
        r"
        record Point 1-3
        property Point.px 1-1
        property Point.names 1-1
        method Point.sum 2-2
        ",
    );
    check(
        "R.cs",
        "public record Person(string First, int Age = 3);\npublic record struct P(int X);\n",
        r"
        record Person 1-1
        property Person.First 1-1
        property Person.Age 1-1
        record P 2-2
        property P.X 2-2
        ",
    );
    check(
        "P.php",
        "<?php\nclass Pay {\n  public function __construct(private readonly Gate $gate, protected int $limit = 3, $other = 1) {}\n}\n",
        r"
        class Pay 2-4
        method Pay::__construct 3-3
        field Pay::gate 3-3
        field Pay::limit 3-3
        ",
    );
}
