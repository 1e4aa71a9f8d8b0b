import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, createReadStream, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FoundProgram, MillProgram, ProgramPlace } from "../core/definition/program.js";
import { ProgramMissing } from "./program-failure.js";
import { stampOf } from "./stamp.js";
import { makeWorkplace } from "./workplace.js";

/** A program that was found, and the text that identifies it in the digest. */
export interface LocatedProgram {
	readonly found: FoundProgram;
	readonly identity: string;
}

/** How long a program may take to print its version, and how much it may print. */
const VERSION_MS = 10_000;
const VERSION_BYTES = 65_536;

/** The file of a program; undefined if there is none that can be executed. A name is looked up on PATH. */
export function findProgram(name: string): string | undefined {
	if (isAbsolute(name)) return isExecutable(name) ? name : undefined;
	const folders = (process.env.PATH ?? "").split(":").filter(isAbsolute);
	return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/** Finds a program, and identifies it by the hash of its file and by what it prints as its version. */
export async function locate(program: MillProgram, workplace: string): Promise<LocatedProgram> {
	const { name, version, identity } = program;
	const missing = (reason: string) => ({ found: { missing: reason }, identity: `${identity} missing` });
	const path = findProgram(name);
	if (path === undefined)
		return missing(
			isAbsolute(name)
				? `${name} was not found, or may not be executed: install it or correct its path.`
				: `${name} was not found on PATH: install it or give its full path.`,
		);
	const unset = Array.isArray(program.env)
		? program.env.find((one) => process.env[one] === undefined)
		: undefined;
	if (unset !== undefined)
		return missing(`${unset} is not set: start the server with this variable, or remove it from env.`);
	const environment = environmentOf(program, path);
	// Before it is hashed: if the file changes while it is read, the stamp does not fit it.
	const stamp = await stat(path, { bigint: true }).then(stampOf, () => undefined);
	const hash = await hashOf(path).catch(() => undefined);
	if (stamp === undefined || hash === undefined)
		return missing(`${path} cannot be read, and the digest needs its content: let the server read it.`);
	const facts = [identity, environmentOf(program, ""), hash];
	if (version) {
		const { milliseconds = VERSION_MS, advice } = program.versionCheck ?? {};
		const printed = await printedBy(path, version, environment, workplace, milliseconds);
		if (printed === undefined)
			return missing(
				advice ?? `${name} ${version.join(" ")} failed: correct version, the arguments that print it.`,
			);
		facts.push(printed);
	}
	return { found: { path, stamp, environment, workplace }, identity: JSON.stringify(facts) };
}

let workplaceHere: string | undefined;

/** Finds a program for a `run` that is called outside of a server, as an author's test does. */
export async function locateHere(program: MillProgram): Promise<ProgramPlace> {
	workplaceHere ??= makeWorkplace(program.maxFolder).path;
	const { found } = await locate(program, workplaceHere);
	if ("missing" in found) throw new ProgramMissing(found.missing);
	return found;
}

/** The environment of a program: nothing of the server's but what the author names, and the same on every machine. */
function environmentOf({ env }: MillProgram, path: string): Record<string, string> {
	// A script finds its interpreter here, and a program its helpers.
	const folders = new Set([...(path === "" ? [] : [dirname(path)]), "/usr/local/bin", "/usr/bin", "/bin"]);
	const named = Array.isArray(env)
		? Object.fromEntries(env.map((name: string) => [name, process.env[name] ?? ""]))
		: (env as Readonly<Record<string, string>>);
	return { PATH: [...folders].join(":"), LC_ALL: "C.UTF-8", TZ: "UTC", ...named };
}

async function hashOf(path: string): Promise<string> {
	const hash = createHash("sha256");
	// In chunks: pandoc has 170 MB.
	await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
	return hash.digest("base64url");
}

/** What a program prints as its version, without its own path; undefined if it fails. */
function printedBy(
	path: string,
	version: readonly string[],
	env: Readonly<Record<string, string>>,
	cwd: string,
	timeout: number,
): Promise<string | undefined> {
	return new Promise((resolve) => {
		const limits = { timeout, maxBuffer: VERSION_BYTES, killSignal: "SIGKILL" } as const;
		const child = execFile(path, version, { ...limits, env: { ...env }, cwd }, (error, stdout, stderr) => {
			resolve(error ? undefined : `${stdout}${stderr}`.replaceAll(path, basename(path)));
		});
		child.stdin?.on("error", () => {});
		child.stdin?.end();
	});
}
