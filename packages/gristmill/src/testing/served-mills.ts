import { after, before } from "node:test";
import { createServer, type Mill, type Server, type Settings } from "../index.js";
import { MILLS } from "./mills/mills.js";

/** Serves mills in this process during the tests of a file. */
export function servedMills(
	mills: readonly Mill[] | (() => Promise<readonly Mill[]>) = MILLS,
	settings: Settings = {},
): { readonly url: string } {
	const served = { url: "" };
	let server: Server | undefined;
	before(async () => {
		const given = typeof mills === "function" ? await mills() : mills;
		server = await createServer(given, { log: () => {}, ...settings });
		served.url = await server.listen(0);
	});
	after(() => server?.close());
	return served;
}
