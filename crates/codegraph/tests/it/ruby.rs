//! Ruby: calls without parentheses, and calls that declare.

use firsthand_codegraph::Relation::{Callees, Callers, Definition, References};

use crate::repo::check_lines;

#[test]
fn bare_names_are_calls() {
    check_lines(
        r##"
-- a.rb
class Job
  def run
    prepare
    x = compute
  end
  def prepare; end
  def compute = 2
end
"##,
        &[(Callers, "prepare", "a.rb:3 scope"), (Callees, "Job#run", "a.rb:6 scope, a.rb:7 scope")],
    );
}

#[test]
fn calls_declare_methods() {
    check_lines(
        r##"
-- a.rb
class Job
  attr_accessor :level
  alias_method :start, :run
  define_method(:dyn) { 1 }
  def run = level
  def <=>(other) = 0
  alias a2 run
  attr_writer "w", :v
  define_method "str" do |x|
    y = x
    y
  end
end
"##,
        &[
            (Definition, "level", "a.rb:2 scope"),
            (Definition, "start", "a.rb:3 scope"),
            (Definition, "dyn", "a.rb:4 scope"),
            (Definition, "level=", "a.rb:2 scope"),
            (Definition, "a2", "a.rb:7 scope"),
            (Callers, "Job#run", ""),
        ],
    );
}

#[test]
fn writers_end_in_an_equals_sign() {
    check_lines(
        r##"
-- a.rb
class Job
  attr_writer "w", :v
  define_method "str" do |x|
    y = x
    y
  end
end
"##,
        &[
            (Definition, "w=", "a.rb:2 scope"),
            (Definition, "v=", "a.rb:2 scope"),
            (Definition, "w", ""),
            (Definition, "str", "a.rb:3 scope"),
        ],
    );
}

#[test]
fn parameters_and_local_variables_are_no_calls() {
    check_lines(
        r##"
-- a.rb
class A
  def x; end
  def y; end
  def e; end
  def m(x, y = 1)
    x
    y
    [1].each { |e| e }
    e
  end
  def n
    x = 3
    x
    y += 1
    puts "#{y}"
  rescue => e
    e
  end
  def o
    puts "#{x}"
    return y
  end
  private def p2; x; end
  def q = y
  class << self
    def z; e; end
  end
end
"##,
        &[
            (Callers, "x", "a.rb:20 scope, a.rb:23 scope"),
            (Callers, "y", "a.rb:21 scope, a.rb:24 scope"),
            (Callers, "e", "a.rb:9 scope, a.rb:26 name"),
        ],
    );
}

#[test]
fn structs_declare_members() {
    check_lines(
        r##"
-- a.rb
Point = Struct.new(:x, :y) do
  def d; x; end
end
P2 = Data.define(:a)
class Q < Struct.new(:w); end
def mk; Point.new(1, 2); end
"##,
        &[
            (Definition, "x", "a.rb:1 scope"),
            (Callers, "Point", "a.rb:6 scope"),
            (Callees, "Point#d", "a.rb:1 scope"),
        ],
    );
}

#[test]
fn super_calls_the_overridden_method() {
    check_lines(
        r##"
-- a.rb
class Base
  def initialize(x); end
  def go; end
end
class Sub < Base
  def initialize(x)
    super
  end
  def go
    super()
  end
end
class Two < Base
  def initialize; super(1); end
end
Base.new(3)
"##,
        &[
            (Callers, "Base", "a.rb:16 scope"),
            (Callers, "Base#initialize", "a.rb:7 scope, a.rb:14 scope, a.rb:16 scope"),
            (Callers, "Base#go", "a.rb:10 scope"),
        ],
    );
}

#[test]
fn bare_names_are_calls_in_any_position() {
    check_lines(
        r##"
-- a.rb
class A
  def prep(x = 1); end
  def a
    prep 3
    prep
    foo(prep)
    prep if prep
    prep { 1 }
    self.prep
    [prep, { k: prep }]
  end
end
"##,
        &[(
            Callers,
            "prep",
            "a.rb:4 scope, a.rb:5 scope, a.rb:6 scope, a.rb:7 scope, a.rb:8 scope, a.rb:9 scope, a.rb:10 scope",
        )],
    );
}

#[test]
fn names_with_marks_are_calls() {
    check_lines(
        r##"
-- a.rb
class A
  def ready?; true; end
  def save!; end
  def m
    save! if ready?
    x = ready? ? 1 : 2
    return unless ready?
    yield save!
  end
end
"##,
        &[
            (Callers, "ready?", "a.rb:5 scope, a.rb:6 scope, a.rb:7 scope"),
            (Callers, "save!", "a.rb:5 scope, a.rb:8 scope"),
        ],
    );
}

/// Symbols name methods that are called later.
#[test]
fn symbols_are_references_of_methods() {
    check_lines(
        r##"
-- a.rb
class Posts
  before_action :find_post, only: [:show, :edit]
  rescue_from Missing, with: :not_found
  validates :title, presence: true, if: :draft?
  def show
    send(:render_post, :title => :find_post)
    xs.each(&:publish)
    list.map(&method(:shorten))
  end
  def find_post; end
  def not_found; end
  def draft?; end
  def render_post; end
  def shorten(x); end
end
class Post
  def publish; end
end
-- b.rb
class Other
  before_action :find_post
  def find_post; end
end
"##,
        &[
            (References, "Posts#find_post", "a.rb:2 scope, a.rb:6 scope"),
            (References, "Posts#show", "a.rb:2 scope"),
            (References, "Posts#not_found", "a.rb:3 scope"),
            (References, "Posts#draft?", "a.rb:4 scope"),
            (References, "Posts#render_post", "a.rb:6 scope"),
            (References, "Posts#shorten", "a.rb:8 scope"),
            (Callers, "Post#publish", "a.rb:7 name"),
            (Callers, "Posts#not_found", ""),
        ],
    );
}

/// A call with another number of arguments than a method takes is none of it: an attribute of a record, or a method of a
/// library.
#[test]
fn a_call_with_other_arguments_is_none() {
    check_lines(
        r##"
-- client.rb
class Client
  def rcpt_to(data)
    log(data)
  end
  def log(text, level = 0, &block); end
  def none; end
  def any(*all); end
  def named(a, level:); end
  def limit=(lines)
    @lines = lines
  end
end
-- use.rb
def all(message, data, opts)
  message.rcpt_to.strip
  message.rcpt_to(data)
  message.rcpt_to data
  message&.rcpt_to(*opts)
  message.rcpt_to(a: 1)
  message.rcpt_to = data
  message.log
  message.log(data, 2) { |x| x }
  message.log(data, 2, 3)
  message.none(1)
  message.none(&data)
  message.any(1, 2)
  message.named(1, level: 2)
  message.limit = 3
end
-- own.rb
class Client
  def size
    rcpt_to =~ /a/
    none
    log data
  end
end
"##,
        &[
            (
                Callers,
                "Client#rcpt_to",
                "use.rb:3 name, use.rb:4 name, use.rb:5 name, use.rb:6 name, use.rb:7 name",
            ),
            (Callers, "Client#log", "client.rb:3 scope, own.rb:5 import, use.rb:9 name"),
            (Callers, "Client#none", "own.rb:4 import, use.rb:12 name"),
            (Callers, "Client#any", "use.rb:13 name"),
            (Callers, "Client#named", "use.rb:14 name"),
            (Callers, "Client#limit=", "use.rb:15 name"),
        ],
    );
}

/// A method without parameters gets no value: `a.b = 1` calls `b=`.
#[test]
fn what_gets_a_value_is_no_call_of_a_reader() {
    check_lines(
        r##"
-- a.rb
class Cart
  def count = 1
  def count=(n)
    @count = n
  end
  alias :amount :count
  Row = Struct.new(:size)
end
cart = Cart.new
cart.count = 4
cart.count += 1
row = Cart::Row.new(1)
row.size = 2
"##,
        &[
            (Callers, "Cart#count", "a.rb:11 scope"),
            (Callers, "Cart#count=", "a.rb:10 scope, a.rb:11 scope"),
            (References, "Cart#count", "a.rb:6 scope, a.rb:11 scope"),
        ],
    );
}
