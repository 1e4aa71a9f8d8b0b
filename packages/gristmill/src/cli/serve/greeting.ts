import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleCurl } from "../../documents/curl.js";
import type { Server } from "../../http/server.js";
import { VERSION } from "../../http/service/package-version.js";
import type { Host } from "../command-line/host.js";
import type { SettingsInUse } from "./plan.js";

/** The output of `serve` when it listens: its URL. Mills may still be loading, and one may hang. */
export function addressLine(address: string): string {
	return `Gristmill ${VERSION} at ${address}/\n`;
}

/** What follows when its mills are ready: a command to try each of them. */
export function greeting(
	server: Server,
	address: string,
	{ publicUrl = address, auth, open, hide }: SettingsInUse,
	{ cwd }: Host,
): string {
	const lines = [""];
	// Paths in commands are relative to the working directory.
	const nameOf = (file: URL) => relative(cwd, fileURLToPath(file));
	for (const [label, mills] of [["", server.mills] as const, ...server.versions])
		for (const mill of mills) {
			lines.push(`  ${label && `${label}/`}${mill.name}: ${mill.summary}`);
			const [example] = mill.examples;
			const base = label ? `${publicUrl.replace(/\/$/, "")}/${label}` : publicUrl;
			const credentials = auth !== undefined && !open?.includes(mill.name);
			if (example) lines.push(`    ${exampleCurl(mill, base, example, { nameOf, credentials })}`);
		}
	lines.push("", `Documentation: ${address}/%24description`);
	if (!hide?.includes("page")) lines.push(`Page: ${address}/`);
	lines.push("");
	return lines.join("\n");
}
