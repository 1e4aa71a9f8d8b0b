import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { checkTiny, failedRows, QUICK } from "../testing/servers/check-tiny.js";
import { TINY_MILLS } from "../testing/servers/tiny-facts.js";
import { startTiny } from "../testing/servers/tiny-server.js";
import { Unreachable } from "./find-subject.js";
import { pass, type RowOutcome } from "./probe/outcome.js";
import type { Row } from "./probe/row.js";
import { textReport } from "./report/report-text.js";
import { verdictOf } from "./report/verdict.js";
import { check } from "./run.js";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Writes for as long as anybody reads. */
function endlessly(socket: Socket, piece: string): void {
	const more = () => {
		while (socket.writable && socket.write(piece)) {}
	};
	socket.on("drain", more);
	more();
}

/** What a server does to whoever asks it. */
const HOSTILE: Readonly<Record<string, (socket: Socket) => void>> = {
	"says nothing": () => {},
	"closes at once": (socket) => void socket.destroy(),
	"speaks another language": (socket) => void socket.end("220 mail.example ESMTP\r\n"),
	"sends zeros": (socket) => void socket.end(Buffer.alloc(100_000)),
	"sends a head without end": (socket) => endlessly(socket, "X-More: and more\r\n".repeat(500)),
	"sends fields without end": (socket) => {
		socket.write(HEAD);
		endlessly(socket, "X-More: and more\r\n".repeat(500));
	},
	"sends 1xx without end": (socket) => endlessly(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(500)),
	"sends a body without end": (socket) => {
		socket.write(`${HEAD}\r\n`);
		endlessly(socket, "[".repeat(10_000));
	},
	"sends chunks without end": (socket) => {
		socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
		endlessly(socket, `1000\r\n${"x".repeat(4096)}\r\n`);
	},
	"sends chunks that are none": (socket) =>
		void socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
	"promises more than it sends": (socket) => void socket.end(`${HEAD}Content-Length: 100\r\n\r\n{}`),
	"promises two lengths": (socket) =>
		void socket.end(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
	"nests without end": (socket) => void socket.end(`${HEAD}\r\n${"[".repeat(200_000)}${"]".repeat(200_000)}`),
	"sends a byte now and then": (socket) => {
		const timer = setInterval(() => socket.writable && socket.write("H"), 20);
		socket.on("close", () => clearInterval(timer));
	},
};

for (const [what, does] of Object.entries(HOSTILE))
	test(`a server that ${what} is no mill, and the check ends`, async (t) => {
		const server = createServer((socket) => {
			socket.on("error", () => {});
			socket.resume();
			does(socket);
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		t.after(() => server.close());
		const { port } = server.address() as AddressInfo;
		const url = new URL(`http://127.0.0.1:${port}/mill`);
		const verdict = await check({ ...QUICK, url, patience: 100, budget: 300 }).then(verdictOf, (error) => {
			assert.ok(error instanceof Unreachable, error);
			return "undecided";
		});
		assert.notEqual(verdict, "passed");
	});

test("if no server answers at the address, the report says so", async () => {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await assert.rejects(check({ ...QUICK, url: new URL(`http://127.0.0.1:${port}/mill`) }), Unreachable);
});

test("a schema whose pattern takes for ever is given up", async (t) => {
	const pattern = "^([A-Z ]+)+$";
	const report = await checkTiny(
		t,
		"shouter",
		{
			facts: ({ schema, run }) => ({
				schema: { ...schema, properties: { text: { type: "string", pattern } } },
				run: (input) => run(input) && { text: `${"A".repeat(60)}!`, length: 1 },
			}),
		},
		{ only: ["A5"], briefPatience: 300 },
	);
	const [finding] = report.findings.filter(({ row }) => row.id === "A5");
	assert.equal(finding?.outcome.kind, "skip");
	assert.match(JSON.stringify(finding?.outcome), /takes too long/);
});

test("links to another origin are not followed", async (t) => {
	const asked: string[] = [];
	const other = createServer((socket) => {
		asked.push("somebody");
		socket.destroy();
	}).listen(0, "127.0.0.1");
	await once(other, "listening");
	t.after(() => other.close());
	const { port } = other.address() as AddressInfo;
	const report = await checkTiny(t, "shouter", {
		facts: () => ({ links: { schema: { href: `http://127.0.0.1:${port}/inside` } } }),
	});
	const [finding] = report.findings.filter(({ row }) => row.id === "B3");
	assert.match(JSON.stringify(finding?.outcome), /skip.*another origin/);
	assert.deepEqual(failedRows(report), []);
	assert.deepEqual(asked, []);
});

test("what a stranger sends reaches a terminal without control characters", async (t) => {
	const report = await checkTiny(
		t,
		"shouter",
		{
			answer: () => (call, correct) => {
				const reply = correct();
				return call.method === "PUT" ? { ...reply, status: 200, body: "\u001b[2J" } : reply;
			},
			facts: ({ schema }) => ({ schema: { ...schema, properties: { "\u001b]0;x": { type: "\u001b[2J" } } } }),
		},
		{ only: ["M5", "A4"] },
	);
	assert.deepEqual(failedRows(report), ["M5", "A4"]);
	// JSON writes them as escapes.
	assert.doesNotMatch(JSON.stringify(report.findings.map(({ outcome }) => outcome)), /\\u00[01]/);
});

test("fields of a stranger's answers reach a terminal without control characters", async (t) => {
	// A control character that Node's own server sends: in some terminals it begins a sequence, as ESC [ does.
	const evil = "\u009b2J";
	const report = await checkTiny(
		t,
		"shouter",
		{
			facts: () => ({ list: {}, openApi: {}, allow: `POST${evil}, OPTIONS` }),
			answer: () => (_, correct) => {
				const reply = correct();
				return { ...reply, headers: { ...reply.headers, Vary: evil } };
			},
		},
		{ only: ["O8", "M4"] },
	);
	assert.ok(failedRows(report).includes("O8"));
	assert.equal(report.subject.method, "POST");
	assert.ok(!textReport(report, { all: true }).includes("\u009b"));
});

test("a row that throws leaves the check undecided, and the other rows still run", async (t) => {
	const row = (id: string, run: () => RowOutcome): Row => ({
		...{ id, level: "MUST", title: id, how: id },
		check: async () => run(),
	});
	const { server, url } = await startTiny(TINY_MILLS.shouter());
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	const broken = row("Z1", () => {
		throw new TypeError("\u001b[2Jno such thing");
	});
	const { findings } = await check({ ...QUICK, url }, [broken, row("Z2", () => pass())]);
	assert.equal(verdictOf({ findings }), "undecided");
	const [first, second] = findings.map(({ outcome }) => outcome);
	assert.match(
		JSON.stringify(first),
		/"skip".*gristmill check itself failed; please report this: TypeError: {2}\[2Jno such thing at /,
	);
	assert.deepEqual(second, pass());
});

test("a media type in a document cannot smuggle header fields into the checker's requests", async (t) => {
	const types = new Set<string | undefined>();
	await checkTiny(
		t,
		"shouter",
		{
			facts: ({ schema, offers }) => ({
				offers: { ...offers, urls: false },
				schema: {
					...schema,
					$defs: { input: { contentMediaType: "text/plain\r\nX-Evil: 1", examples: ["a"] } },
				},
			}),
			answer: () => (call, correct) => {
				types.add(call.headers["x-evil"]?.toString());
				return correct();
			},
		},
		{ only: ["M1"] },
	);
	assert.deepEqual([...types], [undefined]);
});
