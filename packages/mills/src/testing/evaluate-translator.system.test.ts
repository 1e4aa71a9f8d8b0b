import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const TOOL = fileURLToPath(new URL("../../../../tools/evaluate-translator.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evaluate-"));
const asked: string[] = [];
/** Translates the little it knows, refuses one word, and remembers how it was asked. */
const server = createServer(async (request, response) => {
	let body = "";
	for await (const chunk of request.setEncoding("utf8")) body += chunk;
	asked.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`);
	response.statusCode = body === "forbidden" ? 422 : 200;
	response.end(
		JSON.stringify(
			body === "forbidden" ? { title: "No" } : { text: body.replace("The", "El"), from: "en", to: "es" },
		),
	);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
after(() => {
	server.close();
	rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
}

function evaluate(...words: string[]): Promise<{ status: unknown; out: string; error: string }> {
	return new Promise((resolve) =>
		execFile(process.execPath, [TOOL, ...words], (failure, out, error) =>
			resolve({ status: failure?.code ?? 0, out, error }),
		),
	);
}

test("each line is translated by the server and the scores are printed", async () => {
	asked.length = 0;
	const source = file("a.en", "The gato come pescado .\n\nThe perro duerme .\n");
	const reference = file("a.es", "El gato come pescado .\r\n\r\nEl perro duerme .");
	const saved = join(folder, "saved");
	const { status, out, error } = await evaluate(source, reference, "--url", base, "--save", saved);
	assert.equal(status, 0, error);
	assert.match(out, /^en-es BLEU 100\.00 chrF 100\.00 on 3 lines, [\d.]+ s\n$/);
	assert.equal(error, "", "no bar where there is no terminal");
	const type = "text/plain; charset=utf-8";
	assert.deepEqual(asked, [
		`POST /translator?from=en&to=es ${type} The gato come pescado .`,
		`POST /translator?from=en&to=es ${type} The perro duerme .`,
	]);
	assert.equal(readFileSync(saved, "utf8"), "El gato come pescado .\n\nEl perro duerme .\n");
});

test("translations that are there already are scored, and nothing is asked", async () => {
	asked.length = 0;
	const source = file("c.en", "one two three four\nfive");
	const reference = file("c.es", "uno dos tres cuatro\ncinco\n");
	const { out, error } = await evaluate(source, reference, "--given", reference);
	assert.match(out, /^en-es BLEU 100\.00 chrF 100\.00 on 2 lines/, error);
	const short = await evaluate(source, reference, "--given", file("c.short", "uno"));
	assert.equal(short.status, 1);
	assert.match(short.error, /^Give --given as many lines as SRC has: 1 and 2/);
	assert.deepEqual(asked, []);
});

test("--limit translates the first lines alone, and --from sets the direction", async () => {
	asked.length = 0;
	const lines = file("b", "uno\ndos\ntres\n");
	const { out } = await evaluate(lines, lines, "--from", "es", "--limit", "2", "--url", base);
	assert.match(out, /^es-en BLEU .* on 2 lines/);
	assert.deepEqual(
		asked.map((each) => each.split(" ")[1]),
		Array(2).fill("/translator?from=es&to=en"),
	);
});

test("a refusal of the server is shown with its line", async () => {
	const lines = file("c", "fine\nforbidden\n");
	const { status, error } = await evaluate(lines, lines, "--url", base);
	assert.equal(status, 1);
	assert.match(error, /^Line 2 was not translated: http:.* answered 422: \{"title":"No"\}\n$/);
});

test("a server that is not there is said to be so", async () => {
	const lines = file("d", "fine\n");
	const { status, error } = await evaluate(lines, lines, "--url", "http://127.0.0.1:1");
	assert.equal(status, 1);
	assert.match(error, /^Line 1 was not translated: .+\n$/);
});

test("a wrong call is told what to do", async () => {
	const two = file("two", "a\nb\n");
	const one = file("one", "a\n");
	const wrong: [string[], number, RegExp][] = [
		[[], 2, /^Name two files, SRC and REF: 0 given/],
		[[one, one, "--limit", "0"], 2, /^Give --limit a number of lines: 0\n/],
		[[one, one, "--limit", "1.5"], 2, /^Give --limit a number of lines: 1.5\n/],
		[[one, one, "--url", "nowhere"], 2, /^Give --url an address: nowhere\n/],
		[[one, one, "--colour"], 2, /--colour/],
		[[one, two, "--url", base], 1, /^Give two files with as many lines: 1 and 2\n/],
		[[one, join(folder, "none"), "--url", base], 1, /^Name a file that can be read: .*none \(ENOENT\)\n/],
	];
	for (const [words, code, message] of wrong) {
		const { status, error } = await evaluate(...words);
		assert.match(error, message);
		assert.equal(status, code, error);
	}
});

test("help has examples", async () => {
	const { status, out } = await evaluate("--help");
	assert.equal(status, 0);
	assert.match(out, /flores\.en flores\.es/);
});
