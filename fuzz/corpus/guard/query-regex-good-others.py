src/others.py
import re
BREAK = re.compile(r"\r?\n")
def lines(source, query):
    given = re.compile(query)
    return [line for line in BREAK.split(source) if given.search(line)]
