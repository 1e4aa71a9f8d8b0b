import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { type Answer, ask, call, each, get, type Running, served } from "../testing/server.js";

const site = served();
const always = served({ links: "always" });
const HAL = "application/hal+json";

interface Links {
	readonly schema?: { readonly href: string; readonly type: string };
	readonly description?: { readonly href: string; readonly type: string };
	readonly self?: unknown;
}

function halOf(subject: Subject, running: Running = site): Promise<Answer> {
	return call(running, subject, { headers: { Accept: HAL } });
}

function linksOf(answer: Answer): Links {
	const { _links } = answer.json<{ _links: Links }>();
	return _links;
}

each("B3: the schema link leads to the schema, which describes the very answer", async (subject) => {
	const answer = await halOf(subject);
	const schema = await get(new URL(linksOf(answer).schema?.href ?? "", answer.url));
	assert.equal(schema.status, 200, schema.text);
	assert.equal(schema.type, "application/schema+json");
	const validate = new Ajv2020({ strict: true }).compile(schema.json());
	assert.ok(validate(answer.json()), JSON.stringify(validate.errors));
});

each("B7: a result has no self link", async (subject) => {
	const answer = await halOf(subject);
	assert.deepEqual(Object.keys(linksOf(answer)).sort(), ["description", "schema"]);
	assert.equal(answer.headers.get("location"), null);
	assert.doesNotMatch(answer.headers.get("link") ?? "", /rel="?self/);
});

each(
	"B8: the Link field of a result leads to the schema, the description and the OpenAPI document",
	async (subject) => {
		for (const accept of ["application/json", HAL]) {
			const answer = await call(site, subject, { headers: { Accept: accept } });
			const [schema, description, openapi] = await Promise.all(
				["describedby", "service-doc", "service-desc"].map((relation) => get(answer.link(relation) ?? "")),
			);
			assert.equal(schema?.json().title, subject.mill);
			assert.match(description?.text ?? "", new RegExp(`^# ${subject.mill}\n`));
			assert.equal(openapi?.type, "application/openapi+json");
			assert.ok("openapi" in (openapi?.json() ?? {}));
		}
	},
);

each("B8: the Link field of OPTIONS and of an error leads to the same", async (subject) => {
	const options = await ask(`${site.url}/${subject.path}`, { method: "OPTIONS" });
	const refusal = await call(site, subject, { headers: { "Content-Type": "application/x-nonsense" } });
	for (const answer of [options, refusal])
		for (const relation of ["describedby", "service-doc", "service-desc"])
			assert.equal((await get(answer.link(relation) ?? "")).status, 200, relation);
	assert.equal(options.link("describedby")?.href, refusal.link("describedby")?.href);
	assert.doesNotMatch(options.headers.get("link") ?? "", /anchor/);
});

test("the Link field of an XML result leads to the XML Schema", async () => {
	for (const subject of SUBJECTS) {
		const answer = await call(site, subject, { headers: { Accept: "application/xml" } });
		assert.equal((await get(answer.link("describedby") ?? "")).type, "application/schema+xml");
	}
});

test("every id of a path pattern has the links of its own address", async () => {
	const subject = SUBJECTS[1];
	assert.ok(subject);
	for (const id of ["sha256", "sha384", "sha512"]) {
		const answer = await halOf({ ...subject, path: `checksum-calculator/${id}` });
		const { schema, description } = linksOf(answer);
		assert.ok(schema?.href.startsWith(`${id}/$schema`));
		for (const href of [schema?.href, description?.href])
			assert.equal((await get(new URL(href ?? "", answer.url))).status, 200, href);
	}
});

each('links: "always" puts _links into plain JSON too, and nothing else changes', async (subject) => {
	const answer = await call(always, subject);
	assert.equal(answer.headers.get("content-type"), "application/json");
	const { _links, ...rest } = answer.json();
	assert.deepEqual(rest, subject.output);
	assert.deepEqual(_links, linksOf(await halOf(subject, always)));
	assert.deepEqual(_links, linksOf(await halOf(subject)));
	const schema = await get(new URL(linksOf(answer).schema?.href ?? "", answer.url));
	assert.ok(new Ajv2020({ strict: true }).compile(schema.json())(answer.json()));
});

each("the type in the schema link names the payload, and chooses the schema", async (subject) => {
	const wanted = {
		"application%2Fhal%2Bjson": "application/schema+json",
		"application%2Fjson": "application/schema+json",
		"application/schema+json": "application/schema+json",
		"application%2Fxml": "application/schema+xml",
		"application/schema%2Bxml": "application/schema+xml",
	};
	for (const [type, schema] of Object.entries(wanted)) {
		// A plus sign stands for a space in a query, so only the escaped one is sent.
		const answer = await get(`${site.url}/${subject.path}/$schema?type=${type.replace("+", "%2B")}`);
		assert.equal(answer.type, schema, type);
	}
});

test("$list as application/hal+json carries the mills in _embedded, with links that lead to them", async () => {
	interface Item {
		readonly name: string;
		readonly _links: Links & { readonly self: { readonly href: string; readonly templated?: boolean } };
	}
	for (const path of ["$list", "", "word-counter/$list", "checksum-calculator/sha256/$list"]) {
		const list = await get(`${site.url}/${path}`, { Accept: HAL });
		assert.equal(list.type, HAL, path);
		const { _links, _embedded } = list.json<{ _links: Links; _embedded: { item: Item[] } }>();
		const hrefs = [_links, ..._embedded.item.map((item) => item._links)].flatMap(
			({ schema, description }) => [schema?.href ?? "", description?.href ?? ""],
		);
		for (const href of hrefs)
			assert.equal((await get(new URL(href, list.url))).status, 200, `${path} ${href}`);
		for (const { name, _links } of _embedded.item)
			if (_links.self.templated) assert.match(_links.self.href, /checksum-calculator\/\{algorithm\}$/);
			else assert.equal(new URL(_links.self.href, list.url).href, `${site.url}/${name}`);
	}
});
