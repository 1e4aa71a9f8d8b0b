import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** A request of many lines whose sender decides when it goes on. */
interface LineExchange {
	/** Sends a text as a line, and waits for its answer. */
	answer(text: string): Promise<unknown>;
	end(): void;
}

/** Begins a request of many lines. */
export function lineExchange(url: string): LineExchange {
	const asked = request(url, {
		method: "POST",
		headers: { "Content-Type": "application/jsonl" },
		agent: false,
	});
	const replied = once(asked, "response").then(([reply]) => {
		const { statusCode } = reply as IncomingMessage;
		// A listener of each answer alone would miss what comes before it listens.
		return { statusCode, pieces: (reply as IncomingMessage).setEncoding("utf8")[Symbol.asyncIterator]() };
	});
	// Who waits for an answer is told.
	replied.catch(() => {});
	let come = "";
	return {
		answer: async (text) => {
			asked.write(`${JSON.stringify(text)}\n`);
			const { statusCode, pieces } = await replied;
			while (!come.includes("\n")) {
				const { done, value } = await pieces.next();
				if (done) throw new Error(`the answers ended: ${statusCode} ${come}`);
				come += value;
			}
			const end = come.indexOf("\n");
			const line = come.slice(0, end);
			come = come.slice(end + 1);
			return JSON.parse(line);
		},
		end: () => asked.destroy(),
	};
}
