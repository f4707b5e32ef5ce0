"""What the tests of the server share: a list of problems, and pictures as arrays."""
import io

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)
        print(f"WRONG: {what}")


def pixels(file):
    """Red, green and blue of a picture's bytes: (height, width, 3)."""
    import numpy as np
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(file)).convert("RGB")).astype(int)
