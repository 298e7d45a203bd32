"""Firsthand, a code explorer that can only report what it saw first-hand.

    from firsthand import Firsthand

    with Firsthand("path/to/repository") as code:
        report = code.explore("where is the cache invalidated?", intent="locate")
        for link in report.flow:
            print(link.path, link.quote.line, link.quote.text)
"""

from . import types
from ._client import Firsthand
from ._decode import to_json
from ._errors import FirsthandError
from ._program import program_path
from .types import Impact, Report, SearchResult, Verification

__all__ = [
    "Firsthand",
    "FirsthandError",
    "Impact",
    "Report",
    "SearchResult",
    "Verification",
    "program_path",
    "to_json",
    "types",
]
