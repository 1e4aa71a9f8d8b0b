import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialOf } from "../session.js";
import { factsOf, kindOf, localAddress } from "./facts.js";

const ENTRY = {
	name: "sorter",
	version: "1.0.0",
	summary: "Sorts.",
	method: "POST",
	href: "https://api.example.org/v1/sorter/{order}",
	accepts: ["text/plain"],
};

test("a mill whose schema is hidden can be called all the same", () => {
	const facts = factsOf(ENTRY, undefined);
	assert.equal(facts.path, "sorter/{order}");
	assert.deepEqual(
		facts.parameters.map(({ name, inPath, required }) => [name, inPath, required]),
		[["order", true, true]],
	);
	assert.deepEqual(facts.forms, [
		{ mediaType: "text/plain", kind: "text", maxBytes: Number.POSITIVE_INFINITY },
	]);
	assert.deepEqual(facts.examples, []);
});

test("an address of the public URL becomes one of this server", () => {
	assert.equal(localAddress("https://sorter.example.org/sorter/$schema", "sorter"), "sorter/$schema");
	assert.equal(localAddress("sorter?$schema", "sorter"), "sorter?$schema");
});

test("the media type decides how the input is given", () => {
	const types = [
		"text/csv",
		"text/json",
		"application/json",
		"application/ld+json",
		"image/png",
		"application/pdf",
	];
	assert.deepEqual(types.map(kindOf), ["text", "json", "json", "json", "picture", "file"]);
});

test("a token is sent as the server's schemes say", () => {
	const bearer = { field: "Authorization", form: "Bearer $TOKEN" };
	assert.deepEqual(credentialOf([]), bearer);
	assert.deepEqual(credentialOf([{ type: "http", scheme: "bearer" }]), bearer);
	const key = { type: "apiKey", in: "header", name: "X-Key" };
	assert.deepEqual(credentialOf([key]), { field: "X-Key", form: "$TOKEN" });
	assert.deepEqual(credentialOf([key, { type: "http", scheme: "Bearer" }]), bearer);
});
