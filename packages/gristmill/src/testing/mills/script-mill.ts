import { command, defineMill, Type, text } from "gristmill";

/** Runs its input as a shell script, in a folder of the call. */
export default defineMill({
	name: "script-runner",
	version: "1.0.0",
	summary: "Runs a shell script.",
	input: { "text/plain": text() },
	parameters: Type.Object({ word: Type.Optional(Type.String()) }),
	output: Type.Object({ text: Type.String() }),
	problems: { seven: { status: 422, title: "Seven", todo: "Exit with another code." } },
	examples: [{ input: "echo hi", output: { text: "hi\n" } }],
	deadline: Number(new URL(import.meta.url).searchParams.get("deadline") ?? 60_000),
	run: command(["sh", "{input.sh}", "{word}"], { problems: { 7: "seven" } }),
});
