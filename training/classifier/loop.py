"""The loop of a training: the learning rate over time, the mean of the weights, and what is reported."""

import argparse
import copy
import math
import time

import numpy as np
import torch


def options_of(parser: argparse.ArgumentParser, rate: float) -> argparse.Namespace:
    """Adds the options of every training, reads all, and sets up PyTorch."""
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--steps", type=int, default=0, help="stop after so many steps instead")
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--small", action="store_true", help="small batches, for tests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    return options


class Log:
    """Prints lines, and appends them to OUT.log."""

    def __init__(self, out):
        self.name, self.file = out.name, open(f"{out}.log", "a")

    def __call__(self, *words):
        line = " ".join(str(word) for word in words)
        print(f"[{self.name}] {line}", flush=True)
        print(line, file=self.file, flush=True)


def rate_at(progress: float) -> float:
    """The learning rate as a part of the highest: a short rise, then a cosine."""
    return min(1, progress / 0.04 + 1e-3) * (0.5 * (1 + math.cos(math.pi * progress)) * 0.999 + 0.001)


@torch.no_grad()
def follow(mean, network, step: int):
    """Moves the mean of the weights a little towards the weights."""
    keep = min(0.9995, (1 + step) / (20 + step))
    pairs = [(m, n) for m, n in zip(mean.state_dict().values(), network.state_dict().values()) if m.is_floating_point()]
    torch._foreach_mul_([m for m, _ in pairs], keep)
    torch._foreach_add_([m for m, _ in pairs], [n for _, n in pairs], alpha=1 - keep)


def run(options, network, optimizer, loss_of_batch, report, say):
    """Trains for the given time or steps and saves the mean of the weights.

    `loss_of_batch(forward)` draws a batch and returns its loss and its size. `report(mean, short)` returns what is told of a network.
    A group of the optimizer may have `times`, its rate as a multiple of the others'.
    """
    mean = copy.deepcopy(network).eval()
    forward = torch.compile(network, dynamic=False) if options.compile else network
    step, begun, next_report, seen = 0, None, 0.34, []
    while True:
        if step == 5:  # compiling is not counted
            torch.cuda.synchronize() if options.device == "cuda" else None
            begun = time.time()
        passed = 0 if begun is None else (time.time() - begun) / 60
        progress = step / options.steps if options.steps else passed / options.minutes
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = options.rate * rate_at(progress) * group.get("times", 1.0)
        network.train()
        loss, size = loss_of_batch(forward)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        step += 1
        follow(mean, network, step)
        seen.append(loss.detach())
        if step in (10, 50, 200) or step % 1000 == 0:
            speed = (step - 5) * size / (time.time() - begun) if begun and step > 5 else 0
            say("step", step, "loss", round(float(torch.stack(seen).mean()), 4), "pictures/s", round(speed))
            seen = []
        if progress >= next_report and options.device == "cuda":
            next_report += 0.33
            say("step", step, report(mean, True))
            torch.save(mean.state_dict(), f"{options.out}.pt")
    torch.save(mean.state_dict(), f"{options.out}.pt")
    say("end: steps", step, report(mean, False))
