import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { onRawSocket } from "../testing/raw-socket.js";
import { type Answer, ask, each, get, refused, served } from "../testing/server.js";

const site = served();
const SCHEMA = "application/schema+json";
const IDS = ["sha256", "sha384", "sha512"];

interface Entry {
	readonly name: string;
	readonly method: string;
	readonly href: string;
	readonly accepts: readonly string[];
	readonly schema: { readonly href: string };
	readonly description: { readonly href: string };
}

test("$list is answered with 200 and JSON, at the base too", async () => {
	const list = await get(`${site.url}/$list`);
	assert.equal(list.status, 200);
	assert.equal(list.headers.get("content-type"), "application/json");
	assert.deepEqual((await get(`${site.url}/`)).bytes, list.bytes);
});

each("C2: {mill}/$schema is answered with 200 and the JSON Schema", async (subject) => {
	const answer = await get(`${site.url}/${subject.mill}/$schema`);
	assert.equal(answer.status, 200);
	assert.equal(answer.headers.get("content-type"), "application/schema+json; charset=utf-8");
	assert.equal(answer.json().title, subject.mill);
});

each(
	"C3: {mill}/$description is answered with Markdown, and with HTML for whoever names it",
	async (subject) => {
		const markdown = await get(`${site.url}/${subject.mill}/$description`);
		assert.equal(markdown.status, 200);
		assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
		const html = await get(`${site.url}/${subject.mill}/$description`, { Accept: "text/html, */*;q=0.8" });
		assert.equal(html.headers.get("content-type"), "text/html; charset=utf-8");
		assert.match(html.text, new RegExp(`<h1>${subject.mill}</h1>`));
		assert.match(html.headers.get("content-security-policy") ?? "", /default-src 'none'/);
	},
);

test("$schema of the server is OpenAPI; 3.2, because a QUERY mill is served", async () => {
	const answer = await get(`${site.url}/$schema`);
	assert.equal(answer.status, 200);
	assert.equal(answer.type, "application/openapi+json");
	assert.match(String(answer.json().openapi), /^3\.2\./);
});

test("$description of the server names every mill; a browser gets the page at the base", async () => {
	const answer = await get(`${site.url}/$description`);
	assert.equal(answer.type, "text/markdown");
	for (const { mill } of SUBJECTS) assert.match(answer.text, new RegExp(`^### ${mill}$`, "m"));
	const page = await get(`${site.url}/`, { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
	assert.equal(page.type, "text/html");
	assert.match(page.text, /<script [^>]*src="\$page\/app-/);
});

each("C6: $list names the mill, its method, its input and where its documents are", async (subject) => {
	for (const path of ["$list", `${subject.path}/$list`]) {
		const list = await get(`${site.url}/${path}`);
		const entry = list.json<{ methods: Entry[] }>().methods.find(({ name }) => name === subject.mill);
		assert.ok(entry, path);
		assert.equal(entry.method, subject.method);
		assert.ok(entry.accepts.includes(subject.mediaType));
		const target = new URL(entry.href.replace("{algorithm}", "sha256"), list.url);
		assert.equal(target.href, `${site.url}/${subject.path}`);
		assert.equal((await get(new URL(entry.schema.href, list.url))).json().title, subject.mill);
		assert.equal((await get(new URL(entry.description.href, list.url))).status, 200);
	}
});

each("C7: %24 is $ in paths and in queries", async (subject) => {
	for (const [escaped, plain] of [
		[`${subject.path}/%24schema`, `${subject.path}/$schema`],
		[`${subject.path}/%24description`, `${subject.path}/$description`],
		[`${subject.path}?%24schema`, `${subject.path}?$schema`],
		[`${subject.path}?%24schema=application%2Fxml`, `${subject.path}?$schema=application/xml`],
		["%24list", "$list"],
		["%24schema", "$schema"],
		["%24problems/crashed", "$problems/crashed"],
	]) {
		const [one, other] = await Promise.all([get(`${site.url}/${escaped}`), get(`${site.url}/${plain}`)]);
		assert.equal(one.status, 200, escaped);
		assert.deepEqual(one.bytes, other.bytes, escaped);
		assert.equal(one.headers.get("etag"), other.headers.get("etag"), escaped);
	}
});

/** Every way to the schema of a mill. */
function waysToSchema({ mill, path }: Subject): Promise<Answer>[] {
	const paths = mill === path ? [path] : [mill, ...IDS.map((id) => `${mill}/${id}`)];
	return paths.flatMap((each) => [
		get(`${site.url}/${each}/$schema`),
		get(`${site.url}/${each}?$schema`),
		get(`${site.url}/${each}?$schema=application/json`),
		get(`${site.url}/${each}`, { Accept: SCHEMA }),
	]);
}

each(
	"C8: the schema is the same bytes under the same ETag on every way to it, at every id",
	async (subject) => {
		const answers = await Promise.all(waysToSchema(subject));
		const [first] = answers;
		assert.ok(first && first.status === 200 && answers.length >= 4);
		for (const answer of answers) {
			assert.equal(answer.status, 200);
			assert.equal(answer.headers.get("content-type"), first.headers.get("content-type"));
			assert.equal(answer.headers.get("etag"), first.headers.get("etag"));
			assert.deepEqual(answer.bytes, first.bytes);
		}
	},
);

each("C9: a document cannot be posted to: 405 with Allow, at its path and by query", async (subject) => {
	for (const target of [`${subject.path}/$schema`, `${subject.path}?$schema`, `${subject.path}?$description`])
		for (const method of ["POST", "QUERY", "PUT"]) {
			const answer = await ask(`${site.url}/${target}`, {
				method,
				headers: { "Content-Type": subject.mediaType },
				body: subject.input,
			});
			refused(answer, 405, "method-not-allowed");
			assert.deepEqual(answer.list("allow"), ["GET", "HEAD", "OPTIONS"]);
		}
});

each("C10: an unknown document is 404", async (subject) => {
	for (const path of [
		`${subject.path}/$nonsense`,
		"$nonsense",
		"$problems/nonsense",
		`${subject.path}/$Schema`,
	])
		refused(await get(`${site.url}/${path}`), 404, "not-found");
	refused(await get(`${site.url}/${subject.path}/$schema/more`), 404, "not-found");
});

test("the api-catalog names every mill with absolute addresses, and HEAD has its Link", async () => {
	const address = `${site.url}/.well-known/api-catalog`;
	const answer = await get(address);
	assert.equal(answer.status, 200);
	const type = answer.headers.get("content-type") ?? "";
	assert.match(
		type,
		/^application\/linkset\+json; *profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
	);
	// It repeats the Host field, so nobody may keep it.
	assert.equal(answer.headers.get("cache-control"), "no-store");
	type Target = { readonly href: string };
	const { linkset } = answer.json<{
		linkset: ({ readonly anchor: string } & Readonly<
			Record<"item" | "describedby", readonly Target[] | undefined>
		>)[];
	}>();
	assert.ok(linkset[0]?.item?.some(({ href }) => href === `${site.url}/word-counter`));
	for (const { mill } of SUBJECTS) {
		const entry = linkset.find(({ anchor }) => anchor === `${site.url}/${mill}`);
		assert.equal((await get(entry?.describedby?.[0]?.href ?? "")).json().title, mill);
	}
	const head = await ask(address, { method: "HEAD" });
	assert.equal(head.status, 200);
	assert.equal(head.bytes.length, 0);
	assert.match(head.headers.get("link") ?? "", /rel="?api-catalog/);
});

test("the query outranks Accept, and an unknown type is 404 with the list", async () => {
	for (const { path } of SUBJECTS) {
		const at = (query: string, accept = "*/*") => get(`${site.url}/${path}?${query}`, { Accept: accept });
		assert.equal((await at("$schema=application/xml")).type, "application/schema+xml");
		assert.equal((await at("$schema=application%2Fschema%2Bxml", SCHEMA)).type, "application/schema+xml");
		assert.equal((await at("$description", SCHEMA)).type, "text/markdown");
		assert.equal((await at("$description", "text/html")).type, "text/html");
		for (const query of ["$schema=text/csv", "$schema=nonsense", "$description=text/csv"]) {
			const { available } = refused(await at(query), 404, "not-offered");
			assert.deepEqual(available, [SCHEMA, "application/schema+xml", "x-text/docs"]);
		}
		const { available } = refused(await get(`${site.url}/${path}/$schema?type=text/csv`), 404, "not-offered");
		assert.ok(available?.includes(SCHEMA));
		refused(await at("$schema&$description"), 400, "bad-parameter");
		refused(await get(`${site.url}/${path}/$schema?stray=1`), 400, "bad-parameter");
	}
});

test("RFC 9112 §3.2.2: the absolute form of a request target is taken too", () =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead(`GET ${site.url}/word-counter/$schema HTTP/1.1`);
		const answer = await raw.answer();
		assert.equal(answer.status, 200);
		assert.equal(answer.json().title, "word-counter");
	}));
