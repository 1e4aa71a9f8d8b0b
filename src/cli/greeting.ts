import type { Mill } from "../core/mill.js";
import { curlLine } from "../documents/curl.js";
import { VERSION } from "../http/version.js";

/** What `serve` prints when it can be called: its address, and a line to try each mill. */
export function greeting(address: string, callAddress: string, mills: readonly Mill[]): string {
	const lines = [`Gristmill ${VERSION} at ${address}/`, ""];
	for (const mill of mills) {
		lines.push(`  ${mill.name}: ${mill.summary}`);
		const [example] = mill.examples;
		if (example) lines.push(`    ${curlLine(mill, callAddress, example)}`);
	}
	lines.push("", `Everything else: ${address}/%24description`, "");
	return lines.join("\n");
}
