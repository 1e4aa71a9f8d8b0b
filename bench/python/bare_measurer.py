"""The same work at the end of a pipe, with nothing around it. Each text and each answer follows its length."""

import json
import os
import struct
import sys

LENGTH = struct.Struct(">I")
reader = sys.stdin.buffer
while head := reader.read(LENGTH.size):
    text = reader.read(LENGTH.unpack(head)[0]).decode("utf-8")
    answer = json.dumps({"length": len(text)}).encode("ascii")
    os.write(1, LENGTH.pack(len(answer)) + answer)
