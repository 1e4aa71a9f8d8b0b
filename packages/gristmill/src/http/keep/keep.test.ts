import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { RESULT_TYPES } from "../../codecs/encode.js";
import { MiB } from "../../core/definition/limits.js";
import type { Call } from "../../runtime/perform.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import type { AnswerStore, Kept } from "./answer-store.js";
import { withAge } from "./cache-status.js";
import { Keep, type Sought } from "./keep.js";
import { MemoryStore } from "./memory-store.js";

/** A store that other processes could read, too. */
class SharedStore extends MemoryStore implements AnswerStore {
	override readonly isShared = true as never;
}

/** Everything that an answer depends on. */
interface Facts extends Omit<Call, "maxOutput" | "isLong" | "from"> {
	readonly name: string;
	readonly digest: string;
}

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const PARTS = {
	name: word.map((first) => `${first}-meter`),
	digest: word,
	mediaType: fc.constantFrom("text/plain", "application/json", "image/png"),
	charset: fc.constantFrom(undefined, "utf-8", "latin1"),
	parameters: fc.dictionary(word, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), {
		noNullPrototype: true,
	}),
	resultType: fc.constantFrom(...RESULT_TYPES),
	links: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
	// Some keys are texts, and some are hashes.
	body: fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.uint8Array({ minLength: 250, maxLength: 300 })),
} as const;
const facts: fc.Arbitrary<Facts> = fc.record(PARTS);

const MILL = emptyMill();

async function seek(store: AnswerStore, { name, digest, ...call }: Facts, prefix = ""): Promise<Sought> {
	const runner = { digest: () => digest, isQuick: () => false, trustedSince: () => 0 };
	const keep = new Keep(store, { prefix, runner, isShareable: () => true });
	return keep.seek({ ...MILL, name }, call, {});
}

async function put(store: AnswerStore, one: Facts, prefix = ""): Promise<void> {
	const sought = await seek(store, one, prefix);
	assert.ok(sought.kind === "miss");
	sought.keep("{}", "application/json");
}

for (const [where, makeStore] of [
	["in memory", () => new MemoryStore(MiB)],
	["on a server", () => new SharedStore(MiB)],
] as const) {
	for (const fact of Object.keys(PARTS) as (keyof Facts)[])
		test(`${where}, calls that differ in ${fact} alone never share an answer, and equal ones do`, async () => {
			await fc.assert(
				fc.asyncProperty(facts, PARTS[fact] as fc.Arbitrary<never>, async (one, other) => {
					fc.pre(!isDeepStrictEqual(one[fact], other));
					const store = makeStore();
					await put(store, one);
					assert.equal((await seek(store, structuredClone(one))).kind, "hit");
					assert.equal((await seek(store, { ...one, [fact]: other })).kind, "miss");
				}),
			);
		});
}

const ONE: Facts = {
	name: "text-meter",
	digest: "digest",
	mediaType: "text/plain",
	charset: undefined,
	parameters: {},
	resultType: "application/json",
	links: undefined,
	body: Buffer.from("grist"),
};

test("versions with a mill of one name never share an answer in memory", async () => {
	const store = new MemoryStore(MiB);
	await put(store, ONE, "v2/");
	assert.equal((await seek(store, ONE)).kind, "miss");
	assert.equal((await seek(store, ONE, "v2/")).kind, "hit");
});

test("a large input is hashed beside the event loop, and found again", async () => {
	const store = new MemoryStore(MiB);
	const large = () => ({ ...ONE, body: Buffer.alloc(3 * MiB, "grist") });
	await put(store, large());
	assert.equal((await seek(store, large())).kind, "hit");
	assert.ok(store.bytes < 2_048, "the key is a hash");
});

test("only so many answers wait to be compressed, and the others are kept as they are", async () => {
	const store = new MemoryStore(MiB);
	const puts: boolean[] = [];
	const answer = Buffer.alloc(MiB, "grist");
	const sought = await seek(store, ONE);
	assert.ok(sought.kind === "miss");
	const allPut = new Promise<void>((resolve) => {
		store.put = (_, { isZipped }) => {
			if (puts.push(isZipped) === 40) resolve();
		};
	});
	for (let n = 0; n < 40; n++) sought.keep(answer, "application/json");
	assert.ok(puts.length >= 8 && !puts.includes(true), `${puts.length} did not wait`);
	await allPut;
	assert.ok(puts.includes(true));
});

/** What is found of an answer that was kept so. */
async function found(
	kept: Kept,
	{ call = {}, headers = {}, trustedSince = 0, isQuick = false, isShareable = true } = {},
) {
	const { name: _, digest, ...plain } = ONE;
	const store = new SharedStore(MiB);
	const runner = { digest: () => digest, isQuick: () => isQuick, trustedSince: () => trustedSince };
	const keep = new Keep(store, { prefix: "", runner, isShareable: () => isShareable });
	store.get = () => kept;
	return keep.seek(MILL, { ...plain, ...call }, headers);
}

const PLAIN: Kept = { body: '{"a":1}', isZipped: false, length: 7, since: 0 };

test("an answer is a miss if it is larger than results may be now, or if its mill fails its examples or has failed them since", async () => {
	assert.equal((await found(PLAIN)).kind, "hit");
	assert.equal((await found(PLAIN, { call: { maxOutput: 6 } })).kind, "miss");
	assert.equal((await found(PLAIN, { trustedSince: Number.POSITIVE_INFINITY })).kind, "miss");
	assert.equal((await found({ ...PLAIN, since: 8 }, { trustedSince: 9 })).kind, "miss");
	assert.equal((await found({ ...PLAIN, since: 9 }, { trustedSince: 9 })).kind, "hit");
});

test("a quick call, a stream, no-store, and a mill whose digest does not name its code are left out", async () => {
	assert.equal((await found(PLAIN, { call: { from: 0 } })).kind, "bypass");
	assert.equal((await found(PLAIN, { isShareable: false })).kind, "bypass");
	assert.equal((await found(PLAIN, { isQuick: true })).kind, "bypass");
	for (const control of ["no-store", "No-Store", "max-age=0, no-store", "no-store,no-cache"])
		assert.equal((await found(PLAIN, { headers: { "cache-control": control } })).kind, "bypass", control);
	for (const control of ["", "no-cache", "max-age=0", "x-no-store=1"])
		assert.equal((await found(PLAIN, { headers: { "cache-control": control } })).kind, "hit", control);
});

test("a compressed answer that is not what was kept is a miss, and a bomb takes no memory", async () => {
	const zipped = async (body: Uint8Array, length: number, coding = "identity") =>
		found({ body, isZipped: true, length, since: 0 }, { headers: { "accept-encoding": coding } });
	const { gzipSync } = await import("node:zlib");
	const right = gzipSync('{"a":1}');
	const sought = await zipped(right, 7);
	assert.ok(sought.kind === "hit");
	assert.deepEqual([String(sought.kept.body), sought.kept.isZipped], ['{"a":1}', false]);
	assert.equal((await zipped(right, 7, "gzip")).kind, "hit");
	assert.equal((await zipped(right, 8)).kind, "miss");
	assert.equal((await zipped(right, 6)).kind, "miss");
	assert.equal((await zipped(right.subarray(0, 12), 7)).kind, "miss");
	assert.equal((await zipped(gzipSync(Buffer.alloc(50 * MiB)), 7)).kind, "miss");
});

test("an age is in whole seconds, and never below 0", () => {
	assert.deepEqual(withAge({}, 1, 63.9), { Age: "62", "Cache-Status": "gristmill; hit" });
	assert.equal(withAge({}, 5, 1).Age, "0");
});
