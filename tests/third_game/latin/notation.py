"""Latin squares as text: nine signs."""


def told(values, _columns):
    return "".join(str(value or ".") for value in values)


def drawn(told, _regions):
    return "\n".join(told[row : row + 3] for row in (0, 3, 6))


def regions(_reading):
    return None


def written(values, columns):
    return told(values, columns) + "\n"


def parsed(text):
    return tuple(int(sign) if sign.isdigit() else 0 for sign in text.strip()), 3
