import { growingMember } from "../core/definition/growing-member.js";
import { MiB } from "../core/definition/limits.js";
import { Problem } from "../core/problem.js";
import { CallTimings } from "../runtime/admission/call-timings.js";
import type { Lane } from "../runtime/lanes/lane.js";
import { makeLanes } from "../runtime/lanes/lanes.js";
import type { ImportedMill } from "../runtime/loading/import-mill.js";
import { defaultDeviceMemory, defaultMemory, RUNTIME_DEFAULTS } from "../runtime/options.js";
import { wholeOf } from "../runtime/pool/arriving.js";
import { joined } from "../runtime/pool/part-stream.js";
import { type Place, readResult } from "./here.js";
import { partsOfLane } from "./parts.js";
import type { OpenOptions } from "./types.js";

/** Longer than any program runs. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs calls in worker processes, with the lanes and the pool of a server. */
export async function placeInWorkers(
	imported: ImportedMill,
	{ workers = 1, deadline = RUNTIME_DEFAULTS.deadline, workerMemory }: OpenOptions,
): Promise<Place> {
	const { mill } = imported;
	let reason: string | undefined;
	const { lanes, close } = await makeLanes(
		[imported],
		{
			...RUNTIME_DEFAULTS,
			workers,
			inline: "never",
			deadline,
			memory: workerMemory === undefined ? defaultMemory(workers, 1) : workerMemory * MiB,
			deviceMemory: workerMemory === undefined ? defaultDeviceMemory() : undefined,
			maxWaiting: Number.POSITIVE_INFINITY,
			limits: {},
			log: (level, _, fields) => {
				if (level === "error") reason ??= String(fields?.error ?? "");
			},
		},
		() => {},
	);
	const lane = lanes.get(mill.name) as Lane;
	const held = new HeldProcess();
	try {
		await held.during(() => lane.examine([]));
	} catch (error) {
		close();
		const [why = ""] = (reason ?? (error as Error).message).split("\n");
		throw new TypeError(`The mill "${mill.name}" cannot be loaded: ${why.replace(/\.$/, "")}.`, {
			cause: error,
		});
	}
	return {
		digest: lane.digest,
		most: workers * 2 * (mill.batch?.most ?? 2),
		run: (call, caller, pieces) =>
			held.during(async () => {
				const content = pieces
					? await joined(lane.stream(call, caller, new CallTimings(), pieces))
					: await patiently(async () => wholeOf(await lane.run(call, caller, new CallTimings())));
				return call.resultType === "application/json" ? readResult(mill, content) : content;
			}),
		stream: async (call, caller, onProgress, pieces) => {
			const member = growingMember(mill.output, mill.parts ?? "");
			return held.through(partsOfLane(lane, member, call, caller, onProgress, pieces));
		},
		examine: () => held.during(() => lane.examine()),
		close,
	};
}

/** A server refuses calls that would wait for too long, because their callers leave. A program waits for its own calls. */
async function patiently<T>(run: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++)
		try {
			return await run();
		} catch (error) {
			if (!Problem.is(error) || error.code !== "overloaded" || attempt === MOST_ATTEMPTS) throw error;
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
}

const MOST_ATTEMPTS = 600;
const RETRY_MS = 100;

/** Workers do not keep a program alive. While it waits for one, a timer does. */
class HeldProcess {
	#count = 0;
	#timer: NodeJS.Timeout | undefined;

	/** The same while a generator runs. */
	async *through<T, R>(parts: AsyncGenerator<T, R, void>): AsyncGenerator<T, R, void> {
		let end = () => {};
		void this.during(
			() =>
				new Promise<void>((ended) => {
					end = ended;
				}),
		);
		try {
			return yield* parts;
		} finally {
			end();
		}
	}

	async during<T>(work: () => Promise<T>): Promise<T> {
		if (this.#count++ === 0) this.#timer = setInterval(() => {}, LONGEST_TIMER);
		try {
			return await work();
		} finally {
			if (--this.#count === 0) clearInterval(this.#timer);
		}
	}
}
