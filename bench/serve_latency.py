#!/usr/bin/env python3
"""How long a mouse message takes to become a picture, and how many pictures several pages get of `voxmarch serve`.

Usage: bench/serve_latency.py VOXMARCH [VOLUME] [--size WxH] [--moves N] [--seconds S] [--pages N,..] [--json FILE] [-- WORDS]
The program is started at a free port with WORDS ("--device 1"), and its pages are on the same machine: no network is measured.
It needs no browser and nothing but Python's standard library, and takes less than a minute. `--json -` prints the numbers as
JSON alone: latency in ms [10 %, median, 90 %], pictures a second of 1, 4 and 16 pages, bytes a picture.
Latency: from sending a move of the mouse to having the whole JPEG file of it, one page, a move after the picture of the last;
median and 10th and 90th percentile. Pictures: each page moves without a pause for S seconds; the pictures a second of all
pages together and of the one that got the fewest, their mean size (adaptive, see docs/serve.md) and bytes. Unpacking is not
part of it. The last line is a whole picture at rest, from the message to its lossless file.
"""
import argparse
import json
import statistics
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "serve"))
from serving import Page, Server  # noqa: E402


def settle(page, size):
    """A page of this size whose first pictures, with all that is made once, are there."""
    request = page.send("size", width=size[0], height=size[1])
    page.picture(lambda picture: picture["stage"] == "lossless" and picture["request"] >= request)


def move(page, i):
    return page.send("move", kind="orbit", by=[6 if i // 40 % 2 else -6, 1], moving=True)


def percentiles(values):
    ordered = sorted(values)
    return [round(ordered[min(int(share * len(ordered)), len(ordered) - 1)], 2) for share in (0.1, 0.5, 0.9)]


def latency(server, size, moves):
    page = Page(server)
    settle(page, size)
    for i in range(20): # sizes find their level
        request = move(page, i)
        page.picture(lambda picture: picture["request"] >= request)
    times, drawn, packed, sizes, edges = [], [], [], [], []
    for i in range(moves):
        start = time.perf_counter()
        request = move(page, i)
        picture, file = page.picture(lambda picture: picture["request"] >= request)
        times.append(1000 * (time.perf_counter() - start))
        drawn.append(picture["drawn_ms"])
        packed.append(picture["packed_ms"])
        sizes.append(len(file))
        edges.append((picture["width"], picture["height"]))
    page.send("rest")
    start = time.perf_counter()
    request = page.send("view", name="front")
    whole, file = page.picture(lambda picture: picture["stage"] == "lossless" and picture["request"] >= request)
    rest = 1000 * (time.perf_counter() - start)
    page.close()
    return {"ms": percentiles(times), "drawn_ms": percentiles(drawn), "packed_ms": percentiles(packed),
            "bytes": round(statistics.mean(sizes)), "edges": max(set(edges), key=edges.count),
            "lossless": {"ms": round(rest, 1), "bytes": len(file), "edges": (whole["width"], whole["height"])}}


def pictures(server, size, pages, seconds):
    counts, amounts, pixels = [0] * pages, [0] * pages, [0] * pages
    opened = [Page(server) for _ in range(pages)]
    for page in opened:
        settle(page, size)
    start = threading.Barrier(pages)

    def use(number):
        page, i = opened[number], 0
        start.wait()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            request = move(page, i)
            picture, file = page.picture(lambda picture: picture["request"] >= request)
            counts[number] += 1
            amounts[number] += len(file)
            pixels[number] += picture["width"] * picture["height"]
            i += 1

    threads = [threading.Thread(target=use, args=(number,)) for number in range(pages)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for page in opened:
        page.close()
    total = sum(counts)
    return {"pages": pages, "all_per_s": round(total / seconds, 1), "least_per_s": round(min(counts) / seconds, 1),
            "bytes": round(sum(amounts) / total), "pixels": round(sum(pixels) / total)}


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("program")
    parser.add_argument("volume", nargs="?", default="synthetic:tree:256")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--pages", default="1,4,16")
    parser.add_argument("--json")
    given = parser.parse_args(words[:split])
    size = tuple(int(edge) for edge in given.size.split("x"))
    counts = [int(count) for count in given.pages.split(",")]
    with Server(given.program, given.volume, "--clients", str(max(counts) + 1), *words[split + 1:]) as server:
        result = {"volume": given.volume, "size": given.size, "devices": server.info()["devices"],
                  "latency": latency(server, size, given.moves),
                  "pictures": [pictures(server, size, count, given.seconds) for count in counts]}
    if given.json == "-":
        print(json.dumps(result, indent=1))
        return
    one = result["latency"]
    print(f"{given.volume}, view of {given.size}, {', '.join(result['devices'])}")
    print(f"move to JPEG: {one['ms'][1]} ms ({one['ms'][0]} .. {one['ms'][2]}); drawn in {one['drawn_ms'][1]}, packed in "
          f"{one['packed_ms'][1]} ms; {one['edges'][0]}x{one['edges'][1]}, {one['bytes'] / 1000:.0f} kB")
    for line in result["pictures"]:
        print(f"{line['pages']} pages: {line['all_per_s']} pictures/s together, {line['least_per_s']} for the last; "
              f"{line['pixels'] / 1e6:.2f} Mpixel and {line['bytes'] / 1000:.0f} kB each")
    rest = one["lossless"]
    print(f"at rest: lossless {rest['edges'][0]}x{rest['edges'][1]} after {rest['ms']} ms, {rest['bytes'] / 1000:.0f} kB")
    if given.json:
        Path(given.json).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
