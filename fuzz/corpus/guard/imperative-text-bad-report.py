src/report.py
FOOT = f"{count} places; make sure to read them" #~ imperative-text
