import { allMatches } from "../all-matches.js";
import type { Range } from "../pair.js";
import { isFirstName } from "./first-names.js";
import { findLoneNames, isOrdinary } from "./lone-names.js";

// "O'Brien" has an apostrophe, but not "Baker's".
const TITLE = "(?:Mr|Mrs|Ms|Dr|Sr|Sra|Srta|Dra)";
const WORD = String.raw`(?!${TITLE}(?!\p{L}))\p{Lu}(?:\p{Ll}*['’]\p{Lu})?[\p{Ll}\p{M}]+(?:-\p{Lu}[\p{Ll}\p{M}]+)*`;
const RUN = new RegExp(
	`(?<![\\p{L}\\p{N}])${WORD}(?:[ ](?:de la |de los |de |del |van |von )?${WORD})*(?![\\p{L}\\p{N}])`,
	"gu",
);
const INTRODUCED = new RegExp(
	`(?<!\\p{L})(?:${TITLE}\\.?|(?:my|his|her) name(?: is|['’]s)|(?:boy|girl|man|woman|friend|child|dog|cat|doctor|teacher) named|me llamo|mi nombre es)\\s$`,
	"iu",
);
// People whose names have a form of their own in each language.
const TRANSLATED =
	/^(?:Christopher Columbus|Cristóbal Colón|Ferdinand Magellan|Fernando de Magallanes|Jesus Christ|Mary Magdalene|María Magdalena|John Paul|Juan Pablo|Alejandro Magno|Julio César|Juana de Arco|Joan of Arc|María Antonieta|Ana Frank|Anne Frank|Ana Bolena|Martín Lutero|Martin Luther(?! King)|Tomás (?:Moro|de Aquino)|Isabel de|Fernando de|Francisco de Asís|Mariana Trench)/u;
const ROYAL =
	/(?<!\p{L})(?:king|queen|prince|princess|pope|saint|st\.|san|santa|santo|rey|reina|príncipe|princesa|papa|virgen|virgin)\s$/iu;
// "Mr President" is an office.
const OFFICE =
	/^(?:President|Vice|Prime|Minist|Secretar|Chair|Speaker|Commission|Comisari|Ambassador|Embajador|Mayor|Alcalde|Director|General|Judge|Juez|Justice|Ponente|Rapporteur|Right|Universe|World|Doctor|Profesor|Consejer|Diputad|Senador|Gobernador|Governor|Capitán|Captain|Fiscal|Notari|Client|Usuari|Rector|Cónsul|Consul|Coordinador|Jef[ea]|Delegad|Decan|Intervent|Tesorer|Chancellor|Coroner|Registrar|Magistra|Inspector|Comandante|Coronel|Teniente)/u;
// Parts of phrases in which a first name is a word: "Grace Period", "Christian Church", "Mark All", "Virginia Beach".
const PHRASE =
	/ (?:All|As|Read|Unread|Done|Completed?|Period|Gardens?|Station|Falls|Beach|Church(?:es)?|Democra\p{Ll}+|Union|Science|Lakes?|Islands?|County|City|University|Hospital|Airport|Street|Square|Park|Bridge|Tower|Museum|Prize|Awards?|Cup|Day|Medal|Scheme|Score|Era|Values|Faith|Brothers|Aid|Orthodox|Bowl|Parade|Technique|Roja|Rojo|Verde|Blanca|Negra|Central|Nacional|Discussion|Opinion|Exchange|Law|Water|Wine|Petals?|Quartz|Gold|Oil|Pot|Knife|Plug|The|This|That|It|My|Your)(?![\p{L}])/u;

/**
 * The names of people in a sentence that must not be translated: after a title, after "my name is", and a common first name
 * with a surname.
 *
 * @example findNames("El Sr. Blanco llegó.") // the range of "Blanco"
 */
export function findNames(text: string): Range[] {
	const found: Range[] = [];
	for (const { 0: run, index } of allMatches(text, RUN)) {
		const before = text.slice(Math.max(0, index - 20), index);
		if (INTRODUCED.test(before)) {
			if (!OFFICE.test(run) && !(/(?:is|['’]s|llamo|es)\s$/iu.test(before) && isOrdinary(run)))
				found.push({ start: index, end: index + run.length });
			continue;
		}
		const first = run.split(" ");
		// "John Paul II" and "King Juan Carlos" have a form in each language.
		if (/^ [IVX]+(?![\p{L}\p{N}])/u.test(text.slice(index + run.length, index + run.length + 8))) continue;
		// The word before may start the sentence: "Then Rose Baker came".
		const skipped = first.findIndex((word) => isFirstName(word));
		if (skipped < 0 || skipped > 1 || first.length - skipped < 2) continue;
		const start = index + first.slice(0, skipped).join(" ").length + (skipped > 0 ? 1 : 0);
		const name = text.slice(start, index + run.length);
		if (PHRASE.test(name) || TRANSLATED.test(name) || ROYAL.test(text.slice(Math.max(0, start - 12), start)))
			continue;
		found.push({ start, end: start + name.length });
	}
	const others = findLoneNames(text).filter(
		({ start, end }) => !found.some((one) => one.start < end && start < one.end),
	);
	return others.length === 0 ? found : [...found, ...others].sort((a, b) => a.start - b.start);
}
