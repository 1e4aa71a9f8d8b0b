import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Mill } from "../core/mill.js";

/** What results can depend on beside the code: "same digest, same answer" must hold across machines. */
const PLATFORM = [process.arch, process.versions.icu, process.versions.unicode];

/**
 * The algorithm digest: version, schemas, code, assets and platform in one hash. Two servers that show the same
 * one give the same answers.
 */
export async function millDigest(mill: Mill, url: URL | undefined): Promise<string> {
	const hash = createHash("sha256");
	const { name, version, method, path, input, parameters, output } = mill;
	hash.update(JSON.stringify([name, version, method, path, input, parameters, output, PLATFORM]));
	// Each part with its length: what moves from one file to the next is another algorithm.
	if (url) for (const part of await codeParts(fileURLToPath(url))) hash.update(`${part.length} ${part}`);
	// A mill that was given as an object has no file; its functions are what is known of its code.
	else hash.update(String(mill.run)).update(String(mill.load));
	for (const asset of mill.assets) hash.update(await readFile(asset));
	return hash.digest("base64url").slice(0, 22);
}

/** `from "…"`, `import "…"`, `import("…")` and `require("…")`, as they stand in compiled code. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g;

/** The files of a module and of what it imports from beside it; packages by name and version. */
async function codeParts(entry: string): Promise<string[]> {
	const seen = new Set<string>();
	const parts: string[] = [];
	const visit = async (file: string): Promise<void> => {
		if (seen.has(file)) return;
		seen.add(file);
		const code = await readFile(file, "utf8");
		// Without paths: the same code lies elsewhere on another machine.
		parts.push(code.replace(/^\/\/# sourceMappingURL=.*$/m, "").replace(/file:\/\/[^"'\s]*\//g, ""));
		for (const [, name = ""] of code.matchAll(IMPORT)) {
			if (name.startsWith(".")) await visitBeside(file, name);
			else if (!name.startsWith("node:")) parts.push(await packageVersion(name, file));
		}
	};
	const visitBeside = async (file: string, name: string): Promise<void> => {
		try {
			// `require` leaves endings out, and may name a folder.
			await visit(createRequire(file).resolve(name));
		} catch {
			parts.push(name);
		}
	};
	await visit(entry);
	return parts;
}

async function packageVersion(name: string, from: string): Promise<string> {
	if (name.startsWith("file:")) return readFile(new URL(name), "utf8").catch(() => name);
	const home = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
	try {
		const manifest = createRequire(from).resolve(`${home}/package.json`);
		return `${home}@${JSON.parse(await readFile(manifest, "utf8")).version}`;
	} catch {
		return home;
	}
}
