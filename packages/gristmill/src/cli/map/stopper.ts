import type { Host } from "../command-line/host.js";

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** The first Ctrl-C aborts the work. The second one ends the program as usual. */
export function stopper({ events }: Host): { readonly signal: AbortSignal; exitCode(): number; end(): void } {
	const controller = new AbortController();
	let code = 0;
	const stop = (name: NodeJS.Signals) => {
		code = SIGNALS[name as keyof typeof SIGNALS];
		end();
		controller.abort(new Error(name));
	};
	const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
	const end = () => {
		for (const name of names) events.off(name, stop);
	};
	for (const name of names) events.on(name, stop);
	return { signal: controller.signal, exitCode: () => code, end };
}
