import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { SUBJECTS } from "../../testing/mills/mills.js";
import { ask, refused, served } from "../../testing/server.js";

const site = served();

/** What a 415 says to a call of the mill with this Content-Type. */
async function detail(mill: string, contentType: string | undefined): Promise<string> {
	const subject = SUBJECTS.find((one) => one.mill === mill);
	assert.ok(subject);
	const answer = await ask(`${site.url}/${subject.path}`, {
		method: subject.method,
		headers: { "Content-Type": contentType },
		body: Buffer.from("a=b"),
	});
	return refused(answer, 415, "unsupported-media-type").detail;
}

test("a 415 names the type that came and the one to send", async () => {
	assert.equal(
		await detail("word-counter", "Image/PNG; a=b"),
		"This mill takes text/plain, and the request is image/png.",
	);
});

test("a 415 says that Content-Type is missing or malformed", async () => {
	assert.equal(
		await detail("word-counter", undefined),
		"This mill takes text/plain, and the request has no Content-Type.",
	);
	for (const malformed of ["text", "text/plain; x", "te xt/plain", "<b>/plain", ""])
		assert.equal(
			await detail("word-counter", malformed),
			"This mill takes text/plain, and the Content-Type of the request is malformed.",
		);
});

test("a 415 quotes no type that is longer than any known one", async () => {
	assert.equal(
		await detail("word-counter", `text/${"x".repeat(5_000)}`),
		"This mill takes text/plain, and the request is something else.",
	);
});

test("a 415 tells whoever used curl -d what to use instead, for texts and for files", async () => {
	const form = "application/x-www-form-urlencoded";
	assert.equal(
		await detail("word-counter", form),
		`This mill takes text/plain, and the request is ${form}. curl -d sends this type. Use curl --data-raw 'INPUT' -H 'Content-Type: text/plain'.`,
	);
	assert.match(
		await detail("picture-meter", form),
		/Use curl --data-binary @FILE -H 'Content-Type: image\/jpeg'\.$/,
	);
});

test("a 415 tells whoever used curl -F how to send the file alone, if the mill takes no form", async () => {
	const form = "multipart/form-data";
	assert.equal(
		await detail("picture-meter", `${form}; boundary=x`),
		`This mill takes image/jpeg, and the request is ${form}. curl -F sends this type. Use curl --data-binary @FILE -H 'Content-Type: image/jpeg'.`,
	);
	assert.match(
		await detail("query-echoer", form),
		/Use curl --data-binary @FILE -H 'Content-Type: text\/plain'\.$/,
	);
});

test("a 415 names the registered type instead of a common mistake, if the mill takes it", async () => {
	assert.equal(
		await detail("picture-meter", "image/jpg"),
		"This mill takes image/jpeg, and the request is image/jpg. Did you mean image/jpeg?",
	);
	assert.match(await detail("query-echoer", "text/json"), / Did you mean application\/json\?$/);
	assert.equal(
		await detail("word-counter", "image/jpg"),
		"This mill takes text/plain, and the request is image/jpg.",
	);
});
