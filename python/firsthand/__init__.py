"""Firsthand, a code explorer that can only report what it saw first-hand."""
from ._program import program_path

__all__ = ["program_path"]
