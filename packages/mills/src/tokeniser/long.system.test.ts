import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { request } from "node:http";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MiB } from "gristmill";
import { start } from "../../../gristmill/dist/testing/server.js";
import { hostileText, random } from "../testing/hostile-texts.js";
import { loadEncodings } from "./bpe/model.js";
import { tokenise, tokeniseLong } from "./run.js";
import tokeniser from "./tokeniser.js";

const encodings = loadEncodings(new URL("../../models/tokeniser/", import.meta.url));
/** The bytes of the long inputs. There are several of them. */
const LONG = Number(process.env.TEST_LONG ?? 200_000_000) / 4;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
/** What is in use, and not what a collection would free. */
function inUse(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Sends a text in pieces whose length the server is not told. */
function send(url: string, pieces: Iterable<Buffer>): Promise<string> {
	return new Promise((resolve, reject) => {
		const sent = request(url, { method: "POST", headers: { "Content-Type": "text/plain" } });
		sent.on("error", reject);
		sent.on("response", async (response) => {
			let answer = "";
			for await (const piece of response.setEncoding("utf8")) answer += piece;
			resolve(answer);
		});
		Readable.from(pieces).pipe(sent);
	});
}

function* pieces(bytes: Buffer, next: () => number): Generator<Buffer> {
	for (let at = 0; at < bytes.length; ) {
		const end = at + 1 + Math.floor(next() ** 3 * 90_000);
		yield bytes.subarray(at, end);
		at = end;
	}
}

test("a long text over HTTP has the answer that it has as a whole, byte for byte, however it is sent", async () => {
	const { url } = await start({}, { mills: [tokeniser] });
	const next = random(45);
	let text = "";
	while (text.length < 200_000) text += `${hostileText(next)} `;
	for (const query of [
		"scheme=word&offsets=utf8",
		"scheme=sentence&suppressions=standard&format=columns",
		"scheme=grapheme&offsets=codepoint&max_tokens=2000&truncate=start",
		"scheme=o200k_base&format=ids",
		"scheme=cl100k_base&special=parse",
	]) {
		const at = `${url}/tokeniser?${query}`;
		const whole = await fetch(at, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(text),
		});
		const expected = await whole.text();
		assert.equal(whole.status, 200);
		for (let i = 0; i < 2; i++)
			assert.ok((await send(at, pieces(Buffer.from(text), next))) === expected, query);
	}
});

for (const scheme of ["word", "sentence", "grapheme", "o200k_base"])
	test(`a text of any length is counted in little memory: ${scheme}`, async () => {
		const block = "The quick brown fox, 我们。 👍🏽 jumps over 12 lazy dogs! Nobody\nsaw it. ".repeat(1_000);
		const encoding = encodings.get(scheme);
		const choice = {
			scheme,
			format: "count",
			offsets: "utf16",
			special: "text",
			truncate: "end",
		} as const;
		const { total: some } = tokenise(block, encoding, choice);
		const { total: more } = tokenise(block + block, encoding, choice);
		const blocks = Math.ceil(LONG / Buffer.byteLength(block));
		let [before, after, most, resident] = [0, 0, 0, 0];
		async function* chunks(): AsyncGenerator<string> {
			for (let sent = 0; sent < blocks; sent++) {
				// As between pieces of a body: what belongs to collected objects of the engine is freed in a turn of its own.
				await setImmediate();
				yield block;
				if (sent === 20) [before, resident] = [inUse(), process.memoryUsage.rss()];
				if (sent === blocks - 1) after = inUse();
				most = Math.max(most, process.memoryUsage.rss());
			}
		}
		const { total } = await tokeniseLong(chunks(), encoding, choice);
		assert.equal(total, some + (blocks - 1) * (more - some));
		assert.ok(after - before < 32 * MiB, `${(after - before) / MiB} MiB are held`);
		// What the engine has allocated for collected objects is given back when it likes.
		assert.ok(most - resident < 256 * MiB, `${(most - resident) / MiB} MiB are resident`);
	});
