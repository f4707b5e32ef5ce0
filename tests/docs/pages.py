"""The pages of docs/: the blocks of code in them, and the commands of voxmarch in those blocks."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS / "site"))
from help_pages import options, subcommands  # noqa: E402,F401

RUN_PAGES = [DOCS / "gallery.md", DOCS / "faq.md", *sorted((DOCS / "recipes").glob("*.md"))]


def blocks(page):
    """Blocks between fences: language, text, number of their first line."""
    text = page.read_text()
    return [(match[1], match[2], text[:match.start()].count("\n") + 2)
            for match in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.M | re.S)]


def commands(text):
    """Words of each command of voxmarch in a block of a shell: `mpirun -np 4 voxmarch render ..` begins at voxmarch."""
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        line = re.sub(r"(^|\s)#\s.*", "", line) # a comment; #ff8800 is a colour
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";|&")
        lexer.whitespace_split, lexer.commenters = True, ""
        words = list(lexer)
        starts = [i for i, word in enumerate(words) if Path(word).name == "voxmarch"]
        for i in starts:
            end = next((j for j in range(i, len(words)) if set(words[j]) <= set(";|&<>:")), len(words))
            found.append(words[i:end])
    return found


def outputs(words):
    """Patterns of the files that a command of voxmarch writes, by what it says."""
    found = [words[i + 1] for i, word in enumerate(words[:-1])
             if word in ("-o", "--output", "--stats", "--out") and words[i + 1] != "-"]
    if words[1] == "convert":
        found.append([word for word in words[2:] if not word.startswith("-")][1])
    return [re.sub(r"\{[^}]*\}", "*", pattern) for pattern in found]


def dialogue(text):
    """Commands of a block of a console (lines after "$ ") and the lines that each must say."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def says(line, output):
    """Whether a line is among the output; one that ends with ".." may go on there."""
    return any(said == line or (line.endswith(" ..") and said.startswith(line[:-2])) for said in output.splitlines())


def run_page(page, program, folder):
    """Runs the blocks of a page from the top in a folder, which is its own. Returns what went wrong, a text each."""
    tools = folder.parent / "bin"
    tools.mkdir(exist_ok=True)
    if not (tools / "voxmarch").exists():
        (tools / "voxmarch").symlink_to(Path(program).resolve())
        (tools / "python3").symlink_to(sys.executable)
    # Settings of whoever runs this change no picture.
    environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "XDG_CONFIG_HOME": str(folder)}
    problems = []
    for language, text, line in blocks(page):
        place = f"{page.relative_to(ROOT)}:{line}"
        for command, lines in dialogue(text) if language == "console" else []:
            ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
            # Folders that a message names are those of this run.
            output = (ran.stdout + ran.stderr).replace(f"{folder}{os.sep}", "")
            problems += [f"{place}: '{command}' does not say\n  {line}\nbut\n{output}" for line in lines
                         if not says(line, output)]
            if not lines and ran.returncode:
                problems.append(f"{place}: '{command}' has the exit code {ran.returncode}\n{output}")
        if language not in ("sh", "python"):
            continue
        starter = ["bash", "-euo", "pipefail", "-c", text] if language == "sh" else [sys.executable, "-c", text]
        ran = subprocess.run(starter, cwd=folder, env=environment, capture_output=True, text=True)
        if ran.returncode:
            return problems + [f"{place}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}"]
        for words in commands(text) if language == "sh" else []:
            problems += [f"{place}: {pattern} was not written" for pattern in outputs(words)
                         if not any(folder.glob(pattern))]
    return problems
