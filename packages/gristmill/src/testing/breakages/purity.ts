import { createHash } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { TinyCall, TinyReply } from "../servers/tiny-server.js";
import {
	accepts,
	afterAborts,
	asks,
	type BrokenRow,
	both,
	edit,
	fields,
	isCall,
	isPlain,
	type Match,
	remembering,
	SCHEMA,
	spoilt,
	stored,
	when,
} from "./ways.js";

const bothSchemas: Match = (call) =>
	accepts(SCHEMA, "GET")(call) || asks("/v1/shouter/$schema")(call) || asks("/v1/docs/schema")(call);

const isPicture: Match = (call) =>
	isPlain(call) &&
	call.headers["content-type"] === "image/jpeg" &&
	call.headers["content-encoding"] === undefined;

/**
 * Resolves when the calls that were sent at the same time have come. The caller runs in this process, so turns of the loop
 * decide this; a time alone does not, because on a busy machine it passes before the sockets are read.
 */
async function othersHaveCome(): Promise<void> {
	await sleep(5);
	for (let turn = 0; turn < 30; turn++) await nextTurn();
}

/** Returns the first letter of the input, as a short form of its text. */
const letter = (call: TinyCall) => call.body.toString("latin1", 0, 1);

export const PURITY: readonly BrokenRow[] = [
	{
		row: "P1",
		what: "tires of the same input",
		answer: remembering(() => {
			let last = "";
			let times = 0;
			return (call) => {
				if (!isPlain(call)) return false;
				const text = call.body.toString("latin1");
				times = text === last ? times + 1 : 1;
				last = text;
				return text === "Rye grows here" && times === 16;
			};
		}),
	},
	{
		row: "P2",
		what: "remembers what it was asked in turns",
		answer: remembering(() => {
			let past = "";
			return (call) => {
				if (isPlain(call)) past = (past + letter(call)).slice(-7);
				return past === "RWRBROR";
			};
		}),
	},
	{
		row: "P3",
		what: "answers by the order of calls",
		answer: remembering(() => {
			let past = "";
			return (call) => {
				if (isPlain(call)) past = (past + letter(call)).slice(-2);
				return past === "OB" || past === "BW" || past === "OW";
			};
		}),
	},
	{
		row: "P4",
		what: "mixes up calls that come together",
		answer: () => {
			let running = 0;
			let crowded = false;
			return async (call, correct) => {
				if (!isPlain(call)) return correct();
				running++;
				crowded ||= running > 4;
				await othersHaveCome();
				const reply = correct();
				const spoil = crowded && reply.status === 200;
				if (--running === 0) crowded = false;
				return spoil ? spoilt(() => reply) : reply;
			};
		},
	},
	{
		row: "P5",
		what: "is hurt by broken uploads",
		answer: afterAborts(both(isPlain, (call) => letter(call) === "R")),
	},
	{
		row: "P6",
		what: "answers by who asks",
		answer: when(
			(call) => isPlain(call) && call.headers["accept-language"] !== undefined,
			edit((value) => ({ ...value, text: "NUQNEH" })),
		),
	},
	{ row: "P7", what: "sets cookies", answer: when(isCall, fields({ "Set-Cookie": "visits=1" })) },
	{ row: "P8", what: "sends Location", answer: when(isPlain, fields({ Location: "/v1/shouter/1" })) },
	{ row: "P9", what: "keeps the last result", answer: when(asks("/v1/shouter/last"), stored) },
	{
		row: "P9",
		what: "gives the last result to whoever gets JSON",
		answer: () => {
			let last: TinyReply | undefined;
			return (call, correct) => {
				const isGet = call.method === "GET" && call.path === "/v1/shouter";
				if (isGet && call.headers.accept === "application/json" && last) return last;
				const reply = correct();
				if (isPlain(call) && reply.status === 200) last = reply;
				return reply;
			};
		},
	},
	{
		row: "P10",
		what: "looks its answers up",
		answer: when(
			(call) =>
				isPlain(call) &&
				!/^[A-Z][a-z]+ grows? [a-z]+$/.test(call.body.toString("latin1")) &&
				call.body.length > 20,
			edit((value) => ({ ...value, text: "UNKNOWN" })),
		),
	},
	{
		row: "P11",
		what: "answers by the framing",
		answer: when((call) => isCall(call) && call.headers["transfer-encoding"] !== undefined, spoilt),
	},
	{
		row: "P12",
		what: "keeps results",
		answer: (clock) => {
			const known = new Set<string>();
			return (call, correct) => {
				const text = call.body.toString("latin1");
				if (isPlain(call) && !known.has(text)) clock.pass(120);
				known.add(text);
				return correct();
			};
		},
	},
	{
		row: "P13",
		what: "has a schema that learns",
		answer: () => {
			let aborted = 0;
			return (call, correct) => {
				if (call.method === "ABORTED") aborted++;
				return aborted > 0 && bothSchemas(call)
					? edit((value) => ({ ...value, description: "Learnt" }))(correct)
					: correct();
			};
		},
	},
	{
		row: "P19",
		what: "keeps results by the length of the input",
		answer: () => {
			const kept = new Map<number, TinyReply>();
			return (call, correct) => {
				const reply = correct();
				if (!isPlain(call) || reply.status !== 200) return reply;
				const known = kept.get(call.body.length);
				if (!known) kept.set(call.body.length, reply);
				return known ?? reply;
			};
		},
	},
	{
		row: "P19",
		what: "looks for kept results before it reads the picture",
		mill: "classifier",
		answer: () => {
			const kept = new Map<number, TinyReply>();
			return (call, correct) => {
				if (!isPicture(call)) return correct();
				const reply = kept.get(call.body.length) ?? correct();
				if (reply.status === 200) kept.set(call.body.length, reply);
				return reply;
			};
		},
	},
	{
		row: "P19",
		what: "keeps sums by the length of the input, and is asked for two at a time",
		facts: ({ run }) => ({
			run: (input) => run(input) && { text: createHash("sha256").update(input).digest("hex"), length: 64 },
		}),
		answer: () => {
			const kept = new Map<number, TinyReply>();
			return async (call, correct) => {
				if (!isPlain(call) || correct().status !== 200) return correct();
				const known = kept.get(call.body.length);
				await othersHaveCome();
				if (!known) kept.set(call.body.length, correct());
				return known ?? correct();
			};
		},
	},
	{
		row: "P18",
		what: "judges bytes, not pixels",
		mill: "classifier",
		facts: ({ run }) => ({ run: (input) => run(input) && { gender: "m", age: input.length % 100 } }),
	},
];
