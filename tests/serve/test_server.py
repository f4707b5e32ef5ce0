"""The whole server as programs see it: who is let in, what is drawn, what is refused, and how it ends.

usage: test_server.py VOXMARCH
"""
# needs: numpy, PIL

import io
import json
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from PIL import Image

from checks import drawn_by_render, expect, pixels, problems
from serving import Closed, Page, Refused, Server

VOLUME = "synthetic:tree:48"


def small(session, width=160, height=120):
    return {**session, "size": [width, height]}


def test_who_is_let_in(server):
    for token in (None, "", "0" * 32, server.token[:-1], server.token + "a", server.token.upper() + "x"):
        for target in ("/info", "/thumbnail", "/ws"):
            status, fields, body = server.ask(target, token=token or False)
            expect(status == 401 and "www-authenticate" in fields, f"{target} with the token {token!r}: {status}")
            expect(server.token.encode() not in body, "a refusal tells the token")
    expect(server.ask("/render", "POST", b"{}", token=False)[0] == 401, "render without a token")
    expect(server.ask(f"/info?token={server.token}", token=False)[0] == 200, "a token in the query")
    status, fields, body = server.ask("/", token=False)
    expect(status == 200 and b"<canvas" in body, "the page needs no token")
    expect("default-src 'self'" in fields["content-security-policy"], "the page's policy")
    expect(server.token.encode() not in body and b"tree" not in body, "the page holds data")
    expect(server.ask("/main.js", token=False)[1]["content-type"].startswith("text/javascript"), "types of files")
    states = [server.ask("/info", token="2" * 32)[0] for _ in range(40)]
    expect(states[-1] == 429 and set(states) <= {401, 429}, f"40 wrong tokens: {states}")
    expect(server.ask("/info")[0] == 200, "others' wrong tokens keep out who has the right one")
    for token in ("1" * 32, ""):
        try:
            Page(server, token=token or "x")
            expect(False, "a WebSocket with a wrong token")
        except Refused as refused:
            expect(refused.args[0] in (401, 429), f"a WebSocket with a wrong token: {refused}")


def test_pages_of_others(server):
    own = f"127.0.0.1:{server.port}"
    expect(server.ask("/info", Host="localhost:9000")[0] == 200, "ssh -L gives another port")
    for host in ("evil.example", "evil.example:80", f"{own}.evil.example", "a b"):
        expect(server.ask("/info", Host=host)[0] == 403, f"host {host}")
        expect(server.ask("/", token=False, Host=host)[0] == 403, f"the page at host {host}")
    expect(server.ask("/info", Host=own, Origin=f"http://{own}")[0] == 200, "our own origin")
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        expect(server.ask("/info", Host=own, Origin=origin)[0] == 403, f"origin {origin}")
        try:
            Page(server, origin=origin)
            expect(False, f"a WebSocket of {origin}")
        except Refused as refused:
            expect(refused.args[0] == 403, f"a WebSocket of {origin}: {refused}")


def test_what_is_no_request(server):
    for target, method, body, status in (("/nothing", "GET", None, 404), ("/../etc/passwd", "GET", None, 404),
                                         ("/%2e%2e/etc/passwd", "GET", None, 404), ("/%zz", "GET", None, 400),
                                         ("/info", "POST", b"{}", 405), ("/render", "GET", None, 405), ("/", "DELETE", None, 405),
                                         ("/thumbnail?preset=none-such", "GET", None, 400), ("/render", "POST", b"no JSON", 400),
                                         ("/render?format=gif", "POST", b"{}", 400), ("/render", "POST", b"[" * 100000, 400),
                                         ("/render", "POST", b" " * (1 << 21), 413)):
        try:
            got, _, data = server.ask(target, method, body)
        except (ConnectionResetError, BrokenPipeError):
            got, data = 413, b'{"error": "it closed while the body came"}'
        expect(got == status and "error" in json.loads(data), f"{method} {target}: {got} {data[:100]}")
    with socket.create_connection((server.host, server.port)) as raw:
        raw.sendall(b"\0\1\2 nonsense\r\n\r\n")
        expect(b" 400 " in raw.recv(1000), "bytes that are no HTTP")
    expect(server.ask("/info", "HEAD")[2] == b"", "HEAD has no body")


def test_render(server, program, folder):
    session = small(server.info()["session"])
    session["camera"]["fov"] = 40.0
    session["settings"]["mode"] = "both"
    session["settings"]["surfaces"] = [{"isovalue": 90.0, "color": [0.9, 0.5, 0.2], "opacity": 0.6}]
    status, fields, png = server.ask("/render", "POST", json.dumps(session))
    expect(status == 200 and fields["content-type"] == "image/png", f"render: {status} {png[:200]}")
    expect(png == drawn_by_render(program, session, folder), "render draws other bytes than the command line")
    for how in ({"target": "/render?format=jpeg&quality=95"}, {"target": "/render", "Accept": "image/jpeg"}):
        target = how.pop("target")
        status, fields, jpeg = server.ask(target, "POST", json.dumps(session), **how)
        expect(status == 200 and fields["content-type"] == "image/jpeg", f"{target} as JPEG")
        expect(np.abs(pixels(jpeg) - pixels(png)).mean() < 3, "a JPEG that is another picture")
    status, _, told = server.ask("/render?embed=name", "POST", json.dumps(session))
    expect(status == 200 and (pixels(told) == pixels(png)).all() and told != png, "a picture that tells its session")
    (folder / "told.png").write_bytes(told)
    again = subprocess.run([program, "render", "told.png", "-o", "again.png", "--embed", "none"], cwd=folder, capture_output=True, text=True)
    expect(again.returncode == 0 and (folder / "again.png").read_bytes() == png, f"render draws another picture of it: {again.stderr}")
    expect(server.ask("/render?embed=full", "POST", json.dumps(session))[0] == 400, "where files lie is told")
    for change in ({"volume": {"source": "/etc/passwd"}}, {"labels": {"source": "/etc/passwd", "styles": []}},
                   {"skeleton": {"source": "/etc/passwd"}}, {"size": [5000, 100]}):
        status, _, body = server.ask("/render", "POST", json.dumps({**session, **change}))
        expect(status == 400 and "error" in json.loads(body), f"a session with {change}: {status}")
    text = json.dumps(session, indent=1).replace('"fov": 40.0', '"fov": "wide"')
    line = 1 + text[:text.index('"fov"')].count("\n")
    status, _, body = server.ask("/render", "POST", text)
    expect(status == 400 and json.loads(body)["error"] == f"line {line}: 'camera': 'fov': \"wide\" is no value of it", f"a wrong field: {body}")
    status, fields, jpeg = server.ask("/thumbnail?preset=thesis")
    expect(status == 200 and Image.open(io.BytesIO(jpeg)).size == (256, 192), "a thumbnail")
    expect(server.ask("/thumbnail?preset=thesis")[2] == jpeg, "a thumbnail comes again as it was")
    for wrong in ("1", "-1", "first", "0x", ""):
        expect(server.ask(f"/thumbnail?preset=thesis&channel={wrong}")[0] == 400, f"a thumbnail of channel '{wrong}'")


def test_a_page(server, program, folder):
    page = Page(server, origin=f"http://{server.host}:{server.port}")
    expect(page.message("hello")["info"]["name"] == VOLUME, "the first message")
    request = page.send("size", width=160, height=120)
    _, first = page.settled(request)
    page.send("move", kind="orbit", by=[40, 10], moving=True)
    moving, file = page.picture(lambda picture: picture["request"] == page.request)
    expect(moving["stage"] == "moving" and file[:2] == b"\xff\xd8", "a moving picture is a JPEG")
    request = page.send("look", mode="isosurface", isovalue=80)
    picture, last = page.settled(request)
    expect((picture["width"], picture["height"]) == (160, 120), "a picture at rest is whole")
    expect(np.abs(pixels(last) - pixels(first)).mean() > 1, "nothing has changed")
    page.waiting.clear()
    request = page.send("preset", name="thesis")
    session = page.message("session")
    while session["request"] < request:
        session = page.message("session")
    _, last = page.settled(request)
    expect((pixels(last) == pixels(drawn_by_render(program, session["session"], folder))).all(),
           "the page shows another picture than the command line draws of its session")
    expect(session["session"]["transfer"]["name"] == "thesis", "the preset")
    request = page.send("slice", axis=1, position=0.5, longest=64)
    picture, file = page.picture(lambda one: one["request"] == request, kind=2)
    expect(picture["detail"] == 1 and max(Image.open(io.BytesIO(file)).size) == 64, "a slice")
    page.close()


def test_files(server):
    """A lossless file waits until the JPEG before it is shown; large ones are told of before they come."""
    page = Page(server)
    page.send("size", width=600, height=450)
    request = page.send("rest")
    stage, shown = "", 0
    while stage != "full" or shown < request:
        got = page.next()
        if isinstance(got, tuple):
            stage, shown = got[0]["stage"], got[0]["request"]
            if stage == "moving":
                page.frame(1, json.dumps({"type": "shown", "picture": got[0]["picture"]}).encode())
    expect(page.next()["type"] == "session", "the session follows")
    try:
        got = page.next(0.5)
        expect(False, f"behind a picture that is not shown comes {got}")
    except TimeoutError:
        pass
    page.close()  # whose stream is not usable behind a timeout
    page = Page(server)
    page.send("size", width=600, height=450)
    page.waiting.clear()
    lossless, file = page.settled(page.send("rest"))
    told = [one["bytes"] for one in page.waiting if one["type"] == "sending"]
    expect(len(file) > 65536 and told[-1] == len(file) + 32 and all(size > 65536 for size in told), f"{len(file)} bytes were told of: {told}")
    page.close()


def test_traced(server, program, folder):
    """Traced light, with its noise and without, is what the command line draws; a shaded picture comes before it, and a drag ends it."""
    session = small(server.info()["session"], 64, 48)
    session["settings"].update(lighting="traced", samples=4)
    for denoise in (False, True):
        session["settings"]["trace"] = {**session["settings"].get("trace", {}), "denoise": denoise}
        status, _, png = server.ask("/render", "POST", json.dumps(session))
        expect(status == 200 and png == drawn_by_render(program, session, folder), f"traced light, denoised {denoise}: {status}")
    page = Page(server)
    page.settled(page.send("size", width=256, height=192))
    session["settings"].update(samples=4096)  # takes minutes
    request = page.send("session", session=session)
    picture, _ = page.picture(lambda one: one["request"] == request)
    expect(picture["stage"] == "moving", f"before traced light comes a {picture['stage']} picture")
    request = page.send("move", kind="orbit", by=[30, 5], moving=True)
    start = time.monotonic()
    picture, _ = page.picture(lambda one: one["request"] == request)
    print(f"a drag while light is traced: {time.monotonic() - start:.1f} s")
    expect(picture["stage"] == "moving", "a drag waits for traced light")
    page.close()


def test_traced_grows(server):
    """Pictures of more and more samples come before the last one, which is that of POST /render; a drag ends them."""
    session = small(server.info()["session"], 64, 48)
    session["settings"].update(lighting="traced", samples=64)
    _, _, png = server.ask("/render", "POST", json.dumps(session))
    page = Page(server)
    page.settled(page.send("size", width=64, height=48))
    request, grown = page.send("session", session=session), []
    _, last = page.picture(lambda one: one["stage"] == "lossless" or (one["stage"] == "growing" and grown.append(one)))
    samples = [one["detail"] for one in grown]
    expect(len(samples) > 1 and samples == sorted(set(samples)) and set(samples) <= {1, 2, 4, 8, 16, 32}, f"samples of pictures: {samples}")
    expect(all((one["request"], one["width"], one["height"]) == (request, 64, 48) for one in grown), f"what grows: {grown}")
    expect(last == png, "the last one has other bytes than that of POST /render")
    session["settings"].update(samples=65536)  # takes minutes
    request = page.send("session", session=session)
    page.picture(lambda one: one["stage"] == "growing" and one["request"] == request)
    page.waiting.clear()
    page.send("ping")
    told = page.message("pong")
    expect(told["drawing"] and 1 <= told.get("sample", 0) <= told.get("samples", 0) == 65536, f"what is told meanwhile: {told}")
    request = page.send("move", kind="orbit", by=[30, 5], moving=True)
    picture, _ = page.picture(lambda one: one["request"] == request)
    expect(picture["stage"] == "moving", f"behind a drag comes a {picture['stage']} picture")
    page.send("ping")
    told = page.message("pong")
    expect("sample" not in told, f"samples are told of while something moves: {told}")
    page.close()


def test_memory_limit(program):
    """Light beyond the limit is refused in words, and what was drawn before is drawn again."""
    with Server(program, "synthetic:tree:128", "--memory-limit", "16", "--size-limit", "160x120") as server:
        session = small(server.info()["session"])
        status, _, png = server.ask("/render", "POST", json.dumps(session))
        expect(status == 200, f"within the limit: {status} {png[:200]}")
        lit = {**session, "settings": {**session["settings"], "shadows": "full", "ambient_occlusion": 64}}
        status, _, body = server.ask("/render", "POST", json.dumps(lit))
        expect(status == 503 and "no room for this look" in json.loads(body)["error"] and "16 MiB" in json.loads(body)["error"],
               f"light beyond the limit: {status} {body[:200]}")
        page = Page(server)
        page.settled(page.send("size", **{"width": 160, "height": 120}))
        request = page.send("look", shadows="full", ambient_occlusion=64)
        error = page.message("error")
        expect(error["code"] == "draw" and error["request"] == request and "(shadows or ambient occlusion)" in error["message"],
               f"what the page is told: {error}")
        page.settled(page.send("look", shadows="none", ambient_occlusion=0))
        expect(server.ask("/render", "POST", json.dumps(session))[2] == png, "after a refusal another picture is drawn")
        page.close()


def test_questions(server):
    """What lies under a pixel, what is measured, and how many questions may wait."""
    page = Page(server)
    size = {"width": 160, "height": 120}
    page.settled(page.send("size", **size))
    page.send("pick", at=[80, 60])
    seen = page.message("picked")
    expect(seen["request"] == page.request and len(seen["place"]) == 3 and "value" in seen and "label" not in seen, f"what is seen: {seen}")
    page.send("pick", at=[0, 0])
    expect(page.message("picked")["place"] is None, "nothing is seen in the corner")
    page.send("pick", at=[32, 32], axis=2, position=0.5, longest=64)
    expect(page.message("picked")["place"] is not None, "a place of a slice")
    for places in ([[0, 0, 0], [3, 4, 0]], [[0, 0, 0], [0, 0, 2]]):
        page.send("annotate", kind="ruler", places=places)
    request = page.send("readings", file="csv")
    told = page.message("readings")
    expect(told["request"] == request and [text[0] for text in told["texts"]] == ["5", "2"] and told["file"].count("\n") == 3, f"readings: {told}")
    page.send("labels", visibility=0)
    expect("no labels" in page.message("error")["message"], "labels of a volume without")
    page.send("readings", channel=3)
    expect("no channel 3" in page.message("error")["message"], "a channel that there is not")
    page.send("pick", at=[1, 2], axis=2)
    expect("'position' is missing" in page.message("error")["message"], "a slice without a place")
    page.waiting.clear()
    page.send("annotate", kind="box", places=[[-1000] * 3, [1000] * 3])  # all voxels are read
    for _ in range(34):
        page.send("readings")
    page.send("ping")
    page.message("pong")
    refused = [one["message"] for one in page.waiting if one["type"] == "error"]
    expect(refused and set(refused) == {"too many questions wait for an answer"}, f"of 34 questions: {refused}")
    page.close()


def test_two_pages(server):
    """Each has its own camera, and pictures of its own."""
    pages = [Page(server), Page(server)]
    last = []
    for i, page in enumerate(pages):
        request = page.send("size", width=96 + 32 * i, height=96)
        page.send("view", name=("front", "top")[i])
        last.append(page.settled(request + 1))
    expect([picture["width"] for picture, _ in last] == [96, 128], "sizes of two pages")
    request = pages[0].send("view", name="top")
    pages[0].settled(request)
    session = pages[1].send("session", session=server.info()["session"])
    pages[1].settled(session)
    expect(server.info()["pages"] == 2, "pages that are open")
    pages[0].close()  # without a word
    for _ in range(100):
        if server.info()["pages"] == 1:
            break
        time.sleep(0.05)
    expect(server.info()["pages"] == 1, "a page that broke off still counts")
    again = Page(server)
    again.settled(again.send("size", width=64, height=64))
    again.close()
    pages[1].close()


def test_limits(program):
    with Server(program, VOLUME, "--clients", "1", "--size-limit", "200x100") as server:
        first = Page(server)
        expect(first.message("hello")["info"]["limits"]["width"] == 200, "limits are told")
        picture, _ = first.settled(first.send("size", width=4000, height=4000))
        expect((picture["width"], picture["height"]) == (100, 100), "a size beyond the limit")
        session = json.dumps(small(server.info()["session"], 16, 16))
        states = [server.ask("/render", "POST", session)[0] for _ in range(60)]
        expect(states[0] == 200 and 429 in states and set(states) <= {200, 429}, f"60 pictures at once: {states}")
        second = Page(server)
        expect(second.message("error")["code"] == "full", "a page too many")
        try:
            while True:
                second.next()
        except Closed as closed:
            expect(closed.args[0] == 1013, f"a page too many is closed with {closed}")


def test_strangers(program):
    """Who opens many connections and says nothing does not keep out who has the token."""
    with Server(program, VOLUME, "--clients", "2") as server:
        page = Page(server)
        page.message("hello")
        silent = []
        for _ in range(100):
            silent.append(server.connect())
            silent[-1].sendall(b"GET /info HTTP/1.1\r\nHost: local")
        states = [server.ask("/info")[0] for _ in range(5)]
        expect(states == [200] * 5, f"beside 100 halves of requests: {states}")
        second = Page(server)
        second.settled(second.send("size", width=64, height=64))
        page.settled(page.send("size", width=96, height=64))
        silent[-1].settimeout(20)
        start = time.monotonic()
        try:
            expect(silent[-1].recv(100) == b"", "half a request is answered")
        except ConnectionResetError:
            pass
        except TimeoutError:
            expect(False, "half a request is waited for")
        print(f"half a request: {time.monotonic() - start:.1f} s")
        for connection in silent:
            connection.close()
        second.close()
        page.close()


def test_wrong_messages(server):
    page = Page(server)
    page.message("hello")
    for text in (b"", b"{", b"[]", b'{"type":"nothing"}', b'{"type":"rest","more":1}', b"[" * 60000, b"null",
                 b'{"type":"rest"}' + b" " * 70000):
        page.frame(1, text)
        expect(page.message("error")["code"] == "message", f"{text[:30]} is no message")
    page.settled(page.send("size", width=64, height=64))  # it goes on
    for code, data, expected in ((1, b'{"type":"rest"}' + b" " * 1100000, 1009), (2, b"binary", 1003), (1, b"\xff\xfe\xfd", 1007)):
        one = Page(server)
        one.message("hello")
        try:
            try:
                one.frame(code, data)
            except BrokenPipeError:
                pass  # the head of the frame was enough; why stands in what was sent before the end
            while True:
                one.next()
        except Closed as closed:
            expect(closed.args[0] == expected, f"{data[:10]} is closed with {closed}")
        except ConnectionResetError:
            expect(expected == 1009, f"{data[:10]} ends the connection")  # what still comes takes the reason away
        one.close()
    one = Page(server)  # looks of many labels make sessions long, of which few are read
    one.message("hello")
    session = {**server.info()["session"], "annotations": [{"kind": "point", "name": "x" * 80000, "places": [[0, 0, 0]]}]}
    try:
        for _ in range(40):
            one.frame(1, json.dumps({"type": "session", "session": session, "request": 1}, separators=(",", ":")).encode())
        taken = one.message("session")
        expect("annotations" in taken["session"] or one.message("session")["session"]["annotations"], "a long session is taken")
        while True:
            one.next()
    except (Closed, ConnectionError) as closed:
        expect(closed.args[0] in (1008, None) or isinstance(closed, ConnectionError), f"many long sessions end with {closed}")
    one.close()
    flood = Page(server)
    flood.message("hello")
    try:
        def pour():
            for _ in range(3000):
                flood.send("move", kind="orbit", by=[1, 0], moving=True)
        thread = threading.Thread(target=lambda: pour(), daemon=True)
        threading.excepthook = lambda _: None
        thread.start()
        while True:
            flood.next()
    except (Closed, ConnectionResetError) as closed:
        expect(closed.args[0] in (1008, None) or isinstance(closed, ConnectionResetError), f"a flood ends with {closed}")
    page.settled(page.send("view", name="top"))
    page.close()


def test_ends(program, folder):
    other = subprocess.run([program, "serve", VOLUME, "--token-file", "none"], capture_output=True, text=True, cwd=folder)
    expect("none: cannot be opened: No such file" in other.stderr, f"a token file that is not there: {other.stderr}")
    for number in (signal.SIGTERM, signal.SIGINT):
        with Server(program, VOLUME) as server:
            page = Page(server)
            page.message("hello")
            server.process.send_signal(number)
            expect(server.process.wait(20) == 0, f"signal {number}: exit code {server.process.returncode}")
            expect(server.process.stderr.read() == "", "words at the end")
            page.close()
    with Server(program, VOLUME) as server:
        other = subprocess.run([program, "serve", VOLUME, "--port", str(server.port)], capture_output=True, text=True)
        expect(other.returncode == 2 and "taken" in other.stderr and other.stdout == "", f"a port in use: {other}")
    for words, code in ((["none.nrrd"], 4), ([VOLUME, "--bind", "nowhere"], 2), ([VOLUME, "--token", "short"], 2),
                        ([VOLUME, "--host", "a:b"], 2), ([VOLUME, "--token-file", "none"], 4)):
        other = subprocess.run([program, "serve", *words], capture_output=True, text=True, cwd=folder)
        expect(other.returncode == code and other.stderr.count("\n") == 1, f"{words}: {other}")
    (folder / "token").write_text("a-token-of-my-own-12345\n")
    with Server(program, VOLUME, "--token-file", str(folder / "token")) as server:
        expect(server.token == "a-token-of-my-own-12345" and server.info(), "a token of a file")


def main(program):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with Server(program, VOLUME) as server:
            for test, words in ((test_render, (program, folder)), (test_a_page, (program, folder)), (test_files, ()),
                                (test_traced, (program, folder)), (test_traced_grows, ()),
                                (test_questions, ()), (test_two_pages, ()),
                                (test_wrong_messages, ()), (test_who_is_let_in, ()), (test_pages_of_others, ()),
                                (test_what_is_no_request, ())):
                start = time.monotonic()
                test(server, *words)
                print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
            expect(server.process.poll() is None, "the server has ended")
        test_limits(program)
        test_memory_limit(program)
        test_strangers(program)
        test_ends(program, folder)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
