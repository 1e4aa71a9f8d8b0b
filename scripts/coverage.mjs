// Joins what V8 recorded in many processes (NODE_V8_COVERAGE), and prints which share of each package's lines and branches ran.
//
//   node scripts/coverage.mjs FOLDER [ROOT]
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const CODE = /^packages\/(\w+)\/dist\/(?!testing\/|examples\/).*(?<!\.test)\.js$/;

/** What is known of one compiled file: its text, a byte for each character that ran, and its blocks. */
class Script {
	constructor(text) {
		this.text = text;
		this.ran = new Uint8Array(text.length);
		this.blocks = new Set();
	}

	add(functions) {
		const ran = new Uint8Array(this.text.length).fill(1);
		const ranges = functions.flatMap((one) => one.ranges);
		// Inner ranges come after those around them.
		ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
		for (const { startOffset, endOffset, count } of ranges) {
			ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
			this.blocks.add(`${startOffset}-${endOffset}`);
		}
		for (let i = 0; i < ran.length; i++) this.ran[i] |= ran[i];
	}

	lines() {
		const count = { all: 0, ran: 0 };
		let start = 0;
		for (const line of this.text.split("\n")) {
			if (/[A-Za-z0-9]/.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line)) {
				count.all++;
				if (!this.ran.subarray(start, start + line.length).includes(0)) count.ran++;
			}
			start += line.length + 1;
		}
		return count;
	}

	branches() {
		const blocks = [...this.blocks].map((block) => block.split("-").map(Number));
		return {
			all: blocks.length,
			ran: blocks.filter(([from, to]) => this.ran.subarray(from, to).includes(1)).length,
		};
	}
}

function read(folder, root) {
	const scripts = new Map();
	for (const name of readdirSync(folder)) {
		let record;
		try {
			record = JSON.parse(readFileSync(join(folder, name), "utf8"));
		} catch {
			// A process that was killed while it wrote.
			continue;
		}
		for (const { url, functions } of record.result) {
			if (!url.startsWith("file://")) continue;
			const path = fileURLToPath(url.split("?", 1)[0]);
			const file = relative(root, path);
			if (!CODE.test(file)) continue;
			if (!scripts.has(file)) scripts.set(file, new Script(readFileSync(path, "utf8")));
			scripts.get(file).add(functions);
		}
	}
	return scripts;
}

export function printCoverage(folder, root) {
	const packages = new Map();
	for (const [file, script] of read(folder, root)) {
		const [, name] = CODE.exec(file);
		const sum = packages.get(name) ?? { files: 0, lines: { all: 0, ran: 0 }, branches: { all: 0, ran: 0 } };
		packages.set(name, sum);
		sum.files++;
		for (const what of ["lines", "branches"]) {
			const { all, ran } = script[what]();
			sum[what].all += all;
			sum[what].ran += ran;
		}
	}
	const share = ({ all, ran }) => `${((100 * ran) / all).toFixed(2)} % of ${all}`;
	console.log("\nWhat ran of the files that were loaded:");
	for (const [name, { files, lines, branches }] of [...packages].sort())
		console.log(`  ${name}: ${files} files, lines ${share(lines)}, branches ${share(branches)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	printCoverage(process.argv[2], resolve(process.argv[3] ?? "."));
