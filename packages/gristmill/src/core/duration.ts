/** Milliseconds with the unit that people write: "500 ms", "1.5 s", "10 min". A part of a millisecond counts as a whole one. */
export function duration(milliseconds: number): string {
	const whole = Math.ceil(milliseconds);
	if (whole < 1_000) return `${whole} ms`;
	if (whole % 60_000 !== 0) return `${whole / 1_000} s`;
	return whole < 3_600_000 ? `${whole / 60_000} min` : `${whole / 3_600_000} h`;
}
