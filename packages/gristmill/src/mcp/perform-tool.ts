import type { Content } from "../codecs/encode.js";
import { JSON_LINES } from "../codecs/parts.js";
import { folded, growingMember } from "../core/definition/growing-member.js";
import type { Mill } from "../core/definition/mill.js";
import { type ParameterReader, parameterReader } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { failureOf, problemDocument } from "../documents/problem-document.js";
import type { ServerInfo } from "../documents/server-info.js";
import { Cancellation } from "../runtime/cancellation.js";
import { CallerGone } from "../runtime/failures.js";
import type { Runner } from "../runtime/lanes/runner.js";
import { describeCrash } from "../runtime/loading/describe-crash.js";
import type { RuntimeOptions } from "../runtime/options.js";
import type { Call } from "../runtime/perform.js";
import { wholeOf } from "../runtime/pool/arriving.js";
import { joined } from "../runtime/pool/part-stream.js";
import { factsOf } from "./arguments/tool-facts.js";
import { refuseLargeResult } from "./result-bounds.js";
import type { Perform, ToolCatalog, ToolRequest } from "./tool-set.js";

/** What the tools need from their server. */
export interface ToolHost {
	readonly info: ServerInfo;
	readonly mills: readonly { readonly mill: Mill }[];
	readonly runner: Runner;
	readonly log: RuntimeOptions["log"];
}

/** The tools that a server offers. */
export function catalogOf({ info, mills }: ToolHost): ToolCatalog {
	const offered = mills.filter(({ mill }) => info.offers("mcp", mill.name));
	return { title: info.title, version: info.version, tools: offered.map(({ mill }) => factsOf(mill)) };
}

/** Performs tool calls with the mills of this process, in the same way as HTTP calls. */
export function performer({ info, mills, runner, log }: ToolHost): Perform {
	const byName = new Map(
		mills.map(({ mill }) => [
			mill.name,
			// For a tool, a path parameter is like any other parameter.
			{ mill, parameters: parameterReader(mill.parameters, []) },
		]),
	);
	return async (name, request, { id, signal, notes, progress }) => {
		const tool = byName.get(name);
		try {
			if (!tool) throw new TypeError(`There is no mill for this tool: ${name}.`);
			const call = callOf(tool, request);
			const cancellation = Cancellation.by(signal);
			const run = () => {
				const { timings, result } = runner.run(tool.mill, call, cancellation, id);
				notes?.began(timings);
				return result;
			};
			const content =
				progress && tool.mill.parts !== undefined
					? await inParts(runner, tool.mill, call, cancellation, progress, id)
					: await wholeOf(await run());
			refuseLargeResult(tool.mill, content.length);
			return { content };
		} catch (error) {
			const failure = failureOf(error, tool?.mill);
			// If the caller is gone, this is not a failure.
			const isGone = error instanceof CallerGone;
			if (notes && !isGone) notes.code = failure.code;
			if (failure.code === "crashed" && !isGone)
				log("error", "a call failed", { id, mill: name, error: describeCrash(error) });
			return { problem: problemDocument(info, id, failure) };
		}
	};
}

/** The whole result of a mill that tells progress: the parts joined. */
async function inParts(
	runner: Runner,
	mill: Mill,
	call: Call,
	cancellation: Cancellation,
	progress: (done: number) => void,
	id: string,
): Promise<Content> {
	const { name, growth } = growingMember(mill.output, mill.parts as string);
	const parts: Call = { ...call, resultType: JSON_LINES, from: 0 };
	const result = await joined(runner.stream(mill, parts, cancellation, id).pieces, progress);
	const lines = result.toString().trimEnd().split("\n");
	const values = lines.map((line) => JSON.parse(line));
	const { parts: _, ...rest } = values.pop().$end;
	return JSON.stringify({ ...rest, [name]: folded(growth, values) });
}

function callOf(
	{ mill, parameters: reader }: { readonly mill: Mill; readonly parameters: ParameterReader },
	request: ToolRequest,
): Call {
	if ("unread" in request)
		throw new Problem(request.unread.code, request.unread.detail, request.unread.members);
	const { mediaType, body, parameters } = request;
	return {
		mediaType,
		charset: undefined,
		parameters: reader.readTexts(parameters),
		resultType: "application/json",
		links: undefined,
		body,
		maxOutput: mill.maxOutput,
	};
}
