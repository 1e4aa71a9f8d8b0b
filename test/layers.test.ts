import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** From the bottom to the top. A folder may import those in rows above its own. */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
	gristmill: [
		["core"],
		["settings", "codecs", "command", "client", "checker", "page"],
		["documents"],
		["runtime"],
		["python", "telemetry"],
		["mill-files", "mcp"],
		["http", "library"],
		["."],
		["cli"],
	],
	mills: [["native", "long"], ["classifier", "tokeniser", "normaliser", "translator"], ["."]],
};

/** Every import of one file from another of the same package, without tests. */
function imports(source: string): (readonly [from: string, to: string])[] {
	const names = readdirSync(source, { recursive: true, encoding: "utf8" });
	const files = names.filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith("testing/"));
	return files.flatMap((file) => {
		const text = readFileSync(join(source, file), "utf8");
		const found = text.matchAll(
			/(?:^import|^(?:import|export|\}).* from|\bimport\() ?"(\.{1,2}\/[^"]+\.js)"/gm,
		);
		return [...found].map(([, to = ""]) => [file, join(dirname(file), to)] as const);
	});
}

const floorOf = (path: string) => (path.includes("/") ? (path.split("/", 1)[0] ?? "") : ".");

for (const [name, floors] of Object.entries(FLOORS))
	describe(`packages/${name}`, () => {
		const all = imports(`${ROOT}packages/${name}/src`);
		const level = (folder: string) => floors.findIndex((row) => row.includes(folder));

		test("each folder imports only folders on lower floors", () => {
			const wrong = all.filter(([from, to]) => {
				const [upper, lower] = [floorOf(from), floorOf(to)];
				return upper !== lower && (level(upper) < 0 || level(lower) < 0 || level(upper) <= level(lower));
			});
			assert.deepEqual(wrong, []);
		});

		test("no folder is imported by a folder that it imports, however far the way", () => {
			const below = new Map<string, Set<string>>();
			for (const [from, to] of all.map((pair) => pair.map(dirname)) as [string, string][])
				if (from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
			const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
				[...(below.get(from) ?? [])].some(
					(next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
				);
			const circles = [...below.keys()].filter((folder) => reaches(folder, folder));
			assert.deepEqual(circles, []);
		});
	});
