import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallReply } from "./exchange.js";
import { type Answer, answerOf, type State, statusOf } from "./state.js";

const reply: CallReply = {
	status: 200,
	milliseconds: 19.4,
	text: "{}",
	json: {},
	whole: undefined,
	digest: "abc",
	retryAfter: undefined,
};
const order = { method: "POST", address: "mill", hasFile: false } as Answer["order"];
const answer: Answer = { reply, order, isResult: true, remedies: [] };
const problem: Answer = {
	...answer,
	isResult: false,
	reply: { ...reply, status: 422, json: { code: "no-face" } },
};

test("only the state of the page says that a shown answer belongs to another input", () => {
	const words = (state: State) => statusOf(state, "3 tokens").words.filter(Boolean).join(" · ");
	assert.equal(words({ kind: "answered", answer }), "3 tokens · 19 ms · 200");
	assert.equal(
		words({ kind: "answered", answer: { ...answer, reply: { ...reply, isKept: true } } }),
		"3 tokens · kept · 200",
	);
	assert.equal(words({ kind: "answered", answer: problem }), "no-face · 19 ms · 422");
	for (const state of [
		{ kind: "cancelled" },
		{ kind: "empty", sentence: "Choose a picture." },
		{ kind: "refused", refused: { title: "", detail: "" } },
		{ kind: "offline" },
	] as const) {
		assert.doesNotMatch(words(state), /422|200|tokens/);
		assert.equal(answerOf(state), undefined);
	}
	assert.equal(words({ kind: "running", old: answer, share: 0.5 }), "Running… · 50 %");
	assert.equal(answerOf({ kind: "stale", old: answer }), answer);
	assert.equal(words({ kind: "cancelled", old: answer }), "Stopped: only this part has come");
});
