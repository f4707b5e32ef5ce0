"""Pictures of other formats as Pillow, tifffile and OpenEXR decode them, against the PNG of the same scene; distances
against the closed form of a ball. usage: test_pictures.py VOXMARCH"""
# needs: numpy, PIL, tifffile, OpenEXR
import json
import os
import sys
import tempfile

import numpy
import OpenEXR
import tifffile
from PIL import Image

import common

KEYWORD = "voxmarch-session"


def exr(path):
    """Header, the channels R, G, B, A side by side, and Z or None."""
    with OpenEXR.File(path, separate_channels=True) as file:
        channels = {name: channel.pixels.astype(numpy.float64) for name, channel in file.channels().items()}
        header = dict(file.header())
    return header, numpy.stack([channels[name] for name in "RGBA"], axis=-1), channels.get("Z")


def shown(linear):
    """Light as displays take it: the curve of sRGB."""
    return numpy.where(linear <= 0.0031308, 12.92 * linear, 1.055 * numpy.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)


def check_opaque(tally, program, scratch):
    name = os.path.join(scratch, "opaque")
    scene = ["synthetic:tree:48", "--size", "160x120", "--background", "#4060a0", "--background-top", "#102030"]
    for ending in ("png", "jpg", "tif", "exr"):
        common.run(program, "render", *scene, "-o", f"{name}.{ending}")
    png = numpy.asarray(Image.open(name + ".png").convert("RGB")).astype(int)
    tally.check(png.std() > 5, "the picture shows something")

    tiff = tifffile.imread(name + ".tif")
    tally.check(tiff.shape == (120, 160, 3) and numpy.array_equal(tiff, png), "TIFF: the bytes of the PNG, RGB")

    jpeg = numpy.asarray(Image.open(name + ".jpg")).astype(int)
    tally.check(jpeg.shape == png.shape and abs(jpeg - png).mean() < 1.5, f"JPEG: mean {abs(jpeg - png).mean():.2f}")
    common.run(program, "render", *scene, "-o", name + "-low.jpg", "--quality", 20)
    low = numpy.asarray(Image.open(name + "-low.jpg")).astype(int)
    tally.check(os.path.getsize(name + "-low.jpg") < os.path.getsize(name + ".jpg") and
                abs(low - png).mean() > abs(jpeg - png).mean(), "--quality 20 is smaller and worse")

    _, light, _ = exr(name + ".exr")
    tally.check((light[..., 3] == 1).all(), "OpenEXR over a background: opaque")
    apart = abs(shown(light[..., :3]) * 255 - png)
    tally.check(apart.max() < 1.6, f"OpenEXR: {apart.max():.2f} of 255 from the PNG, which is dithered")


def check_transparent(tally, program, scratch):
    name = os.path.join(scratch, "clear")
    for ending in ("png", "tif", "exr"):
        common.run(program, "render", "synthetic:tree:48", "--size", "160x120", "--transparent", "-o",
                   f"{name}.{ending}")
    png = numpy.asarray(Image.open(name + ".png")).astype(float) / 255
    tally.check(0 < png[..., 3].mean() < 1, "there is something, and something else is clear")
    with tifffile.TiffFile(name + ".tif") as file:
        page = file.pages[0]
        tally.check(list(page.extrasamples) == [2], "TIFF: opacities, colours not multiplied by them")
        tally.check(numpy.array_equal(page.asarray(), numpy.asarray(Image.open(name + ".png"))), "TIFF: RGBA")
    _, light, _ = exr(name + ".exr")
    opacity = light[..., 3]
    tally.check(abs(opacity - png[..., 3]).max() < 1.1 / 255, "OpenEXR: opacities")
    color = shown(light[..., :3] / numpy.maximum(opacity, 1e-6)[..., None]) * opacity[..., None]
    apart = abs(color - png[..., :3] * png[..., 3:]).max() * 255
    tally.check(apart < 1.6, f"OpenEXR: colours multiplied by opacities, {apart:.2f} of 255 apart")


def check_distances(tally, program, scratch):
    """A ball of radius 12 around the middle of a volume, looked at from 100 away: spacing 2."""
    size = 33
    places = numpy.indices((size, size, size)) - (size - 1) / 2
    values = numpy.clip(128 - 40 * (2 * numpy.sqrt((places**2).sum(axis=0)) - 12), 0, 255).astype(numpy.uint8)
    path = os.path.join(scratch, "ball.nrrd")
    with open(path, "wb") as file:
        file.write(f"NRRD0004\ntype: uint8\ndimension: 3\nsizes: {size} {size} {size}\nspacings: 2 2 2\n"
                   "encoding: raw\n\n".encode() + values.tobytes())
    picture = os.path.join(scratch, "ball.exr")
    middle = float(size - 1)
    common.run(program, "render", path, "--mode", "isosurface", "--isovalue", 128, "--size", "65x65", "--camera",
               f"eye={middle},{middle},{middle + 100},target={middle},{middle},{middle},up=0,1,0,fov=20", "-o", picture)
    header, light, distance = exr(picture)
    tally.check(distance is not None and numpy.isinf(distance[0, 0]), "Z: infinity where nothing is")
    tally.check(abs(distance[32, 32] - 88) < 0.3, f"Z in the middle is {distance[32, 32]}, the ball's front is 88 away")
    tangent = numpy.tan(numpy.radians(10)) / 32.5
    rows, columns = numpy.nonzero(numpy.isfinite(distance))
    offset = numpy.hypot(rows - 32, columns - 32) * tangent
    sine = offset / numpy.sqrt(1 + offset**2)
    inside = 100 * sine < 11  # not at the silhouette
    expected = 100 * numpy.sqrt(1 - sine**2) - numpy.sqrt(numpy.maximum(144 - (100 * sine) ** 2, 0))
    apart = abs(distance[rows, columns] - expected)[inside].max()
    tally.check(inside.sum() > 300 and apart < 0.5, f"Z along the rays: {apart:.3f} from the ball")
    tally.check(numpy.isfinite(distance).sum() == (light[..., :3].sum(axis=-1) > 0).sum(), "Z where colours are")

    common.run(program, "render", path, "--blend", "mip", "--size", "32x32", "-o", picture)
    tally.check(exr(picture)[2] is None, "projections have no distances")


def check_sessions(tally, program, scratch):
    name = os.path.join(scratch, "session")
    scene = ["synthetic:sphere:24", "--size", "64x48"]
    pictures = {}
    for ending in ("png", "jpg", "tif", "exr"):
        common.run(program, "render", *scene, "-o", f"{name}.{ending}")
        common.run(program, "render", f"{name}.{ending}", "-o", f"{name}-again.png")
        pictures[ending] = numpy.asarray(Image.open(name + "-again.png"))
    tally.check(all(numpy.array_equal(pictures["png"], picture) for picture in pictures.values()),
                "sessions of all formats draw the same")
    comment = Image.open(name + ".jpg").info["comment"]
    texts = {"JPEG": comment.decode().partition("\0")[2], "OpenEXR": exr(name + ".exr")[0][KEYWORD],
             "TIFF": tifffile.TiffFile(name + ".tif").pages[0].description}
    for what, text in texts.items():
        tally.check(json.loads(text)["format"] == KEYWORD, f"{what} tells its session")
    common.run(program, "render", *scene, "-o", name + "-none.jpg", "--embed", "none")
    tally.check("comment" not in Image.open(name + "-none.jpg").info, "--embed none tells nothing")


def check_print(tally, program, scratch):
    """85 x 60 mm at 300 dpi, as page layout programs read it."""
    scenes = {"render": ["render", "synthetic:sphere:24"], "slice": ["slice", "synthetic:sphere:24"]}
    for what, scene in scenes.items():
        for ending in ("png", "jpg", "tif") if what == "render" else ("png", "jpg"):
            name = os.path.join(scratch, f"print-{what}.{ending}")
            common.run(program, *scene, "--size", "85x60mm", "--dpi", 300, "--scale-bar", "--text-height", "8pt", "-o",
                       name)
            picture = Image.open(name)
            across, down = (round(float(density), 2) for density in picture.info["dpi"])
            millimeters = [pixels / density * 25.4 for pixels, density in zip(picture.size, (across, down))]
            tally.check(abs(across - 300) < 0.05 and across == down and abs(millimeters[0] - 85) < 0.1 and
                        abs(millimeters[1] - 60) < 0.1, f"{what} {ending}: {millimeters[0]:.2f} x {millimeters[1]:.2f} mm")
    plain = os.path.join(scratch, "plain.png")
    common.run(program, *scenes["render"], "--size", "85x60", "-o", plain)
    tally.check("dpi" not in Image.open(plain).info, "without --dpi nothing is told")
    again = os.path.join(scratch, "again.png")
    common.run(program, "render", os.path.join(scratch, "print-render.png"), "-o", again)
    tally.check(Image.open(again).size == (1004, 709) and abs(Image.open(again).info["dpi"][0] - 300) < 0.05,
                "sessions keep size and dpi")


def check_overlays_as_light(tally, program, scratch):
    """What lies over OpenEXR is there, in the light that PNG has as bytes; distances stay."""
    name = os.path.join(scratch, "over")
    over = ["--scale-bar", "--legend", "--orientation-cube", "--caption", "{name}"]
    for scene, what in ((["--background", "#4060a0"], "opaque"), (["--transparent"], "transparent")):
        scene = ["synthetic:tree:48", "--size", "320x240", *scene]
        for ending in ("png", "exr"):
            common.run(program, "render", *scene, "-o", f"{name}-plain.{ending}")
            common.run(program, "render", *scene, *over, "-o", f"{name}.{ending}")
        _, plain, _ = exr(name + "-plain.exr")
        _, light, distance = exr(name + ".exr")
        png = numpy.asarray(Image.open(name + ".png").convert("RGBA")).astype(float) / 255
        covered = numpy.any(light != plain, axis=-1)
        tally.check(0.02 < covered.mean() < 0.5, f"{what}: {covered.mean():.3f} of the picture is covered")
        tally.check(distance is not None, f"{what}: distances stay")
        opacity = light[..., 3]
        tally.check(abs(opacity - png[..., 3]).max() < 1.6 / 255, f"{what}: opacities as in PNG")
        color = shown(light[..., :3] / numpy.maximum(opacity, 1e-6)[..., None]) * opacity[..., None]
        apart = abs(color - png[..., :3] * png[..., 3:]).max(axis=-1) * 255
        # Edges are mixed as light, not as bytes.
        tally.check((apart[covered] < 2).mean() > 0.3 and apart[~covered].max() < 1.6,
                    f"{what}: {(apart[covered] < 2).mean():.2f} of what is covered as in PNG")


def main():
    tally = common.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        for check in (check_opaque, check_transparent, check_distances, check_sessions, check_print,
                      check_overlays_as_light):
            check(tally, sys.argv[1], scratch)
    return tally.exit_code()


if __name__ == "__main__":
    sys.exit(main())
