import { createHash } from "node:crypto";
import { createClient } from "../../client/index.js";
import type { Replica } from "./replica.js";

/** The mills that are called, and an example by its file. */
export const CHAOS_WORDS = ["--mills", "word-counter,normaliser,tokeniser", "--drain", "20000"];

/** One call with a known answer. */
export interface Question {
	readonly mill: string;
	readonly parameters: Readonly<Record<string, string>>;
	readonly input: string;
	readonly mediaType: string;
	/** The SHA-256 of the answer's bytes. */
	readonly expected: string;
}

const SENTENCES = [
	"Raw data goes in, processed data comes out. ",
	"Das Mühlrad dreht sich, der Müller schläft. ",
	"Вода течёт, мельница стучит.\n",
	"石臼は回る。水は流れる。",
	"Cafe\u0301 au  lait — 42 grains… ",
];
/** Sizes in characters. Most calls are small; a few have two megabytes of input or output. */
const SIZES = [20, 400, 3_000, 20_000, 150_000, 1_900_000];
const CALLS = [
	{ mill: "word-counter", parameters: {}, most: 150_000 },
	{ mill: "normaliser", parameters: {}, most: 1_900_000 },
	{ mill: "tokeniser", parameters: { scheme: "word" }, most: 20_000 },
	{ mill: "checksum-calculator/{algorithm}", parameters: { algorithm: "sha256" }, most: 1_900_000 },
] as const;

export const sha256 = (bytes: Uint8Array | string): string =>
	createHash("sha256").update(bytes).digest("hex");

/** Sends every question once to an undisturbed server. All inputs differ, so a mixed-up answer is detected. */
export async function questionsOn(url: string, perSize: number): Promise<Question[]> {
	const client = createClient(url);
	const questions: Question[] = [];
	for (const { mill, parameters, most } of CALLS)
		for (const size of SIZES.filter((one) => one <= most))
			for (let n = 0; n < (size > 100_000 ? 2 : perSize); n++) {
				const sentence = SENTENCES[n % SENTENCES.length] ?? "";
				const input = `${mill} ${size} ${n} ${sentence.repeat(Math.ceil(size / sentence.length))}`.slice(
					0,
					size,
				);
				const mediaType = mill.startsWith("checksum") ? "application/octet-stream" : "text/plain";
				const { bytes } = await client.call(mill, `${n} ${input}`, { parameters, mediaType });
				questions.push({ mill, parameters, input: `${n} ${input}`, mediaType, expected: sha256(bytes) });
			}
	return questions;
}

/** Picks a random question. Small ones are frequent and large ones rare. */
export function anyOf(questions: readonly Question[]): Question {
	for (;;) {
		const one = questions[Math.floor(Math.random() * questions.length)];
		if (one && (one.input.length < 100_000 || Math.random() < 0.15)) return one;
	}
}

/** The kinds of disturbance. Each is counted. */
export const KINDS = ["replica killed", "two killed at once", "replica restarted", "worker killed"] as const;
export type Kind = (typeof KINDS)[number];

/** Disturbs replicas one after the other until `isOver` returns true. At least one replica is always undisturbed. */
export async function disturb(
	replicas: readonly Replica[],
	isOver: () => boolean,
	settled: () => Promise<unknown>,
	kinds: readonly Kind[] = KINDS,
): Promise<Readonly<Record<Kind, number>>> {
	const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
	for (let round = 0; !isOver(); round++) {
		const kind = kinds[round % kinds.length] ?? "replica killed";
		const [first, second] = [...replicas].sort(() => Math.random() - 0.5);
		if (!first || !second) throw new RangeError("chaos needs three replicas");
		await happen(kind, first, second);
		counts[kind]++;
		// A call that loses two workers looks like the cause of both losses, so no call may lose two.
		await settled();
	}
	return counts;
}

async function happen(kind: Kind, first: Replica, second: Replica): Promise<void> {
	if (kind === "worker killed") {
		const workers = await first.workers();
		const victim = workers[Math.floor(Math.random() * workers.length)];
		if (victim !== undefined) process.kill(victim, "SIGKILL");
	} else if (kind === "replica restarted") {
		const code = await first.stop();
		if (code !== 0) throw new Error(`a replica ended with code ${code}: ${first.log()}`);
		await first.start();
	} else {
		const victims = kind === "replica killed" ? [first] : [first, second];
		await Promise.all(victims.map((replica) => replica.kill()));
		await Promise.all(victims.map((replica) => replica.start()));
	}
}
