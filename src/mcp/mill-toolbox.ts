import type { Mill } from "../core/mill.js";
import { type ParameterReader, parameterReader } from "../core/parameters.js";
import { failureOf, problemDocument } from "../documents/problem-document.js";
import type { Site } from "../documents/site.js";
import { describeCrash } from "../runtime/describe-crash.js";
import { Gone } from "../runtime/gone.js";
import type { RuntimeOptions } from "../runtime/options.js";
import type { Call } from "../runtime/perform.js";
import type { Runner } from "../runtime/runner.js";
import { describeTool } from "./describe-tool.js";
import { readArguments } from "./read-arguments.js";
import { factsOf, type ToolFacts } from "./tool-facts.js";
import { failed, succeeded } from "./tool-result.js";
import type { Toolbox } from "./toolbox.js";

/** What the tools need of the server that they stand on. */
export interface Workshop {
	readonly site: Site;
	readonly mills: readonly { readonly mill: Mill }[];
	readonly runner: Runner;
	readonly log: RuntimeOptions["log"];
}

interface MillTool {
	readonly mill: Mill;
	readonly facts: ToolFacts;
	readonly parameters: ParameterReader;
}

/** The mills of this process as tools: a call becomes what an HTTP call becomes, and goes the same way. */
export function millToolbox({ site, mills, runner, log }: Workshop): Toolbox {
	const offered = mills.filter(({ mill }) => site.offers("mcp", mill.name));
	const byName = new Map<string, MillTool>(
		offered.map(({ mill }) => [
			mill.name,
			// To a tool a parameter of the path is a parameter like any other.
			{ mill, facts: factsOf(mill), parameters: parameterReader(mill.parameters, []) },
		]),
	);
	const tools = [...byName.values()].map(({ facts }) => describeTool(facts));
	return {
		title: site.title,
		version: site.version,
		list: async () => tools,
		call: async (name, given, { id, signal, notes }) => {
			const tool = byName.get(name);
			if (!tool) return undefined;
			try {
				return succeeded(await runner.run(tool.mill, callOf(tool, given), () => signal, notes?.passage));
			} catch (error) {
				const failure = failureOf(error, tool.mill);
				// Nobody reads the answer to a caller that has gone, and it is no failure.
				const isGone = error instanceof Gone;
				if (notes && !isGone) notes.code = failure.code;
				if (failure.code === "crashed" && !isGone)
					log("error", "a call failed", { id, mill: name, error: describeCrash(error) });
				return failed(problemDocument(site, id, failure));
			}
		},
	};
}

function callOf({ facts, parameters: reader }: MillTool, given: Readonly<Record<string, unknown>>): Call {
	const { mediaType, body, parameters } = readArguments(facts, given);
	return {
		mediaType,
		charset: undefined,
		parameters: reader.readTexts(parameters),
		resultType: "application/json",
		links: undefined,
		body,
	};
}
