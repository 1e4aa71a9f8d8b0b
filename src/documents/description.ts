import { describeBytes } from "../core/describe-bytes.js";
import { type JsonSchema, properties, required } from "../core/json-schema.js";
import type { Example, Mill } from "../core/mill.js";
import { callPath, curlLine } from "./curl.js";
import { deprecationText } from "./deprecated.js";
import { describeType } from "./describe-type.js";
import { documentHref, resultTypes } from "./links.js";
import { problemsOf } from "./problem-schema.js";
import { parametersSchema, wholeText } from "./schema.js";
import { callSecurity, demandsCredentials, serverSecurity } from "./security-text.js";
import type { Site } from "./site.js";

/** `$description` of a mill: Markdown made from its descriptor, with lines that can be pasted. */
export function millDescription(mill: Mill, site: Site): string {
	const parts = [
		`# ${mill.name}`,
		wholeText(mill),
		`Version ${mill.version}, algorithm digest \`${site.digest(mill)}\`: the same digest gives the same answers.`,
	];
	parts.push("## Call", callBlock(mill, site), ...exampleParts(mill, site));
	parts.push("## Input", inputTable(mill));
	const parameters = parametersSchema(mill);
	if (Object.keys(properties(parameters)).length > 0) parts.push("## Parameters", parameterTable(parameters));
	parts.push("## Output", `As ${resultTypes(mill, site).join(", ")}.`, outputTable(mill));
	parts.push("## Security", callSecurity(mill, site));
	parts.push("## Problems", "As `application/problem+json` (RFC 9457).", problemTable(mill, site));
	const schema = documentHref(mill, site, mill.name, "schema");
	// A shell eats `$schema` between double quotes, so what people read has `%24`.
	if (schema) parts.push("## More", `Schema: <${site.address()}/${schema.replaceAll("$", "%24")}>`);
	return `${parts.join("\n\n")}\n`;
}

/** `$description` of the server: its mills with a line each. */
export function serverDescription(mills: readonly Mill[], site: Site): string {
	const parts = [
		`# ${site.title}`,
		"Mills: stateless tools. Send raw data as the body of one request, and the processed data comes back. " +
			"A call changes nothing, so it may be repeated, and the same input gives the same answer.",
		"## Mills",
	];
	for (const mill of mills) {
		const [example] = mill.examples;
		parts.push(`### ${mill.name}`, mill.summary);
		const ending = deprecationText(mill);
		if (ending !== undefined) parts.push(ending);
		if (example) parts.push(fenced("sh", exampleLine(mill, site, example)));
		const description = documentHref(mill, site, mill.name, "description");
		if (description) parts.push(`More: <${site.address()}/${description.replaceAll("$", "%24")}>`);
	}
	parts.push("## Security", serverSecurity(mills, site));
	return `${parts.join("\n\n")}\n`;
}

function exampleLine(mill: Mill, site: Site, example: Example): string {
	return curlLine(mill, site.address(), example, { credentials: demandsCredentials(mill, site) });
}

function callBlock(mill: Mill, site: Site): string {
	const [mediaType = ""] = Object.keys(mill.input);
	const lines = [
		`${mill.method} ${site.address()}/${callPath(mill)}`,
		`Content-Type: ${mediaType}`,
		"Accept: application/json",
		...(demandsCredentials(mill, site) ? ["Authorization: Bearer <token>"] : []),
	];
	return fenced("http", lines.join("\n"));
}

function exampleParts(mill: Mill, site: Site): string[] {
	return mill.examples.flatMap((example) => [
		fenced("sh", exampleLine(mill, site, example)),
		fenced("json", JSON.stringify(example.output)),
	]);
}

function inputTable(mill: Mill): string {
	const rows = Object.entries(mill.input).map(([mediaType, { maxBytes, description = "" }]) => [
		`\`${mediaType}\``,
		describeBytes(maxBytes),
		description,
	]);
	return table(["media type", "at most", "meaning"], rows);
}

function parameterTable(schema: JsonSchema): string {
	const rows = Object.entries(properties(schema)).map(([name, member]) => {
		const value =
			"default" in member ? `\`${member.default}\`` : required(schema).includes(name) ? "required" : "";
		return [`\`${name}\``, describeType(member), value, String(member.description ?? "")];
	});
	return table(["parameter", "type", "default", "meaning"], rows);
}

function outputTable(mill: Mill): string {
	const rows = Object.entries(properties(mill.output)).map(([name, member]) => [
		`\`${name}\``,
		describeType(member) + (required(mill.output).includes(name) ? "" : ", optional"),
		String(member.description ?? ""),
	]);
	return table(["field", "type", "meaning"], rows);
}

function problemTable(mill: Mill, site: Site): string {
	const rows = Object.entries(problemsOf(mill, site)).map(([code, { status, title, todo }]) => [
		String(status),
		`\`${code}\``,
		title,
		todo,
	]);
	return table(["status", "code", "title", "what to do"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
	return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function cell(text: string): string {
	return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
}

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(language: string, code: string): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${code}\n${fence}`;
}
