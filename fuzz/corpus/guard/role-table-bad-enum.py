src/enum.py
class Role(Enum): #~ role-table
    ENTRY = "entry"
    STATE = "state"

def weight(role):
    if role in ("entry", "route"): #~ role-table
        return 2
    match role: #~ role-table
        case "state":
            return 1
