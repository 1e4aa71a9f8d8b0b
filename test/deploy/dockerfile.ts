import { readFileSync } from "node:fs";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

export interface Step {
	readonly word: string;
	readonly rest: string;
}
export interface Stage {
	readonly name: string;
	readonly steps: readonly Step[];
}

/** The stages of the Dockerfile, without comments. */
export function stages(): Stage[] {
	const lines = readFileSync(`${ROOT}Dockerfile`, "utf8").replaceAll("\\\n", " ").split("\n");
	const steps = lines
		.filter((line) => /^[A-Z]+ /.test(line))
		.map((line) => {
			const [word = "", ...rest] = line.split(" ");
			return { word, rest: rest.join(" ") };
		});
	const found: { name: string; steps: Step[] }[] = [];
	for (const step of steps)
		if (step.word === "FROM") found.push({ name: / AS (\w+)/.exec(step.rest)?.[1] ?? "", steps: [] });
		else found.at(-1)?.steps.push(step);
	return found;
}
