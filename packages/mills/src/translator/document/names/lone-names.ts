import { allMatches } from "../all-matches.js";
import type { Range } from "../pair.js";
import { isFirstName } from "./first-names.js";

// A word with a capital behind a word without one, and with none behind it: no heading in title case.
const LONE =
	/(?<=(?<![\p{L}'’])\p{Ll}[\p{Ll}\p{M}]{0,30}[,;:]? )\p{Lu}(?:\p{Ll}*['’]\p{Lu})?[\p{Ll}\p{M}]+(?![\p{L}\p{N}-]|['’]s apple)(?! \p{Lu}| de (?:la |los )?\p{Lu}| (?:of|y|and) \p{Lu})/gu;
// People of the Bible, saints and rulers have a name in each language.
const SACRED =
	/(?<!\p{L})(?:Jesus|Jesús|Christ|Cristo|God|Dios|Lord|Bible|Biblia|gospel|evangelio|apostles?|apóstol(?:es)?|disciples?|discípulos?|prophet|profeta|Israel|psalms?|salmos?|king|queen|prince(?:ss)?|pope|saint|rey|reina|príncipe|princesa|papa|virgen|virgin|emperor|emperador)(?!\p{L})/iu;
// Also words, months, languages, places, or names that people translate.
const WORDS = new Set(
	"Jesus Jesús Christian Ángel Angel Victoria Virginia Carolina Santiago César Julia Julio Marina Alexander Ella Frances".split(
		" ",
	),
);
// "el Rosario", "Mark 3:16", "my sister June 5": no person.
const ARTICLE = /(?<!\p{L})(?:el|la|los|las|un|una|al|del|lo|the|an|this|every|each|no) $/iu;
const VERSE = /^ \d/u;

// Behind these words often stands a name.
const BEING =
	"(?:friend|sister|brother|daughter|son|baby|dog|cat|cousin|niece|nephew|husband|wife|boyfriend|girlfriend|aunt|uncle|colleague|roommate|puppy|kitten|horse|pony|rabbit|parrot|hamster|boy|girl|man|woman|child|boss|neighbou?r|teacher)";
const SER =
	"(?:amig[oa]|herman[oa]|hij[oa]|niet[oa]|perr[oa]|gat[oa]|perrit[oa]|gatit[oa]|prim[oa]|jef[ea]|vecin[oa]|sobrin[oa]|marido|espos[oa]|mujer|novi[oa]|tí[oa]|colega|profesora?|caballo|yegua|niñ[oa]|chic[oa]|hombre|señora?|conejo|loro)";
const RELATION = new RegExp(
	`(?<!\\p{L})(?:(?:my|his|her|our|your|their) (?:little |big |older |younger |best |late |old )?${BEING}|(?:mi|tu|su|nuestr[oa]) (?:mejor |querid[oa] )?${SER}),? $`,
	"iu",
);
// "the boss called Friday" is a telephone call, "the law is called Freedom" a title.
const NAMED = new RegExp(
	`(?<!\\p{L})(?:an? (?:\\p{Ll}+ )?${BEING} (?:called|named|nicknamed)|${BEING} (?:is|was) (?:called|named|nicknamed)|${BEING} named|${SER},? (?:llamad[oa]|apodad[oa]|se llama(?:ba)?)) $`,
	"iu",
);
// "She taught my sister French", "we gave our son Lego": the second object of the verb.
const GIVEN =
	/(?<!\p{L})(?:gave|gives?|giving|given|bought|buy(?:s|ing)?|sent|send(?:s|ing)?|told|tell(?:s|ing)?|taught|teach(?:es|ing)?|ask(?:s|ed|ing)?|show(?:s|ed)?|wish(?:es|ed)?|made|makes?|fed|feed(?:s|ing)?|owes?|owed|paid|lent|lends?|offer(?:s|ed)?|promised|read|call(?:s|ed)?|serve[sd]?|cook(?:s|ed)?|brought|bring|got|get|sold|sing|sang) (?:\p{Ll}+ ){1,3}$/iu;
const LONGEST_RELATION = 48;
// Words with a capital that are no names: days, languages, subjects, feasts, institutions, titles.
const ORDINARY = new RegExp(
	`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$|^(?:${(
		"January February March July September October November December Mom Mum Mummy Dad Daddy Mother Father Grandma Grandpa God Lord Sir Madam Doctor Professor President Mister " +
		"English Spanish French German Italian Portuguese Russian Chinese Japanese Korean Arabic Greek Latin Hebrew Dutch Polish Turkish Swedish Irish Scottish Welsh American British Canadian Australian Mexican European African Asian Indian Swiss Danish Norwegian Finnish Czech Hungarian Catholic Protestant Muslim Jewish Buddhist Christian " +
		"Christmas Easter Halloween Thanksgiving Ramadan Internet Web Wi Wifi Bluetooth Lego Math Maths Algebra Physics Chemistry Biology History Geography Science Economics Religion Congress Parliament Government State Church Senate Police Security " +
		"Spain England Britain France Germany Italy Europe America Africa Asia China Japan India Russia Mexico London Paris Rome Madrid York " +
		"Lunes Martes Miércoles Jueves Viernes Sábado Enero Febrero Marzo Abril Mayo Junio Julio Agosto Septiembre Octubre Noviembre Diciembre " +
		"Inglés Inglesa Español Española Francés Francesa Alemán Alemana Italiano Italiana Portugués Portuguesa Ruso Rusa Chino China Japonés Japonesa Árabe Griego Latín Americano Americana Europeo Europea Mexicano Mexicana Argentino Argentina Católico Católica Cristiano Cristiana Musulmán Judío " +
		"Navidad Navidades Pascua Nochebuena Internet Dios Señor Señora Papá Mamá Madre Padre Abuelo Abuela Doctor Doctora Profesor Profesora Presidente Presidenta Matemáticas Física Química Historia Biología Geografía Lengua Religión Economía Derecho Medicina Música Congreso Parlamento Gobierno Estado Iglesia Senado Policía " +
		"España Inglaterra Francia Alemania Italia Europa América África Japón Rusia México Londres Roma"
	)
		.split(" ")
		.join("|")})$`,
	"u",
);
/** Whether a word with a capital is a day, a language, a subject or the like, and so never a name. */
export function isOrdinary(word: string): boolean {
	return ORDINARY.test(word);
}

/** Whether a word with a capital behind a relation is its name. */
function isRelated(name: string, before: string): boolean {
	if (isOrdinary(name)) return false;
	if (NAMED.test(before)) return true;
	const relation = RELATION.exec(before);
	return (
		relation !== null && !GIVEN.test(`${before.slice(0, relation.index)}${relation[0].replace(/,? $/, " ")}`)
	);
}
// "calle Mayor", "Baker Street" and the like are written on signs.
const STREETS =
	/(?<=(?<!\p{L})(?:[Cc]alle|[Aa]venida|[Aa]vda\.|[Pp]laza|[Pp]aseo|[Cc]allejón|[Rr]onda) (?:de (?:la |los |las )?|del )?)\p{Lu}[\p{Ll}\p{M}]+(?: \p{Lu}[\p{Ll}\p{M}]+){0,2}|(?<!\p{L})\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2} (?:Street|Road|Avenue|Lane|Boulevard|Drive|St\.|Rd\.|Ave\.)(?!\p{L})/gu;
const NOT_STREET =
	/^(?:The|A|This|That|Every|Each|Main|High|First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Primera|Segunda|Tercera|Cuarta|Quinta|Sexta|Séptima|Octava|Novena|Décima|My|Our|Your|Wall|In|On|At|From|Mayor de|España|España|Roja|Fama|Concordia|Navidad|San (?:Pedro|Marcos)|Profesora?|Catedrátic[oa]|Médic[oa]|Enfermer[oa]|Auxiliar|Técnic[oa]|Funcionari[oa]|Jef[ea]|Director[a]?|Letrad[oa]|Policía|Administrativ[oa]|Silk|Hard|Flash|Test|Disk|External|Google|State|Shared|Network|Pen|Thumb|Backup|Blood|Food|Fund|Usb|Warp|Membership|Memory|Fast|Bus|Bike|Cycle|Left|Right|Slow|Toll|Service|Private|Country|Long|Open|Rocky|Dirt|Brick|Cross|Easy|Side|Back|One|Two|Way|Happy|Visit|Near|End|Off|By)(?: |$)/u;
// The verb or preposition that starts a sentence: "Take Maple Street".
const LEADING =
	/^(?:Take|Cross|Visit|Follow|Leave|Walk|Drive|Near|Behind|Along|Down|Up|Off|Near|By|Then|Turn|Is|Was|Why|Where|When|Does|Did|And|But|If|Past|Via|Until|Reach|Go|Find|See|See|Meet|Avoid|Use) (?=\p{Lu}\p{Ll}+ \p{Lu})/u;
// Products and shops that are also words, each where nobody speaks of the word.
const SHOPS =
	"Target|Gap|Shell|Best Buy|Home Depot|Whole Foods|Corte Inglés|Burger King|Pizza Hut|Mercadona|Renfe|Correos|Movistar|Amazon|Subway|Apple";
const PROGRAMS =
	"Word|Excel|Outlook|Teams|Slack|Discord|Signal|Chrome|Safari|Zoom|Messenger|Maps|Drive|Steam|Paint|Windows|Snapchat|Reddit|Twitch|Tinder|Amazon|Apple";
const ALONE =
	"(?=[.,;:!?]| (?!\\p{Lu})|$)(?! (?:of|rainforest|forest|river|basin|in the (?:door|wall)|de la))";
const BRANDS = [
	new RegExp(
		`(?<=(?<!\\p{L})(?:[Aa]t|[Ff]rom|[Ii]n|[Ee]n|[Dd]e) )(?!Gap|Shell|Target)(?:${SHOPS})${ALONE}`,
		"gu",
	),
	new RegExp(`(?<=(?<!\\p{L})(?:[Aa]t|[Ff]rom|[Dd]e) )(?:Gap|Shell|Target)${ALONE}`, "gu"),
	// Not "on Safari in Kenya".
	new RegExp(
		`(?<=(?<!\\p{L})(?:in|on|via|using|uses?|used|open|opened|install|installed|en|con|por|usar?|uso|usando|abre|abrir|instalar) )(?<!on (?=Safari))(?:${PROGRAMS})${ALONE}`,
		"gu",
	),
	new RegExp(`(?<=(?<!\\p{L})(?:with|con) )(?:Visa|Apple)${ALONE}`, "gu"),
];

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
	for (const { 0: run, index } of allMatches(text, STREETS)) {
		const led = LEADING.exec(run)?.[0].length ?? 0;
		const street = run.slice(led);
		// "Google Street View" is no street, and "Happy St. Patrick" neither.
		if (!NOT_STREET.test(street) && !/^ \p{Lu}/u.test(text.slice(index + run.length, index + run.length + 2)))
			add(index + led, street.length);
	}
	for (const brands of BRANDS)
		for (const { 0: brand, index } of allMatches(text, brands)) add(index, brand.length);
	for (const { 0: name, index } of allMatches(text, LONE)) {
		const before = text.slice(Math.max(0, index - LONGEST_RELATION), index);
		if (VERSE.test(text.slice(index + name.length, index + name.length + 2))) continue;
		const isPerson = !sacred && isFirstName(name) && !WORDS.has(name) && !ARTICLE.test(before);
		if (isPerson || isRelated(name, before)) add(index, name.length);
	}
	return found.sort((a, b) => a.start - b.start);
}

/** Whether most words have a capital, as in a heading. */
function isTitle(text: string): boolean {
	const words = text.match(/\p{L}{4,}/gu) ?? [];
	const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word)).length;
	return capitals > 2 && capitals * 2 > words.length;
}
