import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../core/schema/is-object.js";
import { fail, pass, Skipped, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { areComparable, noDifferenceIn } from "../probe/sameness.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { readJson } from "../wire/json.js";
import { goodCall, whole } from "./ground.js";

const JSON_LINES = "application/jsonl";
const EVENT_STREAM = "text/event-stream";
const ACCEPT = { headers: { Accept: JSON_LINES } } as const;

/** The call for a stream, answered with one. */
async function streamed(
	context: RowContext,
	more: { url?: URL; chunked?: boolean } = {},
): Promise<ProbeExchange> {
	await goodCall(context);
	const exchange = await context.call({ ...ACCEPT, ...more });
	if (exchange.status !== 200 || exchange.type !== JSON_LINES) throw new Skipped("no stream is offered");
	return whole(exchange);
}

/** A stream in its parts; `end` is undefined if the last line is no end. */
interface Stream {
	readonly parts: readonly string[];
	readonly end: Readonly<Record<string, unknown>> | undefined;
}

function streamIn({ reply }: ProbeExchange): Stream {
	const lines = reply.body.toString("utf8").split("\n");
	// What follows the last line break broke off.
	lines.pop();
	const last = readJson(Buffer.from(lines.at(-1) ?? ""));
	const end = isObject(last) && Object.keys(last).length === 1 && isObject(last.$end) ? last.$end : undefined;
	return { parts: end ? lines.slice(0, -1) : lines, end };
}

/** Whether two texts are JSON of one value. */
function isSame(one: string, other: string | undefined): boolean {
	const value = readJson(Buffer.from(one));
	return value !== undefined && other !== undefined && isDeepStrictEqual(value, readJson(Buffer.from(other)));
}

interface WholeStream {
	readonly exchange: ProbeExchange;
	readonly parts: readonly string[];
	readonly end: Readonly<Record<string, unknown>>;
}

/** A stream that says that it is whole. */
async function wholeStream(context: RowContext): Promise<WholeStream> {
	const exchange = await streamed(context);
	const { parts, end } = streamIn(exchange);
	if (!end || end.parts !== parts.length) throw new Skipped("the stream does not say that it is whole (F1)");
	return { exchange, parts, end };
}

/** The parts as one value: text and base64 by appending, items in a list. */
function folds(parts: readonly unknown[], member: unknown): boolean {
	if (Array.isArray(member)) return isDeepStrictEqual(parts, member);
	if (typeof member !== "string" || !parts.every((part) => typeof part === "string")) return false;
	const text = parts.join("");
	const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, "base64"))).toString("base64");
	return text === member || bytes === member;
}

const END =
	'End each stream with a line {"$end":{"parts":3,…}} with the number of parts and the other members.';

const END_EVENT = "End the events with one named end, with the number of parts and the other members.";

/** An event of a stream, as the HTML standard reads it. */
interface StreamEvent {
	readonly name: string;
	readonly id: string | undefined;
	readonly data: string;
}

/** The events of an answer. What follows the last empty line broke off, and lines that begin with a colon are comments. */
function eventsIn({ reply }: ProbeExchange): StreamEvent[] {
	const blocks = reply.body.toString("utf8").replaceAll(/\r\n?/g, "\n").split("\n\n").slice(0, -1);
	return blocks.flatMap((block) => {
		const fields = block.split("\n").map((line) => /^([^:]*):? ?(.*)$/s.exec(line)?.slice(1) ?? []);
		const of = (name: string) => fields.filter(([field]) => field === name).map(([, value = ""]) => value);
		const data = of("data");
		return data.length === 0
			? []
			: [{ name: of("event").at(-1) ?? "message", id: of("id").at(-1), data: data.join("\n") }];
	});
}

/** F1 to F5: results that come part by part. */
export const STREAM_ROWS: readonly Row[] = [
	{
		id: "F1",
		level: "MUST",
		title: "A stream says that it is whole",
		how: "call with Accept: application/jsonl: the last line is $end, with the number of the lines before it",
		check: async (context) => {
			const exchange = await streamed(context);
			const { parts, end } = streamIn(exchange);
			if (!end) return fail(`${exchange.line}, and the last of ${parts.length} lines is no $end`, END);
			return end.parts === parts.length
				? pass()
				: fail(
						`$end counts ${printable(JSON.stringify(end.parts) ?? "no")} parts, and ${parts.length} came`,
						END,
					);
		},
	},
	{
		id: "F2",
		level: "MUST",
		title: "The plain answer is the fold of the parts",
		how: "plain call, and the same with Accept: application/jsonl: one member is the parts joined, the others are in $end",
		check: async (context) => {
			const { parts, end } = await wholeStream(context);
			const plain = (await goodCall(context)).json;
			if (!isObject(plain)) return skip("no JSON (O2)");
			const { parts: _, ...rest } = end;
			// A member of the result may be named "parts", too.
			const others = Object.entries(plain).filter(([name, value]) => !isDeepStrictEqual(rest[name], value));
			const [[name, member] = ["", undefined], ...more] = others;
			const values = parts.map((part) => readJson(Buffer.from(part)));
			if (more.length === 0 && folds(values, member)) return pass();
			return fail(
				more.length > 0
					? `${printable(others.map(([one]) => one).join(", "))}: these members are not those of $end`
					: `the ${parts.length} parts are not the member ${printable(name)}`,
				"Make the plain answer of the parts, and send the other members in $end.",
			);
		},
	},
	{
		id: "F3",
		level: "MUST",
		title: "However the input is cut, the parts are the same",
		how: "the same call with a chunked body, twice, and again with a length: the same lines",
		check: async (context) => {
			const { exchange } = await wholeStream(context);
			const compared: ProbeExchange[] = [];
			for (const chunked of [true, true, false]) {
				const other = await context.callAfresh({ ...ACCEPT, chunked });
				if (!areComparable(other)) continue;
				compared.push(other);
				if (!other.reply.body.equals(exchange.reply.body))
					return fail(
						`the same input ${chunked ? "in chunks" : "again"}: ${other.answer}, with other lines`,
						"Make the parts of the input alone, however it arrives and whenever it is sent.",
					);
			}
			return noDifferenceIn(compared, 3);
		},
	},
	{
		id: "F4",
		level: "MUST",
		title: "A stream goes on at any part",
		how: "call with ?$from=N for the first, a middle and the last part: the rest of the whole stream",
		check: async (context) => {
			const { exchange, parts } = await wholeStream(context);
			if (parts.length === 0) return skip("the stream has no parts: give another input with --input FILE");
			const lines = exchange.reply.body.toString("utf8").split("\n");
			for (const from of new Set([0, Math.floor(parts.length / 2), parts.length])) {
				const url = new URL(context.subject.mill);
				url.search += `${url.search === "" ? "?" : "&"}$from=${from}`;
				const other = await context.call({ ...ACCEPT, url });
				if (!areComparable(other)) continue;
				if (other.status !== 200 || other.reply.body.toString("utf8") !== lines.slice(from).join("\n"))
					return fail(
						`$from=${from} of ${parts.length} parts: ${other.answer}, and not the rest of the stream`,
						"With $from=N, compute the parts before N and do not send them.",
					);
			}
			return pass();
		},
	},
	{
		id: "F5",
		level: "MUST",
		title: "Progress is not content",
		how: "call with Accept: text/event-stream: the events named part, numbered from 0, have the parts of the JSON lines, and the last event is end",
		check: async (context) => {
			const { parts, end } = await wholeStream(context);
			const exchange = await context.call({ headers: { Accept: EVENT_STREAM } });
			if (exchange.status !== 200 || exchange.type !== EVENT_STREAM) return skip("no events are offered");
			const events = eventsIn(whole(exchange));
			const told = events.filter(({ name }) => name === "part");
			const advice =
				"Send each part as an event named part with its number from 0, and progress as events of another name.";
			const wrong = told.findIndex(({ id, data }, n) => id !== `${n}` || !isSame(data, parts[n]));
			if (wrong >= 0)
				return fail(`event part ${wrong} is not the part ${wrong} of the JSON lines with that id`, advice);
			if (told.length !== parts.length)
				return fail(`${told.length} events are parts, and the JSON lines have ${parts.length}`, advice);
			const last = events.at(-1);
			if (last?.name === "end" && isSame(last.data, JSON.stringify(end))) return pass();
			return fail("the last event is not end with what the JSON lines have in $end", END_EVENT);
		},
	},
];
