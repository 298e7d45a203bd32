"""Questions about a repository."""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoResult
from typing import Any, Dict, List, Optional, Sequence, Type, TypeVar, Union

from ._decode import decode, encode
from ._errors import FirsthandError
from ._program import program_path
from ._server import Progress, Reply, Server
from .types import Impact, Intent, Report, SearchResult, Verification

T = TypeVar("T")
WITH_PACKAGES = "--with-deps="


class Firsthand:
    """Asks about the repository at `root`.

    One process answers all questions, from the first one until `close` or the end of the `with` block; what it has
    parsed makes the next question faster. All methods may be called from any thread.

    `options` are further options of `firsthand mcp`, such as `["--model", "anthropic:claude-haiku-4-5"]`. The packages of
    `--with-deps=NAMES` are searched by all calls; the other options are for `explore`.
    """

    def __init__(
        self,
        root: Union[str, "os.PathLike[str]"] = ".",
        *,
        options: Sequence[str] = (),
        program: Optional[str] = None,
    ) -> None:
        self._root = os.path.abspath(root)
        self._program = program or program_path()
        self._packages = [option for option in options if option.startswith(WITH_PACKAGES)]
        self._server = Server([self._program, "mcp", "--root", self._root, *options])

    def __enter__(self) -> "Firsthand":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process; open questions fail."""
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
        try:
            return asked.result(timeout)
        except NoResult as late:
            if asked.cancel():
                # Before Python 3.11 `late` is of another class.
                raise TimeoutError(f"no report within {timeout} s") from late
            return asked.result()
        except BaseException:
            asked.cancel()
            raise

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
        return self._server.request("tools/call", call, self._read_report, on_progress)

    def _read_report(self, result: Dict[str, Any], reply: Reply) -> None:
        """Asks for the report's resource, which is complete: the text and the files' hashes are in it."""
        if result.get("isError"):
            raise FirsthandError.printed(result["content"][0]["text"])
        uri = result["_meta"]["firsthand/report"]

        def decoded(read: Dict[str, Any], reply: Reply) -> None:
            reply.settle(lambda: decode(Report, json.loads(read["contents"][0]["text"])))

        self._server.continue_with(reply, "resources/read", {"uri": f"{uri}/json"}, decoded)

    def search(
        self,
        query: Optional[str] = None,
        *,
        symbol: Optional[str] = None,
        relation: Optional[str] = None,
        path: Optional[str] = None,
        words: Union[str, Sequence[str], None] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SearchResult:
        """Finds places by words, or those that have a relation to a symbol; no model is called.

        Raises FirsthandError, or TimeoutError.
        """
        flags = {"--symbol": symbol, "--relation": relation, "--path": path, "--limit": limit}
        arguments = [f"{flag}={value}" for flag, value in flags.items() if value is not None]
        arguments += [f"--words={','.join(_listed(words))}"] if words else []
        arguments += [] if query is None else ["--", query]
        return self._run(SearchResult, "search", arguments, None, timeout)

    def verify(self, report: Union[Report, Dict[str, Any]], *, timeout: Optional[float] = None) -> Verification:
        """Compares a report, from now or from an earlier time, with the files as they are.

        Raises FirsthandError, or TimeoutError.
        """
        return self._run(Verification, "verify", ["-"], json.dumps(encode(report)), timeout)

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
        try:
            finished = subprocess.run(
                [self._program, command, "--root", self._root, "--format", "json", *self._packages, *arguments],
                input=given,
                stdin=subprocess.DEVNULL if given is None else None,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=timeout,
            )
        except subprocess.TimeoutExpired as late:
            raise TimeoutError(f"`firsthand {command}` has not ended within {timeout} s") from late
        if not finished.stdout.startswith("{"):
            raise FirsthandError.printed(finished.stderr)
        result: T = decode(kind, json.loads(finished.stdout))
        return result


def _listed(words: Union[str, Sequence[str]]) -> List[str]:
    """Words as a list; a text is one of them."""
    return [words] if isinstance(words, str) else list(words)
