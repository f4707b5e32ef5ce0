"""Builds the site without network and looks through it: no warning, all that pages load and link is there.

usage: test_site.py VOXMARCH
"""
# needs: material

import os
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "docs/site/build.sh"
sys.path.insert(0, str(ROOT / "docs/site"))
from python_page import public_names  # noqa: E402

# A proxy that nobody listens at: whatever tries to reach the network fails.
NO_NETWORK = {name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")}


class Links(HTMLParser):
    """What a page loads, links and can be linked by."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.links, self.anchors = [], [], {"", "__skip"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        self.anchors.update(names[key] for key in ("id", "name") if names.get(key))
        if tag in ("script", "img", "iframe", "source") and names.get("src"):
            self.loads.append(names["src"])
        elif tag == "link" and names.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.loads.append(names["href"])
        elif tag == "a" and names.get("href"):
            self.links.append(names["href"])


def look_through(site):
    pages = {file: Links(file.read_text()) for file in site.rglob("*.html")}
    for file, page in pages.items():
        if file.name == "404.html": # is shown at any address, so its links begin at the top of a server
            continue
        where = file.relative_to(site)
        for link in page.loads + page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads and parts.scheme != "data":
                    yield f"{where} loads {link} from the network"
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                yield f"{where} links {link}, which is not there"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{where} links {link}, but there is no such heading"
    for style in site.rglob("*.css"):
        if "url(http" in style.read_text() or "@import url(//" in style.read_text():
            yield f"{style.relative_to(site)} loads from the network"


def python_reference(site):
    """Every public name of the module has its place on the page, and is found by the search."""
    anchors = Links((site / "python-reference.html").read_text()).anchors
    index = (site / "search/search_index.js").read_text()
    names = public_names(ROOT / "python/voxmarch")
    for name in names + ["Volume.info", "Scene.changed", "Mesh.save", "TransferFunction.call"]:
        if name not in anchors or f"python-reference.html#{name}" not in index:
            yield f"the Python reference has no {name}"


def notebooks(site):
    """The page of a notebook shows pictures, tables and code."""
    page = (site / "examples/notebook.html").read_text()
    for part, count in ("data:image/png;base64,", 2), ("spacing", 1), ("isosurface_opacity", 1), ("notebook.png", 1):
        if page.count(part) < count:
            yield f"examples/notebook.html has no {part}"


def without_mkdocs(folder):
    """Whoever has no mkdocs is told what to install."""
    script = Path(folder) / "docs/site/build.sh"
    script.parent.mkdir(parents=True)
    script.write_text(BUILD.read_text())
    ran = subprocess.run(["/bin/bash", script], text=True, capture_output=True, env={"PATH": folder})
    if ran.returncode != 1 or "pip install mkdocs-material" not in ran.stderr:
        yield f"build.sh without mkdocs says {ran.stderr}"


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        built = subprocess.run([BUILD, program, "--site-dir", folder], text=True, capture_output=True,
                               env=os.environ | NO_NETWORK)
        if built.returncode:
            print(built.stdout + built.stderr)
            return 1
        site = Path(folder)
        problems = [*look_through(site), *python_reference(site), *notebooks(site)]
        with tempfile.TemporaryDirectory() as empty:
            problems += without_mkdocs(empty)
        if not (site / "search/search_index.js").is_file():
            problems.append("search has no index that works from a folder")
        print("\n".join(problems + [f"{len(list(site.rglob('*.html')))} pages"]))
        return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
