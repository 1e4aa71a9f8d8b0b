import { EventEmitter, setMaxListeners } from "node:events";
import { MiB } from "../core/definition/limits.js";
import type { ParameterValues } from "../core/parameters.js";
import { importMill } from "../runtime/loading/import-mill.js";
import { wholeOf } from "../runtime/pool/arriving.js";
import { Pool } from "../runtime/pool/pool.js";
import type { PoolEvent, PoolOptions } from "../runtime/pool/pool-options.js";

/** The signal of callers that wait for their answers. */
const STAYS: AbortSignal = new AbortController().signal;
// All calls of a test may listen to it at once.
setMaxListeners(0, STAYS);

interface Echo {
	readonly echo: string;
	readonly pid: number;
}

type Cleaning = { after(hook: () => void): void };

/** A pool of hostile mills, each given by what the address of its module chooses; closed behind the test. */
export async function poolOf(t: Cleaning, choices: readonly string[], options: Partial<PoolOptions> = {}) {
	const events = new EventEmitter();
	const seen: PoolEvent[] = [];
	const mills = await Promise.all(
		choices.map(async (choice) => {
			// Time enough to wait for a worker on a busy machine, unless the test is about that.
			const url = new URL(`./mills/hostile-mill.js?${choice}&deadline=600000`, import.meta.url);
			return { mill: await importMill(url.href), url };
		}),
	);
	const pool = new Pool(mills, {
		workers: 1,
		flags: [],
		memory: 512 * MiB,
		deadline: 3_600_000,
		onEvent: (event) => {
			// How much CPU time a mill takes is not what these tests look at.
			if (event.type !== "cpu") seen.push(event);
			events.emit(event.type, event);
		},
		...options,
	});
	// Workers keep no program alive, and some tests wait for nothing else.
	const alive = setInterval(() => {}, 60_000);
	t.after(() => {
		clearInterval(alive);
		pool.close();
	});
	const start = (
		mill: string,
		text: string,
		signal: AbortSignal = STAYS,
		parameters: ParameterValues = {},
	) => {
		const call = {
			mediaType: "text/plain",
			charset: undefined,
			parameters,
			resultType: "application/json",
			links: undefined,
			body: Buffer.from(text),
		} as const;
		const pooled = pool.run(mill, call, signal);
		const echo = async (): Promise<Echo> => {
			const { content } = await pooled.answer;
			return JSON.parse(Buffer.from(await wholeOf(content)).toString("utf8"));
		};
		return { echo: echo(), times: pooled };
	};
	const run = (...given: Parameters<typeof start>) => start(...given).echo;
	/** Waits until the mills are loaded; examples wait for that as long as it takes. */
	const warm = () => Promise.all(mills.map(({ mill }) => pool.examine(mill.name, [])));
	return { pool, run, start, warm, events, seen };
}
