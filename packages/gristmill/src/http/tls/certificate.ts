import type { ServerResponse } from "node:http";
import { createServer, type Server, type ServerOptions } from "node:https";
import type { Log } from "../../telemetry/log/stderr-log.js";
import { reasonFor, watchFiles } from "../files/watch-files.js";
import { readCredentials } from "./credentials.js";
import type { TlsSettings } from "./settings.js";

/** A longer handshake only occupies a connection. */
const HANDSHAKE_MS = 10_000;

/** An https server whose certificate can change while it runs. */
interface SecureServer {
	readonly https: Server;
	/** Loads the current content of the files. A broken or mismatched pair changes nothing. */
	reload(): Promise<void>;
	/** Stops watching the files. */
	close(): void;
}

export async function secureServer(
	settings: TlsSettings,
	options: ServerOptions,
	log: Log,
): Promise<SecureServer> {
	const first = await readCredentials(settings);
	warnOfEnd(first.certificate.validTo, settings.cert, log);
	const https = createServer({ ...options, ...first.options, handshakeTimeout: HANDSHAKE_MS });
	if (settings.hsts)
		for (const event of ["request", "checkContinue", "checkExpectation"])
			https.on(event, (_, response: ServerResponse) => {
				response.setHeader("Strict-Transport-Security", `max-age=${settings.hsts}`);
			});
	let current = first.certificate.fingerprint256;
	const reload = async () => {
		try {
			const { options, certificate } = await readCredentials(settings);
			https.setSecureContext(options);
			if (certificate.fingerprint256 === current) return;
			current = certificate.fingerprint256;
			log("info", "loaded the new certificate", { file: settings.cert, until: certificate.validTo });
			warnOfEnd(certificate.validTo, settings.cert, log);
		} catch (error) {
			log("warn", "kept the old certificate", { reason: reasonFor(error) });
		}
	};
	const close = watchFiles([settings.cert, settings.key], reload);
	return { https, reload, close };
}

function warnOfEnd(validTo: string, file: string, log: Log): void {
	if (Date.parse(validTo) < Date.now())
		log("warn", "the certificate has expired, and callers will refuse it", { file, validTo });
}
