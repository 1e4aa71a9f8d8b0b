import assert from "node:assert/strict";
import { test } from "node:test";
import { callAddress, packed, readLinks, unpacked, writeLink, writeWhole } from "./address.js";

test("the parameters of an address are read unchanged", async () => {
	const link = { mill: "tokeniser", texts: { scheme: ["word"], tag: ["a b", "c&d=é/"] }, tab: "JSON" };
	const none = { text: undefined, type: undefined };
	assert.equal(writeLink(link), "tokeniser?scheme=word&tag=a+b&tag=c%26d%3D%C3%A9%2F&%24tab=JSON");
	assert.deepEqual(await readLinks(`#${writeLink(link)}`), [{ ...link, ...none }]);
	assert.deepEqual(await readLinks("#a/b?x=1"), [
		{ mill: "a", texts: {}, tab: undefined, ...none },
		{ mill: "b", texts: { x: ["1"] }, tab: undefined, ...none },
	]);
	assert.deepEqual(await readLinks(""), []);
	assert.equal((await readLinks("#%E0%A4%A"))[0]?.mill, "%E0%A4%A");
});

test("a text that is shared stands in the link, and of a link that was cut or changed it cannot be read", async () => {
	const text = `Raw data & é 👩‍🚀\r\n${"again ".repeat(1_000)}`;
	const whole = await writeWhole({ mill: "a", texts: { x: ["1"] }, text, type: "text/plain" });
	assert.ok(whole.length < 300, whole);
	const [link] = await readLinks(`#${whole}`);
	assert.equal(link?.text, text);
	assert.equal(link?.type, "text/plain");
	const short = await packed(text);
	for (const broken of [
		short.slice(0, 20),
		short.slice(0, -1),
		"",
		"%",
		`${short.slice(0, 9)}_${short.slice(10)}`,
	]) {
		const [cut] = await readLinks(`#a?$text=${broken}`);
		assert.equal(cut?.text, null, broken);
	}
	assert.deepEqual((await readLinks("#a?$colour=red"))[0]?.texts, { $colour: ["red"] });
	const bomb = await packed("a".repeat(5 * 1024 * 1024));
	await assert.rejects(unpacked(bomb), RangeError);
});

test("the braces of a path are filled, and the rest is the query", () => {
	const texts = { algorithm: ["sha/256"], encoding: ["hex"] };
	assert.equal(
		callAddress("checksum-calculator/{algorithm}", texts),
		"checksum-calculator/sha%2F256?encoding=hex",
	);
	assert.equal(callAddress("word-counter", {}), "word-counter");
});
