import { closest } from "../core/closest.js";
import type { Mill } from "../core/mill.js";
import { curlLine } from "../documents/curl.js";
import { createServer } from "../http/server.js";
import { VERSION } from "../http/version.js";
import { BUILT_IN } from "../mills/built-in.js";
import { importMill } from "../runtime/import-mill.js";
import { type Bundle, bundle, describeImportError } from "./bundle.js";
import { UsageError, WorkError } from "./command-error.js";
import { type Chosen, readSettings } from "./settings-table.js";
import { watch } from "./watch.js";

/** `gristmill serve`: runs until a signal ends it. */
export async function serve(words: readonly string[]): Promise<void> {
	const { settings, files } = readSettings(words, process.env);
	if (settings.links !== "hal" && settings.links !== "always")
		throw new UsageError(`Give --links as hal or always: "${settings.links}".`);
	if (settings.watch) return watch(words, files);

	const sources = [...builtIn(settings), ...(await Promise.all(files.map(prepare)))];
	if (sources.length === 0)
		throw new UsageError("Name at least one mill file: --only-files leaves the others out.");
	const server = await createServer(sources, {
		base: settings.base,
		publicUrl: settings["public-url"],
		cors: settings.cors?.includes("*") ? "*" : settings.cors,
		hide: settings.hide,
		links: settings.links,
		title: settings.title,
	}).catch((error: unknown) => {
		throw error instanceof RangeError ? new UsageError(error.message) : error;
	});
	const address = await server.listen(settings.port, settings.host).catch((error: NodeJS.ErrnoException) => {
		throw new WorkError(describeListenError(error, settings));
	});
	const mills = server.mills.map(({ mill }) => mill);
	process.stdout.write(greeting(address, settings["public-url"] ?? address, mills));

	let ending = false;
	const end = () => {
		// A second signal means: now.
		if (ending) process.exit(1);
		ending = true;
		server.close().then(() => process.exit(0));
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
}

function builtIn(settings: Chosen): URL[] {
	if (settings["only-files"]) return [];
	const names = settings.mills ?? Object.keys(BUILT_IN);
	return names.map((name) => {
		const url = BUILT_IN[name];
		if (url) return url;
		const hint = closest(name, Object.keys(BUILT_IN));
		const end = hint ? ` Did you mean "${hint}"?` : "";
		throw new UsageError(`Choose mills among ${Object.keys(BUILT_IN).join(", ")}: "${name}".${end}`);
	});
}

/** Bundles a mill file and imports it once, so that a mistake in it is told with its line. */
async function prepare(file: string): Promise<URL> {
	const made = await bundle(file);
	// The lines in a stack are then those of the author's file.
	process.setSourceMapsEnabled(true);
	await importMill(made.url).catch((error: unknown) => {
		throw new WorkError(explain(error, file, made));
	});
	return made.url;
}

function explain(error: unknown, file: string, made: Bundle): string {
	const message = describeImportError(error, file, made);
	return message.includes("Export the mill as default")
		? `${file}: Export the mill as default: export default defineMill({ … }).`
		: message;
}

function greeting(address: string, callAddress: string, mills: readonly Mill[]): string {
	const lines = [`Gristmill ${VERSION} at ${address}/`, ""];
	for (const mill of mills) {
		lines.push(`  ${mill.name}: ${mill.summary}`);
		const [example] = mill.examples;
		if (example) lines.push(`    ${curlLine(mill, callAddress, example)}`);
	}
	lines.push("", `Everything else: ${address}/%24description`, "");
	return lines.join("\n");
}

function describeListenError(error: NodeJS.ErrnoException, { port, host }: Chosen): string {
	if (error.code === "EADDRINUSE") return `Choose another port with --port: ${port} is in use.`;
	if (error.code === "EACCES") return `Choose a port above 1023 with --port: ${port} needs more rights.`;
	if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
		return `Choose an address of this machine with --host: ${host} is none.`;
	return `The server cannot listen: ${error.message}`;
}
