import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { folderWith } from "../../gristmill/dist/testing/command.js";
import { MASKS, masking } from "./testing/masked-processor.js";
import { example } from "./testing/portrait.js";
import type { Told } from "./testing/tell-answers.js";

const TELL = fileURLToPath(new URL("testing/tell-answers.js", import.meta.url));
const MILLS = ["tokeniser", "normaliser", "classifier", "translator"] as const;
/** Other versions of Node to compare with, separated by colons. */
const NODES = (process.env.TEST_NODES ?? "").split(":").filter(Boolean);

/** An engine on a processor. */
interface Place {
	readonly node?: string;
	readonly masked?: Readonly<Record<string, string>>;
}

async function tell<What>(
	what: "digests" | "answers",
	mills: readonly string[],
	pictures: string,
	{ node = process.execPath, masked = {} }: Place = {},
): Promise<Told<What>> {
	const options = { env: { ...process.env, ...masked }, maxBuffer: 1e8 };
	return JSON.parse((await promisify(execFile)(node, [TELL, what, pictures, ...mills], options)).stdout);
}

async function picturesIn(t: TestContext): Promise<string> {
	const folder = join(await folderWith(t, {}), "pictures");
	await mkdir(folder);
	for (const angle of [0, 7, -11, 20])
		for (const brightness of [0.8, 1, 1.2]) {
			const picture = sharp(example).rotate(angle).modulate({ brightness });
			await writeFile(join(folder, `${angle} ${brightness}.png`), await picture.png().toBuffer());
		}
	return folder;
}

/**
 * Fails on any difference under one digest between here and other places. Returns the mills that share their digest with each. Answers
 * under two digests may differ, so they are not computed.
 */
async function shared(
	mills: readonly string[],
	places: ReadonlyMap<string, Place>,
	pictures: string,
	t: TestContext,
): Promise<string[][]> {
	const digests = await tell<string>("digests", mills, "");
	const same = new Map<string, string[]>();
	for (const [where, place] of places) {
		const there = await tell<string>("digests", mills, "", place);
		same.set(
			where,
			mills.filter((name) => digests[name] === there[name]),
		);
	}
	const here = await tell<string[]>("answers", [...new Set([...same.values()].flat())], pictures);
	for (const [where, names] of same) {
		const there = await tell<string[]>("answers", names, pictures, places.get(where));
		for (const name of names) {
			const [mine = [], theirs = []] = [here[name], there[name]];
			assert.ok(mine.length > 10);
			const differ = mine.filter((answer, i) => answer !== theirs[i]).length;
			assert.equal(
				differ,
				0,
				`${where}: ${name} has one digest, and other answers to some of ${mine.length} calls`,
			);
		}
		t.diagnostic(`${where}: one digest and the same answers: ${names.join(", ")}`);
	}
	return [...same.values()];
}

function whyNoMask(): string | false {
	if (process.platform !== "linux" || process.arch !== "x64")
		return "CPUID can be hidden on x86-64 Linux alone";
	return spawnSync("cc", ["--version"]).error ? "there is no C compiler (cc)" : false;
}

test("on a processor with fewer features, a mill has the same answers or another digest", {
	skip: whyNoMask(),
}, async (t) => {
	const masked = masking(t);
	if (spawnSync(process.execPath, ["-v"], { env: { ...process.env, ...masked("FMA") } }).status === 97)
		return t.skip("this processor or kernel cannot hide CPUID");
	const places = new Map(MASKS.map((mask) => [`without ${mask}`, { masked: masked(mask) }]));
	for (const same of await shared(MILLS, places, await picturesIn(t), t))
		assert.deepEqual(same.slice(0, 2), MILLS.slice(0, 2), "texts depend on no processor");
});

test("in another version of Node, a mill about texts has the same answers or another digest", {
	skip: NODES.length === 0 && "TEST_NODES names no other Node",
}, async (t) => {
	await shared(MILLS.slice(0, 2), new Map(NODES.map((node) => [node, { node }])), "", t);
});
