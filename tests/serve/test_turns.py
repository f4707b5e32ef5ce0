"""Whose picture is drawn first: pages that move get theirs while a picture that takes long is drawn for somebody else.

usage: test_turns.py VOXMARCH
"""
# needs: numpy, PIL

import copy
import json
import os
import sys
import tempfile
import threading
import time

from checks import expect, pixels, problems
from serving import Page, Server

VOLUME = "synthetic:tree:96"


class Dragged:
    """A page whose mouse moves twenty times a second; when its moving pictures came."""

    def __init__(self, server):
        self.page = Page(server)
        self.page.message("hello")
        request = self.page.send("size", width=320, height=240)
        self.page.picture(lambda one: one["stage"] == "full" and one["request"] == request)
        self.came, self.errors, self.ends = [], [], False
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self.drag, self.look)]
        for thread in self.threads:
            thread.start()

    def drag(self):
        while not self.ends:
            self.page.send("move", kind="orbit", by=[3, 1], moving=True)
            time.sleep(0.05)

    def look(self):
        while not self.ends:
            got = self.page.next()
            if not isinstance(got, tuple):
                self.errors += [got] if got["type"] == "error" else []
                continue
            self.page.frame(1, json.dumps({"type": "shown", "picture": got[0]["picture"]}).encode())
            if got[0]["stage"] == "moving":
                self.came.append(time.monotonic())

    def longest_gap(self, start, end):
        times = [start] + [one for one in self.came if start < one < end] + [end]
        return max(b - a for a, b in zip(times, times[1:]))

    def end(self):
        self.ends = True
        for thread in self.threads:
            thread.join(60)
        self.page.close()


def render(server, session):
    status, _, png = server.ask("/render", "POST", json.dumps(session))
    expect(status == 200, f"render: {status} {png[:200]}")
    return png


def heavy_session(server, at_least):
    """A session whose picture takes so many seconds here, and that picture."""
    session = copy.deepcopy(server.info()["session"])
    session["settings"].update(ambient_occlusion=16, step=0.1)
    for edge in (512, 1024, 2048, 4096):
        session["size"] = [edge, edge]
        start = time.monotonic()
        png = render(server, session)
        if time.monotonic() - start > at_least:
            break
    return session, png


def test_drag_beside_a_long_picture(server):
    """Of what a request asked for, and of another page at rest."""
    session, alone = heavy_session(server, 5.0)
    dragged = Dragged(server)
    start = time.monotonic()
    beside = render(server, session)
    end = time.monotonic()
    gap = dragged.longest_gap(start, end)
    print(f"render of {session['size']}: {end - start:.1f} s, longest gap {gap:.2f} s")
    expect(gap < (end - start) / 3, f"no moving picture for {gap:.1f} s of {end - start:.1f} s")
    expect((pixels(beside) == pixels(alone)).all(), "who moves changes the picture of somebody else")
    other = Page(server)
    other.message("hello")
    start = time.monotonic()
    other.send("size", width=session["size"][0], height=session["size"][1])
    request = other.send("session", session=session)
    other.picture(lambda one: one["stage"] == "full" and one["request"] == request)
    end = time.monotonic()
    gap = dragged.longest_gap(start, end)
    print(f"a page at rest: {end - start:.1f} s, longest gap {gap:.2f} s")
    expect(gap < max((end - start) / 3, 1.0), f"no moving picture for {gap:.1f} s of {end - start:.1f} s")
    other.close()
    dragged.end()
    expect(not dragged.errors, f"errors: {dragged.errors}")


def test_drag_beside_first_light(server):
    """What is made once for a look is made in parts, too."""
    session = copy.deepcopy(server.info()["session"])
    session["size"] = [64, 64]
    dragged = Dragged(server)
    for directions in (60, 64):  # the first time kernels are built, which takes as long as it takes
        session["settings"].update(shadows="full", ambient_occlusion=directions)
        start = time.monotonic()
        beside = render(server, session)
        end = time.monotonic()
        gap = dragged.longest_gap(start, end)
        print(f"first light: {end - start:.1f} s, longest gap {gap:.2f} s")
    expect(gap < max((end - start) / 3, 0.6), f"no moving picture for {gap:.1f} s of {end - start:.1f} s")
    dragged.end()
    expect((pixels(render(server, session)) == pixels(beside)).all(), "who moves changes the light of somebody else")
    expect(not dragged.errors, f"errors: {dragged.errors}")


def test_drag_beside_what_is_not_divided(program):
    """Meshes, kernels that are built: others are drawn aside meanwhile. Caches of its own, empty at first."""
    with tempfile.TemporaryDirectory() as caches:
        os.environ.update(XDG_CACHE_HOME=caches, POCL_CACHE_DIR=f"{caches}/pocl")
        with Server(program, VOLUME) as server:
            session = copy.deepcopy(server.info()["session"])
            session["size"] = [512, 512]
            session["settings"].update(mode="both", surfaces=[{"isovalue": 60}], surface_method="mesh")
            dragged = Dragged(server)
            start = time.monotonic()
            beside = render(server, session)
            end = time.monotonic()
            gap = dragged.longest_gap(start, end)
            print(f"kernels and meshes: {end - start:.1f} s, longest gap {gap:.2f} s")
            # PoCL locks all out while it compiles one kernel, of several
            expect(gap < max(0.4 * (end - start), 1.0), f"no moving picture for {gap:.1f} s of {end - start:.1f} s")
            session["settings"]["surfaces"] = [{"isovalue": 61}]
            start = time.monotonic()
            render(server, session)
            gap = dragged.longest_gap(start, time.monotonic())
            expect(gap < 1.0, f"no moving picture for {gap:.2f} s while another mesh is made")
            session["settings"]["surfaces"] = [{"isovalue": 60}]
            dragged.end()
            expect((pixels(render(server, session)) == pixels(beside)).all(), "who moves changes the mesh of somebody else")
            expect(not dragged.errors, f"errors: {dragged.errors}")


def main(program):
    with Server(program, VOLUME) as server:
        test_drag_beside_first_light(server)
        test_drag_beside_a_long_picture(server)
    test_drag_beside_what_is_not_divided(program)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
