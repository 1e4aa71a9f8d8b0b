import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const TOOL = fileURLToPath(new URL("../../../../tools/evaluate-sentences.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sentences-"));
after(() => rmSync(folder, { recursive: true }));

function evaluate(...words: string[]): Promise<{ status: unknown; out: string; error: string }> {
	return new Promise((resolve) =>
		execFile(process.execPath, [TOOL, ...words], (failure, out, error) =>
			resolve({ status: failure?.code ?? 0, out, error }),
		),
	);
}

/** A file in the CoNLL-U format with one word in each sentence: the tool reads nothing but its last column. */
function file(name: string, sentences: readonly string[]): string {
	const path = join(folder, name);
	const blocks = sentences.map((text) => `# text = ${text}\n1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n`);
	writeFileSync(path, `${blocks.join("\n")}\n`);
	return path;
}

test("precision, recall and F1 are printed for both values of suppressions", async () => {
	const path = file("en_small-ud-test.conllu", ["Dr. No came.", "He left.", "No end", "She stayed."]);
	const { status, out, error } = await evaluate(path, "--show", "5");
	assert.equal(status, 0, error);
	assert.equal(
		out,
		"en_small-ud-test.conllu: 4 sentences, none P 0.667 R 0.667 F1 0.667, standard P 1.000 R 0.667 F1 0.800\n" +
			'  - "Dr. No came. He left. No end |  She stayed."\n',
	);
});

test("a folder, a missing file and a file without sentences are told apart", async () => {
	assert.match((await evaluate(folder)).out, /^en_small/);
	assert.match((await evaluate(join(folder, "none.conllu"))).error, /^Check the path/);
	assert.match((await evaluate(file("en_one.conllu", ["One."]))).error, /fewer than two sentences/);
	assert.equal((await evaluate()).status, 2);
	assert.equal((await evaluate("--help")).status, 0);
});
