import type { EventEmitter } from "node:events";
import { isAbsolute, relative, sep } from "node:path";
import type { Readable, Writable } from "node:stream";

/** What a command has of its process. A test gives its own, and so runs commands in its own process. */
export interface Host {
	readonly stdin: Readable & { readonly isTTY?: boolean };
	readonly stdout: Outlet;
	readonly stderr: Outlet;
	readonly env: NodeJS.ProcessEnv;
	/** The folder that relative paths on the command line start from. */
	readonly cwd: string;
	/** Signals, uncaught errors of mill files, and the end of the process. */
	readonly events: Pick<EventEmitter, "on" | "once" | "off">;
	/** Ends the process at once. */
	exit(code?: number): void;
}

/** Standard output or standard error. */
type Outlet = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** This process. */
export function processHost(): Host {
	const { stdin, stdout, stderr, env } = process;
	return {
		stdin,
		stdout,
		stderr,
		env,
		cwd: process.cwd(),
		events: process,
		exit: (code) => process.exit(code),
	};
}

/** Where a path on the command line leads. In the folder of the process it stays as given, because errors of files quote it. */
export function pathOn({ cwd }: Pick<Host, "cwd">, path: string): string {
	return path === "" || isAbsolute(path) || cwd === process.cwd() ? path : `${cwd}/${path}`;
}

/** Whether a path on the command line is a folder, or lies in it. */
export function isInside(host: Pick<Host, "cwd">, folder: string, path: string): boolean {
	const way = relative(pathOn(host, folder), pathOn(host, path));
	// Between drives of Windows, the way is absolute.
	return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
