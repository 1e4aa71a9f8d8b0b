import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Answer, type Input, type PartInput, typeOfBytes, typeOfName } from "../../client/index.js";
import { partsOf } from "../../core/definition/form.js";
import type { InputForm } from "../../core/definition/input.js";
import type { Mill } from "../../core/definition/mill.js";
import { parameterReader } from "../../core/parameters.js";
import { mapBinary, withBytes } from "../../core/schema/binary-values.js";
import { isObject } from "../../core/schema/is-object.js";
import { open } from "../../library/open.js";
import { importNamed } from "../../library/source.js";
import { UsageError } from "../command-line/command-error.js";
import { canAsk, confirmed } from "../command-line/confirmed.js";
import { type Host, pathOn } from "../command-line/host.js";
import { printable } from "../command-line/terminal.js";
import { bytesBeside, type ExampleFile, exampleFile, withExample, writeChecked } from "./example-file.js";
import { FileBeside } from "./literal.js";

/** A call that has been answered. */
export interface RecordedCall {
	readonly input: Input;
	readonly mediaType: string | undefined;
	readonly parameters: Readonly<Record<string, readonly string[]>>;
	readonly answer: Answer;
}

/** Shows a call and its answer as an example, asks on a terminal unless `yes` is given, and writes it into the mill file. */
export async function recordExample(
	file: string,
	call: RecordedCall,
	{ python, yes }: { readonly python?: string | undefined; readonly yes?: boolean | undefined },
	host: Host,
): Promise<void> {
	const path = pathOn(host, file);
	const { mill } = await importNamed(path);
	const place = await exampleFile(file, mill.examples.length, python, host);
	const known = await knownExample(mill, call);
	if (known >= 0)
		throw new UsageError(`Example ${known} of ${file} has this input already. Nothing was written.`);
	const example = forLanguage(await exampleOf(mill, call, place), file);
	const files = [...place.beside].map(([name, { byteLength }]) => `New file ${name}: ${byteLength} bytes\n`);
	host.stderr.write(`New example of ${file}: ${printable(place.literal(example))}\n${files.join("")}`);
	if (!yes && canAsk(host) && !(await confirmed(`Write it into ${file}?`, host))) {
		host.stderr.write("Nothing was written.\n");
		return;
	}
	await writeChecked(place, withExample(place, example), async () => {
		const again = await open(path, { workers: 1 });
		try {
			const results = await again.test();
			return results.length === mill.examples.length + 1 && results.every(({ agrees }) => agrees);
		} finally {
			await again.close();
		}
	});
	host.stderr.write(`Written into ${file}.\n`);
}

/** The number of the example that has the input of a call, wherever its bytes are; -1 if there is none. */
async function knownExample(mill: Mill, call: RecordedCall): Promise<number> {
	const { form } = await formOf(mill, call);
	const input = await inputOf(form, call.input, "", undefined);
	const parameters = parametersOf(mill, call);
	return mill.examples.findIndex(
		(one) =>
			isDeepStrictEqual(contentOf(one.input), input) && isDeepStrictEqual(one.parameters ?? {}, parameters),
	);
}

/** The input of an example with the bytes of its files. One that cannot be read is like no other. */
function contentOf(input: unknown): unknown {
	if (input instanceof Uint8Array) return Buffer.from(input);
	if (input instanceof URL) return existsSync(input) ? readFileSync(input) : undefined;
	if (!isObject(input)) return input;
	return Object.fromEntries(Object.entries(input).map(([name, part]) => [name, contentOf(part)]));
}

function parametersOf(mill: Mill, call: RecordedCall): object {
	const texts = new Map(Object.entries(call.parameters));
	const all = parameterReader(mill.parameters, []).readTexts(texts);
	return Object.fromEntries(Object.entries(all).filter(([key]) => texts.has(key)));
}

interface NewExample {
	readonly mediaType?: string;
	readonly input: unknown;
	readonly parameters?: object;
	readonly output: unknown;
}

async function exampleOf(mill: Mill, call: RecordedCall, place: ExampleFile): Promise<NewExample> {
	const { mediaType, form } = await formOf(mill, call);
	const name = `${mill.name}.example-${mill.examples.length}`;
	const input = await inputOf(form, call.input, name, place);
	const parameters = parametersOf(mill, call);
	const isFirst = mediaType === Object.keys(mill.input)[0];
	return {
		...(!isFirst && { mediaType }),
		input,
		...(Object.keys(parameters).length > 0 && { parameters }),
		output: await outputOf(mill, call.answer.output, `${name}.output`, place),
	};
}

/** Python writes media_type. */
function forLanguage({ mediaType, ...rest }: NewExample, file: string): object {
	if (mediaType === undefined) return rest;
	return file.endsWith(".py") ? { media_type: mediaType, ...rest } : { mediaType, ...rest };
}

/** The input of the mill that the call was for: the one that was named, else the one that its bytes or its name say. */
async function formOf({ input: forms }: Mill, { input, mediaType }: RecordedCall) {
	const seen = mediaType ?? (await typeOf(input));
	const entries = Object.entries(forms);
	const [type, form] =
		entries.find(([one]) => one === seen?.split(";")[0]?.trim()) ??
		entries.find(([, { kind }]) => (kind === "form") === isParts(input)) ??
		[];
	if (type === undefined || !form) throw new UsageError("The input of this call cannot be an example.");
	return { mediaType: type, form };
}

function isParts(input: Input): input is { readonly parts: Readonly<Record<string, PartInput>> } {
	return typeof input === "object" && "parts" in input;
}

async function typeOf(input: Input): Promise<string | undefined> {
	if (typeof input === "string" || isParts(input)) return undefined;
	if (input instanceof Uint8Array) return typeOfBytes(input);
	if ("file" in input) return typeOfName(input.file) ?? typeOfBytes(await readFile(input.file));
	return undefined;
}

/** The input as an example has it, with bytes in files beside the mill file; without `place` as it is compared. */
async function inputOf(
	form: InputForm,
	input: Input | PartInput,
	name: string,
	place: ExampleFile | undefined,
): Promise<unknown> {
	if (form.kind === "form" && isParts(input as Input)) {
		const { parts } = input as { readonly parts: Readonly<Record<string, PartInput>> };
		const rows = partsOf(form).flatMap(([part, own]) =>
			parts[part] === undefined ? [] : [[part, own, parts[part]] as const],
		);
		const read = rows.map(async ([part, own, value]) => [
			part,
			await inputOf(own, value, `${name}.${part}`, place),
		]);
		return Object.fromEntries(await Promise.all(read));
	}
	const isFile = typeof input === "object" && "file" in input;
	if (form.kind === "image" || form.kind === "bytes") {
		if (!place) return isFile ? readFile(input.file) : Buffer.from(input as Uint8Array | string);
		if (isFile) return besideOf(String(input.file), place);
		return bytesBeside(Buffer.from(input as Uint8Array | string), name, place);
	}
	const text = isFile
		? await readFile(input.file, "utf8")
		: Buffer.from(input as Uint8Array | string).toString();
	return form.kind === "json" ? JSON.parse(text) : text;
}

function besideOf(file: string, { path }: ExampleFile): FileBeside {
	const beside = relative(dirname(path), file) || basename(file);
	return new FileBeside(beside.startsWith(".") ? beside : `./${beside}`);
}

/** The output with its bytes: few in the mill file, more in files of their own. */
async function outputOf(
	{ binary }: Mill,
	output: unknown,
	name: string,
	place: ExampleFile,
): Promise<unknown> {
	const found: [string, Uint8Array][] = [];
	const read = withBytes(output, binary);
	mapBinary(read, binary, (value, _, at) => {
		if (value instanceof Uint8Array) found.push([at, value]);
		return value;
	});
	const written = new Map<string, unknown>();
	for (const [at, bytes] of found)
		written.set(at, bytesBeside(bytes, `${name}${at.replaceAll("/", ".")}`, place));
	return mapBinary(read, binary, (value, _, at) => written.get(at) ?? value);
}
