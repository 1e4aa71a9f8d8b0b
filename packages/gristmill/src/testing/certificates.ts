import { spawnSync } from "node:child_process";
import type { TestContext } from "node:test";
import { folderWith } from "./command.js";

/** The reason to skip tests with certificates, or false if openssl is installed. */
export const noOpenSsl = spawnSync("openssl", ["version"]).status !== 0 && "openssl is not installed";

/** Makes a folder with a server certificate, a certificate authority for clients, and a client certificate with its key. */
export async function certificates(t: TestContext): Promise<string> {
	const cwd = await folderWith(t, {});
	const openssl = (...words: string[]) => {
		const { status, stderr } = spawnSync("openssl", words, { cwd, encoding: "utf8" });
		if (status !== 0) throw new Error(stderr);
	};
	const fresh = (name: string, subject: string, ...more: string[]) => {
		const words = ["-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", `/CN=${subject}`];
		openssl("req", ...words, "-keyout", `${name}.key`, "-out", `${name}.pem`, ...more);
	};
	fresh("server", "mill", "-x509", "-addext", "subjectAltName=IP:127.0.0.1");
	fresh("callers", "authority", "-x509");
	fresh("request", "caller");
	const signed = ["-req", "-in", "request.pem", "-CA", "callers.pem", "-CAkey", "callers.key"];
	openssl("x509", ...signed, "-CAcreateserial", "-days", "1", "-out", "caller.pem");
	return cwd;
}
