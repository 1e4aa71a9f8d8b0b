import type { IncomingMessage, ServerResponse } from "node:http";
import { answerOf } from "./handle.js";
import type { Host } from "./host/host.js";
import { NodeExchange } from "./node-exchange.js";
import { problemReply } from "./problem-reply.js";
import { framingProblem } from "./wire/framing.js";
import type { Listener } from "./wire/node-http.js";
import { Refusal } from "./wire/refusal.js";

/** Makes the listener of a host. */
export function listenerFor(host: Host): Listener & { continued: Listener; expecting: Listener } {
	const answer = (message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
		const exchange = new NodeExchange(host, message, response, awaitsContinue);
		const refusal = framingProblem(message);
		if (refusal) exchange.refuse(problemReply(host.main, exchange.id, refusal, undefined));
		else answerOf(host, exchange).then((reply) => exchange.finish(reply));
	};
	return Object.assign(
		(message: IncomingMessage, response: ServerResponse) => answer(message, response, false),
		{
			/** For the `checkContinue` event. */
			continued: (message: IncomingMessage, response: ServerResponse) => answer(message, response, true),
			/** For the `checkExpectation` event. */
			expecting: (message: IncomingMessage, response: ServerResponse) => {
				const exchange = new NodeExchange(host, message, response, true);
				const refusal = new Refusal("expectation-failed", "Omit Expect, or send Expect: 100-continue.");
				exchange.finish(problemReply(host.main, exchange.id, refusal, undefined));
			},
		},
	);
}
