"""Questions about a repository."""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoResult
from threading import Lock
from typing import Any, Dict, List, Literal, Optional, Sequence, Type, TypeVar, Union

from ._decode import decode, to_json
from ._errors import FirsthandError
from ._program import program_path
from ._server import CLOSED, Progress, Reply, Server
from .types import Impact, Intent, Report, SearchResult, Verification

T = TypeVar("T")
Relation = Literal[
    "definition",
    "callers",
    "callees",
    "references",
    "implementors",
    "siblings",
    "texts",
    "files",
    "registrations",
    "numbers",
]
Kind = Literal["tests", "generated", "docs"]
SHARED = {
    "search": ("--root", "--with-deps", "--include", "--exclude", "--no-cache", "--cache"),
    "impact": ("--root", "--with-deps", "--exclude", "--no-cache", "--cache"),
    "verify": ("--root", "--with-deps"),
}
"""The options of the server that a command has, too."""
WITH_VALUE = ("--root", "--include", "--exclude", "--cache")


class Firsthand:
    """Asks about the repository at `root`, a folder or `NAME=FOLDER`.

    One process answers all questions, until `close` or the end of the `with` block; what it has parsed makes the next
    question faster. If it has died, the next question starts it again. All methods may be called from any thread.

    `options` are further options of `firsthand mcp`, such as `["--model", "anthropic:claude-haiku-4-5"]`. Roots and
    packages hold for all calls, excluded files and the cache for all but `verify`; the others are for `explore`.
    """

    def __init__(
        self,
        root: Union[str, "os.PathLike[str]"] = ".",
        *,
        options: Sequence[str] = (),
        program: Optional[str] = None,
    ) -> None:
        self._root = _absolute(os.fspath(root))
        self._program = program or program_path()
        self._options = list(options)
        self._lock = Lock()
        self._is_closed = False
        self._server = self._start()

    def _start(self) -> Server:
        return Server([self._program, "mcp", "--root", self._root, *self._options])

    def _living(self) -> Server:
        """The process, started again if it has ended."""
        with self._lock:
            self._check_open()
            if self._server.has_ended():
                self._server = self._start()
            return self._server

    def _check_open(self) -> None:
        if self._is_closed:
            raise FirsthandError(CLOSED)

    def __enter__(self) -> "Firsthand":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process; open questions fail, and so do later calls."""
        self._is_closed = True
        self._server.close()

    def explore(
        self,
        query: str,
        *,
        intent: Optional[Intent] = None,
        words: Union[str, Sequence[str], None] = None,
        on_progress: Optional[Progress] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Answers a question with a verified report; its `markdown` is what a model or a person reads.

        `words` are guesses of what the code calls it. After `timeout` seconds, or if the call is interrupted, the
        question is cancelled.

        Raises FirsthandError, TimeoutError, or what `on_progress` raises.
        """
        asked = self.start_explore(query, intent=intent, words=words, on_progress=on_progress)
        report: Report = _awaited(asked, timeout, "report")
        return report

    def start_explore(
        self,
        query: str,
        *,
        intent: Optional[Intent] = None,
        words: Union[str, Sequence[str], None] = None,
        on_progress: Optional[Progress] = None,
    ) -> "Future[Report]":
        """Asks without waiting. `cancel` of the result stops the work; `asyncio.wrap_future` makes it awaitable."""
        arguments: Dict[str, Any] = {"query": query}
        if intent is not None:
            arguments["intent"] = intent
        if words is not None:
            arguments["words"] = _listed(words)
        call = {"name": "explore_code", "arguments": arguments}
        return self._living().request("tools/call", call, _read_report, on_progress)

    def tools(self) -> List[Dict[str, Any]]:
        """The tools of the server, for a loop of your own: `name`, `description` and `inputSchema` of each."""
        listed: List[Dict[str, Any]] = self._living().request("tools/list", {}).result()["tools"]
        return listed

    def call(
        self, name: str, arguments: Optional[Dict[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> str:
        """Calls a tool, and returns its text, which is for a model to read.

        Raises FirsthandError, or TimeoutError.
        """
        asked = self._living().request("tools/call", {"name": name, "arguments": arguments or {}}, _read_text)
        text: str = _awaited(asked, timeout, "answer")
        return text

    def search(
        self,
        query: Optional[str] = None,
        *,
        symbol: Optional[str] = None,
        relation: Optional[Relation] = None,
        path: Optional[str] = None,
        words: Union[str, Sequence[str], None] = None,
        limit: Optional[int] = None,
        include: Union[Kind, Sequence[Kind], None] = None,
        no_tests: bool = False,
        timeout: Optional[float] = None,
    ) -> SearchResult:
        """Finds places by words, or those that have a relation to a symbol; no model is called.

        Without a query and a symbol, `path` is a file of which the declarations are listed.

        Raises FirsthandError, or TimeoutError.
        """
        if query is None and symbol is None and path is None:
            raise FirsthandError("a search takes a query, a symbol or a path")
        flags = {"--symbol": symbol, "--relation": relation, "--path": path, "--limit": limit}
        arguments = [f"{flag}={value}" for flag, value in flags.items() if value is not None]
        arguments += [f"--words={','.join(_listed(words))}"] if words else []
        arguments += [f"--include={','.join(_listed(include))}"] if include else []
        arguments += ["--no-tests"] if no_tests else []
        # A long text is too long for an argument.
        arguments += [] if query is None else ["--", "-"]
        return self._run(SearchResult, "search", arguments, query, timeout)

    def verify(
        self, report: Union[Report, Dict[str, Any], str], *, timeout: Optional[float] = None
    ) -> Verification:
        """Compares a report, from now or from an earlier time, with the files as they are.

        A report can be kept as `to_json` writes it, or as `dataclasses.asdict` returns it.

        Raises FirsthandError, or TimeoutError.
        """
        return self._run(Verification, "verify", ["-"], to_json(report), timeout)

    def impact(
        self, change: str = "HEAD", *, diff: Optional[str] = None, timeout: Optional[float] = None
    ) -> Impact:
        """Lists what a change touches: `A..B`, `A...B`, a revision to compare the files with, or a unified diff.

        Raises FirsthandError, or TimeoutError.
        """
        return self._run(Impact, "impact", ["--", change if diff is None else "-"], diff, timeout)

    def _run(
        self, kind: Type[T], command: str, arguments: List[str], given: Optional[str], timeout: Optional[float]
    ) -> T:
        """Runs a command that prints a result; it has one even where its exit code says that nothing was found."""
        self._check_open()
        shared = _shared(self._options, SHARED[command])
        try:
            finished = subprocess.run(
                [self._program, command, "--root", self._root, "--format", "json", *shared, *arguments],
                input=given,
                stdin=subprocess.DEVNULL if given is None else None,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=timeout,
            )
        except subprocess.TimeoutExpired as late:
            raise TimeoutError(f"`firsthand {command}` has not ended within {timeout} s") from late
        except (OSError, ValueError) as error:
            raise FirsthandError(f"{self._program} cannot be run: {error}") from error
        if not finished.stdout.startswith("{"):
            raise FirsthandError.printed(finished.stderr, finished.returncode)
        result: T = decode(kind, json.loads(finished.stdout))
        return result


def _listed(words: Union[str, Sequence[str]]) -> List[str]:
    """Words as a list; a text is one of them."""
    return [words] if isinstance(words, str) else list(words)


def _absolute(root: str) -> str:
    """The root with the whole path of its folder, which may have a name before it."""
    name, sign, folder = root.partition("=")
    if sign and not os.path.exists(root):
        return f"{name}={os.path.abspath(folder)}"
    return os.path.abspath(root)


def _shared(options: Sequence[str], names: Sequence[str]) -> List[str]:
    """Those of the options that have one of the names, with their values."""
    shared: List[str] = []
    rest = iter(options)
    for option in rest:
        name, sign, _ = option.partition("=")
        value = [next(rest, "")] if name in WITH_VALUE and not sign else []
        if name in names:
            shared += [option, *value]
    return shared


def _awaited(asked: "Future[Any]", timeout: Optional[float], what: str) -> Any:
    """The result, or TimeoutError; a call that is given up is cancelled."""
    try:
        return asked.result(timeout)
    except NoResult as late:
        if asked.cancel():
            # Before Python 3.11 `late` is of another class.
            raise TimeoutError(f"no {what} within {timeout} s") from late
        return asked.result()
    except BaseException:
        asked.cancel()
        raise


def _checked(result: Dict[str, Any]) -> Dict[str, Any]:
    """The result of a tool that did not fail."""
    if result.get("isError"):
        raise FirsthandError.printed(result["content"][0]["text"])
    return result


def _read_text(result: Dict[str, Any], reply: Reply) -> None:
    text = _checked(result)["content"][0]["text"]
    reply.settle(lambda: text)


def _read_report(result: Dict[str, Any], reply: Reply) -> None:
    """Asks for the report's resource, which is complete: the text and the files' hashes are in it."""
    uri = _checked(result)["_meta"]["firsthand/report"]

    def decoded(read: Dict[str, Any], reply: Reply) -> None:
        reply.settle(lambda: decode(Report, json.loads(read["contents"][0]["text"])))

    reply.server.continue_with(reply, "resources/read", {"uri": f"{uri}/json"}, decoded)
