import { isObject } from "../core/schema/is-object.js";

/** What stands around the data of an event in JSON lines. */
const LINES: Readonly<Record<string, (data: string) => string>> = {
	part: (data) => data,
	end: (data) => `{"$end":${data}}`,
	problem: (data) => `{"$problem":${data}}`,
};

/** The events of a stream as JSON lines say the same. Calls `progress` with how much is done, which lines do not say. */
export async function* eventsAsLines(
	lines: AsyncIterable<string>,
	progress: (done: number) => void,
): AsyncGenerator<string, void, undefined> {
	let event = "";
	let data = "";
	for await (const raw of lines) {
		const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
		if (line.startsWith("event:")) event = line.slice(6).trimStart();
		else if (line.startsWith("data:")) data += line.slice(5).trimStart();
		else if (line === "") {
			const written = LINES[event]?.(data);
			if (event === "progress") tell(data, progress);
			if (written !== undefined) yield written;
			event = "";
			data = "";
		}
	}
}

function tell(data: string, progress: (done: number) => void): void {
	let value: unknown;
	try {
		value = JSON.parse(data);
	} catch {
		return;
	}
	if (isObject(value) && typeof value.done === "number" && value.done >= 0 && value.done <= 1)
		progress(value.done);
}
