src/query.py
import re
SUFFIXES = ("ing", "ed")

def stem(query):
    """Gizmotron."""
    return [w.removesuffix(s) for w in re.findall(r"\w+", query) for s in SUFFIXES]
