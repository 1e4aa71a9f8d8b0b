import { beginsLike, typeOfBytes } from "../codecs/formats/signatures.js";
import { LongInput } from "../codecs/long-input.js";
import { JSON_LINES } from "../codecs/parts.js";
import { Fold } from "../core/definition/growing-member.js";
import type { RunContext } from "../core/definition/mill.js";
import { describeBytes } from "../core/describe-bytes.js";
import { Problem } from "../core/problem.js";
import { isObject } from "../core/schema/is-object.js";
import type { Validator } from "../core/schema/json-schema.js";
import { Crash } from "./failures.js";
import type { Growing, ReadyMill } from "./ready-mill.js";
import { failureOfRun } from "./run-failure.js";

/** As many bytes as tell their media type. */
const HEAD = 16;

/**
 * Runs a mill whose result comes in parts. Yields each part when it is checked, and returns the other members. Empty parts of text and
 * bytes are left out. If the reader stops, so does the mill, at its next part.
 */
export async function* computeParts(
	ready: ReadyMill,
	input: unknown,
	context: RunContext,
): AsyncGenerator<unknown, Readonly<Record<string, unknown>>, void> {
	const { mill, growing, rawTypes } = ready;
	if (!growing) throw new Crash("it has no parts");
	const head = new Uint8Array(HEAD);
	let length = 0;
	const beginsRight = () => {
		const type = rawTypes.length > 0 ? context.outputType : (mill.binary[0]?.mediaTypes[0] as string);
		const seen = head.subarray(0, Math.min(length, HEAD));
		if (beginsLike(type, seen)) return;
		const like = typeOfBytes(seen);
		throw new Crash(`/${growing.member.name} is no ${type}${like ? `: it begins like ${like}` : ""}`);
	};
	let source: AsyncGenerator | Generator | undefined;
	try {
		for (;;) {
			const step = await next();
			if (step.done) {
				source = undefined;
				if (input instanceof LongInput) input.demandRight();
				if (growing.member.growth === "bytes") {
					if (length === 0) throw new Crash(`/${growing.member.name} has no bytes`);
					if (length < HEAD) beginsRight();
				}
				return checkedRest(growing, step.value);
			}
			const part = checkedPart(growing, step.value);
			if (part === "") continue;
			if (part instanceof Uint8Array) {
				if (part.byteLength === 0) continue;
				if (length < HEAD) {
					head.set(part.subarray(0, HEAD - length), length);
					if (length + part.byteLength >= HEAD) {
						length += part.byteLength;
						beginsRight();
					} else length += part.byteLength;
				}
			}
			yield part;
		}
	} finally {
		await stop(source);
		if (input instanceof LongInput) input.close();
	}

	async function next(): Promise<IteratorResult<unknown, unknown>> {
		try {
			source ??= mill.run(input, context) as AsyncGenerator | Generator;
			return await source.next();
		} catch (error) {
			source = undefined;
			if (input instanceof LongInput) input.demandRight();
			throw failureOfRun(mill, error);
		}
	}
}

/** Lets a generator clean up. What it throws then changes nothing. */
async function stop(source: AsyncGenerator | Generator | undefined): Promise<void> {
	try {
		await source?.return(undefined);
	} catch {}
}

function checkedPart({ member, part: schema }: Growing, part: unknown): unknown {
	const { name, growth } = member;
	try {
		if (growth === "bytes" && !(part instanceof Uint8Array))
			throw new Crash(`a part of /${name} must be a Uint8Array`);
		if (schema && !schema.check(part)) throw mismatch(`a part of /${name}`, schema, part);
		// A Buffer has one, and its bytes are sent as they are.
		if (growth !== "bytes" && isObject(part) && "toJSON" in part)
			throw new Crash(`a part of /${name} has a method toJSON: yield plain data instead`);
		return part;
	} catch (error) {
		// A getter in a part can throw anything that `run` can throw, with the input in its message.
		throw Crash.is(error) ? error : new Crash(`a part of /${name} cannot be read`, { cause: error });
	}
}

function checkedRest({ member, rest: schema }: Growing, given: unknown): Readonly<Record<string, unknown>> {
	const rest = given ?? {};
	try {
		if (!schema.check(rest)) throw mismatch(`what run returns beside /${member.name}`, schema, rest);
		if (Object.hasOwn(rest, "toJSON")) throw new Crash("the result has a method toJSON");
		return rest as Readonly<Record<string, unknown>>;
	} catch (error) {
		throw Crash.is(error) ? error : new Crash("the result cannot be read", { cause: error });
	}
}

function mismatch(what: string, schema: Validator, value: unknown): Crash {
	const start = `${what} does not match the output schema`;
	return new Crash(`${start}: ${schema.complaintForLog(value)}`, {
		forAuthor: `${start}: ${schema.complaint(value)}`,
	});
}

/** The whole result of a mill whose result comes in parts. */
export async function foldParts(ready: ReadyMill, input: unknown, context: RunContext): Promise<object> {
	const { mill, growing } = ready;
	const fold = new Fold((growing as Growing).member, mill.output);
	const parts = computeParts(ready, input, context);
	for (;;) {
		const { done, value } = await parts.next();
		if (done) return fold.whole(value);
		fold.add(value);
		if (fold.least > mill.maxOutput) {
			await parts.return({});
			throw input instanceof LongInput ? tooLong(mill.maxOutput) : tooLarge(fold.least, mill.maxOutput);
		}
	}
}

/** The result of a long input is as long as its caller makes it, so its size is no mistake of the mill. */
export function tooLong(most: number): Problem {
	return new Problem(
		"content-too-large",
		`The whole result would have more than ${describeBytes(most)}. Ask for it in parts, with Accept: ${JSON_LINES}, or send less.`,
	);
}

/** The parts of a result are together larger than results may be. */
export function tooLarge(size: number, most: number): Crash {
	return new Crash(
		`the result has more than ${describeBytes(Math.min(size, most))}, which maxOutput allows: yield less, or raise maxOutput`,
	);
}
