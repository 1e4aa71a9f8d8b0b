import type { ClientState } from "./client-state.js";
import { beforeBraces } from "./transport/address.js";
import type { RawAnswer } from "./transport/message.js";
import type { RequestOptions } from "./transport/options.js";

/** Milliseconds for the answer. */
const DEADLINE = 5_000;

/** Asks a mill by OPTIONS what it takes, once. Throws if nothing answers. */
export async function optionsOf(
	state: ClientState,
	mill: string | URL,
	{ headers, signal }: Pick<RequestOptions, "headers" | "signal"> = {},
): Promise<RawAnswer> {
	const limit = state.limit({ deadline: DEADLINE, ...(signal && { signal }) });
	try {
		const question = { method: "OPTIONS", headers: {}, limit };
		const place = state.locate(beforeBraces(mill));
		const { answer } = await state.exchange(place, question, { ...(headers && { headers }), retry: false });
		if (answer.status < 300) state.sawDigest(mill, answer.headers);
		return answer;
	} finally {
		limit.end();
	}
}
