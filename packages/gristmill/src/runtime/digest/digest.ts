import { createHash, scryptSync } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mill } from "../../core/definition/mill.js";
import { isSecretSetting } from "../../core/definition/settings.js";
import { properties } from "../../core/schema/json-schema.js";
import { engineClass, type Facet } from "./engine-class.js";
import { type HashedFile, hashFile } from "./hashed-files.js";
import { importsOf, isInstalled, OUR_CODE, resolved } from "./imports.js";
import { inClass, numericClass } from "./numeric-class.js";
import { type Reliance, reliancesIn, reliancesOfNeeds, reliancesOfPackage } from "./reliance.js";

/** The digest of an algorithm and the files that it was computed from. */
interface Identity {
	readonly digest: string;
	/** Code and assets. Packages are identified by their version and are not listed. */
	readonly files: readonly HashedFile[];
	/** What puts the answers into a class of engines or processors. */
	readonly reliances: readonly Reliance[];
}

/** The code of a mill: its hash, and what it relies on. */
interface Code {
	readonly hash: string;
	readonly reliances: readonly Reliance[];
}

/**
 * The algorithm digest: one hash of version, schemas, code, assets and what the engine was measured to do. Two servers with the same digest give the same
 * results. The probe of the mill, if there is one, runs in this process.
 */
export async function millDigest(
	mill: Mill,
	url: URL | undefined,
	program?: string,
	env = process.env,
): Promise<string> {
	return inClass((await millIdentity(mill, url, program, env)).digest, await numericClass(mill));
}

/**
 * The algorithm digest without the class of numbers, and its files, so that a worker can compare them with the files that it loads. `program` identifies the
 * program that the mill starts. The URL is null if the code is hashed elsewhere.
 */
export async function millIdentity(
	mill: Mill,
	url: URL | undefined | null,
	program?: string,
	env = process.env,
): Promise<Identity> {
	const hash = createHash("sha256");
	const files: HashedFile[] = [];
	const { name, version, method, path, input, parameters, output } = mill;
	hash.update(JSON.stringify([name, version, method, path, input, parameters, output]));
	const reliances = reliancesOfNeeds(mill);
	if (url) {
		const code = await codeOf(url, files);
		hash.update(code.hash);
		reliances.push(...code.reliances);
	}
	// A mill that was given as an object has no file; only the code of its functions is known.
	else if (url === undefined) {
		hash.update(String(mill.run)).update(String(mill.load));
		if (mill.runBatch) hash.update(String(mill.runBatch));
		reliances.push(UNKNOWN);
	}
	for (const [step, used] of Object.entries(mill.uses))
		hash.update(`${step} ${await partDigest(used, url === undefined, env)}`);
	for (const facet of facetsOf(reliances)) hash.update(`${facet} ${engineClass(facet)}`);
	const hashed = async (url: URL): Promise<string> => {
		const path = fileURLToPath(url);
		const sha256 = await hashFile(path);
		files.push({ path, sha256 });
		return sha256;
	};
	for (const asset of mill.assets) hash.update(await hashed(asset));
	for (const [setting, schema] of Object.entries(properties(mill.settings))) {
		const value = mill.settingValues[setting];
		const content = value instanceof URL ? await hashed(value) : value;
		hash.update(JSON.stringify([setting, isSecretSetting(schema) ? stretched(content, name) : content]));
	}
	if (program !== undefined) hash.update(program);
	if (mill.needs.includes("gpu")) {
		// Few mills need it.
		const { deviceClass } = await import("./device-class.js");
		hash.update(JSON.stringify(await deviceClass(env)));
	}
	return { digest: hash.digest("base64url").slice(0, 22), files, reliances };
}

/** Code that was not read. */
const UNKNOWN: Reliance = { use: "code that is no module", facets: ["maths", "locale"] };

/** Every mill may ask for the properties of a character. */
function facetsOf(reliances: readonly Reliance[]): Facet[] {
	return [...new Set<Facet>(["text", ...reliances.flatMap(({ facets }) => facets)])].sort();
}

/** The digest of a mill that another one uses. If that has a module, its code is among that of the module. */
async function partDigest(mill: Mill, hashesCode: boolean, env: NodeJS.ProcessEnv): Promise<string> {
	return (await millIdentity(mill, hashesCode ? undefined : null, undefined, env)).digest;
}

/**
 * The code of a module, without the places of its files. `gristmill build` bundles it otherwise, and writes down this hash, that of the
 * bundle and the facets: as long as the bundle is unchanged, it is the same code.
 */
export async function codeOf(url: URL, files: HashedFile[] = []): Promise<Code> {
	const entry = await realpath(fileURLToPath(url));
	const built = builtOf(await readFile(entry, "utf8"));
	if (built) {
		files.push({ path: entry, sha256: await hashFile(entry) });
		return built;
	}
	const hash = createHash("sha256");
	const reliances: Reliance[] = [];
	// Each part has its length before it: code that moves from one file to the next changes the digest.
	for (const part of await codeParts(entry, files, reliances)) hash.update(`${part.length} ${part}`);
	return { hash: hash.digest("base64url"), reliances };
}

const BUILT = /\n\/\/# gristmill-code ([\w-]{43}) ([\w-]{43}) ([a-z,]+)\n$/;

/** The text of a bundle, with the hash of the code that it was made of, and what that relies on. */
export function asBuilt(bundle: string, { hash, reliances }: Code): string {
	return `${bundle}\n//# gristmill-code ${sha256(bundle)} ${hash} ${facetsOf(reliances)}\n`;
}

/** The code that a bundle was made of; undefined if it is no such bundle, or was changed. */
function builtOf(text: string): Code | undefined {
	const [whole = "", bundle, hash, facets] = BUILT.exec(text) ?? [];
	if (hash === undefined || sha256(text.slice(0, -whole.length)) !== bundle) return undefined;
	return { hash, reliances: [{ use: "the bundled code", facets: facets?.split(",") as Facet[] }] };
}

function sha256(text: string): string {
	return createHash("sha256").update(text).digest("base64url");
}

/** A secret as a slow hash: everybody can read the digest, and must not be able to guess a short secret from it. */
function stretched(secret: unknown, salt: string): string {
	return scryptSync(JSON.stringify(secret) ?? "", salt, 32).toString("base64url");
}

/** The files of packages that a bundle looks up by name. */
function filesOfPackages(code: string): string[] {
	const line = /^\/\/# (\["file:.*)$/m.exec(code)?.[1];
	return line === undefined ? [] : (JSON.parse(line) as string[]);
}

/** The code of a module and of its imports; packages by name and version. Adds to `files`, and what the code relies on to `reliances`. */
async function codeParts(entry: string, files: HashedFile[], reliances: Reliance[]): Promise<string[]> {
	const seen = new Set<string>();
	const parts: string[] = [];
	const read = async (file: string): Promise<string> => {
		const bytes = await readFile(file);
		files.push({ path: file, sha256: createHash("sha256").update(bytes).digest("base64url") });
		return bytes.toString("utf8");
	};
	const visit = async (file: string): Promise<void> => {
		if (seen.has(file)) return;
		seen.add(file);
		const code = await read(file);
		reliances.push(...reliancesIn(code));
		// Paths are removed: the same code may have a different path on another machine.
		parts.push(code.replace(/^\/\/# sourceMappingURL=.*$/m, "").replace(/file:\/\/[^"'\s]*\//g, ""));
		for (const name of [...importsOf(code), ...filesOfPackages(code)]) {
			if (name.startsWith("node:")) continue;
			const own = ownCode(name, file);
			if (own === undefined) reliances.push(...(await reliancesOfPackage(name, file, seen)));
			if (own !== undefined) await visit(own);
			else if (name.startsWith("file:")) parts.push(await packageAt(fileURLToPath(name)));
			else parts.push(name.startsWith(".") ? name : await packageVersion(name, file));
		}
	};
	await visit(entry);
	return parts;
}

/** The file of an import if it is code of the mill itself: a relative path, a name such as `#stone`, or a linked package. A bundle names packages by URL. */
function ownCode(name: string, from: string): string | undefined {
	const file = resolved(name, from);
	if (file === undefined) return undefined;
	if (name.startsWith(".")) return file;
	return isInstalled(file) || file.startsWith(OUR_CODE) ? undefined : file;
}

/** The name and version of the package that a file belongs to. */
async function packageAt(file: string): Promise<string> {
	for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
		const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
		const { name, version } = JSON.parse(manifest);
		// Packages put files with a type alone into their folders.
		if (name !== undefined && version !== undefined) return `${name}@${version}`;
	}
	return basename(file);
}

async function packageVersion(name: string, from: string): Promise<string> {
	const home = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
	try {
		const manifest = createRequire(from).resolve(`${home}/package.json`);
		return `${home}@${JSON.parse(await readFile(manifest, "utf8")).version}`;
	} catch {
		return home;
	}
}
