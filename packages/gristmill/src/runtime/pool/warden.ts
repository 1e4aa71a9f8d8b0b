import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads lines "+ TARGET" and "- TARGET". Its input ends when the server ends, for any reason. Then the warden kills the
 * remaining targets. It is a shell because a shell takes one megabyte and a second Node process forty.
 */
const SCRIPT = `
trap '' HUP INT TERM
targets=
while read -r sign target; do
	kept=
	for one in $targets; do [ "$one" = "$target" ] || kept="$kept $one"; done
	[ "$sign" = + ] && kept="$kept $target"
	targets=$kept
done
for one in $targets; do kill -s KILL -- "$one"; done
`;

/**
 * A process that kills workers after the server was killed: the server can then run no code, and a worker that computes or
 * waits for a program does not notice that the server is gone.
 */
class Warden {
	/** Process ids; negative for a whole process group, as in kill(2). */
	readonly #targets = new Set<number>();
	#shell: ChildProcess | undefined;

	/** From now on the target is killed when the server ends. */
	guard(target: number): void {
		this.#targets.add(target);
		if (this.#shell) this.#write("+", target);
		else this.#start();
	}

	/** The target has ended: the system may reuse its number for another process. */
	release(target: number): void {
		this.#targets.delete(target);
		this.#write("-", target);
		if (this.#targets.size > 0) return;
		// A program that has closed its server needs no warden.
		this.#shell?.stdin?.end();
		this.#shell = undefined;
	}

	#start(): void {
		let shell: ChildProcess;
		try {
			shell = spawn("/bin/sh", ["-c", SCRIPT, "gristmill-warden"], {
				cwd: "/",
				// In a session of its own: signals to the server's group or terminal must not end it.
				detached: true,
				env: {},
				stdio: ["pipe", "ignore", "ignore"],
			});
		} catch {
			// There may be too little memory. The next worker tries again.
			return;
		}
		this.#shell = shell;
		const stdin = shell.stdin as Socket | undefined;
		// The warden does not keep the program alive.
		shell.unref();
		stdin?.unref();
		stdin?.on("error", () => {});
		// If there is no shell, or the warden was killed, the next worker tries again.
		const gone = () => {
			if (this.#shell === shell) this.#shell = undefined;
		};
		shell.on("error", gone);
		shell.on("exit", gone);
		for (const target of this.#targets) this.#write("+", target);
	}

	#write(sign: "+" | "-", target: number): void {
		this.#shell?.stdin?.write(`${sign} ${target}\n`);
	}
}

/** The warden of this process. */
export const warden = new Warden();
