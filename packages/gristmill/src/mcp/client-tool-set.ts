import type { Tool } from "@modelcontextprotocol/server";
import { type Client, type MillEntry, MillError, ProblemError, UsageError } from "../client/index.js";
import { formType } from "../codecs/multipart/form-body.js";
import { FORM_TYPE } from "../core/definition/form.js";
import { folded, growthOf } from "../core/definition/growing-member.js";
import { withinServer } from "../core/http-words/within-server.js";
import { Problem } from "../core/problem.js";
import { PROBLEMS } from "../core/problem-table.js";
import { isObject } from "../core/schema/is-object.js";
import { properties } from "../core/schema/json-schema.js";
import { readArguments } from "./arguments/read-arguments.js";
import type { ToolFacts } from "./arguments/tool-facts.js";
import { describeTool } from "./describe-tool.js";
import { remoteFacts } from "./remote-facts.js";
import { refuseLargeResult } from "./result-bounds.js";
import { failed, succeeded } from "./tool-result.js";
import type { Arguments, ToolSet } from "./tool-set.js";

interface RemoteTool {
	readonly entry: MillEntry;
	readonly facts: ToolFacts;
	readonly tool: Tool;
}

/** The most schemas that are read at the same time. A server may have hundreds of mills. */
const AT_A_TIME = 8;

/**
 * The mills of a remote server as tools. Its list and schemas are read once. Calls use the normal client. A mill whose schema
 * cannot be read is left out, and `leftOut` is told. If that is every mill, it throws the first error.
 */
export async function clientToolSet(
	client: Client,
	base: string,
	version: string,
	leftOut: (name: string, error: unknown) => void = () => {},
): Promise<ToolSet> {
	// First: it says what is wrong with the base.
	const entries = await client.list(base);
	const server = new URL(base.endsWith("/") ? base : `${base}/`);
	const remotes: RemoteTool[] = [];
	const failures: [string, unknown][] = [];
	const waiting = entries.entries();
	const readSchemas = async () => {
		for (const [index, listed] of waiting)
			try {
				const entry = { ...listed, url: withinServer(listed.url, server, listed.name) };
				const { content } = await client.schema(entry.url);
				const facts = remoteFacts(entry, content);
				remotes[index] = { entry, facts, tool: describeTool(facts) };
			} catch (error) {
				failures.push([listed.name, error]);
			}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, readSchemas));
	const [first] = failures;
	if (first && failures.length === entries.length) throw first[1];
	for (const [name, error] of failures) leftOut(name, error);
	// Object.values passes over the places of those that were left out.
	const named = Object.values(remotes).map((remote): [string, RemoteTool] => [remote.entry.name, remote]);
	const byName = new Map(named);
	const tools = [...byName.values()].map(({ tool }) => tool);
	return {
		title: `Gristmill for ${base}`,
		version,
		list: async () => tools,
		call: async (name, given, { signal, progress }) => {
			const tool = byName.get(name);
			if (!tool) return undefined;
			try {
				const result = JSON.stringify(await ask(client, tool, given, signal, progress));
				refuseLargeResult(tool.facts, result.length);
				return succeeded(result, tool.facts);
			} catch (error) {
				return failed(problemOf(error));
			}
		},
	};
}

async function ask(
	client: Client,
	{ entry, facts }: RemoteTool,
	given: Arguments,
	signal: AbortSignal,
	progress: ((done: number) => void) | undefined,
): Promise<Record<string, unknown>> {
	const { mediaType, body, parameters } = readArguments(facts, given);
	const options = {
		mediaType: mediaType === FORM_TYPE ? formType(body) : mediaType,
		...(entry.method !== undefined && { method: entry.method }),
		parameters: Object.fromEntries([...parameters].map(([name, texts]) => [name, single(texts)])),
		signal,
	};
	const member = facts.parts === undefined ? undefined : properties(facts.output)[facts.parts];
	const growth = member && growthOf(member);
	if (progress && facts.parts !== undefined && growth) {
		const stream = client.stream(entry.url, body, { ...options, progress });
		const parts: unknown[] = [];
		for (;;) {
			const { done, value } = await stream.next();
			if (done) return { ...value, [facts.parts]: folded(growth, parts) };
			parts.push(value);
		}
	}
	const { output } = await client.call<unknown>(entry.url, body, { ...options, accept: "application/json" });
	// A server of another kind may answer with a list or a number.
	if (!isObject(output)) return { result: output };
	const { _links, _embedded, ...result } = output;
	return result;
}

function single(texts: readonly string[]): string | readonly string[] {
	const [first] = texts;
	return texts.length === 1 && first !== undefined ? first : texts;
}

/** The problem for an agent: the server's own, or one made from the client's error. */
function problemOf(error: unknown): { title: string; [member: string]: unknown } {
	if (error instanceof ProblemError) return { ...error.problem };
	if (Problem.is(error)) {
		const { status = 400, title = "Refused" } = PROBLEMS[error.code as keyof typeof PROBLEMS] ?? {};
		return { code: error.code, title, status, detail: error.detail, ...error.members };
	}
	if (error instanceof MillError) return { title: "No result", detail: error.message };
	if (error instanceof UsageError) return { title: "Bad parameter", detail: error.message };
	throw error;
}
