"""Compares the program's reading of a document with those of other programs, aspect by aspect."""

import fnmatch, re


def differences(name, program, others, settled, aspects, cases):
    """Yields the differences between the program's reading and the others; those that a rule explains go to `cases`.

    `others` are readings by the names of their programs. A line of `settled` has names of documents, an aspect or "*", a
    pattern of the key, the name of the program that is right (or "" if none is), and the rule. If the others agree, or if
    `settled` names one of them, the program must have the same number. Else it must have one between theirs.
    """
    for aspect in aspects:
        mine = program.aspect(aspect)
        theirs = {title: reading.aspect(aspect) for title, reading in others.items()}
        for key in sorted(set(mine).union(*theirs.values()), key=str):
            allowed = {title: counts[key] for title, counts in theirs.items()}
            line = next((line for line in settled if fnmatch.fnmatch(name, line[0]) and line[1] in ("*", aspect) and re.search(line[2], str(key))), None)
            if line and line[3] in allowed:
                allowed = {line[3]: allowed[line[3]]}
            if min(allowed.values()) <= mine[key] <= max(allowed.values()):
                continue
            shown = f"{key}: program {mine[key]}, " + ", ".join(f"{title} {counts[key]}" for title, counts in theirs.items())
            if line and line[3] == "":
                cases.append((name, aspect, shown, line[4]))
            else:
                yield f"{aspect}: {shown}"


def order_differences(name, aspect, program, others, settled, cases):
    """Yields a difference if a list, such as the titles in their order, is not that of the one that is right or of any."""
    line = next((line for line in settled if fnmatch.fnmatch(name, line[0]) and line[1] in ("*", aspect)), None)
    right = {line[3]: others[line[3]]} if line and line[3] in others else others
    if program in right.values():
        return
    shown = f"program {program[:12]}, " + ", ".join(f"{title} {found[:12]}" for title, found in others.items())
    if line and line[3] == "":
        cases.append((name, aspect, shown, line[4]))
    else:
        yield f"{aspect}: {shown}"
