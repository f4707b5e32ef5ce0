"""What the programs of this folder measure whole commands beside: reading and writing as many bytes, and their own run."""
import os
import subprocess
import sys
import time

BLOCK = 16 << 20


def read_seconds(path):
    """Of a file, or of all files of a folder."""
    buffer = bytearray(BLOCK)
    folder, name = os.path.split(path)
    begin = time.perf_counter()
    for at, _, names in os.walk(path) if os.path.isdir(path) else [(folder, [], [name])]:
        for name in names:
            with open(os.path.join(at, name), "rb", buffering=0) as file:
                while file.readinto(buffer):
                    pass
    return time.perf_counter() - begin


def write_seconds(path, count):
    block = os.urandom(BLOCK)
    begin = time.perf_counter()
    with open(path, "wb", buffering=0) as file:
        while count > 0:
            count -= file.write(block[: min(BLOCK, count)])
    seconds = time.perf_counter() - begin
    os.remove(path)
    return seconds


def run(words):
    """Seconds, CPU seconds, peak memory and last words of a program."""
    begin = time.perf_counter()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {child.returncode}: {said}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, said.strip()
