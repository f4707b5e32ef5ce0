"""A server of voxmarch for tests, and what talks to it: HTTP and WebSockets by the standard library alone."""

import base64
import http.client
import json
import os
import secrets
import socket
import struct
import subprocess
import time

HEADER = struct.Struct("<BBBBIIHHHHffI")
STAGES = ("moving", "full", "lossless", "growing")


class Server:
    """`voxmarch serve` at a free port; `with` ends it."""

    def __init__(self, program, volume="synthetic:tree:64", *words):
        self.process = subprocess.Popen([program, "serve", volume, "--port", "0", *words], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.process.stderr.read())
        place, self.token = self.address.split("/#token=")
        self.host, port = place.removeprefix("http://").rsplit(":", 1)
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()

    def connect(self):
        """A connection to it."""
        return socket.create_connection((self.host, self.port), timeout=120)

    def ask(self, target, method="GET", body=None, token=True, **fields):
        """Status, fields (small letters) and body of a reply."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        sent = {name.replace("_", "-"): value for name, value in fields.items()}
        if token:
            sent["Authorization"] = f"Bearer {self.token if token is True else token}"
        connection.request(method, target, body, sent)
        reply = connection.getresponse()
        data = reply.read()
        connection.close()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, data

    def info(self):
        status, _, data = self.ask("/info")
        assert status == 200, data
        return json.loads(data)


class Refused(Exception):
    """No WebSocket: the status."""


class Closed(Exception):
    """The code with which the server closed the line; None: it broke."""


class Page:
    """A WebSocket as the page opens it, version 13 of the protocol, without extensions."""

    def __init__(self, server, token=None, origin=None, path="/ws"):
        self.socket = server.connect()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        fields = [f"GET {path}?token={token or server.token} HTTP/1.1", f"Host: {server.host}:{server.port}", "Upgrade: websocket",
                  "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        fields += [f"Origin: {origin}"] if origin else []
        self.socket.sendall(("\r\n".join(fields) + "\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        status = int(self.stream.readline().split()[1])
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        if status != 101:
            raise Refused(status)
        self.request = 0
        self.waiting = []

    def frame(self, code, data):
        mask = os.urandom(4)
        length = len(data)
        head = bytes([0x80 | code])
        head += bytes([0x80 | length]) if length < 126 else bytes([0xFE]) + struct.pack(">H", length) if length < 65536 else \
            bytes([0xFF]) + struct.pack(">Q", length)
        whole = mask * (length // 4 + 1)
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(whole[:length], "big")).to_bytes(length, "big") if length else b""
        self.socket.sendall(head + mask + masked)

    def send(self, type_, **fields):
        self.request += 1
        self.frame(1, json.dumps({"type": type_, "request": self.request, **fields}).encode())
        return self.request

    def next(self, timeout=120):
        """The next message: a dictionary, or of a picture (dictionary, bytes of its file)."""
        self.socket.settimeout(timeout)
        data, kind = b"", None
        while True:
            first = self.stream.read(2)
            if len(first) < 2:
                raise Closed(None)
            code, length = first[0] & 15, first[1] & 127
            length = struct.unpack(">H", self.stream.read(2))[0] if length == 126 else \
                struct.unpack(">Q", self.stream.read(8))[0] if length == 127 else length
            piece = self.stream.read(length)
            if code == 8:
                raise Closed(struct.unpack(">H", piece[:2])[0] if len(piece) > 1 else None)
            if code == 9:
                self.frame(10, piece)
                continue
            if code == 10:
                continue
            kind = code or kind
            data += piece
            if first[0] & 0x80:
                break
        if kind == 1:
            return json.loads(data)
        names = ("kind", "encoding", "stage", "quality", "request", "picture", "width", "height", "full_width", "full_height",
                 "drawn_ms", "packed_ms", "detail")
        picture = dict(zip(names, HEADER.unpack(data[:HEADER.size])))
        picture["stage"] = STAGES[picture["stage"]]
        return picture, data[HEADER.size:]

    def picture(self, wanted, kind=1, answer=True, timeout=120):
        """The next picture for which wanted(picture) holds; others are told as shown, too."""
        end = time.monotonic() + timeout
        while True:
            got = self.next(max(end - time.monotonic(), 0.1))
            if isinstance(got, tuple):
                if got[0]["kind"] == 1 and answer:
                    self.frame(1, json.dumps({"type": "shown", "picture": got[0]["picture"]}).encode())
                if got[0]["kind"] == kind and wanted(got[0]):
                    return got
            else:
                self.waiting.append(got)

    def message(self, type_):
        """The next text of a type; pictures are told as shown."""
        for i, kept in enumerate(self.waiting):
            if kept["type"] == type_:
                return self.waiting.pop(i)
        while True:
            got = self.next()
            if isinstance(got, tuple):
                self.frame(1, json.dumps({"type": "shown", "picture": got[0]["picture"]}).encode())
            elif got["type"] == type_:
                return got
            else:
                self.waiting.append(got)

    def settled(self, request):
        """The lossless picture of a request."""
        return self.picture(lambda one: one["stage"] == "lossless" and one["request"] >= request)

    def close(self):
        self.stream.close()
        self.socket.close()
