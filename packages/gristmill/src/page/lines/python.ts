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
		"import json",
		...(credential ? ["import os"] : []),
		"import urllib.request",
		"",
		"request = urllib.request.Request(",
		`    ${literal(call.url)},`,
		`    data=${data},`,
		`    headers=${headers(call)},`,
		`    method=${literal(call.method)},`,
		")",
		"with urllib.request.urlopen(request) as response:",
		"    answer = json.load(response)",
		"print(json.dumps(answer, indent=2, ensure_ascii=False))",
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
		"import json",
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
		"with urllib.request.urlopen(request) as response:",
		"    answer = json.load(response)",
		"print(json.dumps(answer, indent=2, ensure_ascii=False))",
	].join("\n");
}

function opened(file: string): string {
	return `open(${literal(file)}, "rb").read()`;
}

/** The call with httpx. */
export function httpxText(call: Call): string {
	const { body, credential, method } = call;
	const isForm = body.kind === "form";
	const content =
		body.kind === "form"
			? `{${body.parts.map(httpxPart).join(", ")}}`
			: body.kind === "text"
				? literal(body.text)
				: body.kind === "file"
					? `open(${literal(body.name)}, "rb").read()`
					: `httpx.get(${literal(body.url)}).content`;
	return [
		...(credential ? ["import os"] : []),
		"import httpx",
		"",
		method === "POST" ? "response = httpx.post(" : `response = httpx.request(${literal(method)},`,
		`    ${literal(call.url)},`,
		`    ${isForm ? "files" : "content"}=${content},`,
		`    headers=${isForm ? `{${credentialField(call).join(", ")}}` : headers(call)},`,
		")",
		"response.raise_for_status()",
		"print(response.json())",
	].join("\n");
}

function headers(call: Call): string {
	return `{${[`"Content-Type": ${literal(call.mediaType)}`, ...credentialField(call)].join(", ")}}`;
}

function credentialField({ credential }: Call): string[] {
	if (!credential) return [];
	const start = literal(credential.value.replace("$TOKEN", ""));
	return [`${literal(credential.field)}: ${start} + os.environ["TOKEN"]`];
}

/** Without a file name, httpx sends a plain part. */
function httpxPart(part: CallPart): string {
	if ("text" in part) return `${literal(part.name)}: (None, ${literal(part.text)})`;
	return `${literal(part.name)}: (${literal(part.file)}, open(${literal(part.file)}, "rb"), ${literal(part.mediaType)})`;
}
