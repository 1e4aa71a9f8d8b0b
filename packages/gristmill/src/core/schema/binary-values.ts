import { type BinaryMember, EACH } from "./binary.js";

/** Returns a copy of an output whose binary members are replaced. Other members are shared with the original. */
export function mapBinary(
	output: unknown,
	members: readonly BinaryMember[],
	replace: (value: unknown, member: BinaryMember, place: string) => unknown,
): unknown {
	return members.reduce(
		(value, member) => mapAt(value, member.path, "", (held, place) => replace(held, member, place)),
		output,
	);
}

/** Absent members stay absent. A value of the wrong shape is left as it is: the validator reports it. */
function mapAt(
	value: unknown,
	[step, ...rest]: readonly string[],
	place: string,
	replace: (value: unknown, place: string) => unknown,
): unknown {
	if (step === undefined) return replace(value, place);
	if (typeof value !== "object" || value === null) return value;
	if (step === EACH)
		return Array.isArray(value) ? value.map((one, i) => mapAt(one, rest, `${place}/${i}`, replace)) : value;
	const held = (value as Record<string, unknown>)[step];
	if (held === undefined) return value;
	return { ...value, [step]: mapAt(held, rest, `${place}/${step}`, replace) };
}

/** Says what is wrong with the first binary member that is not bytes: `/image must be a Uint8Array: it is a string`. */
export function complainAboutBytes(output: unknown, members: readonly BinaryMember[]): string | undefined {
	let complaint: string | undefined;
	mapBinary(output, members, (value, _, place) => {
		complaint ??= complain(value, place);
		return value;
	});
	return complaint;
}

function complain(value: unknown, place: string): string | undefined {
	if (!(value instanceof Uint8Array)) return `${place} must be a Uint8Array: it is ${kindOf(value)}`;
	if (value.byteLength > 0) return undefined;
	return isDetached(value)
		? `${place} is detached: its buffer was transferred away`
		: `${place} has no bytes`;
}

function kindOf(value: unknown): string {
	if (value === null) return "null";
	if (typeof value !== "object") return `a ${typeof value}`;
	if ("pipe" in value || "getReader" in value) return "a stream: read it to its end first";
	if (value instanceof ArrayBuffer) return "an ArrayBuffer: wrap it in new Uint8Array(…)";
	return Array.isArray(value) ? "an array" : "an object";
}

/** `ArrayBuffer.detached` is new in Node 22. A detached buffer throws when a view of it is made. */
function isDetached({ buffer }: Uint8Array): boolean {
	try {
		new Uint8Array(buffer);
		return false;
	} catch {
		return true;
	}
}

/** The output with its binary members in base64, as JSON and XML have them. */
export function withBase64(output: object, members: readonly BinaryMember[]): object {
	return mapBinary(output, members, (value) =>
		value instanceof Uint8Array ? base64(value) : value,
	) as object;
}

/** The output with its binary members as bytes, from JSON. */
export function withBytes(output: unknown, members: readonly BinaryMember[]): unknown {
	return mapBinary(output, members, (value) =>
		typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value,
	);
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
	return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
