#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GlossaryTest.py ROOT : identifiers of the headers under Source keep to Source/Glossary.md. Its last tables say what no name
is made of, and what no comment says; what its other tables name as code exists."""

import functools
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = (root / "Source" / "Glossary.md").read_text("utf-8")
terms, _, avoided = page.partition("## Words that identifiers avoid")
avoided, _, unsaid = avoided.partition("## Words that comments avoid")
comment_or_text = re.compile(r'R"([A-Za-z]*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|/\*.*?\*/|//[^\n]*|^[ \t]*#[ \t]*include[^\n]*', re.S | re.M)


def cells(text):
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()
            if line.startswith("| ") and not line.startswith("| ---")]


def words_of(name):
    """closeStretch, STRETCH_OF, itsStretch2 -> their words in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def is_avoided(name, word):
    if word.startswith("…") and word.endswith("…"):
        return word.strip("…").lower() in words_of(name)
    if word.endswith("…"):
        return re.fullmatch(re.escape(word[:-1]) + r"([A-Z0-9_]\w*)?", name) is not None
    return name == word


rules, allowed = [], set()
for row in cells(avoided)[1:]:
    rules += [(word, row[1]) for word in re.findall(r"`([^`]+)`", row[0])]
    allowed |= set(re.findall(r"`([^`]+)`", row[2]))

@functools.cache
def better_words(name):
    """What to say instead of this name, for each word of it that is avoided."""
    return [instead for word, instead in rules if name not in allowed and is_avoided(name, word)]


unsaid_words = {word: row[1] for row in cells(unsaid)[1:] for word in re.findall(r"`([^`]+)`", row[0])}
unsaid_word = re.compile(r"\b(" + "|".join(map(re.escape, unsaid_words)) + r")\b")


def check_prose(name, text, first=1):
    """Complains of words that comments avoid; `first`: number of the first line."""
    for number, line in enumerate(text.splitlines(), first):
        for word in unsaid_word.findall(line):
            faults.append(f"{name}:{number}: {word}\nNot a word of comments by Source/Glossary.md: say {unsaid_words[word]}.")


faults, headers, known = [], 0, set()
for page in filter(pathlib.Path.is_file, (root / "Source" / name for name in ("Architecture.md", "Decisions.md"))):
    check_prose(f"Source/{page.name}", page.read_text("utf-8"))
for path in sorted((root / "Source").rglob("*")):
    if path.suffix not in (".h", ".cpp"):
        continue
    text = path.read_text("utf-8")
    code = comment_or_text.sub(lambda match: "\n" * match.group(0).count("\n") or " ", text)
    for match in comment_or_text.finditer(text):
        if match.group(0).startswith("/"):
            check_prose(path.relative_to(root), match.group(0), text.count("\n", 0, match.start()) + 1)
    known |= set(re.findall(r"[A-Za-z_]\w*", code))
    if path.suffix != ".h":
        continue
    headers += 1
    for number, line in enumerate(code.splitlines(), 1):
        for name in dict.fromkeys(re.findall(r"[A-Za-z_]\w*", line)):
            for instead in better_words(name):
                faults.append(f"{path.relative_to(root)}:{number}: {name}\nNot a word of Source/Glossary.md: say {instead}.")

for row in cells(terms):
    if row[0] == "term":
        continue
    for name in re.findall(r"`([A-Za-z_]\w*)`", row[-1]):
        if name not in known:
            faults.append(f"Source/Glossary.md: {row[0]}: there is no {name} in the code.")

if len(rules) < 10 or not unsaid_words or headers < 1:
    faults.append(f"{len(rules)} and {len(unsaid_words)} words, {headers} headers: the glossary or the sources were not read.")
print("\n".join(faults) if faults else f"{headers} headers, {len(rules)} words that they avoid.")
sys.exit(1 if faults else 0)
