import { Buffer } from "node:buffer";
import { isJson, isText } from "../inputs.js";
import { isJpeg } from "../jpeg.js";
import { fail, pass, type Row, skip } from "../row.js";
import { printable } from "../wire/exchange.js";
import { goodCall, isRefusal } from "./ground.js";

const NONSENSE = { "Content-Type": "application/x-nonsense" };
/** Milliseconds until a server that says nothing to an announced body counts as waiting for it. */
const ANNOUNCED = 3_000;

/** The media type in other letters, with a parameter that means nothing. */
function otherwise(mediaType: string): string {
	const [essence = "", ...parameters] = mediaType.split(";");
	const turned = [...essence].map((c, i) => (i % 2 === 0 ? c.toUpperCase() : c)).join("");
	return [turned, ...parameters, " note=harmless"].join(";");
}

/** Bytes that are neither UTF-8 nor any kind of file. */
function garbage(bytes: Uint8Array): Uint8Array {
	return Buffer.concat([Buffer.from([0x9f, 0x8c, 0x00, 0xff]), bytes]);
}

/** I1 to I11: what happens to wrong input. */
export const INPUT_ROWS: readonly Row[] = [
	{
		id: "I1",
		level: "MUST",
		title: "A type that the mill does not take is refused",
		how: "the call with Content-Type: application/x-nonsense: 415",
		check: async (context) => {
			const exchange = await context.call({ headers: NONSENSE });
			return exchange.status === 415 ? pass() : fail(exchange.line, "Refuse other media types with 415.");
		},
	},
	{
		id: "I2",
		level: "SHOULD",
		title: "A 415 says what is taken",
		how: "the 415: Accept or Accept-Post names the input's type",
		check: async (context) => {
			const exchange = await context.call({ headers: NONSENSE });
			if (exchange.status !== 415) return skip("there is no 415 (I1)");
			const [essence = ""] = context.subject.canary.mediaType.toLowerCase().split(";");
			const named = ["accept", "accept-post", "accept-query"].flatMap((name) => exchange.list(name));
			if (named.some((type) => type.split(";")[0]?.trim() === essence || type.startsWith("*/*")))
				return pass();
			return fail(
				`the 415 says Accept: ${printable(exchange.field("accept") ?? "nothing")}`,
				`Name ${essence} in its Accept field (RFC 9110 §12.5.1).`,
			);
		},
	},
	{
		id: "I3",
		level: "SHOULD",
		title: "Input without a type is refused",
		how: "the call without Content-Type: 415 or 400",
		check: async (context) => {
			const exchange = await context.call({ headers: { "Content-Type": undefined } });
			if (exchange.status === 415 || exchange.status === 400) return pass();
			if (exchange.status === 200) return pass("it is taken: the server must be looking at the bytes");
			return fail(exchange.line, "Refuse input without Content-Type with 415.");
		},
	},
	{
		id: "I4",
		level: "MUST",
		title: "Media types are compared without case, parameters aside",
		how: "the call with the type in other case and a harmless parameter: 200",
		check: async (context) => {
			await goodCall(context);
			const type = otherwise(context.subject.canary.mediaType);
			const exchange = await context.call({ headers: { "Content-Type": type } });
			if (exchange.status === 200) return pass();
			return fail(
				`Content-Type: ${type}: ${exchange.answer}`,
				"Compare types without case (RFC 9110 §8.3.1).",
			);
		},
	},
	{
		id: "I5",
		level: "MUST",
		title: "An empty body is no crash",
		how: "the call without content: 4xx, or 200 to the empty text",
		check: async (context) => {
			const exchange = await context.call({ body: new Uint8Array() });
			if (isRefusal(exchange)) return pass();
			const { mediaType } = context.subject.canary;
			const takesAnything = isText(mediaType) || mediaType === "application/octet-stream";
			if (exchange.status === 200 && takesAnything) return pass("the empty input is taken");
			return fail(exchange.line, "Refuse an empty body with 400.");
		},
	},
	{
		id: "I6",
		level: "MUST",
		title: "Garbage is refused",
		how: "the call with random bytes: 4xx",
		check: async (context) => {
			const { mediaType } = context.subject.canary;
			const exchange = await context.call({ body: garbage(context.random.bytes(64)) });
			if (isRefusal(exchange)) return pass();
			const advice = "Refuse what is not of the type that Content-Type names with 400.";
			if (exchange.status !== 200) return fail(exchange.line, advice);
			if (isJson(mediaType) || mediaType.startsWith("image/")) return fail(exchange.line, advice);
			// Any bytes are a text in some charset, and Content-Type named none.
			if (isText(mediaType)) return fail(exchange.line, "Refuse what is no UTF-8 with 400.", "SHOULD");
			return pass("any bytes are good input");
		},
	},
	{
		id: "I7",
		level: "MUST",
		title: "Half an input is no crash",
		how: "the call with the input cut in the middle: no 5xx",
		check: async (context) => {
			const { body } = context.subject.canary;
			// A picture is cut in its data, not in its tables.
			const length = isJpeg(body) ? body.byteLength - 2 : Math.floor(body.byteLength / 2);
			const exchange = await context.call({ body: body.subarray(0, length) });
			if (exchange.status > 0 && exchange.status < 500) return pass();
			return fail(exchange.line, "Refuse damaged input with 400.");
		},
	},
	{
		id: "I8",
		level: "SHOULD",
		title: "Two gibibytes are refused before they are sent",
		how: "the call with Content-Length of 2 GiB and Expect: 100-continue: 413 or 417, or the connection is closed",
		check: async (context) => {
			const exchange = await context.call({
				headers: { "Content-Length": String(2 ** 31), Expect: "100-continue" },
				patient: true,
				body: undefined,
				patience: ANNOUNCED,
			});
			const advice = "Judge Content-Length before the body is asked for: 413.";
			if (exchange.reply.interim.includes(100)) return fail("100 Continue asked for all of it", advice);
			if (isRefusal(exchange) || exchange.reply.ending === "closed") return pass();
			return fail(exchange.line, advice);
		},
	},
	{
		id: "I9",
		level: "MUST",
		title: "A chunked body is taken",
		how: "the call with Transfer-Encoding: chunked: 200, or 411",
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ chunked: true });
			if (exchange.status === 200 || exchange.status === 411) return pass();
			return fail(
				`a chunked body: ${exchange.answer}`,
				"Read chunked bodies (RFC 9112 §7.1), or answer 411.",
			);
		},
	},
	{
		id: "I10",
		level: "MUST",
		title: "An unknown content coding is refused",
		how: "the call with Content-Encoding: x-unknown: 415 with Accept-Encoding",
		check: async (context) => {
			const exchange = await context.call({ headers: { "Content-Encoding": "x-unknown" } });
			if (exchange.status !== 415)
				return fail(
					`Content-Encoding: x-unknown: ${exchange.answer}`,
					"Refuse content codings that the server cannot undo with 415 (RFC 9110 §8.4).",
				);
			if (exchange.field("accept-encoding") !== undefined) return pass();
			return fail("the 415 has no Accept-Encoding", "Name the codings in it (RFC 9110 §15.5.16).", "SHOULD");
		},
	},
	{
		id: "I11",
		level: "SHOULD",
		title: "Expect: 100-continue is understood",
		how: "the call with Expect: 100-continue: 100, then 200; or 200",
		check: async (context) => {
			await goodCall(context);
			const { body } = context.subject.canary;
			const headers = { "Content-Length": String(body.byteLength), Expect: "100-continue" };
			const exchange = await context.call({ headers, patient: true, patience: ANNOUNCED });
			if (exchange.status === 200) return pass();
			return fail(
				`Expect: 100-continue: ${exchange.answer}`,
				"Answer it with 100 Continue (RFC 9110 §10.1.1).",
			);
		},
	},
];
