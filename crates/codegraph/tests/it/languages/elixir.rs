//! Elixir.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "elixir",
    files: &[
        (
            "lib/app/queue.ex",
            r#"defmodule App.Queue do
  @moduledoc "Holds jobs."
  @behaviour App.Runner
  use GenServer
  alias App.Deep.{Helper, Other}
  alias App.Util, as: U

  @limit 10
  @type t :: map()

  @doc """
  Runs.
  """
  @spec run(map()) :: push(:ok)
  @impl true
  def run(job) when is_map(job) do
    Helper.go(job) |> U.count() |> push
  end
  def run(nil), do: :ok

  # Adds.
  defp push(job), do: step(job, @limit)
  defmacro twice(x), do: x
  defguard is_job(x) when is_map(x)
  defdelegate stop(x), to: Other
  def empty, do: Enum.map([], &push/1)
end

defprotocol App.Size do
  @doc "How large."
  def size(value)
end

defimpl App.Size, for: App.Queue do
  def size(_), do: 1
end
"#,
        ),
        (
            "lib/app/runner.ex",
            "defmodule App.Runner do\n  @callback run(map()) :: :ok\n  @callback stop :: :ok\n  defmodule __MODULE__.Default do\n  end\nend\n",
        ),
        ("lib/app/deep/helper.ex", "defmodule App.Deep.Helper do\n  def go(job), do: job\nend\n"),
        ("lib/app/other.ex", "defmodule App.Other do\n  def run(x), do: x\nend\n"),
        ("lib/app/util.ex", "defmodule App.Util do\n  def count(list), do: list\nend\n"),
        (
            "test/queue_test.exs",
            "defmodule App.QueueTest do\n  use ExUnit.Case\n  test \"runs\" do\n    App.Queue.run(%{})\n    %App.Queue{}\n  end\n  test \"others\" do\n    if App.Other.run(1), do: nil\n  end\nend\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "App.Queue.run"),
        (Callers, "App.Other.run"),
        (Callers, "Helper.go"),
        (Callers, "App.Util.count"),
        (Callees, "Queue.empty"),
        (References, "App.Queue"),
        (References, "limit"),
        (Implementors, "App.Runner"),
        (Implementors, "App.Size"),
    ],
    expect: r"
        in lib/app/queue.ex
            module App.Queue 1-27
            constant App.Queue.limit 8-8
            type App.Queue.t 9-9
            function App.Queue.run 11-18
            function App.Queue.run 19-19
            function App.Queue.push 21-22
            macro App.Queue.twice 23-23
            macro App.Queue.is_job 24-24
            function App.Queue.stop 25-25
            function App.Queue.empty 26-26
            protocol App.Size 29-32
            function App.Size.size 30-31
            impl App.Queue 34-36
            function App.Queue.size 35-35
        in lib/app/runner.ex
            module App.Runner 1-6
            callback App.Runner.run 2-2
            callback App.Runner.stop 3-3
            module App.Runner.Default 4-5
        in lib/app/deep/helper.ex
            module App.Deep.Helper 1-3
            function App.Deep.Helper.go 2-2
        in lib/app/other.ex
            module App.Other 1-3
            function App.Other.run 2-2
        in lib/app/util.ex
            module App.Util 1-3
            function App.Util.count 2-2
        in test/queue_test.exs
            module App.QueueTest 1-10
            test App.QueueTest.runs 3-6
            test App.QueueTest.others 7-9
        callers of Queue.push
            lib/app/queue.ex:11-18 App.Queue.run scope
            lib/app/queue.ex:26-26 App.Queue.empty scope
        callers of App.Queue.run
            test/queue_test.exs:3-6 App.QueueTest.runs import
        callers of App.Other.run
            test/queue_test.exs:7-9 App.QueueTest.others import
        callers of Helper.go
            lib/app/queue.ex:11-18 App.Queue.run import
        callers of App.Util.count
            lib/app/queue.ex:11-18 App.Queue.run import
        callees of Queue.empty
            lib/app/queue.ex:21-22 App.Queue.push scope
        references of App.Queue
            test/queue_test.exs:3-6 App.QueueTest.runs import
        references of limit
            lib/app/queue.ex:21-22 App.Queue.push scope
        implementors of App.Runner
            lib/app/queue.ex:1-27 App.Queue import
        implementors of App.Size
            lib/app/queue.ex:34-36 App.Queue scope
    ",
};
