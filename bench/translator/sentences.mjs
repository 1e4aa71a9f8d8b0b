const PARTS = {
	en: [
		["The old miller", "My sister", "A successful company", "Nobody in the village", "The new government"],
		["sells a lot of bread", "has seen the red house", "wants to change the law", "closed the door at night"],
		["because the river is high.", "when the children are asleep.", "without saying a word.", "in the year"],
	],
	es: [
		["El viejo molinero", "Mi hermana", "Una empresa grande", "Nadie en el pueblo", "El nuevo gobierno"],
		["vende mucho pan", "ha visto la casa roja", "quiere cambiar la ley", "cerró la puerta de noche"],
		["porque el río está alto.", "cuando los niños duermen.", "sin decir nada.", "en el año"],
	],
};

/** This many sentences. The number makes each one different, because repeated sentences are translated once. */
export function makeSentences(language, count) {
	return Array.from({ length: count }, (_, i) => {
		const words = (PARTS[language] ?? PARTS.en).map((part, k) => part[Math.floor(i / 3 ** k) % part.length]);
		return `${words.join(" ")} ${1000 + i}`;
	});
}

const PLACES = ["in the capital", "near the old bridge", "at the university", "on the northern coast"];
const SUBJECTS = [
	"The committee that met on Monday",
	"A group of researchers from four countries",
	"The owner of the small hotel",
	"Most of the people who live there",
	"My younger brother",
];
const DEEDS = [
	"has decided to publish the results before the end of the year",
	"did not know that the road had been closed because of the snow",
	"believes that prices will rise again",
	"asked for a better explanation",
	"found three letters that nobody had opened since the war, and read them aloud",
];

/** English sentences of five to thirty words, all different. */
export function makeText(count) {
	return Array.from({ length: count }, (_, i) => {
		const pick = (list, step) => list[Math.floor(i / step) % list.length];
		const place = i % 3 === 0 ? ` ${pick(PLACES, 2)}` : "";
		return `${pick(SUBJECTS, 1)} ${pick(DEEDS, 5)}${place}, ${i + 2} days ago.`;
	});
}
