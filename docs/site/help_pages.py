"""Pages of commands from what they say with --help, and what a test may ask of it: options and their choices."""

import html
import re

COLUMN = 30 # where explanations begin


def subcommands(text):
    """Names of the commands in `voxmarch --help`."""
    listed = text.split("Subcommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


def options(text):
    """Options of a command: their names, each with the words that its value is one of, or nothing where it is free."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"  (-\w,)?(--[a-z][a-z-]*|-\w)((?:,--[a-z][a-z-]*)*)(?: ([^ ]+))?", line)
        if not match:
            continue
        value = (match[4] or "").split("=")[0]
        words = re.sub(r"^[\[{]|[\]}]$", "", re.sub(r"^NAME\.\.\.:", "", value)).replace(",", "|").split("|")
        closed = len(words) > 1 and all(re.fullmatch(r"[a-z0-9][a-z0-9-]*", word) for word in words)
        for name in ((match[1] or "").rstrip(","), match[2], *match[3].split(",")):
            if name:
                found[name] = set(words) if closed else None
    return found


def split_entry(line):
    """Name and beginning of the explanation of an entry."""
    if len(line) > COLUMN and line[COLUMN - 1] == " " and line[COLUMN] != " ":
        return line[:COLUMN].strip(), line[COLUMN:].strip()
    return line.strip(), ""


def entries(lines):
    """Pairs of name and explanation; lines that are no entries go on with the explanation before."""
    pairs = []
    for line in lines:
        if line.startswith("  ") and not line.startswith("   "):
            pairs.append(list(split_entry(line)))
        elif line.strip() and pairs:
            pairs[-1][1] += " " + line.strip()
    return pairs


def breakable(name):
    """A name that may be broken after its bars and commas."""
    return re.sub(r"([|,])", r"\1<wbr>", html.escape(name))


def table(pairs, linked=False):
    """@param linked  whether each name has a page"""
    def cell(name):
        code = f"<code>{breakable(name)}</code>"
        return f'<a href="{name}.html">{code}</a>' if linked else code
    rows = "".join(f"<tr><td>{cell(name)}</td><td>{html.escape(words)}</td></tr>\n" for name, words in pairs)
    return f"<table>\n<tbody>\n{rows}</tbody>\n</table>\n"


def command_page(name, text):
    """Markdown page of a command. A line that ends with a colon begins a part, which an empty line ends; `Examples:`
    are indented commands."""
    page = [f"# {name}\n"]
    part, lines = "", []

    def close():
        if part == "Subcommands":
            page.append(f"## Commands\n\n{table(entries(lines), linked=True)}")
        elif part in ("Positionals", "Options") or any(line.startswith("  -") for line in lines):
            page.append(f"## {part}\n\n{table(entries(lines))}")
        elif part == "Examples":
            page.append("## Examples\n\n```sh\n" + "\n".join(line.strip() for line in lines) + "\n```\n")
        elif lines:
            page.append(html.escape("\n".join(lines).strip()) + "\n")

    for line in text.splitlines():
        if line.startswith("Usage: "):
            close()
            lines = []
            page.append(f"```text\n{line.removeprefix('Usage: ')}\n```\n")
        elif re.fullmatch(r"[A-Z][^:]*:", line) or re.match(r"[A-Z][^:]*\(.*\):$", line):
            close()
            part, lines = line.rstrip(":"), []
        elif line.strip():
            lines.append(line)
        elif lines:
            close()
            part, lines = "", []
    close()
    return "\n".join(page)
