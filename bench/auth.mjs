// The CPU time of a call with authentication, compared with one without.
// Every variant gets the same bytes, including the Authorization header.
//
//   BENCH_ROUNDS=5      measured rounds, after a warm-up round
//   BENCH_SECONDS=1.5   for each variant in a round
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCall, makeText } from "./http/requests.mjs";
import { load } from "./measuring/load.mjs";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, save, settings } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";

const { rounds, seconds } = settings({ rounds: 5, seconds: 1.5 });

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = { iss: "bench", aud: "bench", sub: "bench", exp: Math.floor(Date.now() / 1000) + 3_600 };
const head = `${part({ alg: "ES256", kid: "bench" })}.${part(claims)}`;
const signature = sign("sha256", Buffer.from(head), { key: privateKey, dsaEncoding: "ieee-p1363" });
const signed = `${head}.${signature.toString("base64url")}`;
const token = randomBytes(32).toString("base64url");
const many = Array.from({ length: 9_999 }, (_, i) => `${i}-0123456789abcdefghijkl`);

const folder = mkdtempSync(join(tmpdir(), "gristmill-bench-"));
const keys = join(folder, "keys.json");
writeFileSync(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "bench" }] }));
const OFF = "off";
const VARIANTS = {
	[OFF]: undefined,
	"one token": { tokens: [token] },
	"10,000 tokens": { tokens: [...many, token] },
	"signed token": { jwt: { keys, issuer: "bench", audience: ["bench"] } },
};
const names = Object.keys(VARIANTS);

const servers = {};
try {
	for (const name of names) {
		// As a file: an argument of a program is limited to 128 KiB.
		const options = join(folder, "options.json");
		writeFileSync(options, JSON.stringify({ auth: VARIANTS[name] }));
		servers[name] = await start(new URL("http/servers/gristmill.mjs", import.meta.url), [options]);
	}
	const run = await alternate({ rounds, names }, async (name) => {
		const call = makeCall(makeText("ascii", 100), [
			`Authorization: Bearer ${name === "signed token" ? signed : token}`,
		]);
		const before = await servers[name].cpu();
		const { requests } = await load(servers[name].port, call, { seconds, connections: 16 });
		return { micros: ((await servers[name].cpu()) - before) / requests };
	});
	save("auth", { rounds, seconds, ...run });
	run.printHead(`${rounds} rounds of ${seconds} s`);
	const lines = names.map((name) => [
		name,
		"",
		short(median(run.values({ name }, "micros"))),
		median(run.ratios({ name }, OFF, "micros")).toFixed(2),
	]);
	console.log(columns([["authentication", "", "CPU µs a call", "ratio to off"], ...lines]));
} finally {
	rmSync(folder, { recursive: true });
	await Promise.all(Object.values(servers).map((server) => server.stop()));
}
