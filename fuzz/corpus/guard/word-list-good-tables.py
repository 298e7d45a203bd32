src/tables.py
ENDINGS = (".py", ".pyi")
def is_python(path):
    return path.endswith(ENDINGS) or path.endswith(".pyw")

def rare(query, counts):
    return [word for word in query.split() if counts[word] < 3]
