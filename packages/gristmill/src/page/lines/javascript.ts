import type { Call, CallBody } from "./call.js";

/** The call as a module for Node. Its fetch call works in browsers too. */
export function scriptText(call: Call): string {
	const { body, credential } = call;
	const fields = [`"Content-Type": ${JSON.stringify(call.mediaType)}`];
	if (credential)
		fields.push(
			`${JSON.stringify(credential.field)}: ${JSON.stringify(credential.value.replace("$TOKEN", ""))} + token`,
		);
	const lines: string[] = [];
	if (body.kind === "file") lines.push('import { readFile } from "node:fs/promises";', "");
	if (credential) lines.push("const token = process.env.TOKEN;");
	if (body.kind === "address") lines.push(`const example = await fetch(${JSON.stringify(body.url)});`);
	lines.push(
		`const response = await fetch(${JSON.stringify(call.url)}, {`,
		`  method: ${JSON.stringify(call.method)},`,
		`  headers: { ${fields.join(", ")} },`,
		`  body: ${bodyExpression(body)},`,
		"});",
		"console.log(await response.json());",
	);
	return lines.join("\n");
}

function bodyExpression(body: CallBody): string {
	if (body.kind === "text") return JSON.stringify(body.text);
	return body.kind === "file" ? `await readFile(${JSON.stringify(body.name)})` : "await example.blob()";
}
