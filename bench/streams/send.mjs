import { request } from "node:http";
import { Readable } from "node:stream";

export const TEXT = { "Content-Type": "text/plain" };
export const PARTS = { ...TEXT, Accept: "application/jsonl" };

/** Sends a body. Resolves at the end of the answer, with the milliseconds to its first piece and to its end, and its bytes. */
export function send(server, path, headers, body, onPiece = () => {}) {
	return new Promise((resolve, reject) => {
		const began = performance.now();
		const sent = request({ port: server.port, path, method: "POST", headers, agent: false });
		sent.on("error", reject);
		sent.on("response", async (response) => {
			let first;
			let bytes = 0;
			for await (const piece of response) {
				first ??= performance.now() - began;
				bytes += piece.length;
				onPiece();
			}
			if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode}.`));
			resolve({ first, ms: performance.now() - began, bytes });
		});
		Readable.from(body).pipe(sent);
	});
}

/**
 * The whole lines of a stream that have come: all, or those up to a line that makes `leaves` true, at which the caller leaves. A body that
 * is a list is sent piece by piece.
 */
export function linesOf(server, path, body, leaves = () => false) {
	return new Promise((resolve, reject) => {
		const sent = request({ port: server.port, path, method: "POST", headers: PARTS, agent: false });
		let isOver = false;
		sent.on("error", (error) => isOver || reject(error));
		sent.on("response", async (response) => {
			const lines = [];
			let held = "";
			try {
				for await (const piece of response.setEncoding("utf8")) {
					const whole = `${held}${piece}`.split("\n");
					held = whole.pop();
					for (const line of whole) {
						if (!isOver) lines.push(line);
						isOver ||= leaves(lines);
					}
					if (isOver) break;
				}
			} catch {
				// It broke off. What has come counts.
			}
			isOver = true;
			sent.destroy();
			resolve(lines);
		});
		for (const piece of body) sent.write(piece);
		sent.end();
	});
}
