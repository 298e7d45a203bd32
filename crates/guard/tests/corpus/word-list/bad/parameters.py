def wanted(q: str) -> bool:
    return "login" in q #~ word-list
