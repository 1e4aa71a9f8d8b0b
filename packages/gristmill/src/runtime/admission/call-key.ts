import { createHash } from "node:crypto";
import type { Mill } from "../../core/definition/mill.js";
import type { Call } from "../perform.js";

/** A hash of everything that a result depends on: equal keys have equal results. */
export function callKey(mill: Mill, digest: string, call: Call): string {
	const { mediaType, charset, parameters, resultType, links, body } = call;
	const names = Object.keys(parameters).sort();
	const parts = [
		mill.method,
		mill.name,
		digest,
		mediaType,
		charset ?? "",
		resultType,
		links ?? "",
		names.map((name) => [name, parameters[name]]),
	];
	// JSON separates the parts, and its length separates them from the body. JSON has no minus zero.
	const head = JSON.stringify(parts, (_, value) => (Object.is(value, -0) ? { minus: 0 } : value));
	return createHash("sha256").update(`${head.length} ${head}`).update(body).digest("base64url");
}
