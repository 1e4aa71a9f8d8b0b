import { realpathSync } from "node:fs";
import { findProgram, type LocatedProgram, locate } from "../../command/locate.js";
import { makeWorkplace, type Workplace } from "../../command/workplace.js";
import type { Mill } from "../../core/definition/mill.js";

/** The programs of a server's mills, found once at its start. */
export class Programs {
	readonly #located = new Map<string, Promise<LocatedProgram>>();
	readonly #workplace: Workplace | undefined;

	constructor(mills: readonly Mill[]) {
		const folders = mills.flatMap(({ program }) => program?.maxFolder ?? []);
		if (folders.length === 0) return;
		this.#workplace = makeWorkplace(Math.max(...folders));
		for (const { name, program } of mills)
			if (program) this.#located.set(name, locate(program, this.#workplace.path));
	}

	/** The program of a mill; undefined if it has none. */
	of(mill: Mill): Promise<LocatedProgram> | undefined {
		return this.#located.get(mill.name);
	}

	/** The files and the folder that a worker needs for the program of a mill. */
	access({ program }: Mill): ProgramAccess | undefined {
		if (!program || !this.#workplace) return undefined;
		const path = findProgram(program.name);
		return { reads: path === undefined ? [] : [path, realpathSync(path)], folder: this.#workplace.path };
	}

	/** Removes the folders of calls. Call it after the workers were killed. */
	close(): void {
		void this.#workplace?.remove();
	}
}

/** What a worker may read, and the folder in which it may also write. */
export interface ProgramAccess {
	readonly reads: readonly string[];
	readonly folder: string;
}
