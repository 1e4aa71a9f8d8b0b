"""Cut a checkpoint into parts small enough for a transfer, and put it together again.

    python3 pack.py split runs/student/best.pt "$OUT"                 parts of at most 16 MiB
    python3 pack.py split runs/teacher/best.pt "$OUT" --bits 8 --first 0 --count 4    then --first 4 ...
    python3 pack.py join fetched best.pt

The high bytes of half-precision numbers repeat and shrink by a quarter, the low bytes are noise and are left as they
are: 71 MB become 62, which fits into one transfer of 64 MiB. Lossless, unless --bits 8 halves a teacher for the
journey; --bits 7 keeps exactly what export.py will write.
"""
from __future__ import annotations

import argparse
import bz2
import glob
import json
import os
from typing import Any

import numpy as np
import torch

from rounding import whole_numbers

PART = (16 << 20) - 4096


def to_bytes(checkpoint: dict[str, Any], bits: int = 16) -> bytes:
    """One byte string: a JSON header, the compressed high bytes, the low bytes (and int8 matrices) as they are."""
    names, high, low = [], [], []
    for name, value in checkpoint["weights"].items():
        narrow = bits < 16 and value.ndim == 2
        names.append([name, list(value.shape), "int8" if narrow else "half"])
        if narrow:
            numbers, scale = whole_numbers(value.float(), bits)
            low.append(numbers.to(torch.int8).numpy().tobytes() + scale.numpy().astype("<f4").tobytes())
        else:
            raw = value.half().contiguous().numpy().astype("<f2").reshape(-1).view(np.uint8)
            high.append(raw[1::2].tobytes())
            low.append(raw[0::2].tobytes())
    squeezed = bz2.compress(b"".join(high), 9)
    header = json.dumps({"sizes": checkpoint["sizes"], "about": checkpoint["about"], "names": names, "high": len(squeezed)}).encode()
    return len(header).to_bytes(4, "little") + header + squeezed + b"".join(low)


def from_bytes(data: bytes) -> dict[str, Any]:
    """The inverse of to_bytes."""
    end = 4 + int.from_bytes(data[:4], "little")
    header = json.loads(data[4:end])
    high = np.frombuffer(bz2.decompress(data[end:end + header["high"]]), np.uint8)
    low = np.frombuffer(data, np.uint8, offset=end + header["high"])
    weights, at_high, at_low = {}, 0, 0
    for name, shape, kind in header["names"]:
        count = int(np.prod(shape))
        if kind == "int8":
            matrix = low[at_low:at_low + count].view(np.int8).reshape(shape).astype(np.float32)
            scale = np.frombuffer(low[at_low + count:at_low + count + 4 * shape[0]].tobytes(), "<f4")[:, None]
            weights[name] = torch.from_numpy(matrix * scale)
            at_low += count + 4 * shape[0]
        else:
            raw = np.empty(2 * count, np.uint8)
            raw[1::2], raw[0::2] = high[at_high:at_high + count], low[at_low:at_low + count]
            weights[name] = torch.from_numpy(raw.view("<f2").reshape(shape).copy())
            at_high, at_low = at_high + count, at_low + count
    if at_low != low.size or at_high != high.size:
        raise ValueError(f"Fetch every part, some bytes are missing or too many: {low.size - at_low}")
    return {"sizes": header["sizes"], "about": header["about"], "weights": weights}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("split", "join"))
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--bits", type=int, choices=(7, 8, 16), default=16, help="of the matrices; 7 is what export.py ships")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=4, help="parts written; four fit into 64 MiB")
    options = parser.parse_args()
    if options.what == "split":
        data = to_bytes(torch.load(options.source, map_location="cpu", weights_only=True), options.bits)
        parts = range(0, len(data), PART)
        for number in list(range(len(parts)))[options.first:options.first + options.count]:
            with open(os.path.join(options.target, f"weights.{number:02d}.bin"), "wb") as file:
                file.write(data[number * PART:(number + 1) * PART])
        print(f"{len(data)} bytes in {len(parts)} parts, written from {options.first}")
        return
    data = b""
    for path in sorted(glob.glob(os.path.join(options.source, "weights.*.bin"))):
        with open(path, "rb") as file:
            data += file.read()
    checkpoint = from_bytes(data)
    torch.save(checkpoint, options.target)
    print(json.dumps(checkpoint["about"]))


if __name__ == "__main__":
    main()
