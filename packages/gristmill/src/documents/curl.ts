import { type CurlCommand, type CurlPart, curlLine, shellQuoted } from "../core/curl-line.js";
import { partsOf } from "../core/definition/form.js";
import type { InputForm } from "../core/definition/input.js";
import { type Example, type Mill, pathParameters } from "../core/definition/mill.js";
import { endingOf } from "../core/http-words/file-endings.js";

/** Returns the path and query of a call with these parameters, relative to the base. */
export function callPath(mill: Mill, parameters: Readonly<Record<string, unknown>> = {}): string {
	const inPath = pathParameters(mill.path);
	const path = mill.path.replace(/\{([^}]*)\}/g, (braces, name: string) =>
		name in parameters ? encodeURIComponent(String(parameters[name])) : braces,
	);
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters))
		if (!inPath.includes(name)) for (const one of [value].flat()) query.append(name, String(one));
	return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns the last segment of a file's URL, because the caller's own path is unknown. */
const bareName = (file: URL) => file.pathname.split("/").at(-1) ?? "";

interface CurlOptions {
	/** Gives the path of the example's file. */
	readonly nameOf?: (file: URL) => string;
	/** Whether to send the token in the shell's TOKEN. */
	readonly credentials?: boolean;
	/** The media type to accept, and the file to write the result to. */
	readonly saves?: CurlCommand["saves"];
}

/** Returns a curl command that makes the call of an example. */
export function exampleCurl(
	mill: Mill,
	address: string,
	example: Example,
	{ nameOf = bareName, credentials = false, saves }: CurlOptions = {},
): string {
	const mediaType = example.mediaType ?? Object.keys(mill.input)[0] ?? "";
	const { input } = example;
	const form = mill.input[mediaType];
	const body = (): CurlCommand["body"] => {
		if (form?.kind === "form") return { parts: curlParts(form, input, nameOf) };
		if (input instanceof URL) return { file: nameOf(input) };
		if (input instanceof Uint8Array) return { command: `printf ${shellQuoted(octal(input))}` };
		return { text: mill.input[mediaType]?.kind === "text" ? String(input) : JSON.stringify(input) };
	};
	return curlLine({
		method: mill.method,
		url: `${address}/${callPath(mill, example.parameters)}`,
		mediaType,
		credential: credentials ? { field: "Authorization", value: "Bearer $TOKEN" } : undefined,
		body: body(),
		saves,
	});
}

function curlParts(form: InputForm, input: unknown, nameOf: (file: URL) => string): readonly CurlPart[] {
	const given = input as Readonly<Record<string, unknown>>;
	return partsOf(form).flatMap(([name, { kind, types: [type = ""] = [] }]): CurlPart[] => {
		const value = given[name];
		if (value === undefined) return [];
		if (value instanceof URL) return [{ name, file: nameOf(value) }];
		// Only one part could come from another command, so bytes stand for a file.
		if (value instanceof Uint8Array) return [{ name, file: `${name}.${endingOf(type)}` }];
		return [{ name, text: kind === "text" ? String(value) : JSON.stringify(value) }];
	});
}

function octal(bytes: Uint8Array): string {
	return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
