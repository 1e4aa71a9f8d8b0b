/** An event of a stream (HTML §9.2.6): its name and its data. */
interface StreamEvent {
	readonly event: string;
	readonly data: unknown;
}

/** Reads `text/event-stream`, whose data are JSON. */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
	const reader = body
		.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
		.getReader();
	let text = "";
	for (;;) {
		const { done, value = "" } = await reader.read();
		text += value;
		const blocks = text.split(/\r?\n\r?\n/);
		text = done ? "" : (blocks.pop() ?? "");
		for (const block of blocks) {
			const fields = new Map<string, string>();
			for (const line of block.split(/\r?\n/)) {
				const [, name = "", data = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
				fields.set(name, fields.has(name) ? `${fields.get(name)}\n${data}` : data);
			}
			const data = fields.get("data");
			if (data !== undefined) yield { event: fields.get("event") ?? "message", data: JSON.parse(data) };
		}
		if (done) return;
	}
}
