import type { Call } from "./call.js";

/** A Python literal. JSON's escapes mean the same in Python. */
const literal = (text: string) => JSON.stringify(text);

/** The call as a Python program that needs only the standard library. */
export function pythonText(call: Call): string {
	const { body, credential } = call;
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

/** The call with httpx. */
export function httpxText(call: Call): string {
	const { body, credential, method } = call;
	const content =
		body.kind === "text"
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
		`    content=${content},`,
		`    headers=${headers(call)},`,
		")",
		"response.raise_for_status()",
		"print(response.json())",
	].join("\n");
}

function headers({ mediaType, credential }: Call): string {
	const fields = [`"Content-Type": ${literal(mediaType)}`];
	if (credential)
		fields.push(
			`${literal(credential.field)}: ${literal(credential.value.replace("$TOKEN", ""))} + os.environ["TOKEN"]`,
		);
	return `{${fields.join(", ")}}`;
}
