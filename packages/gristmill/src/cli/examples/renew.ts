import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Example, Mill, SettingValues } from "../../core/definition/mill.js";
import { configured } from "../../core/definition/settings.js";
import { mapBinary } from "../../core/schema/binary-values.js";
import { isObject } from "../../core/schema/is-object.js";
import { exampleType } from "../../documents/examples.js";
import { open } from "../../library/open.js";
import { readNamed } from "../../runtime/loading/example-call.js";
import { importMill, type MillModule } from "../../runtime/loading/import-mill.js";
import { type Host, pathOn } from "../command-line/host.js";
import { exampleFile, withOutputs, writeChecked } from "./example-file.js";
import { FileBeside } from "./literal.js";

/** What was renewed, one line each. */
export async function renewExamples(
	file: string,
	module: MillModule,
	settings: SettingValues | undefined,
	python: string | undefined,
	host: Host,
	reload: () => Promise<MillModule>,
): Promise<string[]> {
	const defined = await importMill(module.url.href);
	const path = pathOn(host, file);
	const told: string[] = [];
	const outputs = new Map<number, unknown>();
	for (const { number, example, output } of await actualOutputs(path, defined, settings)) {
		for (const [url, bytes] of newFiles(defined, example, output)) {
			const target = fileURLToPath(url);
			await mkdir(dirname(target), { recursive: true });
			await writeFile(target, bytes);
			told.push(`  written  ${relative(host.cwd, target)} of example ${number}`);
		}
		const written = asWritten(defined, example, output, path);
		if (isDeepStrictEqual(written, asWritten(defined, example, example.output, path))) continue;
		outputs.set(number, written);
		told.push(`  renewed  the output of example ${number}`);
	}
	if (outputs.size > 0) {
		const place = await exampleFile(file, defined.examples.length, python, host);
		await writeChecked(place, withOutputs(place, outputs), async () => {
			const again = await importMill((await reload()).url.href);
			return [...outputs].every(([i, output]) => {
				const example = again.examples[i];
				return example && isDeepStrictEqual(asWritten(again, example, example.output, path), output);
			});
		});
	}
	return told;
}

/** The outputs of the examples that are wrong. An example that fails has none; the test says why. */
async function actualOutputs(path: string, defined: Mill, settings: SettingValues | undefined) {
	const found: { number: number; example: Example; output: Record<string, unknown> }[] = [];
	const call = await open(path, { workers: 1, ...(settings && { settings }) });
	try {
		for (const example of configured(defined, settings ?? {}).examples) {
			const { mediaType, parameters, input } = example;
			const isForm = defined.input[exampleType(defined, example)]?.kind === "form";
			const given =
				isForm && isObject(input)
					? Object.fromEntries(Object.entries(input).map(([name, part]) => [name, read(part)]))
					: read(input);
			const output = await call(given, parameters ?? {}, mediaType === undefined ? {} : { mediaType }).catch(
				() => undefined,
			);
			if (output && !isMet(defined, example, output))
				found.push({ number: defined.examples.indexOf(example), example, output: { ...output } });
		}
	} finally {
		await call.close();
	}
	return found;
}

function read(part: unknown): unknown {
	return part instanceof URL ? readNamed(part) : part;
}

function isMet({ agrees, binary }: Mill, { output }: Example, actual: object): boolean {
	try {
		const expected = mapBinary(output, binary, read);
		return agrees
			? agrees(expected as never, actual as never)
			: isDeepStrictEqual(plain(expected), plain(actual));
	} catch {
		// A file of the example does not exist yet.
		return false;
	}
}

/** As JSON has it, with bytes that can be compared. */
function plain(value: unknown): unknown {
	return JSON.parse(
		JSON.stringify(value, (_, own) =>
			own instanceof Uint8Array ? Buffer.from(own).toString("base64") : own,
		),
	);
}

/** The files that the output of an example names, with what they should have. */
function newFiles(mill: Mill, { output: named }: Example, output: object): [URL, Uint8Array][] {
	const files: [URL, Uint8Array][] = [];
	const bytes = new Map<string, unknown>();
	mapBinary(output, mill.binary, (value, _, place) => bytes.set(place, value));
	mapBinary(named, mill.binary, (value, _, place) => {
		const own = bytes.get(place);
		if (value instanceof URL && own instanceof Uint8Array) files.push([value, own]);
		return value;
	});
	return files;
}

/** An output as the mill file has it: bytes that are in a file stay there. */
function asWritten(mill: Mill, { output: named }: Example, output: object, path: string): unknown {
	const urls = new Map<string, URL>();
	mapBinary(named, mill.binary, (value, _, place) => {
		if (value instanceof URL) urls.set(place, value);
		return value;
	});
	return mapBinary(output, mill.binary, (value, _, place) => {
		const url = urls.get(place);
		if (!url) return value instanceof Uint8Array ? new Uint8Array(value) : value;
		const beside = relative(dirname(path), fileURLToPath(url));
		return new FileBeside(beside.startsWith(".") ? beside : `./${beside}`);
	});
}
