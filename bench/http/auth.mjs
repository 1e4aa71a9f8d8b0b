// The cost of authentication: gristmill with an echo mill, compared with itself without authentication. Every variant gets the
// same bytes, including the Authorization header. They alternate within one run, and the order is reversed between rounds.
//
//   BENCH_ROUNDS=5      measured rounds, after a warm-up round
//   BENCH_SECONDS=1.5   for each variant in a round
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { load } from "./load.mjs";
import { makeCall, makeText } from "./requests.mjs";
import { start } from "./start.mjs";

const VARIANTS = ["off", "one token", "10,000 tokens", "signed token"];
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 1.5);
if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
	console.error("Set BENCH_ROUNDS and BENCH_SECONDS above 0.");
	process.exit(1);
}

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = { iss: "bench", aud: "bench", sub: "bench", exp: Math.floor(Date.now() / 1000) + 3_600 };
const head = `${part({ alg: "ES256", kid: "bench" })}.${part(claims)}`;
const signature = sign("sha256", Buffer.from(head), { key: privateKey, dsaEncoding: "ieee-p1363" });
const tokens = { "signed token": `${head}.${signature.toString("base64url")}` };
const plain = randomBytes(32).toString("base64url");
process.env.BENCH_TOKEN = plain;
process.env.BENCH_KEYS = JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "bench" }] });

const servers = [];
const samples = [];
try {
	for (const name of VARIANTS) {
		process.env.BENCH_AUTH = name;
		servers.push({ ...(await start("gristmill-auth")), name });
	}
	for (let round = 0; round <= rounds; round++)
		for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
			const fields = [`Authorization: Bearer ${tokens[server.name] ?? plain}`];
			const before = await server.cpu();
			const done = await load(server.port, makeCall(makeText("ascii", 100), fields), {
				seconds,
				connections: 16,
			});
			const cpuMicroseconds = (await server.cpu()) - before;
			if (round > 0) samples.push({ round, variant: server.name, ...done, cpuMicroseconds });
		}
} finally {
	for (const server of servers) await server.stop();
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const of = (variant) => samples.filter((sample) => sample.variant === variant);
const cpu = ({ cpuMicroseconds, requests }) => cpuMicroseconds / requests;
for (const variant of VARIANTS) {
	const ratio = median(of(variant).map((sample, i) => cpu(sample) / cpu(of("off")[i])));
	const own = median(of(variant).map(cpu));
	console.log(
		`${variant.padEnd(14)} ${own.toFixed(1).padStart(8)} µs of CPU a call, ${ratio.toFixed(2)} of off`,
	);
}
const results = new URL("../results/", import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(
	new URL("auth.json", results),
	`${JSON.stringify({ rounds, seconds, node: process.version, samples }, null, 1)}\n`,
);
