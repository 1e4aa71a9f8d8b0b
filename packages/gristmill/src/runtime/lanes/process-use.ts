import { Buffer } from "node:buffer";
import { nextTurn, SLICE, slicesOf } from "../../core/in-slices.js";
import type { Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import { ArrivingBytes } from "../pool/arriving.js";
import type { ReadyMill } from "../ready-mill.js";

/** By `run`: mills that use this one write to the same arrays. */
const uses = new WeakMap<object, ProcessUse>();

/** The calls of a mill that run in this process, and the bytes of it that are being copied. */
export class ProcessUse {
	/** Those of the mills that it uses. */
	readonly #steps: readonly ProcessUse[];
	/** The number of calls whose code may run at any time. */
	#running = 0;
	#copying: Promise<void> | undefined;

	constructor(steps: readonly ProcessUse[] = []) {
		this.#steps = steps;
	}

	static of({ mill, uses: steps }: ReadyMill): ProcessUse {
		let use = uses.get(mill.run);
		if (!use) {
			use = new ProcessUse([...steps.values()].map((step) => ProcessUse.of(step)));
			uses.set(mill.run, use);
		}
		return use;
	}

	/** Set while bytes are copied. No call may begin then, because the mill may write to the same array again. */
	get copying(): Promise<void> | undefined {
		return this.#copying ?? this.#steps.find(({ copying }) => copying)?.copying;
	}

	/** A call begins. */
	enter(): void {
		this.#running++;
		for (const step of this.#steps) step.enter();
	}

	/** The call has ended. */
	leave(): void {
		this.#running--;
		for (const step of this.#steps) step.leave();
	}

	/** Copies what a mill has returned. A large result is copied in slices, so that other calls do not wait for it. */
	copy(content: Uint8Array, caller: Departure): Uint8Array | ArrivingBytes {
		if (content.byteLength <= SLICE || this.#isBusy()) return Buffer.from(content);
		const bytes = new ArrivingBytes(content.byteLength);
		bytes.expect(1);
		this.#copying = copyInSlices(content, bytes, caller).finally(() => {
			this.#copying = undefined;
		});
		return bytes;
	}

	#isBusy(): boolean {
		return this.#running > 0 || this.copying !== undefined || this.#steps.some((step) => step.#isBusy());
	}
}

async function copyInSlices(content: Uint8Array, bytes: ArrivingBytes, caller: Departure): Promise<void> {
	try {
		for (const slice of slicesOf(content)) {
			if (caller.aborted) throw new CallerGone();
			bytes.push(Buffer.from(slice));
			await nextTurn();
		}
	} catch (error) {
		bytes.fail(error as Error);
	}
}
