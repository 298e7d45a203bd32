src/free.py
class Roleplay:
    pass

def show(link):
    return f"({link.role})"
