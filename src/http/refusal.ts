import { Problem } from "../core/problem.js";
import type { ProblemCode } from "../core/problem-table.js";
import type { Fields } from "./message.js";

/** A problem of the HTTP flow itself, with the header fields that belong to it (Allow, Accept, …). */
export class Refusal extends Problem {
	readonly headers: Fields;

	constructor(
		code: ProblemCode,
		detail: string,
		{ headers = {}, members = {} }: { headers?: Fields; members?: Readonly<Record<string, unknown>> } = {},
	) {
		super(code, detail, members);
		this.headers = headers;
	}
}

export function tooLarge(maxBytes: number): Refusal {
	return new Refusal("content-too-large", `Send at most ${maxBytes} bytes.`, { members: { maxBytes } });
}
