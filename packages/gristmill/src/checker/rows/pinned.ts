import { fail, pass, Skipped, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";
import { isFresh, wholeCall } from "./ground.js";

const DIGEST = /^[\w-]{22}$/;
const NOT_OFFERED = "no pinned addresses are offered";
const REFUSE =
	"Answer 412 with the present Mill-Digest: what an address with a digest gave is kept after an upgrade.";

/** The fields that belong to a single call. Callers who get an answer from a cache would take them for their own. */
const OF_ONE_CALL = ["request-id", "server-timing", "ratelimit", "ratelimit-policy", "set-cookie"];

/** The mill's address with these digests. */
function pinnedTo({ subject }: RowContext, ...digests: readonly string[]): URL {
	const url = new URL(subject.mill);
	for (const digest of digests) url.searchParams.append("$digest", digest);
	return url;
}

/** A call to such an address. It allows caches to keep the answer, as the calls of others do. */
function callPinned(
	context: RowContext,
	digests: readonly string[],
	headers: Readonly<Record<string, string>> = {},
): Promise<ProbeExchange> {
	return context.call({
		url: pinnedTo(context, ...digests),
		headers: { "Cache-Control": undefined, ...headers },
	});
}

/** The digest that the mill names, its plain answer, and the one at the address with the digest. */
async function bothCalls(context: RowContext) {
	const plain = await wholeCall(context);
	const digest = plain.field("mill-digest") ?? "";
	if (!DIGEST.test(digest)) throw new Skipped("the answers have no Mill-Digest");
	const pinned = await callPinned(context, [digest]);
	if (pinned.status === 400) throw new Skipped(NOT_OFFERED);
	return { digest, plain, pinned };
}

/** The same where the pinned address gives a result. */
async function goodCalls(context: RowContext) {
	const calls = await bothCalls(context);
	if (calls.pinned.status !== 200) throw new Skipped("the pinned address gives no result (K1)");
	return calls;
}

/** An answer that caches may keep without asking again. */
async function lasting(context: RowContext) {
	const calls = await goodCalls(context);
	if (!isFresh(calls.pinned)) throw new Skipped("no answers may be kept");
	return calls;
}

/** K1 to K4: addresses that name the algorithm. */
export const PINNED_ROWS: readonly Row[] = [
	{
		id: "K1",
		level: "MUST",
		title: "The digest in the address does not change the result",
		how: "call {mill}?$digest= with the Mill-Digest of the answers: 200 with the same result, or 400",
		check: async (context) => {
			const { plain, pinned } = await bothCalls(context);
			return pinned.status === 200 && sameContent(pinned.reply.body, plain.reply.body)
				? pass()
				: fail(
						pinned.status === 200
							? `${printable(plain.text, 60)}, and at the pinned address ${printable(pinned.text, 60)}`
							: pinned.line,
						"Compute the result from the input and the parameters. $digest is not one of them.",
					);
		},
	},
	{
		id: "K2",
		level: "MUST",
		title: "Another digest is refused",
		how: "call {mill}?$digest= with another digest: 412 with the Mill-Digest; with a malformed one, or with two: 400",
		check: async (context) => {
			const { digest, pinned } = await goodCalls(context);
			const another = (digest.startsWith("A") ? "B" : "A") + digest.slice(1);
			const other = await callPinned(context, [another]);
			if (other.status === 200 && !isFresh(pinned)) return skip(NOT_OFFERED);
			if (other.status !== 412) return fail(other.line, REFUSE);
			if (other.field("mill-digest") !== digest) return fail("the 412 has no Mill-Digest", REFUSE);
			for (const digests of [["none"], [digest, digest]]) {
				const exchange = await callPinned(context, digests);
				if (exchange.status !== 400) return fail(exchange.line, "Answer 400.");
			}
			return pass();
		},
	},
	{
		id: "K3",
		level: "MUST",
		title: "What is kept belongs to no single call",
		how: "call {mill}?$digest=: no Request-Id, Server-Timing, RateLimit or Set-Cookie; the same with a wrong Content-Type: a problem that is not fresh",
		check: async (context) => {
			const { digest, pinned } = await lasting(context);
			const found = OF_ONE_CALL.find((name) => pinned.field(name) !== undefined);
			if (found !== undefined)
				return fail(
					`an answer that may be kept has ${found}`,
					"Leave out what belongs to a single call: others get this answer, too.",
				);
			const refused = await callPinned(context, [digest], { "Content-Type": "application/x-none" });
			return refused.status >= 400 && isFresh(refused)
				? fail(`${refused.line}, and may be kept`, "Send Cache-Control: no-store with problems.")
				: pass();
		},
	},
	{
		id: "K4",
		level: "SHOULD",
		title: "What is kept need not be asked for again",
		how: "call {mill}?$digest=: Cache-Control with immutable",
		check: async (context) => {
			const { pinned } = await lasting(context);
			return pinned.list("cache-control").includes("immutable")
				? pass()
				: fail(
						`Cache-Control: ${printable(pinned.field("cache-control") ?? "")}`,
						"Add immutable (RFC 8246): the answer of one algorithm never changes.",
					);
		},
	},
];
