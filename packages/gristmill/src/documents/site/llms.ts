import type { Mill } from "../../core/definition/mill.js";
import { exampleCurl } from "../curl.js";
import { deprecationText } from "../deprecated.js";
import { isBinaryInput } from "../examples.js";
import { documentHref, resultTypes } from "../links.js";
import { demandsCredentials, serverSecurity } from "../security-text.js";
import type { ServerInfo } from "../server-info.js";

/** Returns `llms.txt`: Markdown that tells an agent what the server has and how to call it. */
export function llmsText(mills: readonly Mill[], info: ServerInfo): string {
	// The same text is at the root and below the base, so no address may be relative to it.
	const at = (path: string) => `${info.publicUrl ?? info.base}/${path}`;
	const { offers } = info;
	const parts = [
		`# ${info.title}`,
		"> Stateless tools (mills). Send raw data as the body of one request, and get the processed data back. A call changes " +
			"nothing and may be repeated, and the same input gives the same answer.",
		"## How to call",
		[
			"- Send the input itself as the body, with its media type in Content-Type. There is no envelope.",
			"- Parameters are in the query, or in the path where the address has braces.",
			"- The result is `application/json`. Choose another type with Accept.",
			"- An error is `application/problem+json`: `code` is for programs, and `detail` says what to do.",
		].join("\n"),
	];
	parts.push(
		...exampleCall(mills, info),
		serverSecurity(mills, info),
		"## Mills",
		mills.map((mill) => millLine(mill, info, at)).join("\n"),
	);
	const documents = [
		`- [OpenAPI](${at("openapi.json")}): every mill with its parameters, types, examples and problems`,
		`- [Reference](${at("docs")}): the same for people`,
		...(offers("list") ? [`- [List](${at("$list")}): names, addresses and media types as JSON`] : []),
		`- [Description](${at("$description")}): all mills with a curl command each, as Markdown`,
		`- [Problems](${at("$problems")}): every error and what to do about it`,
		...(offers("mcp")
			? [`- [MCP](${at("mcp")}): the mills as tools of the Model Context Protocol, with POST`]
			: []),
		...(info.versions ?? []).map(
			(version) => `- [${version}](${at(`${version}/llms.txt`)}): another version`,
		),
	];
	parts.push("## Documents", documents.join("\n"));
	return `${parts.join("\n\n")}\n`;
}

/** Returns a command that works as it is: the reader has no file to send. */
function exampleCall(mills: readonly Mill[], info: ServerInfo): string[] {
	for (const mill of mills)
		for (const example of mill.examples) {
			if (isBinaryInput(example.input)) continue;
			const credentials = demandsCredentials(mill, info);
			return [`\`\`\`sh\n${exampleCurl(mill, info.address(), example, { credentials })}\n\`\`\``];
		}
	return [];
}

function millLine(mill: Mill, info: ServerInfo, at: (path: string) => string): string {
	const description = documentHref(mill, info, mill.name, "description");
	const name = description ? `[${mill.name}](${at(description)})` : `\`${mill.name}\``;
	const ending = deprecationText(mill);
	return [
		`- ${name}: ${mill.summary}`,
		...(ending === undefined ? [] : [ending]),
		`\`${mill.method} ${at(mill.path)}\`.`,
		`Takes ${Object.keys(mill.input).join(", ")}; gives ${resultTypes(mill, info).join(", ")}.`,
	].join(" ");
}
