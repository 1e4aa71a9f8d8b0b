import type { Language } from "../pair.js";

// A model that does not know a word guesses from its sound, and may guess one of these. Words with a harmless meaning that is
// more common (such as "zorra", a fox) are not in the list.
const OFFENSIVE: Readonly<Record<Language, RegExp>> = {
	en: /(?<!\p{L})(?:arsehole|asshole|bastard|bitch|bullshit|cock ?sucker|cunt|dickhead|dyke|fag|faggot|fuck\p{L}*|motherfuck\p{L}*|nigg(?:er|a)|paki|pussy|queer|retard|shit\p{L}*|slut|spic|tranny|wank\p{L}*|whore)s?(?!\p{L})/iu,
	es: /(?<!\p{L})(?:cabr(?:ón|on[ae]s?)|cagad[ao]|chocho|coños?|follar\p{L}*|furcia|gilipollas|hijo ?puta|hostias?|jod(?:er|ido|ete)|maric(?:a|ón|ones)|mierdas?|negrata|pajer[oa]|pendej[oa]|pollas|put[ao]s?|queers?|retrasad[oa]|sudaca|travelo|verga)(?!\p{L})/iu,
};

/** Whether a text has an offensive word of a language. */
export function isOffensive(text: string, language: Language): boolean {
	return OFFENSIVE[language].test(text);
}
