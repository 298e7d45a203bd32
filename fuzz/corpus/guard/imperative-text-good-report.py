src/report.py
FOOT = f"{count} places, some cut"
