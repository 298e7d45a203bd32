"""What the program says when it cannot answer."""

from __future__ import annotations

from typing import Optional


class FirsthandError(Exception):
    """The program's error, in one sentence, and its hint if it has one."""

    def __init__(self, message: str, hint: Optional[str] = None) -> None:
        super().__init__(message if hint is None else f"{message}\nhint: {hint}")
        self.message = message
        self.hint = hint

    @classmethod
    def printed(cls, text: str) -> "FirsthandError":
        """The error that the command line printed."""
        message, _, hint = text.strip().partition("\nhint: ")
        message = message.rpartition("error: ")[2].strip()
        return cls(message or "the program ended without a word", hint.strip() or None)
