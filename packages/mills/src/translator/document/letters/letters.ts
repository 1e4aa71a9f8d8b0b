import { genderOf } from "../names/first-names.js";
import type { Language, Pair } from "../pair.js";

// The closings of letters and what they become. "Love," closes a letter, "Love" is a word: with a star, the comma is needed.
const CLOSINGS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
	en: {
		"best regards": "Un saludo",
		"kind regards": "Saludos cordiales",
		"kindest regards": "Saludos cordiales",
		"with kind regards": "Saludos cordiales",
		"warm regards": "Un cordial saludo",
		"warmest regards": "Un cordial saludo",
		regards: "Saludos",
		"best wishes": "Un saludo",
		"with best wishes": "Un saludo",
		"*all the best": "Un saludo",
		"*best": "Un saludo",
		cheers: "Saludos",
		"*yours": "Un saludo",
		"yours sincerely": "Atentamente",
		"sincerely yours": "Atentamente",
		sincerely: "Atentamente",
		"yours faithfully": "Atentamente",
		"yours truly": "Atentamente",
		respectfully: "Respetuosamente",
		"respectfully yours": "Respetuosamente",
		cordially: "Cordialmente",
		"*love": "Con cariño",
		"with love": "Con cariño",
		"*lots of love": "Con mucho cariño",
		"*hugs": "Un abrazo",
		"*big hugs": "Un fuerte abrazo",
		"*a big hug": "Un fuerte abrazo",
	},
	es: {
		"un saludo": "Best regards",
		"un saludo cordial": "Kind regards",
		"un cordial saludo": "Kind regards",
		"saludos cordiales": "Kind regards",
		"reciba un cordial saludo": "Kind regards",
		"reciban un cordial saludo": "Kind regards",
		"reciba un saludo": "Best regards",
		"reciban un saludo": "Best regards",
		"reciba un saludo cordial": "Kind regards",
		"reciban un saludo cordial": "Kind regards",
		"reciba un afectuoso saludo": "Warm regards",
		"sin otro particular, le saluda atentamente": "Yours sincerely",
		"sin otro particular, les saluda atentamente": "Yours sincerely",
		"un afectuoso saludo": "Warm regards",
		saludos: "Regards",
		atentamente: "Yours sincerely",
		"muy atentamente": "Yours sincerely",
		"le saluda atentamente": "Yours sincerely",
		"les saluda atentamente": "Yours sincerely",
		cordialmente: "Sincerely",
		respetuosamente: "Respectfully",
		"con cariño": "With love",
		"con mucho cariño": "Lots of love",
		"*besos": "Love",
		"*un beso": "Love",
		"*un beso fuerte": "Lots of love",
		"*un beso muy fuerte": "Lots of love",
		"*muchos besos": "Lots of love",
		"*un abrazo": "Hugs",
		"*un fuerte abrazo": "Big hugs",
	},
};

// Salutations without a name. English closes them with a comma, Spanish with a colon.
const SALUTATIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
	en: {
		"dear sir or madam": "Estimado señor o señora",
		"dear sir/madam": "Estimado señor o señora",
		"dear sir": "Estimado señor",
		"dear madam": "Estimada señora",
		"dear sirs": "Estimados señores",
		"dear all": "Estimados todos",
		"dear team": "Estimado equipo",
		"dear friend": "Querido amigo",
		"dear friends": "Queridos amigos",
		"dear colleague": "Estimado colega",
		"dear colleagues": "Estimados colegas",
		"dear customer": "Estimado cliente",
		"dear customers": "Estimados clientes",
		"to whom it may concern": "A quien corresponda",
		"hi all": "Hola a todos",
		"hi everyone": "Hola a todos",
		"hello everyone": "Hola a todos",
		"hi there": "Hola",
	},
	es: {
		"estimado señor o señora": "Dear Sir or Madam",
		"muy señor mío": "Dear Sir",
		"muy señora mía": "Dear Madam",
		"muy señores míos": "Dear Sirs",
		"estimado señor": "Dear Sir",
		"estimada señora": "Dear Madam",
		"estimados señores": "Dear Sir or Madam",
		"estimados todos": "Dear all",
		"estimados colegas": "Dear colleagues",
		"estimados compañeros": "Dear colleagues",
		"estimado equipo": "Dear team",
		"estimado cliente": "Dear customer",
		"estimada clienta": "Dear customer",
		"estimados clientes": "Dear customers",
		"queridos amigos": "Dear friends",
		"querido amigo": "Dear friend",
		"querida amiga": "Dear friend",
		"a quien corresponda": "To whom it may concern",
		"hola a todos": "Hi everyone",
		"hola a todas": "Hi everyone",
	},
};

const LINE = /^(\p{L}[^,:]{0,80})([,:]?)$/u;
const NAME = String.raw`(\p{Lu}[\p{L}'’.-]*(?: (?:de |del |la |van |von )?\p{Lu}[\p{L}'’-]*){0,3})`;
const EN_TITLED = new RegExp(`^Dear (Mr|Mrs|Ms|Miss)\\.? ${NAME}[,:]$`, "u");
const EN_NAMED = new RegExp(
	`^(Dear|Hi|Hello|Hey|Good morning|Good afternoon|Good evening) ${NAME}[,:]$`,
	"u",
);
const ES_TITLED = new RegExp(
	`^(?:Estimad[oa]|Querid[oa]|Apreciad[oa]) (?:(Sr\\.?|señor|don|D\\.)|(Sra\\.?|Srta\\.?|señora|señorita|doña|D\\.ª)) ${NAME}[,:]$`,
	"u",
);
const ES_NAMED = new RegExp(
	`^(Estimad[oa]|Querid[oa]|Hola|Buenos días|Buenas tardes|Buenas noches),? ${NAME}[,:]$`,
	"u",
);
const DAYTIMES: Readonly<Record<string, string>> = {
	"Good morning": "Buenos días",
	"Good afternoon": "Buenas tardes",
	"Good evening": "Buenas noches",
	"Buenos días": "Good morning",
	"Buenas tardes": "Good afternoon",
	"Buenas noches": "Good evening",
};

/**
 * The translation of a line that opens or closes a letter, with the punctuation of the target language. Undefined for other
 * lines.
 *
 * @example translateLetterLine("Dear Ms Ortega,", { from: "en", to: "es" }) // "Estimada Sra. Ortega:"
 */
export function translateLetterLine(line: string, { from, to }: Pair): string | undefined {
	if (from === to) return undefined;
	const [, words = "", mark = ""] = LINE.exec(line) ?? [];
	const key = words.toLowerCase().replace(/^hola,/, "hola");
	if (mark !== ":") {
		const closing =
			entry(CLOSINGS[from], key) ?? (mark === "," ? entry(CLOSINGS[from], `*${key}`) : undefined);
		if (closing !== undefined) return closing + mark;
	}
	const sentence = translateClosing(line, { from, to });
	if (sentence !== undefined) return sentence;
	if (!/[,:]$/.test(line)) return undefined;
	const salutation = entry(SALUTATIONS[from], key);
	if (salutation !== undefined) return salutation + (to === "es" ? ":" : ",");
	return from === "en" ? fromEnglish(line) : fromSpanish(line);
}

/** What a sentence begins with that can only close a letter. "Un saludo." may be an answer, and "Best wishes" the title of a card. */
const ONLY_CLOSES =
	/^(?:reciban? |sin otro particular|les? saluda |yours |kind(?:est)? regards|with kind regards)/i;

/** The translation of a sentence that can only close a letter, such as "Reciba un cordial saludo." Undefined for other sentences. */
export function translateClosing(sentence: string, { from, to }: Pair): string | undefined {
	const words = sentence.replace(/[.,]$/, "");
	if (from === to || words === sentence || !ONLY_CLOSES.test(words)) return undefined;
	const closing = entry(CLOSINGS[from], words.toLowerCase());
	return closing === undefined ? undefined : closing + sentence.slice(words.length);
}

/** An entry of a table. "constructor" is a property of every object, but no entry. */
function entry(table: Readonly<Record<string, string>>, key: string): string | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}

function fromEnglish(line: string): string | undefined {
	const [, title, surname] = EN_TITLED.exec(line) ?? [];
	if (title !== undefined)
		return title === "Mr"
			? `Estimado Sr. ${surname}:`
			: `Estimada ${title === "Miss" ? "Srta." : "Sra."} ${surname}:`;
	const [, greeting = "", name = ""] = EN_NAMED.exec(line) ?? [];
	if (name === "" || isTitle(name)) return undefined;
	const daytime = DAYTIMES[greeting];
	if (daytime !== undefined) return `${daytime}, ${name}:`;
	const gender = greeting === "Dear" ? genderOf(name) : undefined;
	// Without the gender, only "Hola" is right for everyone.
	return gender === undefined ? `Hola, ${name}:` : `${gender === "f" ? "Querida" : "Querido"} ${name}:`;
}

function fromSpanish(line: string): string | undefined {
	const [, man, woman, surname] = ES_TITLED.exec(line) ?? [];
	if (surname !== undefined) {
		const title = man !== undefined ? "Mr" : /^(?:Srta|señorita)/.test(woman ?? "") ? "Miss" : "Ms";
		return `Dear ${title} ${surname},`;
	}
	const [, greeting = "", name = ""] = ES_NAMED.exec(line) ?? [];
	if (name === "" || isTitle(name)) return undefined;
	if (greeting === "Hola") return `Hi ${name},`;
	return `${DAYTIMES[greeting] ?? "Dear"} ${name},`;
}

// "Dear Dr Wood," has no gender, and "Dear President," is not a name: the model translates them.
function isTitle(name: string): boolean {
	return /^(?:Dr|Dra|Prof|Doctor|Professor|Profesora?|President\p{L}*|Minist\p{L}+|Sir|Madam|Sr|Sra|Srta|Mr|Mrs|Ms|Miss|Lord|Lady|Customer|Client\p{L}*|Team|Editor|God|Santa|Father|Mother|Mom|Mum|Dad|Diary)(?![\p{L}-])/u.test(
		name,
	);
}
