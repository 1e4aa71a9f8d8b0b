import assert from "node:assert/strict";
import { existsSync, mkdirSync, readlinkSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ManualClock } from "../testing/manual-clock.js";
import { makeWorkplace } from "./workplace.js";

const isLinux = process.platform === "linux";
const space = isLinux ? /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] : undefined;

test("what a killed container has left is removed, and what is in use stays, also if the time of day has stepped forward", {
	skip: !isLinux,
}, async (t) => {
	const mark = (path: string, minutes: number) => {
		const marked = new Date(Date.now() - minutes * 60_000);
		utimesSync(path, marked, marked);
		return path;
	};
	const folder = (name: string, minutes: number) => {
		const path = join(realpathSync(tmpdir()), `gristmill-${name}-0123456789ab`);
		mkdirSync(path);
		t.after(() => rmSync(path, { recursive: true, force: true }));
		return mark(path, minutes);
	};
	const dead = folder(`${space}-4194303`, 0);
	const leftOver = [folder("1-1", 11), folder(`${space}-${process.pid}`, 11)];
	const marked = folder("3-1", 120);
	const used = [folder("2-1", 9), folder(`${space}-${process.ppid}`, 11), marked];
	const clock = new ManualClock();
	const { path, remove } = makeWorkplace(undefined, clock);
	assert.ok(existsSync(path));
	while (existsSync(dead)) await setTimeout(20);
	assert.ok([...leftOver, ...used].every((one) => existsSync(one)));
	// Its server lives, and marks it by the time of day that has stepped.
	mark(marked, 0);
	clock.advance(180_000);
	while (leftOver.some((one) => existsSync(one))) await setTimeout(20);
	assert.ok(used.every((one) => existsSync(one)));
	await remove();
	assert.ok(!existsSync(path));
	assert.equal(clock.timers, 0);
});
