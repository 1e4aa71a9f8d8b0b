/** Texts for tests, the same for the same seed: what patterns and merges could get wrong, in random order. */
const BITS = [
	..."aBéŽǅªʰ中のก้\u0301\u0300ि1٣Ⅷ½ \t\n!/'_-ßİſKıﬁ\0\x7f\u0085\u00a0\u1680\u2028\u3000\ufeff\u200d\u200b\ufffd",
	..."日本語한국어हिन्दीالعربيةעברית",
	..."𝒳𐐀𐐨😀🇩🇪\u{1f3fd}\u{e0001}\u{10ffff}\u{20000}\u0378\u088f\u{105c9}",
	"  ",
	"\r\n",
	"\n\n",
	"'s",
	"'S",
	"'ſ",
	"'ll",
	"'RE",
	"'Ve",
	"’s",
	"//",
	"...",
	"<|endoftext|>",
	"👨‍👩‍👧",
	"hello",
	"World",
	"HELLO",
	"don't",
	"DON'T",
	"camelCase",
	"SCREAMING_SNAKE",
	"for(let i=0;i<n;i++){",
	"=>",
	"==",
	"1234567",
	"3.14",
	" the",
	"    return",
	"https://example.org/a?b=c#d",
];

/** Numbers between 0 and 1, the same for the same seed. */
export function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** One text: mostly known troublemakers, some any character at all, some long runs of one. */
export function hostileText(next: () => number): string {
	const pick = () => BITS[Math.floor(next() * BITS.length)] as string;
	let text = "";
	for (let left = 1 + Math.floor(next() * 24); left > 0; left--) {
		const kind = next();
		if (kind < 0.8) text += pick();
		else if (kind < 0.92) text += anyCharacter(next);
		else text += pick().repeat(1 + Math.floor(next() ** 4 * 200));
	}
	return text;
}

function anyCharacter(next: () => number): string {
	// Below U+3000 lies most of what the classes tell apart.
	const point = Math.floor(next() * (next() < 0.5 ? 0x3000 : 0x110000));
	return point >= 0xd800 && point < 0xe000 ? "\ufffd" : String.fromCodePoint(point);
}
