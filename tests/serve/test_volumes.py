"""What may be open: times of a series, several channels, volumes in bricks, on one device or on two together.

usage: test_volumes.py VOXMARCH
"""
# needs: numpy, PIL

import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from checks import drawn_by_render, expect, pixels, problems
from made_volumes import ball, write_dicom, write_nrrd
from serving import Page, Server

SIZE = {"width": 160, "height": 120}


def rest(page, request):
    """The session and the lossless picture of a request."""
    _, file = page.settled(request)
    session = page.message("session")
    while session["request"] < request:
        session = page.message("session")
    return session, file


def test_times(program, folder):
    for time in range(4):
        write_nrrd(folder / f"beat_{time}.nrrd", ball(6 + 2 * time))
    with Server(program, str(folder / "beat_{t}.nrrd"), "--time", "1") as server:
        expect(server.info()["times"] == 4, "times are told")
        first, other = Page(server), Page(server)
        before, _ = rest(first, first.send("size", **SIZE))
        expect(before["session"]["volume"].get("time") == 1, "the time that is opened")
        seen = {}
        for time in (3, 0, 3):
            session, file = rest(first, first.send("time", time=time))
            expect((pixels(file) == pixels(drawn_by_render(program, session["session"], folder))).all(), f"time {time} is another picture")
            expect(seen.setdefault(time, file) == file, "a time comes back as it was")
        expect(seen[0] != seen[3], "times are told apart")
        rest(other, other.send("size", **SIZE))
        request = other.send("session", session=session["session"])
        _, file = rest(other, request)
        expect(file == seen[3], "a session keeps its time, also for another page")
        request = first.send("slice", axis=2, position=0.5, longest=64)
        _, large = first.picture(lambda one: one["request"] == request, kind=2)
        rest(first, first.send("time", time=0))
        request = first.send("slice", axis=2, position=0.5, longest=64)
        _, small = first.picture(lambda one: one["request"] == request, kind=2)
        expect(pixels(large).mean() > pixels(small).mean() + 5, "slices are of the time")
        for wrong in (4, 1000000):
            first.send("time", time=wrong)
            expect("from 0 to 3" in first.message("error")["message"], f"time {wrong} is refused")
        # A time that cannot be read is told, and the page goes on.
        (folder / "beat_2.nrrd").write_bytes(b"NRRD0004\ntype: uint8\n\n")
        first.send("time", time=2)
        expect(first.message("error")["code"] == "draw", "a time that is broken")
        _, file = rest(first, first.send("time", time=0))
        expect(file == seen[0], "after a broken time another one is drawn")
        status, _, png = server.ask("/render", "POST", json.dumps(session["session"]))
        expect(status == 200 and png == seen[3] or (pixels(png) == pixels(seen[3])).all(), "POST /render takes a time")


def test_channels(program, folder):
    write_nrrd(folder / "two.nrrd", ball(10, center=[12, 16, 16]), ball(8, center=[20, 16, 16]))
    with Server(program, str(folder / "two.nrrd")) as server:
        info = server.info()
        expect(len(info["channels"]) == 2 and all(len(one["histogram"]["counts"]) > 100 for one in info["channels"]), "two channels")
        page = Page(server)
        _, both = rest(page, page.send("size", **SIZE))
        session, first = rest(page, page.send("channel", channel=1, visible=False))
        expect(session["session"]["other_channels"][0]["visible"] is False and np.abs(pixels(both) - pixels(first)).mean() > 1,
               "a channel that is hidden")
        session, weak = rest(page, page.send("channel", channel=1, visible=True, weight=0.3))
        expect(session["session"]["other_channels"][0]["weight"] == 0.3, "its weight")
        transfer = session["session"]["other_channels"][0]["transfer"]
        for point in transfer["colors"]:
            point["rgb"] = [1, 0, 0]
        session, red = rest(page, page.send("transfer", channel=1, transfer=transfer))
        expect(np.abs(pixels(red) - pixels(weak)).mean() > 0.3, "its function")
        expect((pixels(red) == pixels(drawn_by_render(program, session["session"], folder))).all(), "two channels are another picture")
        session, _ = rest(page, page.send("window", channel=1, window=[20, 90]))
        expect(session["session"]["other_channels"][0]["window"] == [20, 90], "its window")
        expect(session["session"].get("window") == info["session"].get("window"), "the window of the first is as it was")
        session, _ = rest(page, page.send("preset", channel=1, name="auto"))
        expect(session["session"]["other_channels"][0]["transfer"] == info["session"]["other_channels"][0]["transfer"], "its first function")
        page.send("channel", channel=2, visible=False)
        expect("no channel 2" in page.message("error")["message"], "a channel too many")
        # The first lies to the left of the second.
        small = [pixels(server.ask(f"/thumbnail?preset=thesis&channel={channel}")[2]).sum(2) for channel in (0, 1)]
        middles = [(one * np.arange(one.shape[1])).sum() / one.sum() for one in small]
        expect(np.abs(small[0] - small[1]).mean() > 5 and abs(middles[0] - middles[1]) > 10, f"thumbnails of channels: {middles}")
        expect("thesis" in info["channels"][1]["presets"], "presets of a channel")
    refused = subprocess.run([program, "serve", str(folder / "two.nrrd"), "--bricks", "--port", "0"], capture_output=True, text=True)
    expect(refused.returncode != 0 and "several channels" in refused.stderr and refused.stderr.count("\n") == 1, f"channels in bricks: {refused}")


def test_orientation(program, folder):
    """Slices have the names that radiologists give them, where the file knows patients."""
    with Server(program, str(folder / "two.nrrd")) as server:
        expect(server.info()["slices"] == ["along x", "along y", "along z"], f"slices: {server.info()['slices']}")
    head = ("NRRD0005\ntype: uint8\ndimension: 3\nspace: left-posterior-superior\nsizes: 32 32 32\nencoding: raw\n"
            "space directions: (0,1,0) (0,0,-1) (-1,0,0)\nspace origin: (0,0,0)\n\n")
    (folder / "sagittal.nrrd").write_bytes(head.encode() + ball(10).tobytes())
    with Server(program, str(folder / "sagittal.nrrd")) as server:
        expect(server.info()["slices"] == ["coronal", "axial", "sagittal"], f"slices: {server.info()['slices']}")


def test_windows(program, folder):
    """Those of the file come first."""
    write_dicom(folder / "head", ball(10).astype(int) * 10 - 1000, "40\\-600", "80\\1500.5", "BRAIN\\LUNG")
    with Server(program, str(folder / "head")) as server:
        info = server.info()
        windows = info["channels"][0]["named_windows"]
        expect(windows[:2] == [{"name": "file: BRAIN", "window": [0, 80]}, {"name": "file: LUNG", "window": [-1350.25, 150.25]}],
               f"windows of the file: {windows}")
        expect("Bone" in [one["name"] for one in windows], f"windows with names: {windows}")
        expect(info["slices"] == ["sagittal", "coronal", "axial"], f"slices: {info['slices']}")


def test_flat_slices(program, folder):
    """Their texts are as large as those of others, and lie beside what they are of."""
    values = np.full((6, 128, 128), 100, np.uint8)
    head = "NRRD0004\ntype: uint8\ndimension: 3\nencoding: raw\nsizes: 128 128 6\n\n"
    (folder / "flat.nrrd").write_bytes(head.encode() + values.tobytes())
    with Server(program, str(folder / "flat.nrrd")) as server:
        page = Page(server)
        request = page.send("slice", axis=1, position=0.5, longest=640, window=[0, 100])
        picture, file = page.picture(lambda one: one["request"] == request, kind=2)
        seen = pixels(file)
        expect(seen.shape[:2] == (160, 640), f"room for texts: {seen.shape}")
        rows = np.flatnonzero((seen[:60] > 128).any((1, 2)))  # of the title, above
        expect(len(rows) > 0 and rows[-1] - rows[0] >= 12, f"a title of {len(rows)} rows")


def test_bricks(program, folder):
    """Larger than what the device may take: the pictures of the command line within the same limit."""
    volume, limit = "synthetic:tree:320", ("--memory-limit", "150")
    with Server(program, volume, *limit) as server:
        bricks = server.info().get("bricks", {})
        expect(0 < bricks.get("room", 0) < bricks.get("all", 0), f"bricks: {bricks}")
        page = Page(server)
        page.send("size", **SIZE)
        page.send("move", kind="orbit", by=[30, 5], moving=True)
        picture, moving = page.picture(lambda one: one["stage"] == "moving" and one["request"] == page.request)
        session, file = rest(page, page.send("rest"))
        expect((pixels(file) == pixels(drawn_by_render(program, session["session"], folder, *limit))).all(), "bricks draw another picture")
        whole = drawn_by_render(program, session["session"], folder)
        expect(np.abs(pixels(file) - pixels(whole)).max() <= 2, "bricks draw another picture than the volume in one piece")
        small, large = (np.asarray(Image.open(io.BytesIO(one)).convert("RGB").resize((16, 12), Image.Resampling.BOX)).astype(int)
                        for one in (moving, file))
        far = [np.abs(small - other).mean() for other in (large, large[:, ::-1], large[::-1])]
        expect(far[0] < 12 and 2 * far[0] < min(far[1:]), f"the preview is another volume: {far}")
        session, file = rest(page, page.send("look", mode="both", isovalue=120))
        expect(pixels(file).std() > 5, "an isosurface in bricks")
        request = page.send("slice", axis=0, position=0.5, longest=64)
        picture, _ = page.picture(lambda one: one["request"] == request, kind=2)
        expect(picture["detail"] == 0, "a slice of a volume in bricks")
    run = subprocess.run([program, "serve", volume, "--memory-limit", "1", "--port", "0"], capture_output=True, text=True)
    expect(run.returncode != 0 and "no room for" in run.stderr and run.stdout == "", f"1 MiB: {run.returncode} {run.stderr}")
    words = "raise --memory-limit to "
    enough = run.stderr.partition(words)[2].split()[0] if words in run.stderr else ""
    expect(enough.isdigit(), f"1 MiB: no limit that would do: {run.stderr}")
    with Server(program, volume, "--memory-limit", enough or "150") as server:
        notes = server.info()["notes"]
        expect(any("is drawn in bricks" in note for note in notes), f"notes of bricks: {notes}")


def test_notes(program, folder):
    """The terminal and the page say the same, and nothing that is not so."""
    write_nrrd(folder / "three.nrrd", *(ball(10, center=[12 + 4 * i, 16, 16]) for i in range(3)))
    with Server(program, str(folder / "three.nrrd")) as server:
        notes = server.info()["notes"]
        expect(len(server.info()["channels"]) == 3 and not any("is read" in note for note in notes), f"all channels are drawn: {notes}")
    with Server(program, str(folder / "three.nrrd"), "--channel", "1") as server:
        notes = server.info()["notes"]
        expect(any("number 1" in note and "is read" in note for note in notes), f"one channel is drawn: {notes}")
    values = ball(10).astype("<f4")
    values[16, 16, 16] = np.nan
    (folder / "hole.nrrd").write_bytes(b"NRRD0004\ntype: float\ndimension: 3\nencoding: raw\nendian: little\nsizes: 32 32 32\n\n" + values.tobytes())
    with Server(program, str(folder / "hole.nrrd")) as server:
        notes = server.info()["notes"]
        server.process.terminate()
        server.process.wait(20)
        said = server.process.stderr.read()
        expect(any("NaN" in note or "not finite" in note for note in notes), f"a value that is no number: {notes}")
        expect(all(note.split(" (")[0].rstrip(".") in said for note in notes), f"the terminal says other things: {notes} {said}")


def test_together(program, folder):
    """Two devices draw each picture, also of a series and in bricks."""
    os.environ["POCL_DEVICES"] = "pthread pthread"
    for time in range(2):
        write_nrrd(folder / f"pair_{time}.nrrd", ball(8 + 3 * time))
    for volume, words in (("synthetic:tree:64", ()), (str(folder / "pair_{t}.nrrd"), ()), ("synthetic:tree:96", ("--bricks",))):
        with Server(program, volume, "--device", "all", "--together", *words) as server:
            info = server.info()
            expect(len(info["devices"]) == 2 and info["draw_together"], "two devices together")
            page = Page(server)
            session, file = rest(page, page.send("size", **SIZE))
            if info["times"] > 1:
                session, file = rest(page, page.send("time", time=1))
            expect((pixels(file) == pixels(drawn_by_render(program, session["session"], folder, *words, "--device", "0"))).all(),
                   f"two devices draw another picture of {volume}")
            page.send("move", kind="orbit", by=[30, 5], moving=True)
            page.picture(lambda one: one["stage"] == "moving" and one["request"] == page.request)
            page.close()
    with Server(program, "synthetic:tree:48", "--device", "all") as server:
        pages = [Page(server) for _ in range(2)]
        files = [rest(page, page.send("size", **SIZE))[1] for page in pages]
        expect(files[0] == files[1] and not server.info()["draw_together"], "a device for each page")
    del os.environ["POCL_DEVICES"]


def test_counts(program, folder):
    with Server(program, "synthetic:tree:48") as server:
        page = Page(server)
        session, _ = rest(page, page.send("size", **SIZE))
        expect("statistics" not in session, "nothing is counted unasked")
        session, _ = rest(page, page.send("count", on=True))
        counted = session.get("statistics", {})
        expect(counted.get("rays") == 160 * 120 and 0 < counted["visible_samples"] <= counted["samples"], f"counts: {counted}")
        session, _ = rest(page, page.send("look", clip_planes=[[1, 0, 0, 24]]))
        expect(session["statistics"]["samples"] < counted["samples"], "a clip plane leaves fewer samples")
        expect(session["session"]["settings"]["clip_planes"] == [[1, 0, 0, 24]], "a clip plane")


def main(program):
    with tempfile.TemporaryDirectory() as scratch:
        for test in (test_times, test_channels, test_orientation, test_windows, test_flat_slices, test_notes, test_bricks, test_together, test_counts):
            test(program, Path(scratch))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
