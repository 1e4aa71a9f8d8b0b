import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, defineMill, MiB, Type, text } from "../../../packages/gristmill/dist/index.js";
import { announce } from "./announce.mjs";

const echoer = defineMill({
	name: "echoer",
	version: "1.0.0",
	summary: "Gives a text back.",
	input: { "text/plain": text({ maxBytes: 4 * MiB }) },
	output: Type.Object({ text: Type.String() }),
	run: (input) => ({ text: input }),
});

/** The authentication settings of each variant. The benchmark sends a token with each. */
const token = process.env.BENCH_TOKEN;
const many = (count) => Array.from({ length: count }, (_, i) => `${i}-0123456789abcdefghijkl`);
const folder = mkdtempSync(join(tmpdir(), "gristmill-bench-"));
const AUTH = {
	off: () => undefined,
	"one token": () => ({ tokens: [token] }),
	"10,000 tokens": () => ({ tokens: [...many(9_999), token] }),
	"signed token": () => {
		writeFileSync(join(folder, "keys.json"), process.env.BENCH_KEYS);
		return { jwt: { keys: join(folder, "keys.json"), issuer: "bench", audience: ["bench"] } };
	},
};
const server = await createServer([echoer], { log: () => {}, auth: AUTH[process.env.BENCH_AUTH]() });
rmSync(folder, { recursive: true });
await server.listen(0);
announce(server.http.address().port);
