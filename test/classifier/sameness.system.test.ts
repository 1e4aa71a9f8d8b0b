import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";

const CALLS = 400;

const example = readFileSync(new URL("../../packages/mills/models/classifier/example.jpg", import.meta.url));

/** Sends a picture in pieces of this many bytes. */
function send(url: string, picture: Uint8Array, piece = picture.length): Promise<string> {
	return new Promise((resolve, reject) => {
		const headers = { "Content-Type": "image/jpeg" };
		const sent = request(`${url}/classifier`, { method: "POST", headers }, async (reply) => {
			let text = "";
			for await (const part of reply.setEncoding("utf8")) text += part;
			resolve(`${reply.statusCode} ${text.replace(/,"instance":"[^"]*"/, "")}`);
		});
		sent.on("error", reject);
		for (let at = 0; at < picture.length; at += piece) sent.write(picture.subarray(at, at + piece));
		sent.end();
	});
}

test(`${CALLS} calls, sixteen at a time and in any pieces, are answered as each is alone`, {
	timeout: 1_800_000,
}, async () => {
	const { url } = await start({}, { mills: [INSTALLED_MILLS.classifier as URL] });
	const jpeg = (picture: Sharp) => picture.jpeg().toBuffer();
	const pictures = [
		example,
		await jpeg(sharp(example).flop()),
		await jpeg(sharp(example).modulate({ brightness: 0.6 })),
		await jpeg(sharp(example).extract({ left: 40, top: 0, width: 200, height: 200 })),
		await jpeg(sharp(example).blur(40)),
		example.subarray(0, 9_000),
	];
	const alone: string[] = [];
	for (const picture of pictures) alone.push(await send(url, picture));
	assert.match(alone[0] ?? "", /^200 \{"gender":"F","age":\d+\}$/);
	assert.match(alone[4] ?? "", /^422 /);
	assert.match(alone[5] ?? "", /^400 /);
	let next = 0;
	const caller = async () => {
		for (let number = next++; number < CALLS; number = next++) {
			const which = (number * 7) % pictures.length;
			const picture = pictures[which] as Buffer;
			// Equal calls under way are computed once: bytes behind the end of a JPEG are no pixels, but make another call.
			const own = which === 5 ? picture : Buffer.concat([picture, Buffer.from(`${number}`)]);
			const piece = [own.length, 1_000, 77][number % 3];
			let answer = await send(url, own, piece);
			// On a busy machine the server may refuse a call. Calls are safe to repeat.
			while (answer.startsWith("503 ")) answer = await send(url, own, piece);
			assert.equal(answer, alone[which], `${which}`);
		}
	};
	await Promise.all(Array.from({ length: 16 }, caller));
});
