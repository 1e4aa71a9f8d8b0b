import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpRequest } from "../wire/message.js";
import { callerAddress, callerKey, trustedProxies } from "./caller.js";

function from(peer: string | undefined, forwarded?: string, trusted: readonly string[] = []) {
	const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
	return callerAddress({ peer, headers } as HttpRequest, trustedProxies(trusted));
}

test("X-Forwarded-For of a caller that nobody trusts changes nothing", () => {
	for (const forged of ["192.0.2.1", "127.0.0.1", "10.0.0.1, 10.0.0.2", "x", ""])
		assert.equal(from("203.0.113.9", forged, ["10.0.0.0/8"]), "203.0.113.9");
	assert.equal(from("203.0.113.9", "192.0.2.1"), "203.0.113.9");
});

test("behind trusted proxies the caller is the rightmost address that is not one of them", () => {
	const trusted = ["10.0.0.0/8", "::1"];
	assert.equal(from("10.0.0.1", "192.0.2.1", trusted), "192.0.2.1");
	assert.equal(from("::1", "192.0.2.7, 192.0.2.1, 10.9.9.9", trusted), "192.0.2.1");
	assert.equal(from("::ffff:10.0.0.1", "2001:db8::1", trusted), "2001:db8::1");
	assert.equal(from("10.0.0.1", undefined, trusted), "10.0.0.1");
	assert.equal(from("10.0.0.1", "10.0.0.3, 10.0.0.2", trusted), "10.0.0.3");
});

test("ports and brackets are taken off, and what is no address ends the reading at the last good one", () => {
	assert.equal(from("10.0.0.1", "192.0.2.1:4711", ["10.0.0.1"]), "192.0.2.1");
	assert.equal(from("10.0.0.1", "[2001:DB8::1]:4711", ["10.0.0.1"]), "2001:db8::1");
	for (const garbage of ["unknown", "", "192.0.2.1, _hidden", "1.2.3.4.5", "a".repeat(10_000)])
		assert.equal(from("10.0.0.1", garbage, ["10.0.0.1"]), "10.0.0.1");
});

test("a long forged chain of trusted addresses is not followed without end", () => {
	assert.equal(from("10.0.0.1", `192.0.2.1${", 10.0.0.2".repeat(2_000)}`, ["10.0.0.0/8"]), "10.0.0.2");
});

test("IPv6 callers are counted by their network of 64 bits", () => {
	const key = (address: string) => callerKey(undefined, address);
	assert.equal(key("2001:db8:1:2::1"), key("2001:0db8:1:2:ffff:ffff:ffff:ffff"));
	assert.equal(key("2001:db8:1:2::1"), "2001:db8:1:2::/64");
	assert.notEqual(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
	assert.equal(key("::1"), "0:0:0:0::/64");
	assert.equal(key("64:ff9b::192.0.2.1"), "64:ff9b:0:0::/64");
	assert.notEqual(key("192.0.2.1"), key("192.0.2.2"));
});

test("a proved name counts for itself, wherever it comes from, and is never mistaken for an address", () => {
	assert.equal(callerKey("ann", "192.0.2.1"), callerKey("ann", "192.0.2.2"));
	assert.notEqual(callerKey("192.0.2.1", undefined), callerKey(undefined, "192.0.2.1"));
	assert.equal(callerKey(undefined, undefined), "unknown");
});

for (const word of ["x", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", ""])
	test(`the trusted proxy ${JSON.stringify(word)} is refused`, () => {
		assert.throws(() => trustedProxies([word]), { name: "RangeError", message: /^The trusted proxy / });
	});
