import {
	createHash,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type JsonWebKey,
	type KeyObject,
	sign,
	verify,
} from "node:crypto";
import { isObject } from "../schema/is-object.js";

/** A public key as a JSON Web Key (RFC 8037). `kid` is the thumbprint of the key (RFC 7638), so nobody has to choose names. */
export interface PublicJwk {
	readonly kty: "OKP";
	readonly crv: "Ed25519";
	readonly x: string;
	readonly kid: string;
	readonly use: "sig";
	readonly alg: "EdDSA";
}

/** A key that verifies receipts. */
export interface PublicKey {
	/** Its thumbprint. */
	readonly id: string;
	/** What its set calls it; the thumbprint if the set does not say. */
	readonly name: string;
	readonly jwk: PublicJwk;
	verifies(text: string, signature: Uint8Array): boolean;
}

/** A key that signs receipts. */
export interface Signer {
	readonly id: string;
	readonly jwk: PublicJwk;
	sign(text: string): Uint8Array;
}

/** A new private key in PEM (PKCS #8). */
export function newPrivateKey(): string {
	const { privateKey } = generateKeyPairSync("ed25519");
	return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** Reads a private key in PEM. Throws a RangeError that names the file. */
export function readSigner(pem: string, file: string): Signer {
	const key = refusing(() => createPrivateKey(pem), `${file} has no private key in PEM.${MAKE_ONE}`);
	if (key.asymmetricKeyType !== "ed25519")
		throw new RangeError(
			`${file} has a key of the type ${key.asymmetricKeyType}, and receipts are signed with Ed25519.${MAKE_ONE}`,
		);
	const { id, jwk } = publicKeyOf(createPublicKey(key));
	return { id, jwk, sign: (text) => sign(null, Buffer.from(text), key) };
}

const MAKE_ONE = ' Make one with "gristmill key new".';

/**
 * Reads public keys: one in PEM (a private key has its public one), a JSON Web Key, or a set of them. Keys of other algorithms in a set
 * are passed over. Throws a RangeError that names the source.
 */
export function readPublicKeys(text: string, where: string): PublicKey[] {
	const isJson = /^\s*\{/.test(text);
	if (!isJson) {
		const key = refusing(() => createPublicKey(text), `${where} has no key in PEM, and is no JSON Web Key.`);
		if (key.asymmetricKeyType !== "ed25519")
			throw new RangeError(`${where} has a key of the type ${key.asymmetricKeyType}, and must have Ed25519.`);
		return [publicKeyOf(key)];
	}
	const parsed = refusing(() => JSON.parse(text) as unknown, `${where} is no valid JSON.`);
	const list = isObject(parsed) && Array.isArray(parsed.keys) ? parsed.keys : [parsed];
	const keys = list.flatMap((jwk) => ofJwk(jwk) ?? []);
	if (keys.length === 0) throw new RangeError(`${where} has no public key of Ed25519.`);
	return keys;
}

function ofJwk(jwk: unknown): PublicKey | undefined {
	if (!isObject(jwk) || jwk.kty !== "OKP" || jwk.crv !== "Ed25519" || typeof jwk.x !== "string")
		return undefined;
	const { kid, x } = jwk;
	try {
		const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x } as JsonWebKey, format: "jwk" });
		return publicKeyOf(key, typeof kid === "string" ? kid : undefined);
	} catch {
		return undefined;
	}
}

function publicKeyOf(key: KeyObject, name?: string): PublicKey {
	const { x = "" } = key.export({ format: "jwk" });
	// RFC 7638 §3: the members in this order, without spaces.
	const id = createHash("sha256")
		.update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
		.digest("base64url");
	return {
		id,
		name: name ?? id,
		jwk: { kty: "OKP", crv: "Ed25519", x, kid: id, use: "sig", alg: "EdDSA" },
		verifies: (text, signature) => verify(null, Buffer.from(text), key, signature),
	};
}

/** OpenSSL's messages name its functions, and could quote a key. */
function refusing<T>(work: () => T, message: string): T {
	try {
		return work();
	} catch {
		throw new RangeError(message);
	}
}
