src/stop.py
STOP_WORDS = {"the", "of", "and"} #~ word-list
SMALL = frozenset(["where", "how", "why"])
def keep(query):
    return [word for word in query.split() if word not in SMALL] #~ word-list

def stem(word):
    if word.endswith("ing"): #~ word-list
        return word[:-3]
    return word.removesuffix("es")
