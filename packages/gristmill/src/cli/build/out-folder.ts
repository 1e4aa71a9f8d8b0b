import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Metafile } from "esbuild";
import { warden } from "../../command/warden.js";
import { manifestOf } from "../../mill-files/package-mills.js";
import { CommandError, UsageError, WorkError } from "../command-line/command-error.js";

/** The folder that is built: beside its place until it is whole, so that a build that fails leaves nothing there. */
export class OutFolder {
	readonly #place: string;
	readonly #folder: string;
	/** The packages whose code is in bundles, by their folders. */
	readonly #bundled = new Set<string>();

	/** `named` is the folder as the user named it. */
	constructor(place: string, named: string) {
		this.#place = resolve(place);
		const around = dirname(this.#place);
		try {
			const found = statSync(place, { throwIfNoEntry: false });
			if (found && !found.isDirectory())
				throw new UsageError(`${named} is not a folder. Name another with --output.`);
			if (found && readdirSync(place).length > 0)
				throw new WorkError(`The folder ${named} is not empty. Remove it, or name another with --output.`);
			mkdirSync(around, { recursive: true });
			this.#folder = mkdtempSync(join(around, `.${basename(this.#place)}-`));
		} catch (error) {
			if (error instanceof CommandError) throw error;
			throw new WorkError(
				`The folder ${named} cannot be written (${(error as NodeJS.ErrnoException).code}). Name another with --output.`,
			);
		}
		warden.guard(this.#folder);
	}

	/** The path of a file in it. */
	path(name: string): string {
		return join(this.#folder, name);
	}

	/** Writes a file. Files and folders have the same permissions wherever they are built: everybody may read them. */
	write(name: string, content: string | Uint8Array, mode = 0o644): void {
		const path = this.path(name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, content);
		chmodSync(path, mode);
	}

	/** Writes a value as indented JSON. */
	writeJson(name: string, value: unknown): void {
		this.write(name, `${JSON.stringify(value, undefined, "\t")}\n`);
	}

	/** Copies a file. */
	copy(from: string, name: string): void {
		const path = this.path(name);
		mkdirSync(dirname(path), { recursive: true });
		copyFileSync(from, path);
		chmodSync(path, statSync(from).mode & 0o111 ? 0o755 : 0o644);
	}

	/** Notes the packages that a bundle has code of: their licences go along. */
	noteBundled({ inputs }: Metafile, base: string): void {
		for (const input of Object.keys(inputs)) {
			const path = resolve(base, input);
			const end = path.lastIndexOf("/node_modules/");
			if (end < 0) continue;
			const [first = "", second = ""] = path.slice(end + "/node_modules/".length).split("/");
			this.#bundled.add(
				join(path.slice(0, end), "node_modules", first.startsWith("@") ? `${first}/${second}` : first),
			);
		}
	}

	/** Puts it into its place. Returns its size in bytes. */
	finish(): number {
		this.write("licences.txt", licencesOf([...this.#bundled]));
		for (const folder of [this.#folder, ...foldersIn(this.#folder)]) chmodSync(folder, 0o755);
		const size = filesIn(this.#folder).reduce((sum, path) => sum + statSync(path).size, 0);
		if (existsSync(this.#place)) rmSync(this.#place, { recursive: true });
		renameSync(this.#folder, this.#place);
		warden.release(this.#folder);
		return size;
	}

	/** Removes what was written, unless it is finished. */
	discard(): void {
		if (!existsSync(this.#folder)) return;
		rmSync(this.#folder, { recursive: true, force: true });
		warden.release(this.#folder);
	}
}

/** Every file below a folder. */
export function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		return entry.isDirectory() ? filesIn(path) : [path];
	});
}

function foldersIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.flatMap(({ name }) => [join(folder, name), ...foldersIn(join(folder, name))]);
}

/** The licences of packages whose code is copied. */
function licencesOf(folders: readonly string[]): string {
	const texts = folders.map((folder) => {
		const { name, version, license } = manifestOf(folder);
		const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(one));
		const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
		return `${name} ${version}: ${typeof license === "string" ? license : "see its package"}\n${text}`;
	});
	return [...new Set(texts)].sort().join(`\n${"-".repeat(80)}\n\n`);
}
