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
		"Send Content-Type: text/plain. The request said image/png.",
	);
});

test("a 415 says that Content-Type is missing or malformed", async () => {
	assert.equal(
		await detail("word-counter", undefined),
		"Send Content-Type: text/plain. The request has no Content-Type.",
	);
	for (const malformed of ["text", "text/plain; x", "te xt/plain", "<b>/plain", ""])
		assert.equal(
			await detail("word-counter", malformed),
			"Send Content-Type: text/plain. The Content-Type of the request is malformed.",
		);
});

test("a 415 quotes no type that is longer than any known one", async () => {
	assert.equal(
		await detail("word-counter", `text/${"x".repeat(5_000)}`),
		"Send Content-Type: text/plain. The Content-Type of the request is too long to quote.",
	);
});

test("a 415 tells whoever used curl -d what to use instead, for texts and for files", async () => {
	const form = "application/x-www-form-urlencoded";
	assert.equal(
		await detail("word-counter", form),
		`Send Content-Type: text/plain. The request said ${form}. That is the type of curl -d: use curl --data-raw 'INPUT' -H 'Content-Type: text/plain'.`,
	);
	assert.match(
		await detail("picture-meter", form),
		/use curl --data-binary @FILE -H 'Content-Type: image\/jpeg'\.$/,
	);
});

test("a 415 tells whoever used curl -F how to send the file alone, if the mill takes no form", async () => {
	const form = "multipart/form-data";
	assert.equal(
		await detail("picture-meter", `${form}; boundary=x`),
		`Send Content-Type: image/jpeg. The request said ${form}. That is the type of curl -F: use curl --data-binary @FILE -H 'Content-Type: image/jpeg'.`,
	);
	assert.match(
		await detail("query-echoer", form),
		/use curl --data-binary @FILE -H 'Content-Type: text\/plain'\.$/,
	);
});

test("a 415 names the registered type instead of a common mistake, if the mill takes it", async () => {
	assert.equal(
		await detail("picture-meter", "image/jpg"),
		"Send Content-Type: image/jpeg. The request said image/jpg. Use image/jpeg: image/jpg is not a registered type.",
	);
	assert.match(await detail("query-echoer", "text/json"), / Use application\/json: text\/json is not/);
	assert.equal(
		await detail("word-counter", "image/jpg"),
		"Send Content-Type: text/plain. The request said image/jpg.",
	);
});
