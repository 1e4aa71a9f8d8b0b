// How the time grows with the length of texts on which other encoders hang: CPU seconds for a quarter of a million, a million and
// four million characters.
import { ENCODERS } from "./encoders.mjs";

const encode = await ENCODERS.gristmill("o200k_base");
const TRAPS = {
	"one letter": "a",
	spaces: " ",
	"combining marks": "\u0301",
	"one long line": "The quick brown fox jumps over the lazy dog, and over 42 others. ",
};
const rows = [];
for (const [trap, unit] of Object.entries(TRAPS)) {
	const seconds = [250_000, 1_000_000, 4_000_000, 10_000_000].map((length) => {
		const text = unit.repeat(length / unit.length);
		const before = process.cpuUsage();
		encode(text);
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1e6;
	});
	rows.push({ trap, seconds });
}
console.log(JSON.stringify(rows));
