"""The page of the Python module's public names, from signatures and docstrings in python/voxmarch. The sources are
parsed, not imported, so that the site needs no built module."""

import ast
import inspect
import re

SECTION = re.compile(r"^(Args|Returns|Raises|Example):[ ]*(.*)$")
WIDTH = 100 # of a signature on one line


def public_names(package):
    """The list `__all__` of a package, and the exception that would hide one of Python there."""
    tree = ast.parse((package / "__init__.py").read_text())
    listed = next(ast.literal_eval(node.value) for node in tree.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    return sorted({*listed, "MemoryError"}, key=str.lower)


def definitions(package):
    """Classes and functions of a package's files by name, each with the lines of its file."""
    found = {}
    for file in sorted(package.glob("*.py")):
        text = file.read_text()
        found |= {node.name: (node, text.splitlines()) for node in ast.parse(text).body
                  if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    return found


def parameters(arguments, is_method):
    """Each as it is written, without self."""
    plain = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults

    def written(argument, default):
        text = ast.unparse(argument)
        return text if default is None else text + (" = " if argument.annotation else "=") + ast.unparse(default)

    words = [written(*pair) for pair in zip(plain, defaults)][1 if is_method else 0:]
    if arguments.vararg:
        words.append("*" + ast.unparse(arguments.vararg))
    elif arguments.kwonlyargs:
        words.append("*")
    words += [written(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return words + (["**" + ast.unparse(arguments.kwarg)] if arguments.kwarg else [])


def signature(name, function, is_method, result=True):
    """As code; one parameter a line where they are many."""
    words = parameters(function.args, is_method)
    end = f") -> {ast.unparse(function.returns)}" if result and function.returns else ")"
    line = f"{name}({', '.join(words)}{end}"
    if len(line) > WIDTH:
        line = f"{name}(\n" + "".join(f"    {word},\n" for word in words) + end
    return f"```python\n{line}\n```\n"


def text_of(docstring):
    """Markdown of a docstring: parts `Args:` and `Raises:` become lists, examples code."""
    parts = [["", []]]
    for line in inspect.cleandoc(docstring or "").splitlines():
        begins = SECTION.match(line)
        if begins:
            parts.append([begins[1], [begins[2]] if begins[2] else []])
        else:
            parts[-1][1].append(line)
    texts = []
    for title, lines in parts:
        body = inspect.cleandoc("\n".join(["", *lines]))
        if title == "Example":
            texts.append(f"```pycon\n{body}\n```")
        elif title == "Args":
            entries = re.sub(r"^(\S[^:\n]*):", r"- **\1**:", body, flags=re.M)
            texts.append(f"**Arguments**\n\n{entries}")
        elif title:
            texts.append(f"**{title}** {body}")
        elif body:
            texts.append(body)
    return "\n\n".join(texts) + "\n"


def decorators(function):
    return {ast.unparse(one) for one in function.decorator_list}


def members(name, node, lines):
    """Public ones of a class, in their order."""
    fields = []
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and not one.target.id.startswith("_"):
            comment = lines[one.lineno - 1].partition("#:")[2].strip()
            fields.append(f"- `{one.target.id}: {ast.unparse(one.annotation)}`{f' {comment}' if comment else ''}\n")
    yield "".join(fields)
    for one in node.body:
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name):  # another name of a method
            yield f"#### {name}.{one.targets[0].id} {{#{name}.{one.targets[0].id}}}\n\nThe same as `{one.value.id}`.\n"
        if not isinstance(one, ast.FunctionDef) or one.name.startswith("_") and one.name != "__call__":
            continue
        kinds = decorators(one)
        if any(kind.endswith(".setter") for kind in kinds):
            continue
        title = f"{name}.{one.name}"
        yield f"#### `{title}` {{#{title.replace('__', '')}}}\n"
        if "property" in kinds:
            yield f"```python\n{one.name}: {ast.unparse(one.returns)}\n```\n"
        else:
            caller = name if kinds & {"classmethod", "staticmethod"} else name.lower()
            called = caller if one.name == "__call__" else f"{caller}.{one.name}"
            yield signature(called, one, "staticmethod" not in kinds)
        yield text_of(ast.get_docstring(one))


def python_page(package):
    """Markdown page of the public names of a package. @param package  its folder"""
    found = definitions(package)
    chapters = {"Functions": [], "Classes": [], "Errors": []}
    errors = {name for name, (node, _) in found.items() if name == "Error" or isinstance(node, ast.ClassDef) and
              any(ast.unparse(base).endswith("Error") for base in node.bases)}
    for name in public_names(package):
        node, lines = found[name]
        page = [f"### {name} {{#{name}}}\n"]
        chapter = "Functions" if isinstance(node, ast.FunctionDef) else "Errors" if name in errors else "Classes"
        if chapter == "Functions":
            page += [signature(f"vm.{name}", node, False), text_of(ast.get_docstring(node))]
        elif chapter == "Errors":
            bases = ", ".join(ast.unparse(base) for base in node.bases)
            page += [f"```python\nclass vm.{name}({bases})\n```\n", text_of(ast.get_docstring(node))]
        else:
            functions = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            made = next((one for one in functions if one.name == "__init__"), None)
            page += [signature(f"vm.{name}", made, True, result=False)] if made else []
            page += [text_of(ast.get_docstring(node)), *members(name, node, lines)]
        chapters[chapter] += page
    page = ["# Python reference\n", "`import voxmarch as vm`; [how it is used](python.md) stands on a page of its own. "
            "`**options` are those of [voxmarch render](commands/render.md), with `_` for `-`.\n"]
    for title, texts in chapters.items():
        page += [f"## {title}\n", *texts]
    return "\n".join(page)
