src/idle.py
# guard: allow(query-regex) reason="nothing below needs it" #~ unused-exception
def plain():
    pass
