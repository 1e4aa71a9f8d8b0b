import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { makeCertificate } from "../certificate.js";
import { ManualClock } from "../manual-clock.js";
import { gatedMill } from "../mills/gated-mill.js";
import { RawSocket } from "../raw-socket.js";
import { type Answer, type Running, served } from "../server.js";

/** The mill of the sites, and the emitter that opens its gate. */
export const { mill, gate } = gatedMill();

/** The same mill with and without TLS. Time passes for their connections when a test says so. */
export function gatedSites() {
	const clock = new ManualClock();
	let folder: string | undefined;
	after(() => folder && rm(folder, { recursive: true }));
	const secured = async () => {
		folder = await mkdtemp(join(tmpdir(), "gristmill-connection-"));
		const { cert, key } = await makeCertificate();
		const tls = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
		await Promise.all([writeFile(tls.cert, cert), writeFile(tls.key, key)]);
		return { tls };
	};
	const sites = {
		HTTP: served({}, { mills: [mill], clock }),
		HTTPS: served(secured, { mills: [mill], clock }),
	} satisfies Readonly<Record<string, Running>>;
	return { clock, sites };
}

/** Returns one call with these lines in its head. */
export const call = (input: string, ...lines: readonly string[]) =>
	[
		"POST /gated-echoer HTTP/1.1",
		"Host: a",
		"Content-Type: text/plain",
		`Content-Length: ${input.length}`,
		...lines,
		"",
		input,
	].join("\r\n");

/** Waits until this number of calls have begun. */
export function begun(count: number): Promise<void> {
	let left = count;
	return new Promise((resolve) => {
		const one = () => {
			if (--left > 0) return;
			gate.off("begun", one);
			resolve();
		};
		gate.on("begun", one);
	});
}

/** Asserts that this is the answer to a call with this input. */
export function echoes(answer: Answer, input: string): void {
	assert.equal(answer.status, 200, answer.text);
	assert.deepEqual(answer.json(), { text: input });
}

/** Opens a connection and returns it with the server's side of it. */
export async function connected({ server, url }: Running): Promise<{ raw: RawSocket; socket: Socket }> {
	const arrived = once(server.http, url.startsWith("https:") ? "secureConnection" : "connection");
	const raw = await RawSocket.open(url, { halfOpen: true });
	const [socket] = await arrived;
	return { raw, socket };
}
