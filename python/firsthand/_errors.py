"""What the program says when it cannot answer."""

from __future__ import annotations

from typing import List, Optional


class FirsthandError(Exception):
    """The program's error, in one sentence; its hint, if it has one, is beside it."""

    def __init__(self, message: str, hint: Optional[str] = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        # A traceback prints it.
        self.__notes__: List[str] = [] if hint is None else [f"hint: {hint}"]

    @classmethod
    def printed(cls, text: str, code: int = 0) -> "FirsthandError":
        """The error that the command line printed. It ended with this code or, if that is negative, by a signal."""
        message, _, hint = text.strip().partition("\nhint: ")
        # What follows is about the command line.
        message = message.rpartition("error: ")[2].partition("\n\n")[0].strip()
        how = f"was ended by signal {-code}" if code < 0 else "ended without a word"
        return cls(message or f"the program {how}", hint.partition("\n\n")[0].strip() or None)
