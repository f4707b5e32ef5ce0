"""What mkdocs cannot do by itself for the site: a page for each command from its --help, the reference of the Python
module, pages of notebooks, and pages of files beside docs/.

Pages are written for a git host, so they link files by their place in the repository (../bench/results/march.json).
Those that are linked become part of the site, below source/: texts as pages, all else as it is. README.md is the start.
"""

import html
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).resolve().parent))
from help_pages import command_page, subcommands  # noqa: E402
from notebook_page import notebook_page  # noqa: E402
from python_page import python_page  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("VOXMARCH", ROOT / "build/release/app/voxmarch"))
PYTHON_PAGE = "python-reference.md"
LINK = re.compile(r"(\[(?:[^\]\[]|\[[^\]]*\])*\]\()([^)\s#]+)(#[^)\s]*)?\)")
SHOWN_AS_TEXT = {"": "text", ".cpp": "cpp", ".h": "cpp", ".txt": "text", ".sh": "sh"}


def help_of(*words):
    if not PROGRAM.is_file():
        raise PluginError(f"no program at {PROGRAM}: build it, or name it in VOXMARCH; pages of commands are its --help")
    run = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True)
    return run.stdout


def on_config(config):
    """The chapter of the commands, in the order of `voxmarch --help`."""
    for chapter in config.nav:
        if "Commands" in chapter:
            chapter["Commands"] = ["commands/index.md"] + [
                {name: f"commands/{name}.md"} for name in subcommands(help_of())]
    return config


def plain_pipes(markdown):
    """`a\\|b` in the cell of a table: git hosts take the backslash away, Python-Markdown shows it."""
    def cell(code):
        return f"<code>{html.escape(code[1]).replace(chr(92) + '|', '&#124;')}</code>" if "\\|" in code[1] else code[0]
    return re.sub(r"^\|.*$", lambda row: re.sub(r"`([^`]*)`", cell, row[0]), markdown, flags=re.M)


def outside_code(markdown, change):
    """Applies `change` to what is not between fences."""
    parts = re.split(r"(^```.*?^```)", markdown, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


def site_name(path):
    """Page or file of the site that a file of the repository becomes; `path` is relative to the repository."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/").replace(".ipynb", ".md")
    if path.endswith("/README.md"): # a page of that name would stand for its chapter
        return f"source/{path.removesuffix('/README.md')}.md"
    shown = Path(path).suffix in SHOWN_AS_TEXT
    return f"source/{path}{'.md' if shown else ''}"


def repository_name(page):
    """The file of the repository that a page of the site is made of; nothing for generated ones."""
    if page == "index.md":
        return "README.md"
    if page.startswith("source/"):
        name = page.removeprefix("source/")
        places = [name, f"{name.removesuffix('.md')}/README.md"]
        return next((place for place in places if (ROOT / place).is_file()), None)
    return None if page.startswith("commands/") or page == PYTHON_PAGE else f"docs/{page}"


def linked(markdown, path):
    """Files of the repository that a text links. @param path  where it lies"""
    found = []
    outside_code(markdown, lambda text: found.extend(link[1] for link in LINK.findall(text)) or text)
    places = [posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) for link in found if "://" not in link]
    return [place for place in places if (ROOT / place).is_file()]


def on_files(files, config):
    start = File.generated(config, "index.md", abs_src_path=str(ROOT / "README.md"))
    files.append(start)
    files.append(File.generated(config, "commands/index.md", content=command_page("voxmarch", help_of())))
    for name in subcommands(help_of()):
        files.append(File.generated(config, f"commands/{name}.md",
                                    content=command_page(f"voxmarch {name}", help_of(name))))
    files.append(File.generated(config, PYTHON_PAGE, content=python_page(ROOT / "python/voxmarch")))
    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.append(File.generated(config, file.src_uri.replace(".ipynb", ".md"),
                                    content=notebook_page(file.content_string)))
    waiting = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md"]
    waiting += [f"docs/{file.src_uri}" for file in files.documentation_pages() if file.generated_by is None]
    seen = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        name = site_name(path)
        if path.endswith(".md"):
            waiting += linked((ROOT / path).read_text(), path)
        if files.get_file_from_path(name):
            continue
        language = SHOWN_AS_TEXT.get(Path(path).suffix)
        if language:
            text = f"# {path}\n\n````{language}\n{(ROOT / path).read_text()}\n````\n"
            files.append(File.generated(config, name, content=text))
        else:
            files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown, page, config, files):
    """Links by places in the repository become links within the site."""
    path = repository_name(page.file.src_uri)
    if path is None:
        return markdown

    def turn(link):
        if "://" in link[2]:
            return link[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[2]))
        if not (ROOT / target).exists():
            return link[0] # mkdocs complains
        way = posixpath.relpath(site_name(target), posixpath.dirname(page.file.src_uri) or ".")
        return f"{link[1]}{way}{link[3] or ''})"

    return outside_code(markdown, lambda text: LINK.sub(turn, plain_pipes(text)))
