import { Problem } from "../core/problem.js";
import { describeCrash } from "../runtime/loading/describe-crash.js";
import { readArguments } from "./arguments/read-arguments.js";
import type { ToolFacts } from "./arguments/tool-facts.js";
import { describeTool } from "./describe-tool.js";
import { failed, succeeded } from "./tool-result.js";
import type { Arguments, Perform, ToolCatalog, ToolRequest, ToolSet } from "./tool-set.js";

/** The mills of this process as tools. Returns a function that makes a tool set for a way to perform calls. */
export function millToolSets({ title, version, tools }: ToolCatalog): (perform: Perform) => ToolSet {
	const byName = new Map(tools.map((facts) => [facts.name, facts]));
	const described = tools.map(describeTool);
	return (perform) => ({
		title,
		version,
		list: async () => described,
		call: async (name, given, context) => {
			const facts = byName.get(name);
			if (!facts) return undefined;
			const outcome = await perform(name, requestOf(facts, given), context);
			return "problem" in outcome ? failed(outcome.problem) : succeeded(outcome.content, facts);
		},
	});
}

/** A problem is passed on as data. The code that performs the call writes the document and the log. */
function requestOf(facts: ToolFacts, given: Arguments): ToolRequest {
	try {
		return readArguments(facts, given);
	} catch (error) {
		if (!Problem.is(error)) return { unread: { code: "crashed", detail: describeCrash(error), members: {} } };
		const { code, detail, members } = error;
		return { unread: { code, detail, members } };
	}
}
