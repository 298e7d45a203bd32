src/strings.py
HINT = f"{name}\nfrobnicators" #~ vocabulary
def of_gizmo_tron(): #~ vocabulary
    """Of the gizmotron.""" #~ vocabulary
