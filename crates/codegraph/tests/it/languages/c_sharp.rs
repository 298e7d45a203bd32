//! C#.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "c_sharp",
    files: &[
        (
            "App/Queue.cs",
            r#"using System;

namespace App
{
    /// <summary>Holds jobs.</summary>
    [Serializable]
    public class Queue<T> : Base, Other.IRunner<T>
    {
        private const int Limit = 10;
        public int Size { get; set; }
        public Queue(int size) { Size = size; }

        // Runs.
        [Obsolete]
        public void Run(T job)
        {
            this.Push(job);
            Steps.Step(Limit);
            void Inner() { Push(1); }
        }
        void Push(object job) {}
    }
    enum Mode { Read }
    interface IRunner<T> { void Run(T job); }
}
"#,
        ),
        (
            "App/Steps.cs",
            "class Base {}\nstatic class Steps { public static void Step(int n) { new Queue<int>(n).Run(1); } }\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.Push"),
        (Callers, "Queue.Run"),
        (Callers, "Steps.Step"),
        (Callees, "Queue.Run"),
        (References, "Limit"),
        (Implementors, "Base"),
        (Implementors, "IRunner"),
    ],
    expect: r"
        in App/Queue.cs
            namespace App 3-25
            class App.Queue 5-22
            field App.Queue.Limit 9-9
            property App.Queue.Size 10-10
            constructor App.Queue.Queue 11-11
            method App.Queue.Run 13-20
            function App.Queue.Run.Inner 19-19
            method App.Queue.Push 21-21
            enum App.Mode 23-23
            variant App.Mode.Read 23-23
            interface App.IRunner 24-24
            method App.IRunner.Run 24-24
        in App/Steps.cs
            class Base 1-1
            class Steps 2-2
            method Steps.Step 2-2
        callers of Queue.Push
            App/Queue.cs:13-20 App.Queue.Run scope
            App/Queue.cs:19-19 App.Queue.Run.Inner scope
        callers of Queue.Run
            App/Steps.cs:2-2 Steps.Step scope
        callers of Steps.Step
            App/Queue.cs:13-20 App.Queue.Run scope
        callees of Queue.Run
            App/Queue.cs:21-21 App.Queue.Push scope
            App/Steps.cs:2-2 Steps.Step scope
        references of Limit
            App/Queue.cs:13-20 App.Queue.Run scope
        implementors of Base
            App/Queue.cs:5-22 App.Queue scope
        implementors of IRunner
            App/Queue.cs:5-22 App.Queue name
    ",
};
