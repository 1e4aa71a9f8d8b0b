const state = new Int32Array(1);

/**
 * The algorithm of all servers here: TURNS rounds of a hash over the text "TURNS COUNTER". The call says how much it costs, so
 * every server does the same work for it. It uses integers in a typed array and a separate loop: with simpler code, V8
 * discarded the optimised code after some thousand calls, and every server became four times slower at a different time.
 */
export function grind(text) {
	const turns = Number.parseInt(text, 10);
	let hash = 0x811c9dc5 | 0;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	state[0] = hash;
	turn(state, turns);
	// Always eight digits: all answers are of one length.
	return (state[0] >>> 0).toString(16).padStart(8, "0");
}

function turn(state, turns) {
	let hash = state[0] | 0;
	const last = turns | 0;
	for (let i = 0; i < last; i = (i + 1) | 0) hash = Math.imul(hash ^ i, 0x01000193) | 0;
	state[0] = hash;
}

/** How many turns take a millisecond of an idle core. */
export function calibrate() {
	const turns = 1_000_000;
	const text = `${turns} calibration`;
	const times = [];
	for (const until = performance.now() + 500; performance.now() < until; ) {
		const began = performance.now();
		grind(text);
		times.push(performance.now() - began);
	}
	// The quickest: whatever disturbs only makes it slower.
	return Math.round(turns / Math.min(...times));
}
