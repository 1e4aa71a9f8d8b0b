import type { RawAnswer } from "./message.js";

/** The field of an answer that names its algorithm, and of a request that wants no other. */
const FIELD = "mill-digest";

/** The one algorithm whose answers are taken: a digest that is known, or else that of the first result. */
export class Pin {
	digest: string | undefined;

	constructor(digest?: string) {
		this.digest = digest;
	}

	/** Asks for this algorithm alone. */
	ask(headers: Headers): void {
		if (this.digest !== undefined) headers.set(FIELD, this.digest);
	}

	/** The answer; or, in place of a result of another algorithm, the refusal that a server sends which knows the field. */
	checked(answer: RawAnswer): RawAnswer {
		const { status, headers, url, coming } = answer;
		const own = headers.get(FIELD);
		if (own === null || status < 200 || status > 299) return answer;
		this.digest ??= own;
		if (own === this.digest) return answer;
		coming?.over("read");
		void coming?.body.cancel().catch(() => {});
		const detail = `The algorithm at this address has the digest ${own}, and ${this.digest} is wanted.`;
		const bytes = new TextEncoder().encode(JSON.stringify({ code: "other-algorithm", detail }));
		return {
			url,
			status: 412,
			headers: new Headers({ "Content-Type": "application/problem+json", [FIELD]: own }),
			bytes,
		};
	}
}

/** Whether a server refused because its algorithm is not the wanted one. */
export function isOfAnother({ status, headers }: Pick<RawAnswer, "status" | "headers">): boolean {
	return status === 412 && headers.has(FIELD);
}
