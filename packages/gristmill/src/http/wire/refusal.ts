import { Problem } from "../../core/problem.js";
import type { ProblemCode } from "../../core/problem-table.js";
import { shown } from "../../core/schema/declared-text.js";
import type { HeaderFields } from "./message.js";

/** A problem of the HTTP flow, with its header fields (Allow, Accept, …). */
export class Refusal extends Problem {
	readonly headers: HeaderFields;

	constructor(
		code: ProblemCode,
		detail: string,
		{
			headers = {},
			members = {},
		}: { headers?: HeaderFields; members?: Readonly<Record<string, unknown>> } = {},
	) {
		super(code, detail, members);
		this.headers = headers;
	}
}

/** A content coding that cannot be undone here. */
export function unsupportedCoding(coding: string, offered: readonly string[]): Refusal {
	const remedy = offered.length === 0 ? "Send it uncompressed." : `Use ${offered.join(", ")}, or none.`;
	return new Refusal(
		"unsupported-encoding",
		`The body has the Content-Encoding ${shown(coding)}. ${remedy}`,
		{
			headers: { "Accept-Encoding": offered.join(", ") || "identity" },
		},
	);
}

/** The Host field cannot be used in an address. */
export function malformedHost(): Refusal {
	return new Refusal("bad-request", "The Host field is malformed. Send only a host and a port in it.");
}
