import { createHash } from "node:crypto";
import { asBuffer } from "../../core/as-buffer.js";
import type { Mill } from "../../core/definition/mill.js";
import { digestOf } from "../../core/in-slices.js";
import type { ParameterValues } from "../../core/parameters.js";
import type { Call } from "../perform.js";

/** A longer key of a call that runs is a hash: it is in memory meanwhile. */
const LONG = 4096;

/**
 * Equal for equal calls of one mill, and different for different ones. A short call is its own key, because a hash takes five times as
 * long to make. Where each part ends is certain, and a hash never begins with a bracket. A key with more characters than `longest` is a
 * hash.
 */
export function flightKey(mill: Mill, digest: string, call: Call, longest = LONG): string {
	const { mediaType, charset = "", resultType, links = "", body, from = 0 } = call;
	if (body.byteLength > longest) return callKey(mill, digest, call);
	const given = sorted(call.parameters);
	const parameters = given.length === 0 ? "[]" : json(given);
	// Media types and charsets have no line breaks.
	const head = `[${mediaType}\n${charset}\n${resultType}\n${from}\n${links.length}\n${links}${parameters}`;
	if (head.length + body.byteLength > longest) return callKey(mill, digest, call);
	return head + asBuffer(body).toString("latin1");
}

/**
 * A hash of everything that a result depends on: equal keys have equal results. Call `digestInThreads` before, if the body may be large.
 */
export function callKey(mill: Mill, digest: string, call: Call): string {
	const { mediaType, charset, resultType, links, body, from } = call;
	const parts = [
		mill.method,
		mill.name,
		digest,
		mediaType,
		charset ?? "",
		resultType,
		links ?? "",
		from ?? 0,
		sorted(call.parameters),
		body.byteLength,
	];
	// JSON separates the parts, and its length separates them from the body.
	const head = json(parts);
	const hash = createHash("sha256").update(`${head.length} ${head}`);
	return hash.update(body.byteLength <= LONG ? body : digestOf(body)).digest("base64url");
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
