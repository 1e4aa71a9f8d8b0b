import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTarget } from "./route.js";

const path = (target: string) => parseTarget(target).path;

test("a target is cut at its first question mark", () => {
	assert.deepEqual(parseTarget("/a/b?c=d?e"), { path: "/a/b", query: "c=d?e" });
});

test("no question mark and nothing behind it both give an empty query", () => {
	assert.deepEqual(parseTarget("/a"), { path: "/a", query: "" });
	assert.deepEqual(parseTarget("/a?"), { path: "/a", query: "" });
});

test("the query is left as it came", () => {
	assert.equal(parseTarget("/a?%24schema=%41+b").query, "%24schema=%41+b");
});

test("escaped letters, digits, marks and the dollar sign equal the plain ones", () => {
	assert.equal(path("/%77ord%2Dcounter"), "/word-counter");
	assert.equal(path("/%24schema"), "/$schema");
	assert.equal(path("/%41%5a%61%7A%30%39%2D%2e%5f%7E"), "/AZaz09-._~");
});

test("every unreserved character is decoded, and beside them only the dollar sign", () => {
	for (let code = 0; code < 256; code++) {
		const character = String.fromCharCode(code);
		for (const digits of [
			code.toString(16).padStart(2, "0"),
			code.toString(16).padStart(2, "0").toUpperCase(),
		]) {
			const plain = /[A-Za-z0-9._~$-]/.test(character) ? `/${character}` : `/%${digits}`;
			assert.equal(path(`/%${digits}`), plain);
		}
	}
});

test("an escaped slash, an escaped percent sign and broken escapes stay what they are", () => {
	for (const kept of ["/a%2Fb", "/a%2fb", "/a%2541", "/a%", "/a%4", "/a%zz", "/a%C3%A9", "/%00"])
		assert.equal(path(kept), kept);
});

test("nothing is decoded twice", () => {
	assert.equal(path("/%25%34%31"), "/%2541");
});

test("the absolute form is the same as the path alone", () => {
	assert.deepEqual(parseTarget("http://example.org:8080/a/b?c"), { path: "/a/b", query: "c" });
	assert.deepEqual(parseTarget("HTTPS://example.org/a"), { path: "/a", query: "" });
});

test("an absolute form without a path means the root", () => {
	assert.deepEqual(parseTarget("http://example.org"), { path: "/", query: "" });
	assert.deepEqual(parseTarget("http://example.org?a=b"), { path: "/", query: "a=b" });
});

test("an address inside a path is no absolute form", () => {
	assert.equal(path("/http://example.org/a"), "/http://example.org/a");
	assert.equal(path("//example.org/a"), "//example.org/a");
});

test("the asterisk stays an asterisk, and another scheme is no path of ours", () => {
	assert.equal(path("*"), "*");
	assert.equal(path("ftp://example.org/a"), "ftp://example.org/a");
});

test("an empty target means the root", () => {
	assert.equal(path(""), "/");
});

test("dot segments and double slashes are not resolved: no address has two spellings", () => {
	for (const kept of ["/a/../b", "/a/./b", "//a", "/a//b", "/a/"]) assert.equal(path(kept), kept);
	assert.equal(path("/a/%2e%2E/b"), "/a/../b");
});
