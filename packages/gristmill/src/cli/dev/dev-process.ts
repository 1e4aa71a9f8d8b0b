// One version of the mills of `gristmill dev`.
import { CommandError } from "../command-line/command-error.js";
import { asProgram } from "../command-line/program.js";
import { endOfMember } from "../serve/member.js";
import { serve } from "../serve/serve.js";
import { devLog } from "./dev-log.js";
import { Mistakes } from "./mistakes.js";
import type { Asked, Told } from "./versions-in-turn.js";

const tell = (told: Told) =>
	new Promise<void>((sent) => {
		process.send?.(told, undefined, {}, () => sent());
	});

const mistakes = new Mistakes();
process.on("message", ({ mistake }: Partial<Asked>) => {
	if (mistake !== undefined) mistakes.cannotLoad(mistake);
});
let address = "";

await asProgram((host) =>
	serve(process.argv.slice(2), host, {
		part: { slot: 0, of: 1 },
		// It listens when its examples have run: until then, the version before serves.
		isFirst: false,
		development: {
			log: mistakes.noting(devLog(host)),
			made: () => void tell({ made: true }),
			mistakes: () => mistakes.all(),
		},
		listening: async (line) => {
			address = line;
		},
		ready: (greeting) => tell({ serves: address + greeting }),
		serves: endOfMember(host).serves,
	}).catch(async (error: unknown) => {
		if (error instanceof CommandError) await tell({ failed: error.message });
		throw error;
	}),
);
