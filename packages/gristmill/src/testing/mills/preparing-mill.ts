import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { defineMill, Type, text } from "gristmill";

const { searchParams } = new URL(import.meta.url);
const name = searchParams.get("name") ?? "file-maker";
const filled: Uint8Array[] = [];
const how = searchParams.get("how") ?? "well";

/** Prepares a file that says which process made it. `?how=` chooses how that fails. */
export default defineMill({
	name,
	version: "1.0.0",
	summary: "Says which process prepared its files.",
	input: { "text/plain": text() },
	output: Type.Object({
		pid: Type.Integer(),
		preparedBy: Type.Optional(Type.Integer()),
		folder: Type.Optional(Type.String()),
		refusal: Type.Optional(Type.String()),
	}),
	prepare: async ({ folder }) => {
		if (how === "throws") throw new Error("no such weights");
		if (how === "ends") process.exit(3);
		if (how === "fills") filled.push(new Uint8Array(600 * 1024 * 1024).fill(1));
		if (how === "waits" || how === "fills") await setTimeout(60_000);
		if (how === "outside") writeFileSync(new URL("../outside", folder), "");
		if (existsSync(new URL("made", folder))) throw new Error("it was prepared before");
		writeFileSync(new URL("made", folder), `${process.pid}`);
	},
	load: ({ prepared }) =>
		prepared && { folder: prepared, by: Number(readFileSync(new URL("made", prepared), "utf8")) },
	run: (input, { model }) => ({
		pid: process.pid,
		...(model && { preparedBy: model.by, folder: model.folder.href }),
		...(model && input === "write" && { refusal: refusal(new URL("made", model.folder)) }),
	}),
});

function refusal(file: URL): string {
	try {
		writeFileSync(file, "0");
		return "";
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? "";
	}
}
