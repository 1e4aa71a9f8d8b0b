import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMillPath } from "../../mill-files/mill-path.js";
import { demandAssets } from "../../runtime/digest/assets.js";
import { millDigest } from "../../runtime/digest/digest.js";
import { importMill } from "../../runtime/loading/import-mill.js";
import type { SettingTable } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import type { Command } from "../command-line/command.js";
import { refuseFile, refuseSettings, UsageError, WorkError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";
import { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile, moduleAt, urlNamed } from "../mills/mill-files.js";
import { dockerfile, PROGRAM, START } from "./container.js";
import { OutFolder } from "./out-folder.js";
import { fetchPackages, filesOfPackages, MissingPart } from "./packages.js";
import { HERE, type Platform, platformOf, platformText, samePlatform } from "./platform.js";
import { joined, requirementsText } from "./requirements.js";
import { writeToolkit } from "./toolkit.js";
import { type Source, type Written, writeMill } from "./write-mill.js";

const FLAGS = {
	output: {
		kind: "text",
		value: "FOLDER",
		help: "The folder to write, also as -o. It must be new or empty.",
	},
	platform: {
		kind: "text",
		value: "OS-CPU",
		help: "Where it will run, such as linux-arm64. By default, a machine like this one.",
	},
	fetch: {
		kind: "switch",
		help: "Fetch native packages that are not installed here from npm.",
		fallback: false,
	},
	python: SETTINGS.python,
} as const satisfies SettingTable;

/** `gristmill build`: writes a folder that serves mills anywhere. */
export const BUILD: Command = {
	flags: FLAGS,
	help: () => `gristmill build MILL… --output FOLDER: write a folder that serves mills wherever Node is

MILL is a mill file or the name of an installed mill. The folder has one file for each mill, one for the toolkit, the
assets, and of the packages with native code those for one platform. It needs no npm install. The mills have the same
Mill-Digest as with gristmill serve. Its Dockerfile makes an image; ./FOLDER/start starts the server, and takes the flags
of gristmill serve.

${describeFlags(FLAGS)}

Examples
  gristmill build ./my-mill.ts --output out       then: ./out/start --port 9000
  gristmill build ./a.ts ./b.py tokeniser -o out  several mills, one of them installed
  gristmill build classifier -o out --platform linux-arm64 --fetch
  docker build --tag my-mill out

Exit codes: 0 success; 1 a mill file is broken, a package has no part for the platform, or the folder is not empty; 2 wrong
usage.
`,
	run: build,
};

async function build(words: readonly string[], host: Host): Promise<number> {
	const { chosen, rest } = readFlags(
		FLAGS,
		words.map((word) => (word === "-o" ? "--output" : word)),
	);
	const { output } = chosen;
	if (rest.length === 0)
		throw new UsageError(
			"No mill is named. Name a file or an installed mill: gristmill build ./my-mill.ts --output out",
		);
	if (output === undefined) throw new UsageError("No folder is named. Name the one to write: --output out");
	const platform = chosen.platform === undefined ? HERE : platformOf(chosen.platform);
	const imports = new MillFileImports(host);
	let out: OutFolder | undefined;
	try {
		const sources = await sourcesOf(rest, imports, chosen.python);
		out = new OutFolder(pathOn(host, output), output);
		const written: Written[] = [];
		for (const source of sources) written.push(await writeMill(out, source, chosen.python));
		await writeToolkit(out, Object.fromEntries(written.map(({ name, file }) => [name, file])));
		const packages = new Map(written.flatMap((one) => [...one.packages]));
		const files = packageFiles(packages, platform, chosen.fetch === true);
		for (const [from, to] of files) out.copy(from, to);
		writeRest(out, sources, written, platform, chosen.platform !== undefined);
		const size = out.finish();
		host.stdout.write(await report(sources, output, size, platform));
		for (const { name, programs } of written)
			for (const program of programs)
				complain(
					host,
					`${name} starts "${program}". Install it where the folder runs: add it to ${output}/Dockerfile.`,
					"warning",
				);
		return 0;
	} catch (error) {
		imports.giveUp();
		out?.discard();
		return refuseFile(error);
	}
}

async function sourcesOf(
	words: readonly string[],
	imports: MillFileImports,
	python: string | undefined,
): Promise<Source[]> {
	const sources: Source[] = [];
	for (const word of words) {
		const isFile = isMillPath(word);
		const url = isFile ? undefined : urlNamed(word);
		const module = await (url ? moduleAt(url, imports, python) : millFile(word, imports, python));
		const mill = await importMill(module.url.href);
		await demandAssets(mill).catch(refuseSettings);
		const entry = realpathSync(url ? fileURLToPath(url) : resolve(pathOn(imports.host, word)));
		const same = sources.find((one) => one.mill.name === mill.name);
		if (same)
			throw new UsageError(
				`Two mills have the name "${mill.name}": ${same.word} and ${word}. Build them into two folders.`,
			);
		sources.push({ word, entry, module, mill });
	}
	return sources;
}

/** What is copied of packages with native code. */
function packageFiles(
	packages: ReadonlyMap<string, string>,
	platform: Platform,
	mayFetch: boolean,
): ReadonlyMap<string, string> {
	try {
		return filesOfPackages(packages, platform);
	} catch (error) {
		if (!(error instanceof MissingPart)) throw error;
		if (mayFetch) return filesOfPackages(fetchPackages(packages, platform), platform);
		throw new WorkError(
			`${error.message}, which ${platformText(platform)} needs. Add --fetch to fetch what is missing from npm.`,
		);
	}
}

/** Writes what describes the folder and starts it. */
function writeRest(
	out: OutFolder,
	sources: readonly Source[],
	written: readonly Written[],
	platform: Platform,
	isForPlatform: boolean,
): void {
	const [first, second] = sources;
	const dependencies = Object.fromEntries(
		written
			.flatMap(({ versions }) => Object.entries(versions))
			.sort(([one], [other]) => (one < other ? -1 : 1)),
	);
	out.writeJson("package.json", {
		name: second || !first ? "mills" : first.mill.name,
		version: second || !first ? "1.0.0" : first.mill.version,
		private: true,
		type: "module",
		engines: { node: ">=20.19" },
		scripts: { start: `node ${PROGRAM} serve` },
		...(Object.keys(dependencies).length > 0 && { dependencies }),
	});
	out.write("start", START, 0o755);
	const python = joined(written.flatMap(({ requirements }) => requirements ?? []));
	if (python) out.write("requirements.txt", requirementsText(python));
	if (platform.os === "linux") out.write("Dockerfile", dockerfile(platform, python, isForPlatform));
}

/** What was built, and how to run it. */
async function report(
	sources: readonly Source[],
	output: string,
	size: number,
	platform: Platform,
): Promise<string> {
	const isHere = samePlatform(platform, HERE);
	const lines = [`${output}: ${(size / 1e6).toFixed(1)} MB for ${platformText(platform)}`];
	for (const { mill, module } of sources) {
		const digest = isHere && !mill.program ? `  ${await millDigest(mill, module.url)}` : "";
		lines.push(`  ${mill.name} ${mill.version}${digest}`);
	}
	const name = sources.length === 1 ? sources[0]?.mill.name : "mills";
	lines.push("", `  ${/^[/.]/.test(output) ? "" : "./"}${output}/start`);
	if (platform.os === "linux") lines.push(`  docker build --tag ${name} ${output}`);
	return `${lines.join("\n")}\n`;
}
