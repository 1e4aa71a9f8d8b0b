/** After this many ticks, V8 has compiled `nextTick`. They take a millisecond. */
const ENOUGH = 3_000;

let warmed: Promise<void> | undefined;

/**
 * Makes V8 compile Node's `nextTick` before anything else runs. Each request uses it about six times. Workers that start
 * first can leave it permanently in a slow state: with two workers and three mills on Node 20.20, this took a sixth of the
 * CPU time of a trivial call.
 */
export function warmTicks(): Promise<void> {
	warmed ??= new Promise((resolve) => {
		for (let i = 0; i < ENOUGH; i++) process.nextTick(nothing);
		setImmediate(resolve);
	});
	return warmed;
}

function nothing(): void {}
