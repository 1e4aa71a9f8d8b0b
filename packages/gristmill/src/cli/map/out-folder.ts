import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Answer } from "../../client/index.js";
import { replace } from "../client/save-file.js";
import { UsageError, WorkError } from "../command-line/command-error.js";
import { type Host, isInside, pathOn } from "../command-line/host.js";
import { printable } from "../command-line/terminal.js";
import type { Done } from "./done.js";
import type { Item } from "./item.js";
import { OutNames, withEnding, withoutEnding } from "./out-names.js";
import { SavedFile } from "./result-line.js";

/** Locked while a run writes to the folder. */
const LOCKED = ".gristmill-map";

/** Codes of names that cannot be used: too long, or a folder where a file should be. They are failures of their input. */
const OF_NAME = ["ENAMETOOLONG", "EISDIR", "ENOTDIR", "EEXIST", "ENOTEMPTY", "EINVAL", "EILSEQ"];

/** The folder of `--out-folder`: each result is a file in it. */
export class OutFolder {
	readonly #folder: string;
	readonly #host: Host;
	readonly #shard: string | undefined;
	readonly #names = new OutNames();
	/** The names of the inputs that are sent, still without their endings. */
	readonly #given = new WeakMap<Item, string>();

	/** `shard` is given if other shards write to the folder at the same time. */
	constructor(folder: string, host: Host, shard?: string) {
		this.#folder = folder;
		this.#host = host;
		this.#shard = shard;
	}

	/** The file whose lock keeps other runs away. */
	get lockedFile(): string {
		const part = this.#shard === undefined ? "" : `-${this.#shard.replace("/", "-of-")}`;
		return join(this.#folder, LOCKED + part);
	}

	/** Makes the folder. */
	async make(): Promise<void> {
		await this.#look(() => mkdir(pathOn(this.#host, this.#folder), { recursive: true }));
	}

	/** Throws if the folder has files: results of an earlier run are never overwritten. */
	async mustBeEmpty(): Promise<void> {
		const names = await this.#look(() => readdir(pathOn(this.#host, this.#folder)));
		if (names.some((name) => !name.startsWith(LOCKED)))
			throw new UsageError(`${this.#folder} is not empty. Continue with --resume, or name another folder.`);
	}

	async #look<T>(work: () => Promise<T>): Promise<T> {
		return work().catch(({ code }: NodeJS.ErrnoException) => {
			throw new UsageError(`${this.#folder} cannot be written (${code}). Name another folder.`);
		});
	}

	/** Whether a path is the folder, or lies in it. */
	has(path: string): boolean {
		return isInside(this.#host, this.#folder, path);
	}

	/** Keeps the names of earlier results, for inputs in any order. */
	async keep(earlier: AsyncIterable<Done>): Promise<void> {
		for await (const { saved } of earlier)
			if (saved !== undefined)
				this.#names.reserve(withoutEnding(relative(this.#folder, saved).split(sep).join("/")));
	}

	/** Gives an input that an earlier run has finished the name that it had there. */
	passOver(item: Item): void {
		this.#names.of(item);
	}

	/** Gives an input its name. Called in the order of the inputs. */
	name(item: Item): void {
		this.#given.set(item, this.#names.of(item));
	}

	/** Writes the result of an input. The answer that is kept has no bytes any more. */
	async write({ bytes, ...answer }: Answer, item: Item): Promise<Answer<SavedFile>> {
		const name = withEnding(this.#given.get(item) ?? this.#names.of(item), answer.mediaType);
		const path = join(this.#folder, name);
		try {
			const file = pathOn(this.#host, path);
			await mkdir(dirname(file), { recursive: true });
			await replace(file, [bytes]);
		} catch (error) {
			const { code = "" } = error as NodeJS.ErrnoException;
			if (OF_NAME.includes(code))
				throw new Error(`The result cannot be written to ${printable(path)} (${code}). Rename the input.`);
			throw new WorkError(
				`${path} cannot be written (${code}). Free some disk space and continue with --resume.`,
			);
		}
		return { ...answer, output: new SavedFile(path, bytes.byteLength), bytes: new Uint8Array() };
	}
}
