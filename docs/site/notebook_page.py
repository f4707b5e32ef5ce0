"""The page of a notebook: its texts, its code, and the pictures, tables and values that it was stored with."""

import json


def shown(output):
    """Markdown of what a cell gave; the richest form that a page can show."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/png" in data:
        picture = "".join("".join(data["image/png"]).split())
        return f'<img alt="what the cell above shows" src="data:image/png;base64,{picture}">\n'
    if "text/html" in data:
        return "".join(data["text/html"]) + "\n"
    return f"```text\n{''.join(data['text/plain'])}\n```\n"


def notebook_page(text):
    """Markdown of the text of a notebook."""
    page = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        page.append(f"```python\n{source}\n```\n" if cell["cell_type"] == "code" else f"{source}\n")
        page += [shown(output) for output in cell.get("outputs", [])]
    return "\n".join(page)
