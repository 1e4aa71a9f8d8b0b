// The CPU time of a receipt of an answer of 1 KB, compared with the bare signature of Ed25519.
//
//   BENCH_ROUNDS=7       measured rounds, after a warm-up round
//   BENCH_CALLS=20000    calls in each
import { createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPrivateKey } from "../packages/gristmill/dist/core/receipt/keys.js";
import { answerOf } from "../packages/gristmill/dist/http/handle.js";
import { makeHost } from "../packages/gristmill/dist/http/service/make-host.js";
import { fieldLines } from "../packages/gristmill/dist/http/wire/envelope.js";
import { defineMill, Type, text } from "../packages/gristmill/dist/index.js";
import { Cancellation } from "../packages/gristmill/dist/runtime/cancellation.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, save, settings } from "./measuring/rounds.mjs";

const { rounds, calls } = settings({ rounds: 7, calls: 20_000 });

const echoer = defineMill({
	name: "echoer",
	version: "1.0.0",
	summary: "Gives a text back.",
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	run: (input) => ({ text: input }),
});
const folder = mkdtempSync(join(tmpdir(), "gristmill-bench-"));
const pem = newPrivateKey();
writeFileSync(join(folder, "key.pem"), pem);
const log = () => {};
const signing = await makeHost([echoer], { sign: join(folder, "key.pem"), log });
const plain = await makeHost([echoer], { log });
rmSync(folder, { recursive: true });

// With its JSON, the answer has 1 KB.
const body = Buffer.from("x".repeat(1_024 - '{"text":""}'.length));
/** The whole flow, and the lines of the head, without a socket. */
const ask = (host, prefer) => async () => {
	const reply = await answerOf(host, {
		id: "bench",
		method: "POST",
		target: "/echoer",
		headers: { "content-type": "text/plain", prefer },
		read: async () => body,
		cancellation: new Cancellation(),
	});
	const head = fieldLines({ id: "bench" }, reply, 1_024);
	if (head.includes("Signature: ") !== (prefer === "receipt")) throw new Error("a wrong answer");
};
const key = createPrivateKey(pem);
const base = Buffer.from("x".repeat(600));
const PLAIN = "a call, no key";
const ANCHOR = "crypto.sign alone";
const RIVALS = {
	[PLAIN]: ask(plain, "wait=1"),
	"a call that does not ask": ask(signing, undefined),
	"a call with a receipt": ask(signing, "receipt"),
	[ANCHOR]: async () => sign(null, base, key),
};
const names = Object.keys(RIVALS);

const run = await alternate({ rounds, names }, async (name) => {
	const before = process.cpuUsage();
	for (let i = 0; i < calls; i++) await RIVALS[name]();
	const { user, system } = process.cpuUsage(before);
	return { micros: (user + system) / calls };
});
await Promise.all([signing.close(), plain.close()]);
save("receipts", { rounds, calls, ...run });

const of = (name) => median(run.values({ name }, "micros"));
const lines = names.map((name) => [
	name,
	`${short(of(name))} µs`,
	name === ANCHOR || name === PLAIN ? "" : `+ ${short(of(name) - of(PLAIN))} µs`,
]);
run.printHead(`${rounds} rounds of ${calls} calls`);
console.log(columns([["", "CPU", "more than without a key"], ...lines]));
