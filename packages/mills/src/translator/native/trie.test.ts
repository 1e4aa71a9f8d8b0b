import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../testing/any-text.js";
import { Trie } from "./trie.js";

function find(trie: Trie, word: string): number {
	let state = trie.root;
	for (let i = 0; i < word.length && state >= 0; i++) state = trie.step(state, word.charCodeAt(i));
	return state < 0 ? -1 : trie.valueAt(state);
}

test("a word is found, but not its prefixes and extensions", () => {
	const trie = new Trie(
		new Map([
			["abc", 7],
			["ab\u{1f600}", 0],
		]),
	);
	assert.equal(find(trie, "abc"), 7);
	assert.equal(find(trie, "ab\u{1f600}"), 0);
	for (const other of ["", "a", "ab", "abcd", "abcc", "b", "x", "\0"])
		assert.equal(find(trie, other), -1, other);
});

test("an empty trie finds nothing", () => {
	assert.equal(find(new Trie(new Map()), "a"), -1);
});

test("a trie finds the same words as a map", () => {
	const word = fc.oneof(
		fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6, minLength: 1 }),
		anyText({ minLength: 1 }),
	);
	fc.assert(
		fc.property(fc.array(word, { maxLength: 300 }), fc.array(word), (words, others) => {
			const map = new Map(words.map((each, i) => [each, i]));
			const trie = new Trie(map);
			for (const each of [...words, ...others]) assert.equal(find(trie, each), map.get(each) ?? -1);
		}),
	);
});
