#!/usr/bin/env python3
"""Makes `voxmarch bench report --quick` and checks that the page is complete.

Usage: check_report.py PROGRAM
Every chapter is there, no row was refused, the HTML is well-formed, every picture is a PNG, nothing comes from the
network, numbers stand in every table; and, where chromium is installed, the page opens in it without errors.
"""
import base64
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SECTIONS = ["summary", "traversals", "groups", "samples", "march", "pictures", "components", "blocks", "compaction",
            "cubes", "scaling", "edits", "skeletons", "files"]
EMPTY = {"meta", "link", "img", "br", "line", "rect", "circle", "path"}  # elements that may stand without an end


class Page(html.parser.HTMLParser):
    def __init__(self, folder):
        super().__init__()
        self.folder, self.open, self.section = folder, [], None
        self.sections, self.cells, self.links, self.faults = {}, {}, [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "section":
            self.section = values["id"]
            self.sections[self.section] = {"table": 0, "svg": 0, "img": 0}
        if self.section and tag in ("table", "svg", "img"):
            self.sections[self.section][tag] += 1
        if tag == "img":
            self.check_picture(values["src"])
        for name in ("href", "src"):
            if name in values:
                self.check_link(values[name])

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data):
        if self.section and self.open and self.open[-1] == "td":
            self.cells.setdefault(self.section, []).append(data)
        if "nan" in data.lower().split() or "inf" in data.lower().split():
            self.faults.append(f"{data!r} at {self.getpos()}")

    def check_picture(self, source):
        start = "data:image/png;base64,"
        if not source.startswith(start) or not base64.b64decode(source[len(start):], validate=True).startswith(
                b"\x89PNG\r\n\x1a\n"):
            self.faults.append(f"{source[:60]} is no PNG")

    def check_link(self, link):
        if link.startswith(("http:", "https:", "//")):
            self.faults.append(f"{link} is on the network")
        elif link.startswith("#"):
            self.links.append(link[1:])
        elif not link.startswith("data:") and not (self.folder / link).is_file():
            self.faults.append(f"{link} is not there")


def check_page(folder):
    page = Page(folder)
    page.feed((folder / "index.html").read_text(encoding="utf-8"))
    page.close()
    faults = page.faults + [f"<{tag}> is not closed" for tag in page.open]
    faults += [f"no chapter {name}" for name in SECTIONS if name not in page.sections]
    faults += [f"#{link} leads nowhere" for link in page.links if link not in page.sections]
    for name in SECTIONS[:-1]:
        cells = page.cells.get(name, [])
        if name != "pictures" and sum(any(c.isdigit() for c in cell) for cell in cells) < 10:
            faults.append(f"{name} has no numbers")
    if page.sections.get("pictures", {}).get("img", 0) < 10:
        faults.append("pictures are missing")
    if page.sections.get("scaling", {}).get("svg", 0) != 6:
        faults.append("scaling has not six plots")
    return faults


def check_rows(folder):
    report = json.loads((folder / "report.json").read_text())
    faults = [f"refused: {reason}" for reason in report["refused"]]
    faults += [f"report.json does not tell {name}" for name in ("device", "driver", "commit", "date", "command_line")
               if not report.get(name)]
    runs = {row["run"] for row in report["rows"]}
    for name in ("thesis", "simt", "workgroup", "occupancy", "march", "scaling-picture", "scaling-volume",
                 "scaling-step", "isosurface", "compaction", "octree", "edit"):
        if name not in runs:
            faults.append(f"no rows of {name}")
    return faults


def check_in_chromium(folder):
    browser = shutil.which("chromium")
    if not browser:
        print("chromium is not installed: the page was not opened in a browser")
        return []
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
                               f"--user-data-dir={profile}", "--dump-dom", (folder / "index.html").as_uri()],
                              capture_output=True, text=True, timeout=120)
    faults = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    if done.returncode != 0 or "</html>" not in done.stdout or 'id="scaling"' not in done.stdout:
        faults.append(f"chromium did not open the page: {done.stderr[-500:]}")
    return faults


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "report"
        environment = dict(os.environ, VOXMARCH_CACHE_DIR=f"{scratch}/cache", POCL_CACHE_DIR=f"{scratch}/pocl")
        done = subprocess.run([sys.argv[1], "bench", "report", "--quick", "--out", str(folder)], env=environment,
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        faults = check_page(folder) + check_rows(folder) + check_in_chromium(folder)
    print("\n".join(faults) if faults else "the page is complete")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
