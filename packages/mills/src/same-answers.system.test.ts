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

async function answersOf(
	pictures: string,
	mills: readonly string[],
	node = process.execPath,
	masked: Record<string, string> = {},
): Promise<Told> {
	const env = { ...process.env, ...masked };
	const options = { env, maxBuffer: 1e8 };
	return JSON.parse((await promisify(execFile)(node, [TELL, pictures, ...mills], options)).stdout);
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

/** Fails on any difference under one digest. Returns the mills that share it. */
function shared(one: Told, other: Told, where: string, t: TestContext): string[] {
	return Object.keys(one).filter((name) => {
		const [mine, theirs] = [one[name], other[name]];
		assert.ok(mine && theirs && mine.answers.length > 10);
		const differ = mine.answers.filter((answer, i) => answer !== theirs.answers[i]).length;
		const isShared = mine.digest === theirs.digest;
		t.diagnostic(
			`${where}: ${name}: ${isShared ? "one digest" : "two digests"}, ${differ} of ${mine.answers.length} differ`,
		);
		if (isShared) assert.equal(differ, 0, `${name} has one digest and other answers: ${where}`);
		return isShared;
	});
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
	const pictures = await picturesIn(t);
	const here = await answersOf(pictures, MILLS);
	for (const mask of MASKS) {
		const there = await answersOf(pictures, MILLS, process.execPath, masked(mask));
		const same = shared(here, there, `without ${mask}`, t);
		assert.deepEqual(same.slice(0, 2), MILLS.slice(0, 2), "texts depend on no processor");
	}
});

test("in another version of Node, a mill about texts has the same answers or another digest", {
	skip: NODES.length === 0 && "TEST_NODES names no other Node",
}, async (t) => {
	const texts = MILLS.slice(0, 2);
	const here = await answersOf("", texts);
	for (const node of NODES) shared(here, await answersOf("", texts, node), node, t);
});
