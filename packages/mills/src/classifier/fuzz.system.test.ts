import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "gristmill";
import sharp from "sharp";
import { random } from "../testing/hostile-texts.js";
import { call, example } from "../testing/portrait.js";

const RUNS = Number(process.env.TEST_RUNS ?? 60);
const EXPECTED = new Set(["unreadable-input", "unsupported-media-type", "content-too-large", "no-face"]);

const small = sharp(example).resize(160);
const SEEDS = [
	["image/jpeg", example],
	["image/jpeg", await small.clone().jpeg({ progressive: true }).toBuffer()],
	[
		"image/jpeg",
		await small
			.clone()
			.toColourspace("cmyk")
			.withExif({ IFD0: { Artist: "x" } })
			.jpeg()
			.toBuffer(),
	],
	["image/png", await small.clone().png({ progressive: true }).toBuffer()],
	["image/webp", await small.clone().webp().toBuffer()],
	["image/avif", await small.clone().avif({ effort: 0 }).toBuffer()],
] as const;

test("a damaged picture is answered or rejected with an expected problem", async (t) => {
	const next = random(20);
	const below = (end: number) => Math.floor(next() * end);
	const counts: Record<string, number> = {};
	const expected = await call(example);
	for (let i = 0; i < RUNS; i++) {
		// Mostly JPEG, as in real calls.
		const [contentType, seed] = SEEDS[next() < 0.5 ? 0 : below(SEEDS.length)] ?? SEEDS[0];
		const damaged = damage(seed, below);
		const outcome = await call(damaged, { contentType }).then(
			() => "answered",
			(error: unknown) => (Problem.is(error) ? error.code : String(error)),
		);
		assert.ok(
			outcome === "answered" || EXPECTED.has(outcome),
			`${i}: ${outcome}: ${contentType} ${damaged.toString("base64").slice(0, 200)}`,
		);
		counts[outcome] = (counts[outcome] ?? 0) + 1;
	}
	t.diagnostic(`${RUNS} damaged pictures: ${JSON.stringify(counts)}`);
	assert.deepEqual(await call(example), expected, "earlier calls have no effect");
});

/** Changes bytes, repeats, removes or overwrites a piece, or truncates the file. Headers are damaged more often. */
function damage(seed: Buffer, below: (end: number) => number): Buffer {
	let bytes = Buffer.from(seed);
	for (let times = 1 + below(4); times > 0; times--) {
		const at = below(3) === 0 ? below(Math.min(700, bytes.length)) : below(bytes.length);
		const length = 1 + below(64);
		switch (below(5)) {
			case 0:
				bytes[at] = below(256);
				break;
			case 1:
				bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
				break;
			case 2:
				bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
				break;
			case 3:
				bytes.fill(below(2) * 255, at, Math.min(bytes.length, at + length));
				break;
			default:
				bytes = bytes.subarray(0, Math.max(4, at));
		}
	}
	return bytes;
}
