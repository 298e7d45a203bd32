FOOT = f"{count} places, some cut"
