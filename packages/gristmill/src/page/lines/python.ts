import type { Call, CallPart } from "./call.js";

/** A Python literal. JSON's escapes mean the same in Python. */
const literal = (text: string) => JSON.stringify(text);

/** The call as a Python program that needs only the standard library. */
export function pythonText(call: Call): string {
	const { body, credential } = call;
	if (body.kind === "form") return formText(call, body.parts);
	const data =
		body.kind === "text"
			? `${literal(body.text)}.encode()`
			: body.kind === "file"
				? `open(${literal(body.name)}, "rb").read()`
				: `urllib.request.urlopen(${literal(body.url)}).read()`;
	return [
		...(call.saves ? [] : ["import json"]),
		...(credential ? ["import os"] : []),
		"import urllib.request",
		"",
		"request = urllib.request.Request(",
		`    ${literal(call.url)},`,
		`    data=${data},`,
		`    headers=${headers(call)},`,
		`    method=${literal(call.method)},`,
		")",
		...ending(call),
	].join("\n");
}

/** A form by the standard library. The mill knows what each part is, so the parts need no types. */
function formText(call: Call, parts: readonly CallPart[]): string {
	const { credential } = call;
	const contents = parts.map(
		(part) =>
			`    ${literal(part.name)}: ${"text" in part ? `${literal(part.text)}.encode()` : opened(part.file)},`,
	);
	return [
		...(call.saves ? [] : ["import json"]),
		...(credential ? ["import os"] : []),
		"import urllib.request",
		"import uuid",
		"",
		"parts = {",
		...contents,
		"}",
		"boundary = uuid.uuid4().hex",
		'start = f"--{boundary}\\r\\nContent-Disposition: form-data; name="',
		'data = b"".join(',
		`    f'{start}"{name}"\\r\\n\\r\\n'.encode() + content + b"\\r\\n" for name, content in parts.items()`,
		') + f"--{boundary}--\\r\\n".encode()',
		"request = urllib.request.Request(",
		`    ${literal(call.url)},`,
		"    data=data,",
		`    headers={${[`"Content-Type": f"multipart/form-data; boundary={boundary}"`, ...credentialField(call)].join(", ")}},`,
		`    method=${literal(call.method)},`,
		")",
		...ending(call),
	].join("\n");
}

/** Prints the result, or saves it if it is a file. */
function ending({ saves }: Call): string[] {
	const open = "with urllib.request.urlopen(request) as response:";
	if (saves) return [open, `    open(${literal(saves.file)}, "wb").write(response.read())`];
	return [
		open,
		"    answer = json.load(response)",
		"print(json.dumps(answer, indent=2, ensure_ascii=False))",
	];
}

function opened(file: string): string {
	return `open(${literal(file)}, "rb").read()`;
}

function headers(call: Call): string {
	return `{${[`"Content-Type": ${literal(call.mediaType)}`, ...credentialField(call)].join(", ")}}`;
}

function credentialField({ credential, saves }: Call): string[] {
	const accept = saves ? [`"Accept": ${literal(saves.type)}`] : [];
	if (!credential) return accept;
	const start = literal(credential.value.replace("$TOKEN", ""));
	return [...accept, `${literal(credential.field)}: ${start} + os.environ["TOKEN"]`];
}
