import { EventEmitter } from "node:events";
import { defineMill, type Mill, Type, text } from "gristmill";

/** A mill whose calls wait. `begun` is emitted for each call, `aborted` when its caller is gone. `open` releases all calls. */
export function gatedMill(): { mill: Mill; gate: EventEmitter } {
	const gate = new EventEmitter().setMaxListeners(0);
	const mill = defineMill({
		name: "gated-echoer",
		version: "1.0.0",
		summary: "Gives the text back when the gate opens.",
		input: { "text/plain": text() },
		output: Type.Object({ text: Type.String() }),
		run: (input, { signal }) =>
			new Promise<{ text: string }>((resolve) => {
				gate.once("open", () => resolve({ text: input }));
				signal.addEventListener("abort", () => {
					gate.emit("aborted", input);
					resolve({ text: input });
				});
				gate.emit("begun", input);
			}),
	});
	return { mill, gate };
}
