"""The sums at the top of docs/papers.md are those of its tables, and the chapters that it names are in the report.

usage: test_papers.py VOXMARCH [--update]    --update: writes the sums anew
"""
# needs:

import re
import sys
from collections import Counter

from pages import DOCS, ROOT

PAPERS = ["Werner 2013", "Rogeiro 2011", "Parallel Marching Blocks", "Dyken and Ziegler 2010",
          "Jiménez and Ruiz de Miras 2012"]
STATES = ["reproduced", "replaced", "partly", "not yet", "not reproduced here", "drawing"]
HEAD = "| number | shows | state | where |"


def rows(text):
    """(paper, number, state, where) of each line of the tables of figures."""
    paper, in_table = None, False
    for line in text.splitlines():
        if line.startswith("## "):
            paper = next((name for name in PAPERS if line.startswith(f"## {name}")), None)
        in_table = line.startswith("|") and (in_table or line == HEAD or line == HEAD.replace("number", "slide"))
        if paper and in_table and not line.startswith(("|--", HEAD[:9], "| slide")):
            number, _, state, where = [cell.strip() for cell in line.strip("|").split(" | ")]
            yield paper, number, state, where.rstrip(" |")


def state_of(text, number):
    """The longest that it begins with: "not reproduced here: ..."."""
    found = [state for state in STATES if re.match(rf"{state}\b", text)]
    assert found, f"{number}: '{text}' begins with none of {STATES}"
    return max(found, key=len)


def figures(number):
    """How many a line stands for: "4.1, 4.2" two; a section, a remark, a passage and a row of slides one."""
    if number.startswith(('"', "section", "remark", "chapter")):
        return 1
    return len(re.findall(r"\d+(?:\.\d+)?", number))


def sums(text):
    counts = {paper: Counter() for paper in PAPERS}
    for paper, number, state, _ in rows(text):
        counts[paper][state_of(state, number)] += figures(number)
    counts["all"] = sum(counts.values(), Counter())
    lines = ["| | " + " | ".join(STATES) + " | all |", "|---|" + "---:|" * (len(STATES) + 1)]
    for paper, count in counts.items():
        lines.append(f"| {paper} | " + " | ".join(str(count[s]) for s in STATES) + f" | {sum(count.values())} |")
    return "\n".join(lines)


def chapters():
    """Ids of the report's chapters."""
    sources = "".join(file.read_text() for file in (ROOT / "bench").rglob("*.cpp"))
    return set(re.findall(r'return \{\s*"([a-z]+)",\s*"', sources))


def main():
    page = DOCS / "papers.md"
    text = page.read_text()
    stored = re.search(r"^\| \| reproduced .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)[0]
    if "--update" in sys.argv:
        page.write_text(text.replace(stored, sums(text)))
        return
    known = chapters()
    for _, number, _, where in rows(text):
        for chapter in re.findall(r"(?<!\*)\*([a-z]+)\*(?!\*)", where):
            assert chapter in known, f"{number}: the report has no chapter {chapter}, its chapters are {sorted(known)}"
    assert stored == sums(text), f"the sums are other ones (--update writes them):\n{sums(text)}"


main()
