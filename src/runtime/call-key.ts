import { createHash } from "node:crypto";
import type { Mill } from "../core/mill.js";
import type { Call } from "./perform.js";

/** Everything that an answer depends on, as one text: equal keys have equal answers. */
export function callKey(mill: Mill, digest: string, call: Call): string {
	const { mediaType, charset, parameters, resultType, links, body } = call;
	const names = Object.keys(parameters).sort();
	const facts = [
		mill.method,
		mill.name,
		digest,
		mediaType,
		charset ?? "",
		resultType,
		links ?? "",
		names.map((name) => [name, parameters[name]]),
	];
	// JSON keeps the facts apart from each other, and its length keeps them apart from the body. It has no minus zero.
	const head = JSON.stringify(facts, (_, value) => (Object.is(value, -0) ? { minus: 0 } : value));
	return createHash("sha256").update(`${head.length} ${head}`).update(body).digest("base64url");
}
