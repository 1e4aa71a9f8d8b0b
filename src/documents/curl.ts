import { type Example, type Mill, pathParameters } from "../core/mill.js";

/** A word for a POSIX shell. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The path and query of a call with these parameters, relative to the base. */
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

/** The last part of a file's address: where a caller has put it, nobody knows. */
const bareName = (file: URL) => file.pathname.split("/").at(-1) ?? "";

/**
 * A line that makes the call of an example, as it can be pasted into a terminal; `nameOf` says where its file lies,
 * and with credentials the token is taken from the shell's TOKEN.
 */
export function curlLine(
	mill: Mill,
	address: string,
	example: Example,
	{ nameOf = bareName, credentials = false }: { nameOf?: (file: URL) => string; credentials?: boolean } = {},
): string {
	const mediaType = example.mediaType ?? Object.keys(mill.input)[0] ?? "";
	const words = ["curl", "-sS"];
	if (mill.method !== "POST") words.push("-X", mill.method);
	words.push(quoted(`${address}/${callPath(mill, example.parameters)}`));
	words.push("-H", quoted(`Content-Type: ${mediaType}`));
	if (credentials) words.push("-H", '"Authorization: Bearer $TOKEN"');
	const { input } = example;
	if (input instanceof URL) words.push("--data-binary", quoted(`@${nameOf(input)}`));
	else if (input instanceof Uint8Array)
		return `printf ${quoted(octal(input))} | ${words.join(" ")} --data-binary @-`;
	// --data-raw gives @ no meaning, and keeps line breaks as they are.
	else if (mill.input[mediaType]?.kind === "text") words.push("--data-raw", quoted(String(input)));
	else words.push("--data-raw", quoted(JSON.stringify(input)));
	return words.join(" ");
}

function octal(bytes: Uint8Array): string {
	return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
