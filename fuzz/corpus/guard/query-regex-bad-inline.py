src/inline.py
import re
PATH = re.compile(r"\w+/\w+")
def read(query):
    if re.search(r"#\d+", query): #~ query-regex
        return 1
    return PATH.match(query.strip()) #~ query-regex
