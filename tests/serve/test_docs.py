"""The examples of docs/serve.md: nginx with TLS in front of a server, and the unit of systemd.

usage: test_docs.py VOXMARCH [REPOSITORY]
"""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from checks import expect, problems
from serving import Page, Refused, Server

NAME = "vox.example.org"


def block(text, language):
    """The code of this language in the manual."""
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL).group(1)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Behind:
    """The server as browsers see it through the proxy."""

    def __init__(self, token, port, certificate):
        self.token, self.port, self.host = token, port, NAME
        self.context = ssl.create_default_context(cafile=certificate)

    def connect(self):
        return self.context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=60), server_hostname=NAME)

    def ask(self, target, method="GET", body=None, **fields):
        line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=self.context)
        line.sock = self.connect()
        line.request(method, target, body, {"Host": f"{NAME}:{self.port}", "Authorization": f"Bearer {self.token}", **fields})
        reply = line.getresponse()
        data = reply.read()
        line.close()
        return reply.status, data


def test_nginx(program, manual, folder):
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx or not shutil.which("openssl"):
        print("left out: nginx or openssl is not here")
        return
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
                    f"subjectAltName=DNS:{NAME}", "-keyout", "vox.key", "-out", "vox.pem"], cwd=folder, check=True, capture_output=True)
    with Server(program, "synthetic:tree:48", "--host", NAME) as server:
        port = free_port()
        site = block(manual, "nginx")
        for was, becomes in (("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/etc/ssl/vox.pem", f"{folder}/vox.pem"),
                             ("/etc/ssl/vox.key", f"{folder}/vox.key"), ("127.0.0.1:8080", f"127.0.0.1:{server.port}")):
            expect(was in site, f"the manual's nginx has no '{was}'")
            site = site.replace(was, becomes)
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\nevents {{}}\n"
                                           f"http {{ {temporary} access_log {folder}/access.log;\n{site}}}\n")
        proxy = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")], stderr=subprocess.PIPE, text=True)
        try:
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            behind = Behind(server.token, port, folder / "vox.pem")
            expect(behind.ask("/")[0] == 200, "the page through nginx")
            status, data = behind.ask("/info", Origin=f"https://{NAME}:{port}")
            expect(status == 200, f"/info through nginx: {status} {data[:100]}")
            session = {**json.loads(data)["session"], "size": [160, 120]}
            status, data = behind.ask("/render", "POST", json.dumps(session))
            expect(status == 200 and data == server.ask("/render", "POST", json.dumps(session))[2], f"/render through nginx: {status}")
            page = Page(behind, origin=f"https://{NAME}:{port}")
            expect(page.message("hello")["info"]["name"] == "synthetic:tree:48", "the WebSocket through nginx")
            request = page.send("size", width=200, height=150)
            picture, _ = page.picture(lambda one: one["stage"] == "lossless" and one["request"] >= request)
            expect(picture["width"] == 200, "a picture through nginx")
            page.close()
            try:
                Page(behind, origin="https://other.example.org")
                expect(False, "a page of another site through nginx")
            except Refused as refused:
                expect(refused.args[0] == 403, f"a page of another site through nginx: {refused}")
            kept = (folder / "access.log").read_text() if (folder / "access.log").exists() else ""
            expect(server.token not in kept, "nginx keeps the token")
        finally:
            proxy.terminate()
            proxy.wait(10)
            print((folder / "error.log").read_text()[:2000] if problems else "", proxy.stderr.read())


def test_systemd(program, manual, folder):
    verify = shutil.which("systemd-analyze")
    if not verify:
        print("left out: systemd-analyze is not here")
        return
    unit = folder / "voxmarch.service"
    unit.write_text(block(manual, "ini").replace("/usr/bin/voxmarch", program))
    run = subprocess.run([verify, "verify", "--man=no", str(unit)], capture_output=True, text=True)
    said = [line for line in run.stderr.splitlines() if "voxmarch.service" in line]
    expect(not said and run.returncode == 0, f"systemd-analyze verify: {run.returncode} {said or run.stderr}")
    words = re.search(r"ExecStart=(.*)", unit.read_text()).group(1).split()[2:]
    known = subprocess.run([program, "serve", "--help"], capture_output=True, text=True).stdout
    expect(all(word in known for word in words if word.startswith("--")), f"options of the unit: {words}")


def main(program, repository=Path(__file__).resolve().parents[2]):
    manual = (Path(repository) / "docs" / "serve.md").read_text()
    program = str(Path(program).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        test_nginx(program, manual, Path(scratch))
        test_systemd(program, manual, Path(scratch))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
