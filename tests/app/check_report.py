#!/usr/bin/env python3
"""Makes `voxmarch bench report --quick` and checks that the page is complete.

Usage: check_report.py PROGRAM | check_report.py --page FOLDER (of a report made before)
Every chapter is there, no row was refused, the HTML is well-formed, every picture is a PNG, nothing comes from the
network, every chapter with tables has rows in each of them, and ours have a number in every row; and, where chromium is
installed, the page opens in it without errors.
"""
import base64
import csv
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SECTIONS = ["summary", "traversals", "groups", "samples", "march", "coding", "pictures", "components", "units", "enhancements",
            "blocks", "compaction", "cubes", "particles", "traced", "scaling", "edits", "stages", "times", "skeletons", "papers", "files"]
WITHOUT_TABLES = {"pictures", "papers", "files"}
EMPTY = {"meta", "link", "img", "br", "line", "rect", "circle", "path"}  # elements that may stand without an end


class Page(html.parser.HTMLParser):
    def __init__(self, folder):
        super().__init__()
        self.folder, self.open, self.section = folder, [], None
        self.sections, self.tables, self.links, self.faults = {}, {}, [], []
        self.row = None  # text of each cell of the row that is open

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "section":
            self.section = values["id"]
            self.sections[self.section] = {"table": 0, "svg": 0, "img": 0}
        if self.section and tag in ("table", "svg", "img"):
            self.sections[self.section][tag] += 1
        if tag == "table":
            self.tables.setdefault(self.section, []).append([])
        if tag == "tr":
            self.row = None if values.get("class") == "heading" else []
        if tag == "td" and self.row is not None:
            self.row.append((values.get("class"), []))
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
        if tag == "tr" and self.row:  # rows of headings have no td
            self.tables[self.section][-1].append([(whose, "".join(text)) for whose, text in self.row])
            self.row = None

    def handle_data(self, data):
        if self.row and "td" in self.open:
            self.row[-1][1].append(data)
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


def check_tables(name, tables):
    """Every table has rows, and every row a number beside its labels."""
    faults = [f"{name} has no table"] if not tables else []
    for number, table in enumerate(tables, 1):
        if not table:
            faults.append(f"table {number} of {name} has no rows")
        for row in table:
            if not any(c.isdigit() for whose, text in row if whose not in ("label", "verdict") for c in text):
                faults.append(f"table {number} of {name}: no number in the row {row[0][1]!r}")
    return faults


def check_page(folder):
    page = Page(folder)
    page.feed((folder / "index.html").read_text(encoding="utf-8"))
    page.close()
    faults = page.faults + [f"<{tag}> is not closed" for tag in page.open]
    faults += [f"no chapter {name}" for name in SECTIONS if name not in page.sections]
    faults += [f"#{link} leads nowhere" for link in page.links if link not in page.sections]
    for name in SECTIONS:
        if name not in WITHOUT_TABLES:
            faults += check_tables(name, page.tables.get(name, []))
    if page.sections.get("pictures", {}).get("img", 0) < 10:
        faults.append("pictures are missing")
    if page.sections.get("scaling", {}).get("svg", 0) != 6:
        faults.append("scaling has not six plots")
    return faults


def check_rows(folder):
    report = json.loads((folder / "report.json").read_text())
    faults = [f"refused: {reason}" for reason in report["refused"]]
    faults += [f"report.json does not tell {name}" for name in ("device", "driver", "commit", "date", "command_line", "options")
               if not report.get(name)]
    runs = {row["run"] for row in report["rows"]}
    for name in ("thesis", "simt", "workgroup", "occupancy", "occupancy-small", "walk", "march", "scaling-picture", "scaling-volume",
                 "scaling-step", "isosurface", "normals", "compaction", "octree", "edit", "input", "output", "time", "trace",
                 "skeleton"):
        if name not in runs:
            faults.append(f"no rows of {name}")
    return faults


def check_frames(folder):
    """The frames of the benchmarks that draw lie beside their rows."""
    return [f"no frames of {name}" for name in ("thesis", "march", "scaling-picture", "scaling-volume", "isosurface",
                                                "edit", "pictures") if not list((folder / name).glob("*.png"))]


def check_csv(folder):
    """Beside every JSON of a benchmark a CSV with as many rows, each as wide as the head."""
    faults = []
    for file in sorted(folder.glob("*/*.json")):
        with open(file.with_suffix(".csv"), newline="") as stream:
            head, *rows = list(csv.reader(stream))
        if len(rows) != len(json.loads(file.read_text())["rows"]) or any(len(row) != len(head) for row in rows):
            faults.append(f"{file.with_suffix('.csv')} does not hold the rows of the JSON")
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


def check(folder):
    faults = check_page(folder) + check_rows(folder) + check_csv(folder) + check_frames(folder)
    faults += check_in_chromium(folder)
    print("\n".join(faults) if faults else "the page is complete")
    sys.exit(1 if faults else 0)


def main():
    if sys.argv[1] == "--page":
        check(pathlib.Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "report"
        environment = dict(os.environ, VOXMARCH_CACHE_DIR=f"{scratch}/cache")  # PoCL's cache stays
        done = subprocess.run([sys.argv[1], "bench", "report", "--quick", "--out", str(folder)], env=environment,
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        check(folder)


if __name__ == "__main__":
    if len(sys.argv) != (3 if sys.argv[1:2] == ["--page"] else 2):
        sys.exit(__doc__)
    main()
