// Makes test/fixtures/translator/ with SentencePiece itself, once for a vocabulary:
//   npm run build && node tools/pieces-golden.mjs spm.model [python3]
// The Python needs the package sentencepiece. The lines come from a seed, so only what SentencePiece answers is kept.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { digest, goldenTasks, LINES, STRIDE } from "../packages/mills/dist/testing/piece-golden.js";

const [model, python = "python3"] = process.argv.slice(2);
if (!model) {
	console.error("Name the SentencePiece model: spm.model [python3]");
	process.exit(1);
}
const vocabulary = JSON.parse(
	readFileSync(new URL("../packages/mills/models/translator/vocab.json", import.meta.url), "utf8"),
);
const script = fileURLToPath(new URL("../training/translator/pieces_golden.py", import.meta.url));
const child = spawn(python, [script, model], { stdio: ["pipe", "pipe", "inherit"] });
const { lines, sequences } = goldenTasks(vocabulary);

const digests = Buffer.alloc(4 * LINES);
const encoded = [];
const decoded = [];
async function collect() {
	let index = 0;
	for await (const answer of createInterface({ input: child.stdout })) {
		const value = JSON.parse(answer);
		if (index >= LINES) decoded.push(value);
		else {
			digests.writeUInt32LE(digest(value), 4 * index);
			if (index % STRIDE === 0) encoded.push(value);
		}
		index++;
	}
	return index;
}
async function ask() {
	for (const tasks of [lines, sequences])
		for (const task of tasks)
			if (!child.stdin.write(`${JSON.stringify(task)}\n`))
				await new Promise((done) => child.stdin.once("drain", done));
	child.stdin.end();
}
const [answers] = await Promise.all([collect(), ask()]);

const folder = new URL("../test/fixtures/translator/", import.meta.url);
mkdirSync(folder, { recursive: true });
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
writeFileSync(new URL("digests.bin", folder), digests);
writeFileSync(
	new URL("sample.json.br", folder),
	brotliCompressSync(JSON.stringify({ encoded, decoded }), options),
);
console.log(`${answers} answers, ${encoded.length} of them whole, ${decoded.length} texts`);
