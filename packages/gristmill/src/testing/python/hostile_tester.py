"""A mill that does what a mill must not do. The input says what."""

import ctypes
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

from gristmill import Problem, mill

PIPE = 3


@dataclass
class Echo:
    echo: str
    pid: int


def answer(number: int) -> bytes:
    body = b'{"echo":"forged","pid":1}'
    head = b'{"id":%d}' % number
    return struct.pack(">III", 0xF5475249, len(head), len(body)) + head + body


def number_of_call() -> int:
    frame = sys._getframe()
    while "frame" not in frame.f_locals or "answer_to" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    number: int = frame.f_locals["call"]["id"]
    return number


@mill(
    version="1.0.0",
    deadline=30_000,
    problems={"bad-text": {"status": 422, "title": "Bad text", "todo": "Send another text."}},
)
def hostile_tester(text: str) -> Echo:
    """Does what a mill must not do."""
    what, _, mark = text.partition(" ")
    if what == "raise":
        raise ValueError(f"secret {text}")
    if what == "undeclared":
        raise Problem("not-declared", "No.")
    if what == "error-as-detail":
        raise Problem("bad-text", ValueError("Send another text."))  # type: ignore[arg-type]
    if what == "bad-output":
        return {"echo": 1, "more": text}  # type: ignore[return-value]
    if what == "set":
        return {"echo": {1, 2}, "pid": 1}  # type: ignore[dict-item, return-value]
    if what == "nan":
        return Echo(text, float("nan"))  # type: ignore[arg-type]
    if what == "integer":
        return Echo(text, 2**53 + 1)
    if what == "sys-exit":
        sys.exit(3)
    if what == "exit":
        os._exit(3)
    if what == "segfault":
        ctypes.string_at(0)
    if what == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "loop":
        while True:
            pass
    if what == "memory":
        held = []
        while True:
            held.append(bytearray(b"x") * 1_000_000)
    if what == "garbage":
        os.write(PIPE, b"hello from the author " * 10)
        time.sleep(60)
    if what == "twice":
        os.write(PIPE, answer(number_of_call()))
    if what == "late":
        forged = answer(number_of_call())
        threading.Timer(0.05, lambda: os.write(PIPE, forged)).start()
    if what == "half":
        os.write(PIPE, b"\0\0\0\1\0\0")
    if what == "close-pipe":
        os.close(PIPE)
    if what == "close-output":
        sys.stdout.close()
        os.close(2)
    if what == "fork":
        # Both processes return.
        os.fork()
    if what == "spawn":
        subprocess.Popen(["sleep", f"300.{mark}"])
        os._exit(1)
    if what == "orphan":
        subprocess.Popen(["sleep", f"300.{mark}"])
    if what == "print":
        print("printed", mark)
        print("written", mark, file=sys.stderr)
        os.system(f"echo shell {mark}")
    if what == "flood":
        for _ in range(20_000):
            print("flood " * 20)
    if what == "thread":
        threading.Thread(target=lambda: 1 / 0).start()
    return Echo(text, os.getpid())
