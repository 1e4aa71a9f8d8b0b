import { createHash } from "node:crypto";
import type { Mill, ParameterValues } from "../../core/definition/mill.js";
import type { Call } from "../perform.js";

/** A hash of everything that a result depends on: equal keys have equal results. */
export function callKey(mill: Mill, digest: string, call: Call): string {
	const { mediaType, charset, resultType, links, body } = call;
	const parts = [
		mill.method,
		mill.name,
		digest,
		mediaType,
		charset ?? "",
		resultType,
		links ?? "",
		sorted(call.parameters),
	];
	// JSON separates the parts, and its length separates them from the body.
	const head = json(parts);
	return createHash("sha256").update(`${head.length} ${head}`).update(body).digest("base64url");
}

/** Equal for calls of a mill that may be computed together: all but their inputs is the same. */
export function batchKey({ mediaType, parameters, resultType }: Call): string {
	return json([mediaType, resultType, sorted(parameters)]);
}

function sorted(parameters: ParameterValues): (readonly [string, unknown])[] {
	return Object.keys(parameters)
		.sort()
		.map((name) => [name, parameters[name]] as const);
}

/** JSON has no minus zero. */
function json(value: unknown): string {
	return JSON.stringify(value, (_, member) => (Object.is(member, -0) ? { minus: 0 } : member));
}
