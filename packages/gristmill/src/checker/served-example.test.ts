import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";
import { type Breakage, problem, type TinyReply } from "../testing/servers/tiny-server.js";
import { greyPicture, withComment } from "./inputs/jpeg.js";
import { verdictOf } from "./report/verdict.js";
import type { Report } from "./run.js";

/** A picture whose size no generated one has. */
const PICTURE = Buffer.concat([Buffer.from(greyPicture()).subarray(0, -2), Buffer.from([7, 0xff, 0xd9])]);

/** A mill that takes only this picture, with or without comments, and what its `$example` answers. */
function picky(reply: TinyReply, asked: string[] = []): Breakage {
	return {
		facts: ({ run }) => ({
			run: (input) => (input.subarray(-9).equals(PICTURE.subarray(-9)) ? run(input) : undefined),
		}),
		answer: () => (call, correct) => {
			if (call.path !== "/v1/classifier/$example") return correct();
			asked.push(call.method);
			return reply;
		},
	};
}

const sent = (type: string, body: Buffer): TinyReply => ({
	status: 200,
	headers: { "Content-Type": type },
	body,
});

const origins = ({ subject }: Report) => new Set(subject.inputs.map(({ origin }) => origin));

test("a mill that takes bytes is checked with its own example", async (t) => {
	const report = await checkTiny(t, "classifier", picky(sent("image/jpeg", PICTURE)));
	assert.deepEqual(failedRows(report), []);
	assert.equal(verdictOf(report), "passed");
	assert.deepEqual([...origins(report)], ["$example", "$example, changed"]);
});

test("if inputs are given, the mill's example is not requested", async (t) => {
	const asked: string[] = [];
	const inputs = [{ body: withComment(PICTURE, "rye"), mediaType: "image/jpeg", origin: "face.jpg" }];
	await checkTiny(t, "classifier", picky(problem(404), asked), { inputs, only: ["M1"] });
	assert.deepEqual(asked, []);
});

test("an example that other documents have, too, is one input", async (t) => {
	const text = sent("text/plain; charset=utf-8", Buffer.from("Rye grows here"));
	const report = await checkTiny(
		t,
		"shouter",
		{ answer: () => (call, correct) => (call.path.endsWith("/$example") ? text : correct()) },
		{ only: ["M1"] },
	);
	assert.deepEqual([...origins(report)], ["schema"]);
});

const LONG = Buffer.concat([PICTURE.subarray(0, 2), Buffer.alloc(300_000), PICTURE.subarray(2)]);

for (const [what, reply] of Object.entries({
	"is too long": sent("image/jpeg", LONG),
	"is longer than what is read": sent("image/jpeg", Buffer.concat([LONG, LONG, LONG, LONG])),
	"has a type that the mill does not take": sent("text/html", PICTURE),
	"has no type": { status: 200, body: PICTURE },
	"is put off for an hour": problem(503, { "Retry-After": "3600" }),
	"the mill rejects": sent("image/jpeg", Buffer.from("rye")),
}))
	test(`if its example ${what}, a mill that takes no other known input is undecided`, async (t) => {
		const report = await checkTiny(t, "classifier", picky(reply), { only: ["M1", "P1"] });
		assert.deepEqual(failedRows(report), []);
		assert.equal(verdictOf(report), "undecided");
		assert.equal(report.subject.inputs.length, 0);
	});
