"""One process of `firsthand mcp`, and requests to it over its standard input and output."""

from __future__ import annotations

import json
import subprocess
import threading
from collections import deque
from concurrent.futures import Future
from typing import Any, Callable, Deque, Dict, List, Optional

from ._errors import FirsthandError

PROTOCOL = "2025-11-25"
CLOSED = "the client is closed"
Progress = Callable[[str], None]


class Reply(Future[Any]):
    """The result of a request. `cancel` withdraws the request: the program stops the work for it."""

    def __init__(self, server: "Server") -> None:
        super().__init__()
        self.server = server
        self.number = 0

    def cancel(self) -> bool:
        """Withdraws the request; false if it was answered before."""
        if not super().cancel():
            return False
        self.server.withdraw(self.number)
        return True

    def settle(self, compute: Callable[[], Any]) -> None:
        """Sets what `compute` returns or raises as the result, unless the request was cancelled."""
        if not self.set_running_or_notify_cancel():
            return
        try:
            self.set_result(compute())
        except Exception as error:
            self.set_exception(error)


class Server:
    """A process that answers requests; several may be open at once, from any threads."""

    def __init__(self, command: List[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise FirsthandError(f"{command[0]} cannot be run: {error}") from error
        self._lock = threading.Lock()
        self._last_number = 0
        self._open: Dict[int, Callable[[Dict[str, Any]], None]] = {}
        self._progress: Dict[int, Progress] = {}
        self._printed: Deque[str] = deque(maxlen=20)
        self._ended = False
        self._is_closed = False
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        client = {"name": "firsthand-python", "version": "1"}
        hello = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
        try:
            self.request("initialize", hello).result()
        except BaseException as error:
            self.close()
            if isinstance(error, FirsthandError) and self._printed:
                # A program that cannot serve says why in one sentence, and prints the hint, too, when it ends.
                raise FirsthandError.printed("".join(self._printed)) from None
            raise
        self._send({"method": "notifications/initialized"})

    def request(
        self,
        method: str,
        parameters: Dict[str, Any],
        then: Optional[Callable[[Dict[str, Any], Reply], None]] = None,
        on_progress: Optional[Progress] = None,
    ) -> Reply:
        """Sends a request. `then` gets the result and settles the reply; without it the reply is the result."""
        reply = Reply(self)
        self.continue_with(reply, method, parameters, then, on_progress)
        return reply

    def continue_with(
        self,
        reply: Reply,
        method: str,
        parameters: Dict[str, Any],
        then: Optional[Callable[[Dict[str, Any], Reply], None]] = None,
        on_progress: Optional[Progress] = None,
    ) -> None:
        """Sends a further request for the same reply."""

        def answered(message: Dict[str, Any]) -> None:
            error = message.get("error")
            if error is not None:
                failure = error if isinstance(error, Exception) else FirsthandError(error["message"])
                reply.settle(lambda: _raise(failure))
            elif then is None:
                reply.settle(lambda: message["result"])
            else:
                try:
                    then(message["result"], reply)
                except Exception as fault:
                    failure = fault
                    reply.settle(lambda: _raise(failure))

        with self._lock:
            self._last_number += 1
            number = reply.number = self._last_number
            self._open[number] = answered
            if on_progress is not None:
                self._progress[number] = on_progress
                parameters = {**parameters, "_meta": {"progressToken": number}}
        self._send({"id": number, "method": method, "params": parameters})
        if self._ended:
            self._fail_open()

    def withdraw(self, number: int) -> None:
        """Cancels the request of this number."""
        with self._lock:
            self._progress.pop(number, None)
            if self._open.pop(number, None) is None:
                return
        self._send({"method": "notifications/cancelled", "params": {"requestId": number}})

    def has_ended(self) -> bool:
        """Whether the process answers no more."""
        return self._ended or self._process.poll() is not None

    def close(self) -> None:
        """Ends the process; open requests fail."""
        self._is_closed = not self.has_ended()
        process = self._process
        self._close_input()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def _close_input(self) -> None:
        if self._process.stdin:
            try:
                self._process.stdin.close()
            except OSError:
                pass

    def _send(self, message: Dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message})
        with self._lock:
            try:
                assert self._process.stdin is not None
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
            except (OSError, ValueError):
                # It has ended; its requests fail when its output ends.
                pass

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                try:
                    message = json.loads(line)
                except ValueError:
                    message = None
                if isinstance(message, dict):
                    self._receive(message)
                else:
                    # A script that starts the program may print lines of its own.
                    self._printed.append(line)
        self._error_reader.join()
        self._ended = True
        self._close_input()
        self._fail_open()

    def _receive(self, message: Dict[str, Any]) -> None:
        if "id" in message and "method" not in message:
            with self._lock:
                answered = self._open.pop(message["id"], None)
                self._progress.pop(message["id"], None)
            if answered:
                answered(message)
        elif message.get("method") == "notifications/progress":
            parameters = message["params"]
            number = parameters["progressToken"]
            report = self._progress.get(number)
            try:
                if report:
                    report(parameters.get("message", ""))
            except Exception as fault:
                # It ends the call that it was given to, and no other one.
                with self._lock:
                    answered = self._open.get(number)
                self.withdraw(number)
                if answered:
                    answered({"error": fault})

    def _fail_open(self) -> None:
        """Fails what will never be answered."""
        with self._lock:
            unanswered = list(self._open.values())
            self._open.clear()
        if not unanswered:
            return
        printed = FirsthandError.printed("".join(self._printed), self._process.wait())
        error = FirsthandError(CLOSED) if self._is_closed else printed
        for answered in unanswered:
            answered({"error": error})

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            self._printed.extend(lines)


def _raise(error: Exception) -> Any:
    raise error
