REPLACED = {"ies": "y", "ing": "", "ed": ""} #~ word-list
