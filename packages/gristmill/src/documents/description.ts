import { rawTypes } from "../codecs/encode.js";
import { partsOf } from "../core/definition/form.js";
import type { InputForm } from "../core/definition/input.js";
import type { Example, Mill } from "../core/definition/mill.js";
import { describeBytes } from "../core/describe-bytes.js";
import { endingOf } from "../core/http-words/file-endings.js";
import { type JsonSchema, properties, required } from "../core/schema/json-schema.js";
import { callPath, exampleCurl } from "./curl.js";
import { deprecationText } from "./deprecated.js";
import { describeType } from "./describe-type.js";
import { outputForPeople } from "./examples.js";
import { documentHref, resultTypes } from "./links.js";
import { problemsOf } from "./problem-schema.js";
import { parametersSchema, wholeText } from "./schema.js";
import { callSecurity, demandsCredentials, serverSecurity } from "./security-text.js";
import type { ServerInfo } from "./server-info.js";

/** Returns the `$description` of a mill: Markdown made from its descriptor, with commands to copy. */
export function millDescription(mill: Mill, info: ServerInfo): string {
	const parts = [
		`# ${mill.name}`,
		wholeText(mill),
		`Version ${mill.version}, algorithm digest \`${info.digest(mill)}\`: the same digest gives the same answers.`,
	];
	parts.push("## Call", callBlock(mill, info), ...exampleParts(mill, info));
	parts.push("## Input", inputTable(mill));
	const parameters = parametersSchema(mill);
	if (Object.keys(properties(parameters)).length > 0) parts.push("## Parameters", parameterTable(parameters));
	const bound = `At most ${describeBytes(mill.maxOutput)}.`;
	parts.push("## Output", `As ${resultTypes(mill, info).join(", ")}. ${bound}`, outputTable(mill));
	parts.push("## Security", callSecurity(mill, info));
	parts.push("## Problems", "As `application/problem+json` (RFC 9457).", problemTable(mill, info));
	const schema = documentHref(mill, info, mill.name, "schema");
	// A shell expands `$schema` inside double quotes, so the text for people has `%24`.
	if (schema) parts.push("## More", `Schema: <${info.address()}/${schema.replaceAll("$", "%24")}>`);
	return `${parts.join("\n\n")}\n`;
}

/** Returns the `$description` of the server, with one line for each mill. */
export function serverDescription(mills: readonly Mill[], info: ServerInfo): string {
	const parts = [
		`# ${info.title}`,
		"Mills are stateless tools. Send raw data as the body of one request, and get the processed data back. " +
			"A call changes nothing, so it may be repeated, and the same input gives the same answer.",
		"## Mills",
	];
	for (const mill of mills) {
		const [example] = mill.examples;
		parts.push(`### ${mill.name}`, mill.summary);
		const ending = deprecationText(mill);
		if (ending !== undefined) parts.push(ending);
		if (example) parts.push(fenced("sh", exampleLine(mill, info, example)));
		const description = documentHref(mill, info, mill.name, "description");
		if (description) parts.push(`More: <${info.address()}/${description.replaceAll("$", "%24")}>`);
	}
	parts.push("## Security", serverSecurity(mills, info));
	return `${parts.join("\n\n")}\n`;
}

function exampleLine(mill: Mill, info: ServerInfo, example: Example): string {
	return exampleCurl(mill, info.address(), example, { credentials: demandsCredentials(mill, info) });
}

function callBlock(mill: Mill, info: ServerInfo): string {
	const [mediaType = ""] = Object.keys(mill.input);
	const lines = [
		`${mill.method} ${info.address()}/${callPath(mill)}`,
		`Content-Type: ${mediaType}`,
		"Accept: application/json",
		...(demandsCredentials(mill, info) ? ["Authorization: Bearer <token>"] : []),
	];
	return fenced("http", lines.join("\n"));
}

function exampleParts(mill: Mill, info: ServerInfo): string[] {
	return mill.examples.flatMap((example) => [
		fenced("sh", exampleLine(mill, info, example)),
		fenced("json", JSON.stringify(outputForPeople(mill, example))),
		...bytesLine(mill, info, example),
	]);
}

/** Returns a curl command that writes the bytes of the result to a file. */
function bytesLine(mill: Mill, info: ServerInfo, example: Example): string[] {
	const [type] = rawTypes(mill);
	if (type === undefined) return [];
	const curl = exampleCurl(mill, info.address(), example, {
		credentials: demandsCredentials(mill, info),
		saves: { type, file: `result.${endingOf(type)}` },
	});
	return ["The bytes alone, as a file:", fenced("sh", curl)];
}

function inputTable(mill: Mill): string {
	const rows = Object.entries(mill.input).map(([mediaType, { maxBytes, description = "" }]) => [
		`\`${mediaType}\``,
		Number.isFinite(maxBytes) ? describeBytes(maxBytes) : "any length",
		description,
	]);
	const form = Object.values(mill.input).find(({ kind }) => kind === "form");
	const inputs = table(["media type", "at most", "meaning"], rows);
	return form ? `${inputs}\n\n${partTable(form)}` : inputs;
}

function partTable(form: InputForm): string {
	const rows = partsOf(form).map(([name, { types = [], maxBytes, description = "", isOptional }]) => [
		`\`${name}\`${isOptional ? ", optional" : ""}`,
		types.map((type) => `\`${type}\``).join(", "),
		describeBytes(maxBytes),
		description,
	]);
	return table(["part", "media type", "at most", "meaning"], rows);
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

function problemTable(mill: Mill, info: ServerInfo): string {
	const rows = Object.entries(problemsOf(mill, info)).map(([code, { status, title, todo }]) => [
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

/** Returns a code block. Its fence is longer than any run of backticks inside. */
function fenced(language: string, code: string): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${code}\n${fence}`;
}
