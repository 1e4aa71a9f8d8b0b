// Results in parts: of a translation, of rivals, and for callers that leave.
import { existsSync } from "node:fs";
import { alternate } from "../measuring/rounds.mjs";
import { makeSentences } from "../translator/sentences.mjs";
import { linesOf, PARTS, send, TEXT } from "./send.mjs";

/** The time of one sentence, of a whole translation, and of its stream. */
export function translationTimes({ translator }, { rounds, sentences }) {
	const all = makeSentences("en", sentences);
	const document = [Buffer.from(`${all.join(". ")}.`)];
	const path = "/translator?from=en&to=es";
	const kinds = {
		sentence: () => send(translator, path, TEXT, [Buffer.from(`${all[0]}.`)]),
		plain: () => send(translator, path, TEXT, document),
		stream: () => send(translator, path, PARTS, document),
	};
	return alternate({ rounds, names: Object.keys(kinds) }, (name) => kinds[name]());
}

const EVENTS = { ...TEXT, Accept: "text/event-stream" };

/** Measures how long `parts` parts take: our lines and events, the lines of fastify and the events of hono. */
export function rivalTimes({ maker, fastify, hono }, { rounds, parts }) {
	const kinds = {
		lines: () => send(maker, "/part-maker", PARTS, [`${parts}`]),
		events: () => send(maker, "/part-maker", EVENTS, [`${parts}`]),
		...(fastify && { fastify: () => send(fastify, "/part-maker", PARTS, [`${parts}`]) }),
		...(hono && { hono: () => send(hono, "/part-maker", EVENTS, [`${parts}`]) }),
	};
	return alternate({ rounds, names: Object.keys(kinds) }, (name) => kinds[name]());
}

/** Whether the packages to compare with are installed. */
export function hasRivals() {
	return ["fastify", "hono"].every((name) => existsSync(new URL(`../node_modules/${name}`, import.meta.url)));
}

/** How long each part of the mill `spinner` takes. */
const PART_MS = 50;

/** How many parts a worker computes after its caller has left: as long as the next call waits, which one worker computes. */
export function partsAfterLeaving({ spinner }, { rounds }) {
	return alternate({ rounds, names: ["left"] }, async () => {
		const alone = await send(spinner, "/spinner", PARTS, ["1"]);
		await linesOf(spinner, "/spinner", ["1000"], ({ length }) => length === 2);
		const next = await send(spinner, "/spinner", PARTS, ["1"]);
		return { parts: (next.first - alone.first) / PART_MS };
	});
}
