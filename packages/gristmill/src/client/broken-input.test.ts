import assert from "node:assert/strict";
import { appendFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../testing/command.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { createClient, digestOf, type Input } from "./index.js";

const reader = oddServer((request, response) => {
	request.resume().on("error", () => {});
	request.on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
});

const broken = Object.assign(new Error("the disk broke"), { code: "EIO" });

const INPUTS: Record<string, () => Input> = {
	"a function that throws": () => () => {
		throw broken;
	},
	"chunks that end in an error": () =>
		async function* () {
			yield new Uint8Array(100_000);
			throw broken;
		},
	"a stream that breaks": () => () =>
		new ReadableStream({
			pull(controller) {
				controller.error(broken);
			},
		}),
	"a stream that breaks and can be sent once only": () =>
		new ReadableStream({
			pull(controller) {
				controller.error(broken);
			},
		}),
};

for (const [what, input] of Object.entries(INPUTS))
	for (const method of ["POST", "GET"])
		test(`${what} fails the call (${method}) with its own error, and once`, async () => {
			const { url, requests } = await reader;
			const before = requests.length;
			const client = createClient(url, { retry: { firstPause: 1 } });
			await assert.rejects(client.call("x", input(), { method }), (error) => error === broken);
			assert.ok(requests.length - before <= 1);
		});

test("a digest of what cannot be read fails with the same error", async () => {
	await assert.rejects(
		digestOf(INPUTS["chunks that end in an error"]?.() as Input),
		(error) => error === broken,
	);
});

for (const [what, change] of [
	["shorter", (file: string) => truncate(file, 10)],
	["longer", (file: string) => appendFile(file, "x")],
] as const)
	test(`a file that became ${what} since it was looked at is told as such`, async (t) => {
		// So large that most of it is unread when it changes: a file is read no faster than it is sent.
		const size = 4 * 1024 * 1024;
		const file = join(await folderWith(t, { "a.txt": "x".repeat(size) }), "a.txt");
		const { url } = await reader;
		const answer = createClient(url, {
			fetch: async (...all) => {
				await change(file);
				return fetch(...all);
			},
		}).call("x", { file });
		await assert.rejects(answer, {
			name: "UsageError",
			message: `The file changed during the call: it no longer has ${size} bytes.`,
		});
	});
