import { isObject } from "../core/schema/is-object.js";
import { flattened, type Row } from "./elements/csv.js";
import { button, element } from "./elements/element.js";
import { counted } from "./elements/number.js";
import { makeTable } from "./elements/table.js";
import { type ExchangeOrder, exchange } from "./exchange.js";
import type { PageSession } from "./session.js";
import { foldedCell } from "./views/view-table.js";

/** One input of many; without an order it cannot be sent. */
export interface Job {
	readonly name: string;
	readonly order: ExchangeOrder | undefined;
}

export interface Batch {
	readonly element: HTMLElement;
	start(): void;
}

/** Calls at the same time. */
const AT_ONCE = 4;
/** The milliseconds between two looks at the table. */
const LOOK = 250;
/** A busy server is asked again so often. */
const MOST_TRIES = 5;
/** A file in Base64 would fill the table. */
const LONGEST_CELL = 20_000;

/** Calls a mill with many inputs, and shows a row for each. `close` goes back to one input. */
export function makeBatch(jobs: readonly Job[], session: PageSession, close: () => void): Batch {
	const rows: Row[] = jobs.map(({ name }) => ({ input: name, status: "" }));
	const table = makeTable("results", rows, { cell: (value) => foldedCell(value) });
	const bar = element("progress", { max: Math.max(1, jobs.length), value: 0, "aria-label": "Progress" });
	const told = element("p.status", { role: "status" });
	const stop = button("Stop", () => end?.abort());
	const retry = button("Retry what failed", () => start());
	let end: AbortController | undefined;
	let looked = 0;

	const failed = () => rows.filter(({ status }) => status !== 200 && status !== "").length;
	const done = () => rows.filter(({ status }) => status !== "").length;
	function tell(isOver: boolean): void {
		looked = performance.now();
		bar.value = done();
		const bad = failed();
		told.textContent = `${done()} of ${counted(jobs.length, "inputs")}${bad > 0 ? `, ${bad} failed` : ""}`;
		stop.hidden = isOver;
		retry.hidden = !isOver || rows.every(({ status }) => status === 200);
		table.show([...rows]);
	}

	async function answer({ name, order }: Job, signal: AbortSignal): Promise<Row> {
		if (!order) return { input: name, status: "not sent", problem: "This mill takes no such input." };
		for (let tries = 1; ; tries++) {
			try {
				const {
					status,
					json,
					retryAfter = 1,
				} = await exchange(session, { ...order, grows: undefined }, signal);
				if ([429, 502, 503].includes(status) && tries < MOST_TRIES) {
					await pause(Math.min(30, Math.max(1, retryAfter)) * 1_000, signal);
					continue;
				}
				if (status === 200) return { input: name, status, ...shortened(flattened(json)) };
				const { detail = "" } = (isObject(json) ? json : {}) as { detail?: string };
				return { input: name, status, problem: detail };
			} catch {
				if (signal.aborted || tries >= MOST_TRIES)
					return { input: name, status: signal.aborted ? "" : "no answer" };
				await pause(500 * tries, signal);
			}
		}
	}

	/** Calls for each row that has no result yet. */
	function start(): void {
		end = new AbortController();
		const { signal } = end;
		const left = jobs.map((job, i) => ({ job, i })).filter(({ i }) => rows[i]?.status !== 200);
		for (const { job, i } of left) rows[i] = { input: job.name, status: "" };
		const work = async () => {
			for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
				rows[next.i] = await answer(next.job, signal);
				if (performance.now() - looked > LOOK) tell(false);
			}
		};
		tell(false);
		void Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => tell(true));
	}

	const leave = () => {
		end?.abort();
		close();
	};
	return {
		element: element(
			"div.pane.batch",
			{ role: "group", "aria-label": "Many inputs" },
			element(
				"div.bar",
				element("h2.label", "Many inputs"),
				bar,
				told,
				element("span.end", stop, retry, button("Close", leave)),
			),
			table.element,
		),
		start,
	};
}

function shortened(row: Row): Row {
	const all = Object.entries(row);
	return Object.fromEntries(
		all.filter(([name, value]) => name[0] !== "_" && String(value).length <= LONGEST_CELL),
	);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((settle) => {
		const timer = setTimeout(settle, milliseconds);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			settle();
		});
	});
}
