import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** The folder of the compiled toolkit. */
export const DIST = fileURLToPath(new URL("..", import.meta.url));
/** The module that `gristmill` runs. */
export const MAIN = `${DIST}cli/main.js`;

/** A running command and its output so far. */
export interface Running {
	readonly child: ChildProcess;
	stdout(): string;
	stderr(): string;
	/** Waits until the standard output matches the pattern. */
	printed(pattern: RegExp): Promise<RegExpExecArray>;
	/** The exit code, after the command has ended. */
	readonly ended: Promise<number | null>;
}

/** Starts `gristmill WORDS…`. It is killed when the test ends. */
export function gristmill(
	t: TestContext,
	words: readonly string[],
	options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Running {
	return start(t, process.execPath, [MAIN, ...words], options);
}

/** The environment of a command. */
function environmentOf(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	// One worker and its spare are enough here. They start faster than the default number of workers.
	// The terminal and the server of the developer have no part in it.
	const own = { FORCE_COLOR: undefined, GRISTMILL_URL: undefined };
	const all = { ...process.env, ...own, GRISTMILL_WORKERS: "1", ...env };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Starts any command. It is killed when the test ends. */
export function start(
	t: TestContext,
	command: string,
	words: readonly string[],
	options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Running {
	const child = spawn(command, words, { ...options, env: environmentOf(options.env) });
	let stdout = "";
	let stderr = "";
	child.stdout.setEncoding("utf8").on("data", (text) => {
		stdout += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text) => {
		stderr += text;
	});
	t.after(() => child.kill("SIGKILL"));
	let hasEnded = false;
	// It has exited before its last output has been read.
	const ended = once(child, "close").then(([code]) => {
		hasEnded = true;
		return code as number | null;
	});
	return {
		child,
		stdout: () => stdout,
		stderr: () => stderr,
		printed: async (pattern) => {
			for (;;) {
				const match = pattern.exec(stdout);
				if (match) return match;
				if (hasEnded) throw new Error(`it ended without printing ${pattern}: ${stdout}${stderr}`);
				await Promise.race([once(child.stdout, "data"), ended]);
			}
		},
		ended,
	};
}

/** Mills that load quickly. The models of the other mills take seconds. */
export const QUICK_MILLS = { GRISTMILL_MILLS: "word-counter,checksum-calculator" };
export const ALL_MILLS = { GRISTMILL_MILLS: "" };

/** What `gristmill serve` has printed when its mills are ready, with its address. */
export const GREETING = /(https?:\/\/\S+)\/\s[\s\S]*Documentation: /;

/** Starts `gristmill serve` on a free port and returns its address. Without a mill file it serves quick mills. */
export async function serving(
	t: TestContext,
	words: readonly string[],
	options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Running & { url: string }> {
	const hasFile = words.some((word) => /\.(?:ts|m?js|py)$/.test(word));
	const env = { ...(hasFile ? {} : QUICK_MILLS), ...options.env };
	const running = gristmill(t, ["serve", "--port", "0", ...words], { ...options, env });
	const [, url = ""] = await running.printed(GREETING);
	return { ...running, url };
}

/** Makes a folder with these files. It is removed when the test ends. */
export async function folderWith(
	t: Pick<TestContext, "after">,
	files: Readonly<Record<string, string>>,
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "gristmill test "));
	t.after(() => rm(folder, { recursive: true, force: true }));
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
	return folder;
}

/** Posts text and returns the JSON of the response. */
export async function post(url: string, body: string, type = "text/plain"): Promise<unknown> {
	const response = await fetch(url, {
		method: "POST",
		headers: { "Content-Type": type, Connection: "close" },
		body,
	});
	return response.json();
}
