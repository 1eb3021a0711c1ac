#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PlainWordsTest.py ROOT : texts for users and comments are plain English, as far as a program can see.

Texts are string literals under Source, presets, experiments, schemas, pages, scripts' messages, and all Markdown. Comments are those of
Source. Every rule has examples that it must find and neighbours that it must leave alone: they are tried first, at every run, and the
run fails where too little was read. The marks of these examples are the only places that this file itself may break a rule at."""

import json
import pathlib
import re
import subprocess
import sys

PEOPLE = (r"(?:players?|musicians?|users?|people|persons?|readers?|authors?|students?|lecturers?|designers?|makers?|founders?|those|anyone|"
          r"everyone|engineers?|percussionists?|riders?|listeners?|developers?|maintainers?|contributors?)")
UNITS = r"(?:period|second|minute|hour|turn|cycle|stroke|beat|frame|sample|step|mode|voice|block|key|note|row|line|cell|slip|bar|millisecond)"
QUESTION_WORDS = r"(?:What|Who|Whoever|Whom|Whose|Which|How(?! to\b)|Whether)"


class Rule:
    """A pattern with what to write instead, sentences that it finds, and sentences that it leaves alone."""

    def __init__(self, name, pattern, finds, leaves, where="text comment", flags=0):
        self.name, self.pattern, self.finds, self.leaves = name, re.compile(pattern, flags), finds, leaves
        self.where = where.split()


RULES = [
    Rule("say not, without, missing, invalid or unavailable, not: is no, is none, is away",
         r"\b(?:is|are|was|were) (?:no\b(?! (?:longer|more|earlier|later)\b)|none\b|away\b(?! from)|(?:not )?there(?=[.,;)]|$))",
         ["there is no parameter x", "The map is none.", "Hidden knobs are away.", "8 takes are there.", "it was not there"],
         ["the motion is no longer finite", "up is away from the bridge", "is there a map?"]),
    Rule("a thing has no who: name it, or use which or that",
         r"\b(?:nobody|somebody|anybody|everybody|whoever|whom)\b",
         ["strings that nobody bows", "Whoever reads it.", "while somebody looks", "for whom"],
         ["no string", "any listener"], flags=re.I),
    Rule("who is for people", r"\b[Ww]ho\b", ["the thread who writes", "Who fills it?"],
         ["a player who rests", "musicians and readers who ask"]),
    Rule("begin with a noun or a verb, not with a clause", r"^" + QUESTION_WORDS + r"\b(?![^.]*\?)|^(?:Where|So|Of) (?![^.]*\?)|^As far\b",
         ["What is rubbed.", "How long it rings", "Where it lies", "Whether it sounds.", "Of the arm", "So does the other."],
         ["How wide is it?", "How to bow", "Decay of the string", "Whatsoever", "Sofa", "Offset"]),
    Rule("begin a comment at a line's end with a noun or a verb", r"^(?:what|who|whom|how|whether)\b",
         ["what JUCE's loop calls", "how it ends"], ["whatsoever", "called by JUCE's loop"], "comment"),
    Rule("a sentence begins with its subject or its verb, not with what, which, how",
         r"(?<=[.:!] )" + QUESTION_WORDS + r"\b(?![^.]*\?)",
         ["Short. What is left decays.", "Two. How they differ is heard."], ["Short. How wide is it?", "A. The rest decays."], "text"),
    Rule("say per",
         r"\b(?:once|twice|times|often|(?:\d+(?:[.,]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|sixty) (?!(?:on|is|of|in|at|to|as|for|by|from|with|gives|makes|means)\b)[a-zA-Z]+|slips|turns|clicks|creaks|pulses|jolts|cycles|frames|changes) an? " + UNITS +
         r"\b(?! (?:time|channel|or|and|of|in|that|which|with|longer|shorter|later|earlier|late|early|on|to|at|is|from|has|ends|begins|may|can|by|stands|sounds)\b)",
         ["once a period", "40 turns a second", "slips a slip", "30 frames a second.", "three times a second", "two operations a mode"],
         ["plays a note", "slips a second time", "0 is a step", "0 gives a step", "once per period", "1600 cells take a minute or two", "holds a key that sounds"], "text"),
    Rule("say because, except or in addition", r", for (?:there|nothing|it|they|what|these|this|that)\b|\bbut for\b|\b[Bb]esides\b",
         ["it rings, for there is energy in it", "all but for time", "and the rest besides"], ["all except time", "because it moves", "beside it"]),
    Rule("at most one clause with what or who", r"\bwhat\b[^.,;:?]{3,60}\bwhat\b|\bwho\b[^.,;:?]{3,60}\bwho\b",
         ["what it says is what it does"], ["what it does, and what it says"], flags=re.I),
    Rule("at most one relative clause in a sentence", r"\b(?:which|who|whose)\b[^.;:?!|]*\b(?:which|who|whose)\b",
         ["a bow, which moves a string, which sounds"], ["a bow, which moves. A string, which sounds"], "literal guide"),
    Rule("say for any, or leave it out", r"\bwhatever\b", ["passive whatever its knobs are"], ["passive for any knobs"], "literal guide", re.I),
    Rule("use the trade's word: attack, help line, project tempo, factory preset, energy ledger, decay, random seed",
         r"sentence line|(?:host's|with the) song\b(?!')|built-in presets?|\bring times?\b|books (?:balance|close)|\bthe books\b|key goes up\b",
         ["shown in the sentence line", "with the song", "a built-in preset", "ring time", "the books close", "when the key goes up"],
         ["the help line", "with the song's start", "factory presets", "books by Cremer"], "literal guide"),
    Rule("blame nobody", r"\b(?:whose|its|their) fault\b|\bto blame\b", ["whose fault it was"], ["a known issue"], "text"),
    Rule("a text for users names no source file and no test",
         r"(?<![\w/.*…])[A-Z]\w+(?:-inl)?\.(?:h|cpp)\b|\b[Tt]ests?: `", ["as RealStrings.h says", "(test: `a name…`)"],
         ["tables.csv", "it is tested"], "literal guide"),
]

# Pages for people who use the program; the others are for people who change it, and may name files and tests.
GUIDES = ("README.md", "Resources/Docs/Editor.md", "Resources/Docs/Laboratory.md", "Resources/Docs/Parameters.md", "Resources/Docs/Presets.md",
          "Resources/Docs/Bodies.md", "Resources/Docs/Laws.md", "Resources/Docs/Modulation.md", "Resources/Docs/Realism.md",
          "Resources/Docs/Guide/")

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(r'(?P<raw>R"(?P<tag>\w*)\((?P<body>.*?)\)(?P=tag)")|(?P<block>/\*.*?\*/)|(?P<line>//[^\n]*(?:\n[ \t]*//[^\n]*)*)|'
                   r"(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)+'|^[ \t]*#[ \t]*include[^\n]*|"
                   r"(?P<text>" + LITERAL + r"(?:(?:[ \t\n]|\\\n)*" + LITERAL + r")*)", re.S | re.M)


def unescaped(literals):
    joined = "".join(part[1:-1] for part in re.findall(LITERAL, literals))
    return re.sub(r"\\n", "\n", joined).replace('\\"', '"')


def parts(text):
    """Paragraphs, items and cells: each begins a text of its own."""
    for line in re.split(r"\n(?=\n|[ \t]*(?:[-*|#>]|\d+\.)[ \t|])|\n\n", text):
        line = re.sub(r"\[[^\]]*\]\((?:\.\./)*Source/[^)]*\)", "x", line)  # a link for developers
        for cell in line.split("|") if line.lstrip().startswith("|") else [line]:
            cell = re.sub(r"`[^`\n]*`", "x", re.sub(r"\s+", " ", cell)).strip(" *_>#-")
            if cell.count(" ") > 0:
                yield cell


def of_code(source):
    """(offset, text, kind) of literals and comments."""
    for found in TOKEN.finditer(source):
        if found["raw"] is not None:
            for part in parts(re.sub(r"```.*?```", "\n\n", found["body"], flags=re.S)):
                yield found.start(), part, "literal"
        elif found["text"] is not None:
            for part in parts(unescaped(found["text"])):
                yield found.start(), part, "literal"
        elif found["block"] or found["line"]:
            words = re.sub(r"^[ \t]*(?:/\*+|\*+/|\*|//+)?", "", found[0].removesuffix("*/"), flags=re.M)
            for part in parts(words):
                yield found.start(), part, "comment"


def of_markdown(source):
    shown = re.sub(r"^([ \t]*)```.*?^\1```", lambda code: "\n" * code[0].count("\n"), source, flags=re.S | re.M)
    at = 0
    for block in re.split(r"(\n(?=\n|[ \t]*(?:[-*|#>]|\d+\.)[ \t|]))", shown):
        for part in parts(block):
            yield at + len(block) - len(block.lstrip()), part, "text"
        at += len(block)


def of_json(source):
    def walk(value):
        if isinstance(value, dict):
            for each in value.values():
                yield from walk(each)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each)
        elif isinstance(value, str) and value.count(" ") > 2:
            yield value
    for text in dict.fromkeys(walk(json.loads(source))):
        yield max(0, source.find(json.dumps(text, ensure_ascii=False)[1:40])), text, "text"


def of_page(source):
    """Words between the tags of a page."""
    for found in re.finditer(r"(?:>|^)([^<>{}]+)(?=<|\{|$)", source, re.M):
        for part in parts(found[1]):
            yield found.start(1), part, "text"


def of_script(source):
    """Messages that a script writes, and the words at its head, which --help shows."""
    head = re.match(r'(?:#!.*\n)?(?:((?:#.*\n)+)|"""([^"]*(?:"{1,2}[^"]+)*)""")', source)
    for part in parts(re.sub(r"^# ?", "", head[1] or head[2], flags=re.M)) if head else ():
        yield head.start(1 if head[1] else 2), part, "text"
    for found in re.finditer(r"""\b(?:fail|echo|print|printf|exit|help|description|usage)\b[ (=]*f?("[^"\n]+"|'[^'\n]+')""", source):
        for part in parts(found[1][1:-1]):
            yield found.start(), part, "text"


def reader_of(name):
    if name.endswith(".md"):
        return of_markdown
    if re.fullmatch(r"Source/.*\.(?:h|cpp)|Tests/(?:Robot|WindowTests)\.cpp", name):
        return of_code
    if re.fullmatch(r"Resources/(?:Presets|Experiments|Schemas)/.*\.json", name):
        return of_json
    if re.fullmatch(r"Resources/Pages/.*\.html", name):
        return of_page
    if re.fullmatch(r"Scripts/[\w.-]+", name):
        return of_script
    return None


def breaks(text, kind, guide=False):
    """Rules that a text breaks."""
    kinds = {"text", "literal"} if kind == "literal" else {"text", "guide"} if guide and kind == "text" else {kind}
    for rule in RULES:
        if kinds.isdisjoint(rule.where):
            continue
        for found in rule.pattern.finditer(text):
            if rule.name.startswith("who is") and re.search(PEOPLE + r"[^.;:?]{0,25}$", text[:found.start()], re.I):
                continue
            yield rule, found
            break


def self_test():
    """Faults of the rules themselves."""
    for rule in RULES:
        kind = "comment" if rule.where == ["comment"] else "literal"
        for example in rule.finds:
            if rule not in [broken for broken, _ in breaks(example, kind, True)]:
                yield f"The rule “{rule.name}” does not find: {example}"
        for neighbour in rule.leaves:
            if rule in [broken for broken, _ in breaks(neighbour, kind, True)]:
                yield f"The rule “{rule.name}” finds: {neighbour}"
    read = list(of_code('/** What it is. */ f ("Joined" /* no */\n  " literals are one text"); // who writes\nconst char* t = R"(What\n\n| a b | Of it |)";'))
    wanted = [("What it is.", "comment"), ("Joined literals are one text", "literal"), ("who writes", "comment")]
    texts = [(text, kind) for _, text, kind in read]
    if ("What it is.", "comment") not in texts or ("who writes", "comment") not in texts or ("Of it", "literal") not in texts:
        yield f"Code is not read as it should be: {texts}, wanted {wanted}"
    if [text for _, text, _ in of_markdown("# A title\n\nOne line\nand more.\n\n```\nWhat code\n```\n\n| a cell | What it does |\n* An item\n")] != \
            ["A title", "One line and more.", "a cell", "What it does", "An item"]:
        yield "Markdown is not read as it should be."
    if [text for _, text, _ in of_page("<p>Two words {{x}}</p>\n<li>No more, {{y}}</li>")] != ["Two words", "No more,"]:
        yield "Pages are not read as they should be."
    if [text for _, text, _ in of_script('#!/bin/sh\n# Draws it.\n\nfail "There is no x."\n')] != ["Draws it.", "There is no x."]:
        yield "Scripts are not read as they should be."


def names_under(root):
    if (root / ".git").exists():
        said = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=root, check=True, capture_output=True).stdout
        return sorted(filter(None, said.decode().split("\0")))
    return sorted(str(path.relative_to(root)) for path in root.rglob("*")
                  if path.is_file() and path.relative_to(root).parts[0] != "Build")


def main():
    root = pathlib.Path(sys.argv[1])
    faults, counts = list(self_test()), {}
    for name in names_under(root):
        reader, path = reader_of(name), root / name
        if reader is None or not path.is_file():
            continue
        source = path.read_text(encoding="utf-8")
        guide = name.startswith(GUIDES) or reader in (of_json, of_page, of_script)
        for offset, text, kind in reader(source):
            group = reader.__name__ + " " + kind
            counts[group] = counts.get(group, 0) + 1
            for rule, found in breaks(text, kind, guide):
                line = source.count("\n", 0, offset) + 1
                faults.append(f"{name}:{line}: {text[max(0, found.start() - 40):found.end() + 60]}\n  {rule.name}")
    for group, least in {"of_code literal": 3000, "of_code comment": 3000, "of_markdown text": 1000, "of_json text": 500,
                         "of_page text": 14, "of_script text": 40}.items():
        if counts.get(group, 0) < least:
            faults.append(f"Only {counts.get(group, 0)} texts of the kind “{group}” were read, not {least}.")
    print("\n".join(faults) if faults else f"{len(RULES)} rules, {sum(counts.values())} texts.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
