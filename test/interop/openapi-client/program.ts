// What a stranger writes against the generated types: every built-in mill is called for real. Each `@ts-expect-error` is
// a mistake that the types must catch; where they do not, the compiler complains.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/mills.js";

const [, , baseUrl = "", picture = ""] = process.argv;
// The library makes JSON of every body; a mill wants its input as it is.
const options = { baseUrl, bodySerializer: (body: unknown) => body as BodyInit };
const client = createClient<paths>(options);
// A result with bytes, or one that may come in parts, has several media types. The second type parameter says which one is read.
const results = createClient<paths, "application/json">(options);

const TEXT = { "Content-Type": "text/plain" };

const classified = await client.POST("/classifier", {
	headers: { "Content-Type": "image/jpeg" },
	body: new Blob([readFileSync(picture)]),
});
const face: components["schemas"]["ClassifierOutput"] | undefined = classified.data;
assert.ok(face && (face.gender === "F" || face.gender === "M"));
// @ts-expect-error There are two values.
assert.notEqual(face.gender, "X" satisfies typeof face.gender);

const { data: tokens } = await client.POST("/tokeniser", {
	headers: TEXT,
	params: { query: { scheme: "o200k_base", format: "count" } },
	body: "Raw data goes in.",
});
assert.equal(tokens?.count, 5);

const { data: normal } = await results.POST("/normaliser", {
	headers: TEXT,
	params: { query: { preset: "search" } },
	body: "  Ça   VA ",
});
assert.equal(normal?.text.includes("ca va"), true);

const { data: translation } = await results.POST("/translator", {
	headers: TEXT,
	params: { query: { from: "en", to: "es", segments: true } },
	body: "The house is red.",
});
assert.equal(translation?.text, "La casa es roja.");
assert.equal(translation?.segments?.[0]?.source, "The house is red.");

const { data: counts } = await client.POST("/word-counter", { headers: TEXT, body: "one two" });
assert.deepEqual(counts, { words: 2, lines: 1, characters: 7 });

// Only HAL has links.
const linked = createClient<paths, "application/hal+json">(options);
const { data: checksum, response } = await linked.POST("/checksum-calculator/{algorithm}", {
	headers: { "Content-Type": "application/octet-stream", Accept: "application/hal+json" },
	params: { path: { algorithm: "sha256" }, query: { encoding: "hex" } },
	body: new Blob(["abc"]),
});
assert.equal(checksum?.size, 3);
const links: components["schemas"]["Links"] | undefined = checksum?._links;
assert.ok(links?.schema?.href, "HAL has links");
assert.ok(response.headers.get("Mill-Digest"));

const drawing = { headers: { ...TEXT, Accept: "image/gif" }, body: "100" };
const pictures = createClient<paths, "image/gif">(options);
const { data: gif } = await pictures.POST("/drawer", { ...drawing, parseAs: "blob" });
const bytes: paths["/drawer"]["post"]["responses"][200]["content"]["image/gif"] | undefined = gif;
assert.equal(bytes?.type, "image/gif");
assert.equal((await bytes.text()).slice(0, 6), "GIF89a");
const { data: drawn } = await results.POST("/drawer", { headers: TEXT, body: "100" });
assert.equal(Buffer.from(drawn?.picture ?? "", "base64").length, drawn?.size);
// @ts-expect-error Bytes in JSON are base64.
assert.notEqual(drawn?.picture.size, 100);

const refused = await client.POST("/classifier", {
	headers: { "Content-Type": "image/png" },
	body: new Blob([Buffer.from("89504e470d0a1a0a", "hex")]),
});
assert.equal(refused.data, undefined);
const { code, status, title, detail, instance } = refused.error ?? assert.fail("it is a problem");
assert.deepEqual(
	[typeof status, typeof title, typeof detail, typeof instance],
	["number", "string", "string", "string"],
);
switch (code) {
	case "no-face":
	case "overloaded":
		assert.fail(code);
		break;
	// @ts-expect-error There is no such problem.
	case "no-such-problem":
		break;
	default:
		assert.equal(code, "unreadable-input");
}

export async function mistakes(): Promise<void> {
	// @ts-expect-error There is no such mill.
	await client.POST("/word-countr", { headers: TEXT, body: "" });
	// @ts-expect-error A mill has one method.
	await client.GET("/word-counter", {});
	// @ts-expect-error There is no such scheme.
	await client.POST("/tokeniser", { params: { query: { scheme: "words" } }, body: "" });
	// @ts-expect-error There is no such parameter.
	await client.POST("/tokeniser", { params: { query: { skeme: "word" } }, body: "" });
	// @ts-expect-error The path has a parameter.
	await client.POST("/checksum-calculator/{algorithm}", { body: new Blob() });
	// @ts-expect-error A text is no number.
	await client.POST("/word-counter", { headers: TEXT, body: 5 });
	// @ts-expect-error A mill needs an input.
	await client.POST("/word-counter", { headers: TEXT });
	// @ts-expect-error There is no such field.
	counts?.sentences;
	// @ts-expect-error Plain JSON has no links.
	drawn?._links;
}
process.stdout.write("every mill was called\n");
