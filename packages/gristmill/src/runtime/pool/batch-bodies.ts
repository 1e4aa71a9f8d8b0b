import type { Call } from "../perform.js";

/** A call of a batch in a message. */
interface BatchCall {
	readonly id: number;
	readonly call: Call;
	/** The size of its body, if the bodies follow the message, one after the other. */
	readonly size?: number;
}

/** The calls without their bodies, and all bodies in one piece. */
export function withoutBodies(calls: readonly BatchCall[]): {
	readonly calls: readonly BatchCall[];
	readonly bodies: Uint8Array;
} {
	return {
		calls: calls.map(({ id, call }) => ({
			id,
			call: { ...call, body: EMPTY },
			size: call.body.byteLength,
		})),
		bodies: Buffer.concat(calls.map(({ call }) => call.body)),
	};
}

const EMPTY = new Uint8Array(0);

/** The calls with their bodies again. */
export function withBodies(calls: readonly BatchCall[], bodies: Uint8Array): BatchCall[] {
	let at = 0;
	return calls.map(({ id, call, size = 0 }) => {
		const body = bodies.subarray(at, at + size);
		at += size;
		return { id, call: { ...call, body } };
	});
}
