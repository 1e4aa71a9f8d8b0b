"""The model of examples/text_embedder.py without a server. Each line of the input says a batch size and for how many seconds."""

import json
import sys
import time
import types

# Its import needs the decorator, which does nothing here.
stub = types.ModuleType("gristmill")
stub.mill = lambda **_: lambda function: function
stub.Limits = dict
sys.modules["gristmill"] = stub
sys.path.insert(0, sys.argv[1])

import text_embedder
import torch

if not text_embedder.HAS_GPU:
    print(json.dumps({"missing": "torch finds no CUDA device"}), flush=True)
    sys.exit()
model = text_embedder.load()
for size in (1, 8, 16, 32, 64):
    for _ in range(5):
        model.vectors(["x" * 200] * size, size)
print(json.dumps({"torch": torch.__version__, "device": torch.cuda.get_device_name()}), flush=True)
for line in sys.stdin:
    size, seconds = line.split()
    texts = ["x" * 200] * int(size)
    count, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < float(seconds):
        model.vectors(texts, len(texts))
        count += 1
    print(json.dumps({"perSecond": count * len(texts) / took, "ms": took / count * 1000}), flush=True)
