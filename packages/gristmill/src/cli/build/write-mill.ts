import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleFiles, type Mill } from "../../core/definition/mill.js";
import { settingFiles } from "../../core/definition/settings.js";
import { manifestOf } from "../../mill-files/package-mills.js";
import { interpreterOf, isPythonFile, pythonSources } from "../../mill-files/python-file.js";
import { asBuilt, codeOf } from "../../runtime/digest/digest.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";
import { bundleMill, commonFolder } from "./mill-bundle.js";
import type { OutFolder } from "./out-folder.js";
import { type Requirements, requirementsOf } from "./requirements.js";

/** A mill to build. */
export interface Source {
	/** As the user named it. */
	readonly word: string;
	/** The real path of its file. */
	readonly entry: string;
	readonly module: MillModule;
	readonly mill: Mill;
}

/** A mill in the built folder, and what it needs there. */
export interface Written {
	readonly name: string;
	/** Its file in the folder. */
	readonly file: string;
	/** Packages that are copied as a whole, with their folders and versions. */
	readonly packages: ReadonlyMap<string, string>;
	readonly versions: Readonly<Record<string, string>>;
	readonly requirements: Requirements | undefined;
	/** Programs that it starts and that are not in the folder. */
	readonly programs: readonly string[];
}

/** Writes a mill and the files that it reads into the folder. */
export async function writeMill(
	out: OutFolder,
	{ entry, module, mill }: Source,
	python: string | undefined,
): Promise<Written> {
	const { name, program } = mill;
	const isPython = isPythonFile(entry);
	const reads = filesOf(mill);
	const scripts = isPython
		? [entry]
		: (program?.files.map((url) => fileURLToPath(url)).filter(isPythonFile) ?? []);
	const modules: string[] = [];
	// It also names files that an import may mean and that are not there.
	for (const script of scripts)
		modules.push(...(await pythonSources(script, python)).files.filter((file) => existsSync(file)));
	const files = [...new Set([...reads, ...modules])];
	const place = `mills/${name}`;
	const copyAll = (root: string) => {
		for (const file of files) out.copy(file, `${place}/${nameIn(root, file)}`);
	};
	const written = {
		name,
		requirements:
			scripts[0] === undefined
				? undefined
				: requirementsOf(interpreterOf(scripts[0], python), modules.filter(isPythonFile)),
		programs: program && scripts.length === 0 && !program.name.startsWith("/") ? [program.name] : [],
	};
	if (isPython) {
		const root = commonFolder(files);
		copyAll(root);
		return { ...written, file: `${place}/${nameIn(root, entry)}`, packages: new Map(), versions: {} };
	}
	const { code, packages, root } = await bundleMill(entry, name, files, out);
	copyAll(root);
	// The same code as the one that is served from its file: the digest must be the same.
	out.write(`${place}.js`, asBuilt(code, await codeOf(module.url)));
	const versions = [...packages].map(([one, folder]) => [one, String(manifestOf(folder).version)]);
	return { ...written, file: `${place}.js`, packages, versions: Object.fromEntries(versions) };
}

/** The files that a mill reads. */
function filesOf(mill: Mill): string[] {
	const examples = mill.examples.flatMap((example) => exampleFiles(mill, example));
	return [...mill.assets, ...settingFiles(mill), ...examples].map((url) => fileURLToPath(url));
}

function nameIn(root: string, file: string): string {
	return relative(root, file).split(sep).join("/");
}
