import re
COMMON = frozenset(["get", "set", "make"])
def parts(subject):
    return re.findall(r"\w+", subject.lower())

def weigh(subject):
    return [piece for piece in parts(subject) if piece not in COMMON] #~ word-list

def penalty(place):
    return 0.5 if any(part in ("checkout", "tutorial") for part in tokenize(place)) else 1.0 #~ word-list
