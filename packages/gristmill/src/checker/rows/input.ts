import { Buffer } from "node:buffer";
import { isJsonType } from "../../core/http-words/media-type.js";
import { isText } from "../inputs/inputs.js";
import { isJpeg } from "../inputs/jpeg.js";
import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import { anySchema } from "../schema/documents.js";
import { printable } from "../wire/exchange.js";
import { at } from "../wire/json.js";
import { goodCall, isRefusal } from "./ground.js";

const NONSENSE = { "Content-Type": "application/x-nonsense" };
/** The media type in mixed case, with an unknown parameter. */
function otherwise(mediaType: string): string {
	const [essence = "", ...parameters] = mediaType.split(";");
	const turned = [...essence].map((c, i) => (i % 2 === 0 ? c.toUpperCase() : c)).join("");
	return [turned, ...parameters, " note=harmless"].join(";");
}

/** Bytes that are not UTF-8 and no known file type. */
function garbage(bytes: Uint8Array): Uint8Array {
	return Buffer.concat([Buffer.from([0x9f, 0x8c, 0x00, 0xff]), bytes]);
}

/** I1 to I11: what happens to wrong input. */
export const INPUT_ROWS: readonly Row[] = [
	{
		id: "I1",
		level: "MUST",
		title: "An unsupported media type is rejected",
		how: "call with Content-Type: application/x-nonsense: 415",
		check: async (context) => {
			const exchange = await context.call({ headers: NONSENSE });
			return exchange.status === 415 ? pass() : fail(exchange.line, "Reject other media types with 415.");
		},
	},
	{
		id: "I2",
		level: "SHOULD",
		title: "A 415 lists the accepted types",
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
		title: "Input without a type is rejected",
		how: "call without Content-Type: 415 or 400",
		check: async (context) => {
			const exchange = await context.call({ headers: { "Content-Type": undefined } });
			if (exchange.status === 415 || exchange.status === 400) return pass();
			if (exchange.status === 200) return pass("it is accepted: the server must look at the bytes");
			return fail(exchange.line, "Reject input without Content-Type with 415.");
		},
	},
	{
		id: "I4",
		level: "MUST",
		title: "Media types are compared case-insensitively, without parameters",
		how: "call with the type in mixed case and an unknown parameter: 200",
		check: async (context) => {
			await goodCall(context);
			const type = otherwise(context.subject.canary.mediaType);
			const exchange = await context.call({ headers: { "Content-Type": type } });
			if (exchange.status === 200) return pass();
			return fail(
				`Content-Type: ${type}: ${exchange.answer}`,
				"Compare types case-insensitively (RFC 9110 §8.3.1).",
			);
		},
	},
	{
		id: "I5",
		level: "MUST",
		title: "An empty body does not crash the mill",
		how: "call with an empty body: 4xx, or 200 if empty text is valid",
		check: async (context) => {
			const exchange = await context.call({ body: new Uint8Array() });
			if (isRefusal(exchange)) return pass();
			const { mediaType } = context.subject.canary;
			const takesAnything = isText(mediaType) || mediaType === "application/octet-stream";
			if (exchange.status === 200 && takesAnything) return pass("the empty input is accepted");
			return fail(exchange.line, "Reject an empty body with 400.");
		},
	},
	{
		id: "I6",
		level: "MUST",
		title: "Garbage is rejected",
		how: "call with random bytes: 4xx",
		check: async (context) => {
			const { mediaType } = context.subject.canary;
			const exchange = await context.call({ body: garbage(context.random.bytes(64)) });
			if (isRefusal(exchange)) return pass();
			const advice = "Reject input that is not of the declared type with 400.";
			if (exchange.status !== 200) return fail(exchange.line, advice);
			if (isJsonType(mediaType) || mediaType.startsWith("image/")) return fail(exchange.line, advice);
			// Any bytes are text in some charset, and Content-Type has no charset.
			if (isText(mediaType)) return fail(exchange.line, "Reject invalid UTF-8 with 400.", "SHOULD");
			return pass("any bytes are valid input");
		},
	},
	{
		id: "I7",
		level: "MUST",
		title: "A truncated input does not crash the mill",
		how: "call with half of the input: no 5xx",
		check: async (context) => {
			const { body } = context.subject.canary;
			// A picture is cut in its image data.
			const length = isJpeg(body) ? body.byteLength - 2 : Math.floor(body.byteLength / 2);
			const exchange = await context.call({ body: body.subarray(0, length) });
			if (exchange.status > 0 && exchange.status < 500) return pass();
			return fail(exchange.line, "Reject damaged input with 400.");
		},
	},
	{
		id: "I8",
		level: "SHOULD",
		title: "2 GiB are rejected before they are sent",
		how: "call with Content-Length of 2 GiB and Expect: 100-continue: 413 or 417, or the server closes the connection",
		check: async (context) => {
			const schema = await anySchema(context);
			const { mediaType } = context.subject.canary;
			const limit = at(
				schema?.schema,
				"$defs",
				"operation",
				"const",
				"requestBody",
				"content",
				mediaType,
				"maxBytes",
			);
			if (limit === null) return skip("the schema says that an input may have any length");
			const exchange = await context.call({
				headers: { "Content-Length": String(2 ** 31), Expect: "100-continue" },
				patient: true,
				body: undefined,
				patience: context.settings.briefPatience,
			});
			const advice = "Check Content-Length before you send 100 Continue, and answer 413.";
			if (exchange.reply.interim.includes(100)) return fail("the server sent 100 Continue", advice);
			if (isRefusal(exchange) || exchange.reply.ending === "closed") return pass();
			return fail(exchange.line, advice);
		},
	},
	{
		id: "I9",
		level: "MUST",
		title: "A chunked body is accepted",
		how: "call with Transfer-Encoding: chunked: 200, or 411",
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
		title: "An unknown content coding is rejected",
		how: "call with Content-Encoding: x-unknown: 415 with Accept-Encoding",
		check: async (context) => {
			const exchange = await context.call({ headers: { "Content-Encoding": "x-unknown" } });
			if (exchange.status !== 415)
				return fail(
					`Content-Encoding: x-unknown: ${exchange.answer}`,
					"Reject unsupported content codings with 415 (RFC 9110 §8.4).",
				);
			if (exchange.field("accept-encoding") !== undefined) return pass();
			return fail(
				"the 415 has no Accept-Encoding",
				"List the supported codings in it (RFC 9110 §15.5.16).",
				"SHOULD",
			);
		},
	},
	{
		id: "I11",
		level: "SHOULD",
		title: "Expect: 100-continue is supported",
		how: "call with Expect: 100-continue: 100, then 200; or 200",
		check: async (context) => {
			await goodCall(context);
			const { body } = context.subject.canary;
			const headers = { "Content-Length": String(body.byteLength), Expect: "100-continue" };
			const exchange = await context.call({
				headers,
				patient: true,
				patience: context.settings.briefPatience,
			});
			if (exchange.status === 200) return pass();
			return fail(
				`Expect: 100-continue: ${exchange.answer}`,
				"Answer it with 100 Continue (RFC 9110 §10.1.1).",
			);
		},
	},
];
