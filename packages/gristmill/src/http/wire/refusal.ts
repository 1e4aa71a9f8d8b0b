import { Problem } from "../../core/problem.js";
import type { ProblemCode } from "../../core/problem-table.js";
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

export function tooLarge(maxBytes: number): Refusal {
	return new Refusal("content-too-large", `Send at most ${maxBytes} bytes.`, { members: { maxBytes } });
}
