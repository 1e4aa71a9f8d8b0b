import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads lines "+ TARGET" and "- TARGET". Its input ends when the process that started it ends, for any reason. Then the warden
 * kills the remaining processes and removes the remaining folders, which start with a slash. It is a shell because a shell
 * takes one megabyte and a second Node process forty.
 */
const SCRIPT = `
trap '' HUP INT TERM
PATH=/usr/bin:/bin
IFS='
'
set -f
targets=
while read -r line; do
	target=\${line#? }
	kept=
	for one in $targets; do [ "$one" = "$target" ] || kept="$kept$IFS$one"; done
	case $line in '+ '*) kept="$kept$IFS$target" ;; esac
	targets=$kept
done
for one in $targets; do case $one in /*) ;; *) kill -s KILL -- "$one" ;; esac; done
for one in $targets; do case $one in /*) rm -rf -- "$one" || {
	# A process that was just killed may still have written, or a folder may be closed to its owner.
	sleep 1
	chmod -R u+rwX -- "$one"
	rm -rf -- "$one"
} ;; esac; done
`;

/**
 * A process that tidies up after this one was killed: this one can then run no code, and a process that computes or waits for
 * a program does not notice that its parent is gone.
 */
export class Warden {
	/** Process ids, negative for a whole process group as in kill(2); and folders. */
	readonly #targets = new Set<number | string>();
	readonly #stays: boolean;
	#shell: ChildProcess | undefined;

	/** If it `stays`, it also runs while there is no target: that saves its start for each target. */
	constructor({ stays = false } = {}) {
		this.#stays = stays;
	}

	/** From now on the target is killed or removed when this process ends. */
	guard(target: number | string): void {
		this.#targets.add(target);
		if (this.#shell) this.#write("+", target);
		else this.#start();
	}

	/** The target has ended: the system may reuse its number for another process. */
	release(target: number | string): void {
		this.#targets.delete(target);
		this.#write("-", target);
		if (this.#targets.size > 0 || this.#stays) return;
		// A program that has closed its server needs no warden.
		this.#shell?.stdin?.end();
		this.#shell = undefined;
	}

	/** The warden's input, for a child that announces itself; undefined if there is no warden. */
	channel(): Socket | undefined {
		if (!this.#shell) this.#start();
		return this.#shell?.stdin as Socket | undefined;
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
			// There may be too little memory. The next target tries again.
			return;
		}
		this.#shell = shell;
		const stdin = shell.stdin as Socket | undefined;
		// The warden does not keep the program alive.
		shell.unref();
		stdin?.unref();
		stdin?.on("error", () => {});
		// If there is no shell, or the warden was killed, the next target tries again.
		const gone = () => {
			if (this.#shell === shell) this.#shell = undefined;
		};
		shell.on("error", gone);
		shell.on("exit", gone);
		for (const target of this.#targets) this.#write("+", target);
	}

	#write(sign: "+" | "-", target: number | string): void {
		this.#shell?.stdin?.write(`${sign} ${target}\n`);
	}
}

/** The warden of this process's workers. */
export const warden = new Warden();
