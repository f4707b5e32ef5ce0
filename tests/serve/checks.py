"""What the tests of the server share: a list of problems, and pictures as arrays."""
import io
import json
import subprocess

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)
        print(f"WRONG: {what}")


def drawn_by_render(program, session, folder, *words):
    """The bytes of the picture that the command line draws of a session."""
    (folder / "s.json").write_text(json.dumps(session))
    run = subprocess.run([program, "render", "s.json", "-o", "s.png", "--embed", "none", *words], cwd=folder, capture_output=True, text=True)
    expect(run.returncode == 0, f"render: {run.stderr}")
    return (folder / "s.png").read_bytes() if run.returncode == 0 else b""


def pixels(file):
    """Red, green and blue of a picture's bytes: (height, width, 3)."""
    import numpy as np
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(file)).convert("RGB")).astype(int)
