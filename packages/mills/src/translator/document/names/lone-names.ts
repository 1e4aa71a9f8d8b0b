import { allMatches } from "../all-matches.js";
import type { Range } from "../pair.js";
import { isFirstName } from "./first-names.js";

// A word with a capital behind a word without one, and with none behind it: no heading in title case.
const LONE =
	/(?<=(?<![\p{L}'’])\p{Ll}[\p{Ll}\p{M}]{0,30}[,;:]? )\p{Lu}(?:\p{Ll}*['’]\p{Lu})?[\p{Ll}\p{M}]+(?![\p{L}\p{N}-]|['’]s apple)(?! \p{Lu}| de (?:la |los )?\p{Lu}| (?:of|y|and) \p{Lu})/gu;
// People of the Bible, saints and rulers have a name in each language.
const SACRED =
	/(?<!\p{L})(?:Jesus|Jesús|Christ|Cristo|God|Dios|Lord|Bible|Biblia|gospel|evangelio|apostles?|apóstol(?:es)?|disciples?|discípulos?|prophet|profeta|Israel|psalms?|salmos?|king|queen|prince(?:ss)?|pope|saint|rey|reina|príncipe|princesa|papa|virgen|virgin|emperor|emperador)(?!\p{L})/iu;
// Also words, or names that people translate.
const WORDS = new Set(
	"Jesus Jesús Christian Ángel Angel Victoria Virginia Carolina Santiago César Julia Marina Alexander".split(
		" ",
	),
);

// Behind these words stands a name, whatever it is.
const RELATION =
	/(?<!\p{L})(?:(?:named|called|nicknamed|(?:my|his|her|our|your|their) (?:little |big |older |younger |best )?(?:friend|sister|brother|daughter|son|baby|dog|cat|cousin|boss|neighbou?r|niece|nephew|husband|wife|boyfriend|girlfriend|aunt|uncle|colleague|roommate|teacher|puppy|kitten|horse))|llamad[oa]|apodad[oa]|(?:mi|tu|su|nuestr[oa]) (?:mejor )?(?:amig[oa]|herman[oa]|hij[oa]|niet[oa]|perr[oa]|gat[oa]|prim[oa]|jef[ea]|vecin[oa]|sobrin[oa]|marido|esposo|esposa|mujer|novi[oa]|tí[oa]|colega|profesora?|caballo|yegua)),? $/iu;
const LONGEST_RELATION = 32;
// "calle Mayor", "Baker Street" and the like are written on signs.
const STREETS =
	/(?<=(?<!\p{L})(?:[Cc]alle|[Aa]venida|[Aa]vda\.|[Pp]laza|[Pp]aseo|[Cc]allejón|[Rr]onda) (?:de (?:la |los |las )?|del )?)\p{Lu}[\p{Ll}\p{M}]+(?: \p{Lu}[\p{Ll}\p{M}]+){0,2}|(?<!\p{L})\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2} (?:Street|Road|Avenue|Lane|Boulevard|Drive|Close|St\.|Rd\.|Ave\.)(?!\p{L})/gu;
const NOT_STREET =
	/^(?:The|A|This|That|Every|Each|Main|High|First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Primera|Segunda|Tercera|Cuarta|Quinta|Sexta|Séptima|Octava|Novena|Décima|My|Our|Your|Wall|In|On|At|From|Mayor de|España|España)(?: |$)/u;
// Products and shops that are also words.
const BRANDS =
	/(?<=\p{Ll},? )(?:Apple|Target|Windows|Word|Excel|Outlook|Teams|Slack|Discord|Signal|Chrome|Edge|Safari|Visa|Shell|Gap|Tinder|Oracle|Zoom|Messenger|Maps|Drive|Mercadona|Renfe|Correos|Movistar|Orange|Día|Amazon|Best Buy|Home Depot|Whole Foods|Corte Inglés|Burger King|Pizza Hut|Subway|Dove|Tide|Fanta|Sprite|Steam|Reddit|Twitch|Snapchat|Office|Access|Paint)(?=[.,;:!?]| (?!\p{Lu})|$)(?! (?:of|in the (?:door|wall)|de la))/gu;
const AMONG =
	/(?<!\p{L})(?:use|using|uses|used|in|on|from|at|via|by|for|open|opened|install|installed|with|to|with|through|than|and|or|en|con|de|por|desde|usar?|uso|usando|abre|abrir|instalar|a|y|o|para|el)$/iu;

/**
 * Names that stand alone within a sentence: common first names, what follows "my sister" or "named", streets, and brands that are
 * also words.
 *
 * @example findLoneNames("I saw Grace today.") // the range of "Grace"
 */
export function findLoneNames(text: string): Range[] {
	if (!/\p{Ll}[,;:]? \p{Lu}|Street|Road|Avenue|Calle|Avenida/u.test(text) || isTitle(text)) return [];
	const found: Range[] = [];
	const add = (start: number, length: number) => {
		const end = start + length;
		if (!found.some((one) => one.start < end && start < one.end)) found.push({ start, end });
	};
	const sacred = SACRED.test(text);
	for (const { 0: street, index } of allMatches(text, STREETS))
		if (!NOT_STREET.test(street)) add(index, street.length);
	for (const { 0: brand, index } of allMatches(text, BRANDS))
		if (AMONG.test(text.slice(Math.max(0, index - 12), index).trimEnd())) add(index, brand.length);
	for (const { 0: name, index } of allMatches(text, LONE)) {
		const before = text.slice(Math.max(0, index - LONGEST_RELATION), index);
		if (RELATION.test(before) || (!sacred && isFirstName(name) && !WORDS.has(name))) add(index, name.length);
	}
	return found.sort((a, b) => a.start - b.start);
}

/** Whether most words have a capital, as in a heading. */
function isTitle(text: string): boolean {
	const words = text.match(/\p{L}{4,}/gu) ?? [];
	const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word)).length;
	return capitals > 2 && capitals * 2 > words.length;
}
