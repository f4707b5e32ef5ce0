"""What pages say of the command line exists: commands, options and their choices in `--help`, endings of files.

usage: test_commands.py VOXMARCH
"""
# needs: sys

import re
import subprocess
import sys
from functools import lru_cache

from pages import DOCS, ROOT, blocks, commands, options, subcommands

# Pages of the repository that tell of commands. Logs of changes may name what is no more.
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples/README.md"]
# Options in texts that are of other programs: mpirun, srun, docker, bench/compare_frames.py, and what every command has.
OF_OTHERS = {"--gpus", "--gpus-per-task", "--kill-on-bad-exit", "--bind-to", "--scenes", "--options", "--help", "--version"}


@lru_cache
def help_of(program, *words):
    return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout


def problems_of(words, program):
    """What is wrong with a command of voxmarch, given as its words."""
    names = subcommands(help_of(program))
    # `voxmarch VOLUME` is view.
    name, rest = (words[1], words[2:]) if len(words) > 1 and words[1] in names else ("view", words[1:])
    known = options(help_of(program, name))
    for i, word in enumerate(rest):
        option, _, value = word.partition("=")
        if not re.fullmatch(r"--?[a-z][a-z-]*", option) or word in ("--help", "--version"):
            continue
        if option not in known:
            yield f"voxmarch {name} has no option {option}"
        elif known[option]:
            value = value or (rest[i + 1] if i + 1 < len(rest) else "")
            # A value that may be left out (--shadows) is followed by another option, or by nothing.
            is_left_out = f"{option} [" in help_of(program, name) and (not value or value.startswith("-"))
            if value not in known[option] and not is_left_out:
                yield f"voxmarch {name} {option} takes {', '.join(sorted(known[option]))}, not '{value}'"


def options_in_text(page, program):
    """Options that stand in `code` between the words are those of some command."""
    known = set(OF_OTHERS)
    for name in subcommands(help_of(program)):
        known |= set(options(help_of(program, name)))
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for code in re.findall(r"`([^`]+)`", text):
        if re.match(r"(--|voxmarch )", code):
            for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", code):
                if option not in known:
                    yield f"no command has an option {option}"


def endings(program):
    """Every ending by which a file is recognised stands on the page of the formats."""
    page = (DOCS / "formats.md").read_text()
    source = (ROOT / "volume/formats/recognise.cpp").read_text()
    known = re.findall(r'\{"(\.\w+)", \{FileFormat::', source)
    assert known, "the table of endings was not found in volume/formats/recognise.cpp"
    return [f"formats.md does not name {ending}" for ending in known if f"`{ending}`" not in page]


def main(program):
    problems, checked = endings(program), 0
    for page in PAGES:
        where = page.relative_to(ROOT)
        for language, text, line in blocks(page):
            for words in commands(text) if language == "sh" else []:
                checked += 1
                problems += [f"{where}:{line}: {problem}" for problem in problems_of(words, program)]
        problems += [f"{where}: {problem}" for problem in options_in_text(page, program)]
    print("\n".join(problems + [f"{checked} commands of {len(PAGES)} pages"]))
    return 1 if problems or not checked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
