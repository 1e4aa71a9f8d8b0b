"""Train one model for both directions within a given time.

    python3 train.py --data data/part-1 data/part-2 --out runs/student --minutes 21

After any failure, RUN/best.pt (the best weights), RUN/latest.pt (the current averaged weights) and
RUN/state.pt (to continue with --resume) are complete files. RUN/train.log has a line every few seconds.
"""
from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import numpy as np
import torch

import loss
from backtranslation import WEIGHTS, back_translate
from batches import Epoch, PairStore, read_all
from checkpoint import Average, save_atomically, save_weights
from decoding import Speaker, translate
from deepen import deepen
from metrics import corpus_bleu
from model import PRESETS, Sizes, Translator
from muon import Muon
from prepare import development_files
from rounding import SHIPPED_BITS, Rounding, rounded
from schedule import learning_rate, within
from shards import Shard, shard_paths
from splitting import Splitter, vocabulary_table
from vocabulary import Vocabulary, normalise

BEGIN = time.time()
NOT_A_NUMBER = 3


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--data", nargs="+", required=True, help="folders with shards; one holds spm.model, weights.json and dev.tsv")
    add("--out", required=True)
    add("--minutes", type=float, default=21.0, help="whole time, reading the data counted, the last measurement not")
    add("--preset", choices=sorted(PRESETS), default="student")
    for name in ("width", "inner", "encoder-layers", "decoder-layers", "heads"):
        add(f"--{name}", type=int, help="instead of the preset's")
    add("--tokens", type=int, default=65_536, help="tokens a batch on its longer side")
    add("--longest", type=int, default=112, help="tokens a sentence, tag and end counted")
    add("--muon", type=float, default=0.015, help="learning rate of the matrices")
    add("--adam", type=float, default=2e-3, help="learning rate of everything else")
    add("--warm-steps", type=int, default=400)
    add("--hold", type=float, default=0.35, help="part of the time at the full rate")
    add("--end", type=float, default=0.01, help="part of the rate left at the end")
    add("--schedule", type=float, nargs=2, default=[0.0, 1.0], metavar=("FROM", "TO"),
        help="part of the schedule that this run covers: 0 0.25 is the first of four runs, which share --hold and --end")
    add("--drop", type=float, default=0.08)
    add("--smoothing", type=float, default=0.1)
    add("--trust", type=float, default=0.0, help="part of the wanted distribution that the averaged weights give, as their own teacher")
    add("--average", type=float, default=0.003, help="rate of the averaged weights, every fourth step")
    add("--back-translate", type=float, nargs="*", default=[0.45], help="when, as parts of the time; none to leave it out")
    add("--sample", type=int, default=10, help="second and later rounds draw from so many words; 0 for the likeliest")
    add("--round-beams", type=int, default=1, help="beams of back-translation; more than one never samples")
    add("--round-seconds", type=float, help="end a round of back-translation after about so long")
    add("--mono-limit", type=int, help="only so many sentences of each monolingual text")
    add("--weights", default="{}", help="JSON: groups drawn more or less often than weights.json says")
    add("--finish-weights", default="{}", help="JSON: groups drawn more or less often in the last part of the run")
    add("--finish-from", type=float, default=0.6, help="part of the time after which --finish-weights count")
    add("--split", type=float, default=0.0, help="rate at which pieces of sources are split at random")
    add("--split-until", type=float, default=0.85, help="part of the time after which no epoch is split any more")
    add("--evaluate-minutes", type=float, default=3.0)
    add("--save-minutes", type=float, default=2.0)
    add("--log-seconds", type=float, default=5.0)
    add("--seed", type=int, default=1)
    add("--init", help="start from these weights (a checkpoint of the same sizes, or with fewer encoder layers)")
    add("--round-from", type=float, default=1.0, help="part of the time after which weights are rounded as they are shipped")
    add("--resume", action="store_true", help="go on from RUN/state.pt where there is one")
    add("--steps", type=int, default=10**9, help="stop after so many steps, for a trial")
    add("--no-compile", action="store_true")
    add("--smoke", action="store_true", help="tiny sizes on the processor: every stage in two minutes")
    options = parser.parse_args()
    if options.smoke:
        options.preset, options.tokens, options.longest, options.no_compile = "smoke", 384, 32, True
        options.minutes = min(options.minutes, 2.0)
        options.evaluate_minutes, options.save_minutes, options.warm_steps = 0.3, 0.2, 40
        options.average, options.mono_limit = 0.05, 60
    return options


class Log:
    """Lines to the terminal and to a file, with the seconds since the start."""

    def __init__(self, path: str) -> None:
        self.file = open(path, "a", encoding="utf8", buffering=1)

    def __call__(self, *words: object) -> None:
        line = f"[{time.time() - BEGIN:7.1f}] " + " ".join(map(str, words))
        print(line, flush=True)
        self.file.write(line + "\n")


def find(folders: list[str], name: str) -> str:
    """The first of the folders' files of that name."""
    for folder in folders:
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    sys.exit(f"Give a data folder that holds {name}: {', '.join(folders)}")


def to_cpu(value: Any) -> Any:
    """A deep copy whose tensors lie in main memory, so that a thread can write it while training goes on."""
    if isinstance(value, torch.Tensor):
        return value.detach().to("cpu", copy=True)
    if isinstance(value, dict):
        return {k: to_cpu(v) for k, v in value.items()}
    return [to_cpu(v) for v in value] if isinstance(value, (list, tuple)) else value


class Training:
    """Everything a run consists of; `run` is the loop."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        os.makedirs(options.out, exist_ok=True)
        self.say = Log(os.path.join(options.out, "train.log"))
        self.device = torch.device("cuda" if torch.cuda.is_available() and not options.smoke else "cpu")
        self.cuda = self.device.type == "cuda"
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        if self.cuda:
            # cuDNN's attention plans every new shape for 15 ms; flash attention takes shapes as they come.
            torch.backends.cuda.enable_cudnn_sdp(False)
        else:
            loss.ROWS = 512  # a small batch should not be padded to the accelerator's chunk
        self.background = ThreadPoolExecutor(1)
        self.writer = ThreadPoolExecutor(1)
        self.written: Future | None = None
        self._read_data()
        self._build()
        self.step = self.epoch = self.batch_number = self.tokens_seen = self.rounds = self.rescues = 0
        self.elapsed_before, self.rate_scale, self.best = 0.0, 1.0, -1.0
        self.loop_begin, self.stopping = time.time(), False
        if os.path.exists(self.path("exit")):
            os.remove(self.path("exit"))

    def _read_data(self) -> None:
        options = self.options
        self.vocabulary = Vocabulary(find(options.data, "spm.model"))
        with open(find(options.data, "weights.json"), encoding="utf8") as file:
            self.weights: dict[str, float] = json.load(file) | WEIGHTS | json.loads(options.weights)
        self.finish_weights: dict[str, float] = json.loads(options.finish_weights)
        self.dev: dict[str, dict[str, list[str]]] = {}
        for path in development_files(os.path.dirname(find(options.data, "dev.tsv"))):
            with open(path, encoding="utf8") as file:
                lines = [line.rstrip("\n").split("\t") for line in file][:12 if options.smoke else None]
            self.dev[os.path.basename(path).removesuffix(".tsv")] = {"en": [line[0] for line in lines], "es": [line[1] for line in lines]}
        shards = read_all(shard_paths(options.data))
        self.mono = [s for s in shards if s.columns == 1]
        splitter = Splitter(vocabulary_table(self.vocabulary), self.device) if options.split > 0 else None
        self.store = PairStore(self.device, self.vocabulary.to_spanish, self.vocabulary.to_english, options.tokens, options.longest, splitter)
        counts = self.store.add([s for s in shards if s.columns == 2], self.weights)
        self.say("pairs", json.dumps(counts), "tokens", self.store.tokens.numel())
        if not sum(counts.values()):
            sys.exit(f"Give folders with shards of pairs: {', '.join(options.data)}")

    def _build(self) -> None:
        options = self.options
        own = {k: getattr(options, k) for k in ("width", "inner", "encoder_layers", "decoder_layers", "heads")}
        sizes = Sizes(self.vocabulary.size, **(PRESETS[options.preset] | {k: v for k, v in own.items() if v}))
        stream = torch.bfloat16 if self.cuda else torch.float32
        self.model = Translator(sizes, options.drop, options.smoothing, stream).to(self.device)
        if options.init:
            found = torch.load(options.init, map_location="cpu", weights_only=True)["weights"]
            self.model.load_state_dict(deepen({k: v.float() for k, v in found.items()}, sizes.encoder_layers))
        matrices = [p for n, p in self.model.named_parameters() if p.ndim == 2 and "embedding" not in n]
        others = [p for n, p in self.model.named_parameters() if p.ndim != 2 or "embedding" in n]
        self.optimisers = [
            Muon(matrices, options.muon, sizes.width),
            torch.optim.AdamW(others, lr=options.adam, betas=(0.9, 0.98), eps=1e-9, weight_decay=0, fused=self.cuda),
        ]
        self.base_rates = [options.muon, options.adam]
        self.average = Average(self.model, options.average)
        self.teacher = self.average.as_teacher(self.model) if options.trust > 0 else None
        self.rounding, self.rounds_weights = Rounding(self.model), False
        count = sum(p.numel() for p in self.model.parameters())
        self.say(f"{count / 1e6:.2f}M parameters", sizes, torch.cuda.get_device_name() if self.cuda else "cpu")
        if not options.no_compile and self.cuda:
            failure = loss.compile_head(sizes.width, self.model.embedding.num_embeddings, options.smoothing, self.device, stream, options.trust)
            self.say("output layer compiled" if failure is None else f"output layer NOT compiled, slower: {failure}")

    # ---- files -------------------------------------------------------------------------------

    def path(self, name: str) -> str:
        return os.path.join(self.options.out, name)

    def about(self, **more: Any) -> dict[str, Any]:
        return {"step": self.step, "tokens": self.tokens_seen, "minutes": round(self.elapsed() / 60, 2), **more}

    def save_state(self, wait: bool = False) -> None:
        """Everything needed to go on; copied now, written by a thread."""
        if self.written is not None:
            self.written.result()
        state = to_cpu({
            "parameters": list(self.model.parameters()), "average": self.average.values,
            "optimisers": [o.state_dict() for o in self.optimisers],
            "numbers": {"step": self.step, "epoch": self.epoch, "batch_number": self.batch_number, "tokens_seen": self.tokens_seen,
                        "rounds": self.rounds, "elapsed_before": self.elapsed(), "best": self.best},
        })
        self.written = self.writer.submit(save_atomically, state, self.path("state.pt"))
        if wait:
            self.written.result()

    def load_state(self, numbers: bool = True) -> None:
        if self.written is not None:
            self.written.result()
        state = torch.load(self.path("state.pt"), map_location="cpu", weights_only=True)
        with torch.no_grad():
            for own, saved in zip(self.model.parameters(), state["parameters"], strict=True):
                own.copy_(saved)
            for own, saved in zip(self.average.values, state["average"], strict=True):
                own.copy_(saved)
        for optimiser, saved in zip(self.optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(saved)
        if numbers:
            for name, value in state["numbers"].items():
                setattr(self, name, value)
            if self.rounds:
                self._take_synthetic(self._load_synthetic())

    def _load_synthetic(self) -> list[Shard]:
        found = np.load(self.path("synthetic.npz"))
        return [Shard(*json.loads(name), found[name]) for name in found.files]

    def _save_synthetic(self, shards: list[Shard]) -> None:
        named = {json.dumps([s.group, s.direction, s.columns, s.language]): s.tokens for s in shards}
        with open(self.path("synthetic.npz.tmp"), "wb") as file:
            np.savez(file, **named)
        os.replace(self.path("synthetic.npz.tmp"), self.path("synthetic.npz"))

    def _take_synthetic(self, shards: list[Shard]) -> None:
        self.store.silence({s.group for s in shards})
        self.say("synthetic pairs", json.dumps(self.store.add(shards, self.weights)))

    # ---- stages ------------------------------------------------------------------------------

    def elapsed(self) -> float:
        return self.elapsed_before + time.time() - self.loop_begin

    def score(self, weights: list[torch.Tensor]) -> tuple[dict[str, float], list[str]]:
        """Greedy BLEU on every development set both ways, and a sentence of each to look at."""
        speaker = Speaker(self.model, self.vocabulary, weights)
        scores, shown = {}, []
        for name, texts in self.dev.items():
            for source, target in (("en", "es"), ("es", "en")):
                ids = self.vocabulary.encode([normalise(text) for text in texts[source]])
                found = self.vocabulary.decode(translate(speaker, ids, self.vocabulary.tag(target)))
                scores[f"{name} {source}-{target}"] = round(corpus_bleu(found, texts[target]), 2)
                shown += found[3:4]
        return scores, shown

    def measure(self, name: str, averaged: bool = True, may_be_best: bool = True) -> None:
        """BLEU with exact and with rounded weights; they are on disk before the attempt, the best as shipped are kept."""
        weights = self.average.values if averaged else [p.detach() for p in self.model.parameters()]
        start = time.time()
        try:
            save_weights(self.path("latest.pt"), self.model, weights, self.about(name=name))
            exact, _ = self.score(weights)
            shipped, shown = self.score([rounded(w) for w in weights])
            self.say("MEASURED", name, json.dumps(exact), f"{SHIPPED_BITS} bits", json.dumps(shipped), f"{time.time() - start:.1f} s")
            for text in shown:
                self.say("  ", text[:200])
            mean = sum(shipped.values()) / len(shipped)
            if may_be_best and (mean > self.best or not os.path.exists(self.path("best.pt"))):
                self.best = mean
                save_weights(self.path("best.pt"), self.model, weights, self.about(name=name, bleu=exact, shipped=shipped, averaged=averaged))
        except Exception:  # measuring must never end a run
            self.say("measuring failed\n" + traceback.format_exc())

    def back_translate(self) -> None:
        """Translate the monolingual text with the averaged weights and add it to the pairs."""
        self.rounds += 1
        start = time.time()
        try:
            speaker = Speaker(self.model, self.vocabulary, self.average.values)
            made = back_translate(speaker, self.mono, self.say, sample=self.options.sample if self.rounds > 1 else 0,
                                  beams=self.options.round_beams, seconds=self.options.round_seconds, seed=self.options.seed,
                                  longest=self.options.longest - 2, most=self.options.mono_limit)
            self._save_synthetic(made)
            self._take_synthetic(made)
        except Exception:  # the run goes on with the real pairs
            self.say("back-translation failed\n" + traceback.format_exc())
        self.say(f"back-translation took {time.time() - start:.1f} s")

    def next_epoch(self, number: int) -> None:
        # An epoch is drawn while the one before it runs, so the end of splitting is a matter of an epoch.
        rate = self.options.split if self.elapsed() < self.options.split_until * self.options.minutes * 60 else 0.0
        finish = self.finish_weights if self.elapsed() > self.options.finish_from * self.options.minutes * 60 else {}
        self.planned = self.background.submit(self.plan_epoch, self.options.seed * 1000 + number, rate, finish)

    def plan_epoch(self, seed: int, rate: float, weights: dict[str, float]) -> Epoch:
        self.store.weigh(weights)
        return self.store.plan(seed, rate)

    def take_epoch(self) -> Epoch:
        epoch = self.planned.result()
        self.say("epoch", self.epoch, "batches", len(epoch.batches), "samples", epoch.pair.size)
        self.next_epoch(self.epoch + 1)
        return epoch

    def train_batch(self, epoch: Epoch, rate: float) -> tuple[torch.Tensor, int]:
        """One step; answers the summed loss (still on the device) and the number of target tokens."""
        for optimiser, base in zip(self.optimisers, self.base_rates):
            for group in optimiser.param_groups:
                group["lr"] = base * rate
        which = epoch.batches[self.batch_number]
        count = int(epoch.target_length[which[0]:which[1]].sum())
        with self.rounding.applied() if self.rounds_weights else nullcontext():
            with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.cuda):
                summed = self.model(*self.store.batch(epoch, which), self.teacher, self.options.trust)
            # The last batch of a length can be tiny: it counts for its size, not for a whole step.
            (summed / max(count, self.options.tokens // 4)).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimiser in self.optimisers:
            optimiser.step()
        for p in self.model.parameters():
            p.grad = None
        self.average.update(self.step)
        return summed.detach(), count

    def rescue(self) -> None:
        """After a loss that is no number: back to the last state with half the rate; three times at most."""
        self.rescues += 1
        if self.rescues > 3 or not os.path.exists(self.path("state.pt")):
            self.say("the loss is not a number and cannot be rescued")
            raise SystemExit(NOT_A_NUMBER)
        self.rate_scale *= 0.5
        self.load_state(numbers=False)
        self.say(f"the loss is not a number: back to the last state, rates x{self.rate_scale}")

    def run(self) -> None:
        options = self.options
        self.loop_begin = time.time()
        self.elapsed_before = self.loop_begin - BEGIN
        if options.resume and os.path.exists(self.path("state.pt")):
            self.load_state()
            self.say("resumed at step", self.step, f"after {self.elapsed_before / 60:.2f} minutes")
        elif options.init:
            # Never the best: an earlier run may have learnt from pairs that are held out now.
            self.measure("start", may_be_best=False)
        budget = options.minutes * 60
        self.next_epoch(self.epoch)
        epoch = self.take_epoch()
        self.model.train()
        total, counted, logged = torch.zeros((), device=self.device), 0, time.time()
        measured = saved = time.time()
        while not self.stopping and self.step < options.steps and self.elapsed() < budget:
            spent = self.elapsed() / budget
            if self.rounds < len(options.back_translate) and spent > sorted(options.back_translate)[self.rounds] and self.mono:
                if self.step:
                    self.measure("before back-translation")
                self.planned.result()  # the store must not change while an epoch is drawn from it
                self.back_translate()
                self.epoch, self.batch_number = self.epoch + 1, 0
                self.next_epoch(self.epoch)
                epoch = self.take_epoch()
                self.save_state()
                total.zero_()
                counted, logged, measured, saved = 0, time.time(), time.time(), time.time()
            if self.batch_number >= len(epoch.batches):
                self.epoch, self.batch_number = self.epoch + 1, 0
                epoch = self.take_epoch()
            if spent >= options.round_from and not self.rounds_weights:
                self.measure("before rounding")
                self.rounds_weights, measured = True, time.time()
                self.say(f"weights are rounded to {SHIPPED_BITS} bits from step {self.step}")
            rate = self.rate_scale * learning_rate(self.step, within(options.schedule, self.elapsed() / budget), warm_steps=options.warm_steps, hold=options.hold, end=options.end)
            summed, count = self.train_batch(epoch, rate)
            total += summed
            counted += count
            self.tokens_seen += count
            self.step += 1
            self.batch_number += 1
            now = time.time()
            if now - logged > options.log_seconds or self.step in (1, 10, 50):
                mean = total.item() / max(1, counted)
                seconds = time.time() - logged
                self.say(f"step {self.step} epoch {self.epoch} {100 * self.batch_number / len(epoch.batches):.1f}% loss {mean:.4f}",
                         f"{counted / seconds:.0f} tokens/s rate x{rate:.3f} total {self.tokens_seen / 1e6:.1f}M left {(budget - self.elapsed()) / 60:.2f} min")
                total.zero_()
                counted, logged = 0, time.time()
                if not np.isfinite(mean):
                    self.rescue()
                elif now - saved > options.save_minutes * 60:
                    self.save_state()
                    saved = logged = time.time()
                if now - measured > options.evaluate_minutes * 60:
                    self.measure(f"step {self.step}")
                    measured = logged = time.time()
        self.finish(interrupted=self.stopping)

    def finish(self, interrupted: bool) -> None:
        """Interrupted: only what is needed to go on. Else measure both kinds of weights and keep the better."""
        self.save_state(wait=True)
        if not interrupted:
            save_weights(self.path("final.pt"), self.model, None, self.about(name="final"))
            self.measure("final", averaged=False)
            self.measure("final averaged", averaged=True)
        self.say("done" if not interrupted else "interrupted", json.dumps(self.about(epoch=self.epoch, best=round(self.best, 2))),
                 f"peak memory {torch.cuda.max_memory_allocated() / 1e9:.1f} GB" if self.cuda else "")


def main() -> None:
    training = Training(arguments())

    def stop(*_: object) -> None:
        training.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    code = 0
    try:
        training.run()
    except BaseException as error:
        code = error.code if isinstance(error, SystemExit) and isinstance(error.code, int) else 1
        training.say("stopped\n" + traceback.format_exc())
        if code != NOT_A_NUMBER:
            save_weights(training.path("latest.pt"), training.model, training.average.values, training.about(name="after an error"))
            training.say("the averaged weights are in latest.pt")
    with open(training.path("exit"), "w", encoding="utf8") as file:
        file.write(f"{code}\n")
    # Threads of the compiler and of the loaders would keep the process for seconds.
    training.writer.shutdown(wait=True)
    sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
