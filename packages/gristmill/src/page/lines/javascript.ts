import type { Call, CallBody, CallPart } from "./call.js";

/** The call as a module for Node. Its fetch call works in browsers too. */
export function scriptText(call: Call): string {
	const { body, credential, saves } = call;
	// For a form, fetch writes Content-Type itself, with the boundary.
	const fields = body.kind === "form" ? [] : [`"Content-Type": ${JSON.stringify(call.mediaType)}`];
	if (credential)
		fields.push(
			`${JSON.stringify(credential.field)}: ${JSON.stringify(credential.value.replace("$TOKEN", ""))} + token`,
		);
	if (saves) fields.push(`Accept: ${JSON.stringify(saves.type)}`);
	const lines: string[] = [];
	const hasFile = body.kind === "form" && body.parts.some((part) => "file" in part);
	const used = [...(body.kind === "file" || hasFile ? ["readFile"] : []), ...(saves ? ["writeFile"] : [])];
	if (used.length > 0) lines.push(`import { ${used.join(", ")} } from "node:fs/promises";`, "");
	if (credential) lines.push("const token = process.env.TOKEN;");
	if (body.kind === "address") lines.push(`const example = await fetch(${JSON.stringify(body.url)});`);
	if (body.kind === "form") lines.push("const form = new FormData();", ...body.parts.map(appended));
	lines.push(
		`const response = await fetch(${JSON.stringify(call.url)}, {`,
		`  method: ${JSON.stringify(call.method)},`,
		...(fields.length > 0 ? [`  headers: { ${fields.join(", ")} },`] : []),
		`  body: ${bodyExpression(body)},`,
		"});",
		saves
			? `await writeFile(${JSON.stringify(saves.file)}, new Uint8Array(await response.arrayBuffer()));`
			: "console.log(await response.json());",
	);
	return lines.join("\n");
}

function bodyExpression(body: CallBody): string {
	if (body.kind === "form") return "form";
	if (body.kind === "text") return JSON.stringify(body.text);
	return body.kind === "file" ? `await readFile(${JSON.stringify(body.name)})` : "await example.blob()";
}

function appended(part: CallPart): string {
	const name = JSON.stringify(part.name);
	if ("text" in part) return `form.append(${name}, ${JSON.stringify(part.text)});`;
	const type = JSON.stringify(part.mediaType);
	return `form.append(${name}, new Blob([await readFile(${JSON.stringify(part.file)})], { type: ${type} }));`;
}
