import { hash, webcrypto } from "node:crypto";
import { splitOutsideQuotes } from "../core/http-words/header-list.js";
import { type InnerList, isInnerList, parseDictionary } from "../core/http-words/structured-field.js";
import type { Signer } from "../core/receipt/keys.js";
import {
	ALGORITHM,
	COVERED,
	DEFAULT_WISH,
	type SignatureWish,
	signedFields,
} from "../core/receipt/signed-fields.js";
import type { Call } from "../runtime/perform.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import type { HttpReply, HttpRequest } from "./wire/message.js";

/** The receipt that a request asks for. Undefined if it asks for none that this server can give. */
export function wantedReceipt(
	{ host: { signer } }: Service,
	request: HttpRequest,
): SignatureWish | undefined {
	if (!signer) return undefined;
	const { prefer, "accept-signature": accepted } = request.headers;
	// The digests of an answer to HEAD would be of no content.
	if ((prefer === undefined && accepted === undefined) || request.method === "HEAD") return undefined;
	const wish = typeof accepted === "string" ? fitting(accepted, signer) : undefined;
	return wish ?? (prefersReceipt(request) ? DEFAULT_WISH : undefined);
}

/** RFC 7240 §2: preferences are separated by commas, and may have a value and parameters. Repeated fields come joined. */
function prefersReceipt({ headers: { prefer } }: HttpRequest): boolean {
	if (prefer === undefined) return false;
	// The usual value needs no parsing.
	if (prefer === "receipt") return true;
	const all = splitOutsideQuotes([prefer].flat().join(), ",");
	return all.some((one) => /^receipt$/i.test((splitOutsideQuotes(one, ";")[0] ?? "").trim()));
}

/** Texts of the caller go into the signature. Longer ones are not taken. */
const LONGEST_TEXT = 256;

/** The first signature of Accept-Signature that this key can make (RFC 9421 §5.2). What it covers may be more than was asked for. */
function fitting(accepted: string, signer: Signer): SignatureWish | undefined {
	for (const [label, list] of parseDictionary(accepted) ?? []) {
		if (!isInnerList(list) || label.length > LONGEST_TEXT || !covers(list)) continue;
		const { parameters } = list;
		const asked = (name: string) => parameters.get(name);
		if ((asked("keyid") ?? signer.id) !== signer.id || (asked("alg") ?? ALGORITHM) !== ALGORITHM) continue;
		const [nonce, tag] = [asked("nonce"), asked("tag")];
		const isText = (value: unknown) =>
			value === undefined || (typeof value === "string" && value.length <= LONGEST_TEXT);
		// A signature of ours is true for ever.
		if (isText(nonce) && isText(tag) && !parameters.has("expires"))
			return { label, nonce: nonce as string | undefined, tag: tag as string | undefined };
	}
	return undefined;
}

function covers({ items }: InnerList): boolean {
	return items.every(
		({ value, parameters }) => parameters.size === 0 && COVERED.some((component) => component === value),
	);
}

/** Hashing these takes the event loop less time than to hand them to another thread. */
const SHORT = 128 * 1024;

/** Adds a receipt to an answer. It is not compressed afterwards: the digests are those of the answer as it is computed. */
export async function withReceipt(
	{ host: { signer }, info }: Service,
	request: HttpRequest,
	{ served: { mill } }: MillPlace,
	{ body, mediaType, charset, parameters }: Call,
	wish: SignatureWish,
	reply: HttpReply,
): Promise<HttpReply> {
	if (!signer) return reply;
	const fields = signedFields(
		{
			mill: mill.name,
			version: mill.version,
			digest: info.digest(mill),
			parameters,
			input: await sha256(body),
			inputType: charset === undefined ? mediaType : `${mediaType}; charset=${charset.trim()}`,
			status: reply.status,
			answer: await sha256(reply.body),
			answerType: reply.headers["Content-Type"] ?? "",
			created: Math.floor(Date.now() / 1000),
		},
		signer,
		wish,
	);
	if (!fields) return reply;
	// RFC 7240 §3
	const applied = prefersReceipt(request) && { "Preference-Applied": "receipt" };
	return { ...reply, headers: { ...reply.headers, ...fields, ...applied } };
}

async function sha256(bytes: Uint8Array | string): Promise<Uint8Array> {
	if (typeof bytes === "string" || bytes.byteLength <= SHORT) return hash("sha256", bytes, "buffer");
	return new Uint8Array(await webcrypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}
