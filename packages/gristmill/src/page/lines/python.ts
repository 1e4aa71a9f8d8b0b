import type { Call, CallBody, CallPart } from "./call.js";

/** A Python literal. JSON's escapes mean the same in Python. */
const literal = (text: string) => JSON.stringify(text);

/** The call as a Python program that needs only the standard library. */
export function pythonText(call: Call): string {
	const { body, credential, saves } = call;
	const type = body.kind === "form" ? 'f"multipart/form-data; boundary={boundary}"' : literal(call.mediaType);
	return [
		...(saves ? [] : ["import json"]),
		...(credential ? ["import os"] : []),
		"import urllib.request",
		...(body.kind === "form" ? ["import uuid", "", ...formLines(body.parts)] : [""]),
		"request = urllib.request.Request(",
		`    ${literal(call.url)},`,
		`    data=${dataOf(body)},`,
		`    headers={${[`"Content-Type": ${type}`, ...furtherFields(call)].join(", ")}},`,
		`    method=${literal(call.method)},`,
		")",
		...ending(call),
	].join("\n");
}

function dataOf(body: CallBody): string {
	if (body.kind === "form") return "data";
	if (body.kind === "text") return `${literal(body.text)}.encode()`;
	return body.kind === "file" ? opened(body.name) : `urllib.request.urlopen(${literal(body.url)}).read()`;
}

/** A form by the standard library. The mill knows what each part is, so the parts need no types. */
function formLines(parts: readonly CallPart[]): string[] {
	return [
		"parts = {",
		...parts.map(
			(part) =>
				`    ${literal(part.name)}: ${"text" in part ? `${literal(part.text)}.encode()` : opened(part.file)},`,
		),
		"}",
		"boundary = uuid.uuid4().hex",
		'start = f"--{boundary}\\r\\nContent-Disposition: form-data; name="',
		'data = b"".join(',
		`    f'{start}"{name}"\\r\\n\\r\\n'.encode() + content + b"\\r\\n" for name, content in parts.items()`,
		') + f"--{boundary}--\\r\\n".encode()',
	];
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

function furtherFields({ credential, saves }: Call): string[] {
	const accept = saves ? [`"Accept": ${literal(saves.type)}`] : [];
	if (!credential) return accept;
	const start = literal(credential.value.replace("$TOKEN", ""));
	return [...accept, `${literal(credential.field)}: ${start} + os.environ["TOKEN"]`];
}
