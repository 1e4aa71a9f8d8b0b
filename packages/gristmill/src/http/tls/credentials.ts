import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { readTrouble } from "../../core/file-trouble.js";
import type { TlsSettings } from "./settings.js";

/** Only forward secrecy and authenticated encryption: all of TLS 1.3, and of TLS 1.2 what every client since 2014 supports. */
const CIPHERS = [
	"TLS_AES_128_GCM_SHA256",
	"TLS_AES_256_GCM_SHA384",
	"TLS_CHACHA20_POLY1305_SHA256",
	"ECDHE-ECDSA-AES128-GCM-SHA256",
	"ECDHE-RSA-AES128-GCM-SHA256",
	"ECDHE-ECDSA-AES256-GCM-SHA384",
	"ECDHE-RSA-AES256-GCM-SHA384",
	"ECDHE-ECDSA-CHACHA20-POLY1305",
	"ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** A certificate and its key. They are known to match. */
interface Credentials {
	readonly options: SecureContextOptions;
	readonly certificate: X509Certificate;
}

/** Reads the pair. Throws a RangeError that names the file and says how to fix it. */
export async function readCredentials({ cert, key, passphrase }: TlsSettings): Promise<Credentials> {
	// One after the other, so that the same mistake always has the same message.
	const certText = await read(cert, "--tls-cert");
	const keyText = await read(key, "--tls-key");
	const certificate = readCertificate(certText, cert);
	const privateKey = readKey(keyText, key, passphrase);
	if (!certificate.checkPrivateKey(privateKey))
		throw new RangeError(`The key ${key} does not belong to the certificate ${cert}.`);
	const options: SecureContextOptions = {
		cert: certText,
		key: keyText,
		...(passphrase !== undefined && { passphrase }),
		minVersion: "TLSv1.2",
		ciphers: CIPHERS,
	};
	try {
		createSecureContext(options);
	} catch (error) {
		// For example, the key is too short by today's rules, or a certificate after the first is broken.
		const { reason = "it is refused" } = error as { reason?: string };
		throw new RangeError(`TLS cannot use the certificate ${cert}: ${reason}.`);
	}
	return { options, certificate };
}

async function read(file: string, flag: string): Promise<string> {
	return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new RangeError(`The file of ${flag}, ${readTrouble(file, error)}.`);
	});
}

function readCertificate(text: string, file: string): X509Certificate {
	try {
		return new X509Certificate(text);
	} catch {
		throw new RangeError(`${file} has no certificate in PEM (-----BEGIN CERTIFICATE-----).`);
	}
}

function readKey(key: string, file: string, passphrase: string | undefined): KeyObject {
	try {
		return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
	} catch {
		// OpenSSL's message for a wrong passphrase is as unclear as its message for a file without a key.
		if (!/ENCRYPTED/.test(key))
			throw new RangeError(`${file} has no private key in PEM (-----BEGIN PRIVATE KEY-----).`);
		throw new RangeError(
			`The key ${file} is encrypted, and ${passphrase === undefined ? "no passphrase is given" : "its passphrase does not open it"}. Set GRISTMILL_TLS_PASSPHRASE.`,
		);
	}
}
