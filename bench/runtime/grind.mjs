/**
 * The algorithm of all servers here: so many turns of a hash over the text "TURNS COUNTER", and nothing else.
 * What a call costs stands in the call, so every server does the same work for it.
 */
export function grind(text) {
	const turns = Number.parseInt(text, 10);
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	for (let i = 0; i < turns; i++) hash = Math.imul(hash ^ i, 0x01000193);
	// Always eight digits: all answers are of one length.
	return (hash >>> 0).toString(16).padStart(8, "0");
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
