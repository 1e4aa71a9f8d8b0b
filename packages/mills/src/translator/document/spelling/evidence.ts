import type { Language } from "../pair.js";

// Spellings that stand in chats only, and what else only chats have: "???", laughter, a small "i".
const CHAT: Readonly<Record<Language, RegExp>> = {
	en: /(?<![\p{L}\p{N}_-])(?:th(?:x|n?x|anx)|pl(?:z+|s+)|idk|idek|lol|lmf?ao|omg|btw|brb|ttyl|tbh|imh?o|lmk|hbu|wbu|wyd|ikr|omw|tysm|gonna|wanna|gotta|dunno|kinda|sorta|c[uo]z|ppl|ur|2nite|2moro|tmrw|gr8|l8r|luv|rly|srsly|sry|bday|dont|didnt|doesnt|isnt|thats|whats|youre|theyre|shes|yall|ha(?:ha)+|xd|im|i (?:am|was|have|will|want|need|think|know|don|can|love|hate|just|had|got|miss)|(?:r|do|can|see|c|love|miss|thank|tell|call|did|will|are|should|want) u|u (?:r|know|guys|want|going|need|left|said))(?![\p{L}\p{N}_-])|\?\?|!!/iu,
	es: /(?<![\p{L}\p{N}_-])(?:xq|porfis?|porfa|tqm|tkm|(?:ja){2,}|(?:je){2,}|xd|tb|tmb|tbn|msj|k?q?iero|aki|salu2|holi|we+nas|weno|mu[x]o|mu[x]as|xfa|plis|stoy|toy|mñn|finde|graxx?|tngo|vdd|kien|qe|t (?:quiero|amo|llamo)|m (?:voy|gusta|dijo)|x (?:fin|favor|eso)|[qk] (?:tal|haces))(?![\p{L}\p{N}_-])|\?\?|!!/iu,
};

// Here a single letter is a variable, a grade or the letter itself.
const TECHNICAL =
	/[{}=^+×÷≤≥∈→|]|[<>](?!3)|\p{L}\(\p{L}?\)|\d\s?[*/]\s?\p{L}|(?<!\p{L})(?:equations?|variables?|integers?|functions?|constants?|vectors?|matri(?:x|ces)|ax[ei]s|radius|diameter|coefficients?|exponents?|polynomials?|theorem|lemma|prime|denotes?|parameters?|coordinates?|slope|velocity|equals?|greater|squared|cubed|vowels?|consonants?|letters?|vitamins?|hepatitis|arrays?|subset|probability|variance|ecuaci[oó]n(?:es)?|ecuaciones|enteros?|funci[oó]n|funciones|constantes?|vector(?:es)?|matri(?:z|ces)|ejes?|radio|di[aá]metro|coeficientes?|exponentes?|polinomios?|teorema|lema|primos?|par(?:es)?|impar(?:es)?|denota|par[aá]metros?|coordenadas?|pendiente|velocidad|mayor|menor|igual|cuadrado|vocal(?:es)?|consonantes?|letras?|vitaminas?|conjunto|probabilidad|varianza|rectas?|paralelas?|perpendicular(?:es)?|despej\p{L}+|inc[oó]gnitas?|proposici[oó]n|hip[oó]tesis|sea[n]? [a-z]|valor(?:es)? de|value of)(?!\p{L})/iu;

/** Whether a sentence shows that it was written in a chat. */
export function isChat(text: string, language: Language): boolean {
	return CHAT[language].test(text);
}

/** Whether the single letters of a sentence are more likely variables than words. */
export function isTechnical(text: string): boolean {
	return TECHNICAL.test(text);
}
