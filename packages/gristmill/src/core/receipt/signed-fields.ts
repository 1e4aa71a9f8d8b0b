import { type InnerList, writeBare, writeInnerList, writeItem } from "../http-words/structured-field.js";
import type { ParameterValues } from "../parameters.js";
import type { Signer } from "./keys.js";

/**
 * What the signature of a receipt covers (RFC 9421 §2), all of it of the response. What the mill was given is in `mill-receipt`, and not in
 * components of the request (`;req`): proxies change paths, parameters have defaults, and who verifies need not keep the request.
 */
export const COVERED = [
	"@status",
	"content-type",
	"content-digest",
	"repr-digest",
	"mill-digest",
	"mill-receipt",
] as const;

/** The algorithm in the parameters of a signature (RFC 9421 §6.2.2). */
export const ALGORITHM = "ed25519";

/** What a receipt says. */
export interface ReceiptFacts {
	readonly mill: string;
	readonly version: string;
	/** The algorithm digest of the mill. */
	readonly digest: string;
	/** With defaults and those of the path. */
	readonly parameters: ParameterValues;
	/** The SHA-256 of the input's bytes, without a content coding. */
	readonly input: Uint8Array;
	readonly inputType: string;
	readonly status: number;
	/** The SHA-256 of the answer's bytes. */
	readonly answer: Uint8Array;
	/** The Content-Type of the answer. */
	readonly answerType: string;
	/** In seconds. */
	readonly created: number;
}

/** What a request says about the signature that it wants (RFC 9421 §5.1). */
export interface SignatureWish {
	readonly label: string;
	readonly nonce?: string | undefined;
	readonly tag?: string | undefined;
}

export const DEFAULT_WISH: SignatureWish = { label: "receipt" };

/** Longer ones would not fit into the header fields of an answer. */
const LONGEST_PARAMETERS = 4096;

/** The fields of a receipt, by their names on the wire. Undefined if the parameters are too long for header fields. */
export function signedFields(
	facts: ReceiptFacts,
	signer: Signer,
	{ label, nonce, tag }: SignatureWish = DEFAULT_WISH,
): Readonly<Record<string, string>> | undefined {
	const parameters = parametersText(facts.parameters);
	if (parameters.length > LONGEST_PARAMETERS) return undefined;
	const digest = `sha-256=${writeBare(facts.answer)}`;
	const receipt = `mill=${writeBare(facts.mill)}, version=${writeBare(facts.version)}, parameters=${writeBare(parameters)}, input=${writeBare(facts.input)};type=${writeBare(facts.inputType)}`;
	const given =
		(nonce === undefined ? "" : `;nonce=${writeBare(nonce)}`) +
		(tag === undefined ? "" : `;tag=${writeBare(tag)}`);
	const signed = `${COMPONENTS};created=${facts.created};keyid=${writeBare(signer.id)};alg="${ALGORITHM}"${given}`;
	const base = `"@status": ${facts.status}
"content-type": ${facts.answerType}
"content-digest": ${digest}
"repr-digest": ${digest}
"mill-digest": ${facts.digest}
"mill-receipt": ${receipt}
"@signature-params": ${signed}`;
	return {
		"Content-Digest": digest,
		"Repr-Digest": digest,
		"Mill-Receipt": receipt,
		"Signature-Input": `${label}=${signed}`,
		Signature: `${label}=${writeBare(signer.sign(base))}`,
	};
}

const COMPONENTS = `(${COVERED.map((name) => `"${name}"`).join(" ")})`;

/** Parameters as a query string. Equal values are equal texts. */
function parametersText(parameters: ParameterValues): string {
	const query = new URLSearchParams();
	for (const name of Object.keys(parameters).sort())
		for (const one of [parameters[name]].flat()) query.append(name, Object.is(one, -0) ? "-0" : String(one));
	return query.toString();
}

/** The text that is signed (RFC 9421 §2.5). Undefined if a component is missing, or is not of a response alone. */
export function signatureBase(
	list: InnerList,
	fieldOf: (component: string) => string | undefined,
): string | undefined {
	const lines: string[] = [];
	for (const item of list.items) {
		const { value: name, parameters } = item;
		const value = typeof name === "string" && parameters.size === 0 ? fieldOf(name) : undefined;
		if (value === undefined) return undefined;
		const line = `${writeItem(item)}: ${value.trim()}`;
		// RFC 9421 §2.5: each component occurs once, and no value has a line break.
		if (lines.includes(line) || /[\r\n]/.test(line)) return undefined;
		lines.push(line);
	}
	return [...lines, `"@signature-params": ${writeInnerList(list)}`].join("\n");
}
