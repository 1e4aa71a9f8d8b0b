import type { Language, Pair } from "../pair.js";

const NEGATION: Readonly<Record<Language, RegExp>> = {
	en: /(?<!\p{L})(?:not|no|never|nothing|nobody|no one|none|neither|nor|nowhere|without|cannot|\p{L}+n['’]t)(?!\p{L})/iu,
	es: /(?<!\p{L})(?:no|nunca|jamás|nada|nadie|ningún|ningun[oa]s?|ni|tampoco|sin)(?!\p{L})/iu,
};

// Phrases with a word of the list that do not negate, or whose translations often have no such word.
const NOT_NEGATION: Readonly<Record<Language, RegExp>> = {
	en: /(?<!\p{L})(?:no\. ?(?=\d)|not only|not just|not least|no doubt|no sooner|no wonder|nothing but|nonetheless|no matter|why not|\p{L}+n['’]t (?:i|you|he|she|it|we|they)\?|no problem|not at all)/giu,
	es: /(?<!\p{L})(?:sin embargo|no obstante|de nada|no s[oó]lo|nada más|sin duda|ni siquiera|¿no\?|¿verdad que no\?|cómo no|a no ser que|no bien|no más|como si nada)/giu,
};

// Words that negate without a word of the first list: "unable", "imposible", "dejó de".
const NEGATIVE: Readonly<Record<Language, RegExp>> = {
	en: /(?<!\p{L})(?:un\p{L}{3,}|im(?:possible|probable|mature|perfect|proper)\p{L}*|in(?:nocent|capable|visible|correct|sufficient|valid|complete|efficient|accura|adequa|dependent|effective|finite)\p{L}*|ir(?:respons|relev|regular)\p{L}*|illegal\p{L}*|dis\p{L}{4,}|fail(?:s|ed|ing)?|lack(?:s|ed|ing)?|refus(?:e[sd]?|ing)|den(?:y|ies|ied)|hardly|barely|rarely|seldom|avoid(?:s|ed|ing)?|prevent(?:s|ed|ing)?|stop(?:s|ped)?|unless|except|instead|rather|\p{L}+less|non-?\p{L}+|free of|however|only)(?!\p{L})/iu,
	es: /(?<!\p{L})(?:im(?:posible|probable|perfect)\p{L}*|in(?:ocent|capa|visib|correct|suficien|válid|complet|eficaz|exact|adecuad|dependien|finit|dispon|necesari|cier)\p{L}*|ir(?:respons|relev|regular|remedi)\p{L}*|ilegal\p{L}*|des(?:con|apare|hon|acuerd|ocup|cono|igual)\p{L}*|dej(?:a|ar|ó|aron|an|ado|aba) de|falt\p{L}+|carec\p{L}+|neg(?:ar|ó|aron|ado)|niega\p{L}*|apenas|evit\p{L}+|impid\p{L}+|excepto|salvo|en lugar|sino|absoluto|rechaz\p{L}+|fracas\p{L}+|solo|sólo|raramente|menos)(?!\p{L})/iu,
};

/**
 * Whether the source is negated and the answer is not.
 *
 * @example losesNegation("He pleaded not guilty.", "Se declaró culpable.", { from: "en", to: "es" }) // true
 */
export function losesNegation(source: string, answer: string, { from, to }: Pair): boolean {
	return (
		NEGATION[from].test(source.replace(NOT_NEGATION[from], " ")) &&
		!NEGATION[to].test(answer) &&
		!NEGATIVE[to].test(answer)
	);
}
