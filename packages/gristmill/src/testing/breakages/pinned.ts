import { DRAWER_DIGEST } from "../servers/tiny-facts.js";
import { type BrokenRow, both, fields, isCall, isGood, type Match, spoilt, status, when } from "./ways.js";

const PIN = `%24digest=${DRAWER_DIGEST}`;
const isPinned: Match = (call) => isCall(call) && call.query.includes("digest=");
const isRight: Match = (call) => isPinned(call) && call.query === PIN;
const isOther: Match = (call) => isPinned(call) && call.query !== PIN;

/** Answers matching calls as if their address had the right digest, or none. */
const as = (match: Match, query: string) => when(match, (correct, call) => correct({ ...call, query }));

export const PINNED: readonly BrokenRow[] = [
	{
		row: "K1",
		what: "computes something else at a pinned address",
		mill: "drawer",
		answer: when(both(isGood, isRight), spoilt),
	},
	{
		row: "K1",
		what: "refuses its own digest",
		mill: "drawer",
		answer: when(isRight, status(412, { "Mill-Digest": "another-digest-0000000" })),
	},
	{
		row: "K2",
		what: "answers for every digest",
		mill: "drawer",
		answer: as((call) => isOther(call) && /^[^&]{32}$/.test(call.query), PIN),
	},
	{
		row: "K2",
		what: "refuses another digest and does not tell its own",
		mill: "drawer",
		answer: when(isOther, (correct) => fields({ "Mill-Digest": undefined })(correct)),
	},
	{
		row: "K2",
		what: "takes two digests",
		mill: "drawer",
		answer: as((call) => isOther(call) && call.query.includes("&"), PIN),
	},
	{
		row: "K2",
		what: "takes a malformed digest for another one",
		mill: "drawer",
		answer: when(
			(call) => isOther(call) && call.query.endsWith("=none"),
			status(412, { "Mill-Digest": DRAWER_DIGEST }),
		),
	},
	{
		row: "K3",
		what: "keeps the id of a call with its answer",
		mill: "drawer",
		answer: when(isRight, fields({ "Request-Id": "1" })),
	},
	{
		row: "K3",
		what: "lets caches keep a problem",
		mill: "drawer",
		answer: when(
			(call) => isRight(call) && !isGood(call),
			status(415, { Accept: "text/plain", "Cache-Control": "public, max-age=60" }),
		),
	},
	{
		row: "K4",
		what: "does not say that its answers stay",
		mill: "drawer",
		answer: when(both(isGood, isRight), fields({ "Cache-Control": "public, max-age=31536000" })),
	},
];
