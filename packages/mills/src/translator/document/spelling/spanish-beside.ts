// Spellings with a second meaning ("en pos de", "un caniche toy", "las ingles", "la letra q"). The words beside them decide; without
// such words they stay.
const AFTER_PAUSE = String.raw`(?<=^|[.!?…,;] ?|(?<!\p{L})(?:y|pero|no|pues|hola|bueno) )`;
const BEFORE_PAUSE = "(?=$|[,.!?…])";
const FEELS =
	"(?:cansad|ocupad|aburrid|enferm|content|list|hart|sol|nervios|resfriad|malit|enfadad|perdid|liad)[oa]|bien|mal|fatal|triste|feliz|muy|aquí|aqui|aki|ahí|ahi|en|con|de|a punto|\\p{Ll}+(?:ando|iendo|yendo)";

/** The pattern, what it becomes, and whether the sentence must be from a chat. */
export const SPANISH_BESIDE: readonly (readonly [from: string, to: string, chatOnly?: true])[] = [
	// "Porque me gusta, ¿sabes?" is an answer.
	[
		String.raw`(?<=(?:[¿]|(?<!\p{L})(?:y|pero|por|sabes|dime|sé|se) |^))(?:xq|pq|porq|xk|pk|xke|porke|porque)(?=[^.!¡,¿]*\?)`,
		"por qué",
	],
	["xq|porq|xk|xke|porke", "porque"],
	[String.raw`(?<!(?:el|del|la|en|clave|al|producto|de) )(?:pq|pk)(?= \p{L})(?! [\p{L}](?!\p{L}))`, "porque"],
	[String.raw`(?:q|k)(?= tal(?!\p{L}))`, "qué"],
	[
		String.raw`(?<=^¿?)(?:q|k)(?= (?:haces?|hacéis|pasa|pasó|paso|quieres|kieres|dices|dijo|tienes|onda|hay|hora|buscas|piensas|hiciste|vas)(?!\p{L}))(?=.*\?|[^?]{0,24}$)`,
		"que",
	],
	[
		String.raw`(?<=^¡?)(?:q|k)(?= (?:bueno|buena|guay|lindo|linda|rico|rica|risa|pena|asco|susto|frío|calor|bien|divertido|mal|chulo|ganas|hambre|sueño|va|fuerte)(?!\p{L}))`,
		"que",
	],
	[
		String.raw`(?<=(?:dime|dice|dices|dijo|digo|creo|crees|espero|parece|sabes|sabe|quiero|quieres|quiere|tengo|tienes|hay|lo|ya|así|asi|xa|sé) )(?:q|k)(?= \p{L}{2})(?! (?:es|por|y|o|no) )`,
		"que",
	],
	[
		String.raw`(?<!(?:letra|vitamina|la|el|una|un|grupo|talla|línea|plan|tipo|y|o|punto|serie) )(?:q|k)(?= \p{L}{2})`,
		"que",
		true,
	],
	[
		String.raw`(?<!(?:un|una|la|el|con|de|rayos|y|o|letra) )x(?= (?:eso|fin|cierto|ejemplo|supuesto|suerte|la (?:tarde|mañana|noche|calle)|si acaso|aquí|aqui|ahí|ahi)(?!\p{L}))`,
		"por",
	],
	[
		String.raw`(?<!(?:un|una|la|el|con|de|rayos|y|o|letra) )x(?= (?:si|las?|el|los?|mi|tu|su|ti|q|que|ahora|una?|todos?|todas?|día|dia|hoy|nada|aki|favor)(?!\p{L}))`,
		"por",
		true,
	],
	[
		String.raw`(?<=(?:casa|hijo|hija|amig[oa]|cumple|foto|fotos|cosas|herman[oa]) )d(?= (?:\p{L}{2}|\ue000))`,
		"de",
	],
	[
		String.raw`(?<!(?:vitamina|hepatitis|letra|plan|grupo|tipo|y|o|el|la|punto) )(?<=\p{L}{2} )d(?= [\p{L}\ue000])`,
		"de",
		true,
	],
	[
		String.raw`(?<!(?:masa|talla|pendiente|y|o|de|letra|metros) )m(?= (?:voy|gusta|gustan|dijo|dices|llamas|avisas|encanta|duele|alegro|quedo|mandas)(?!\p{L}))`,
		"me",
	],
	[
		String.raw`(?<!(?:masa|talla|pendiente|y|o|de|letra|metros) )m(?= (?:dice|da|dan|parece|llama|dejas|puedes|pasas|falta)(?!\p{L}))`,
		"me",
		true,
	],
	[
		String.raw`(?<!(?:tiempo|y|o|de|letra|instante) )t(?= (?:quiero|amo|llamo|aviso|digo|mando|extraño|echo|apetece|gusta)(?!\p{L}))`,
		"te",
	],
	[
		String.raw`(?<!(?:tiempo|y|o|de|letra|instante) )t(?= (?:veo|parece|espero|va|vienes|vas)(?!\p{L}))`,
		"te",
		true,
	],
	[
		String.raw`(?<!(?:mi|tu|su|el|un) )pa(?= (?:que|q|mi|mí|ti|el|la|los|las|eso|ir|comer|casa|todos|mañana|ver)(?!\p{L}))`,
		"para",
	],
	[String.raw`(?<!(?:sistema|formato|norma|versión|consola|señal|televisión) )pal(?= \p{Ll})`, "para el"],
	[String.raw`(?<=(?:mi|tu|feliz) )cumple(?! con| los| las| la | el | su| años|\p{L})`, "cumpleaños"],
	[
		String.raw`(?<=(?:su|el|de) )cumple(?=$|[.,!?…]| (?:de|es|fue|será|hoy|mañana)(?!\p{L}))(?! de sobra)`,
		"cumpleaños",
	],
	// A greeting, unlike a wave of the sea.
	[
		String.raw`(?<=^¡?)ola(?=,? (?:[qk]|qu[eé]|c[oó]mo) (?:tal|estás?|estas|andas|te va|haces|ase|hay)(?!\p{L})|,? buen[ao]s (?:d[ií]as|tardes|noches)|,? (?:amig|guap|wap)[oa]s?(?!\p{L})|,? a tod[oa]s)`,
		"hola",
	],
	[String.raw`\p{Ll}{3,20}cion`, "ción"],
	[String.raw`${AFTER_PAUSE}aki|(?<=\p{Ll} )aki`, "aquí"],
	[`(?<!(?:caniche|perros?|raza|un|el|los|tamaño|arte) )toy(?= (?:${FEELS})(?!\\p{L}))`, "estoy"],
	[`(?<!(?:las|unas|de) )tas(?= (?:${FEELS})(?!\\p{L}))`, "estás"],
	[
		"(?<=(?:todo|muy|q|que|estoy|toy|est[aá]s?|stoy|stas|va|voy|fue|salió|tan|pues|ps|pos|ok|super|te|me|yo) )bn(?! nada)",
		"bien",
	],
	[String.raw`${AFTER_PAUSE}bno(?=$|[,.!?…]| \p{Ll})`, "bueno"],
	["tqm|tkm", "te quiero mucho"],
	["(?<=^|(?:yo|también|tb|tmb) )tq(?=$|[,.!?…]| much)", "te quiero"],
	[String.raw`${AFTER_PAUSE}ntp(?=$|[,.!?…])`, "no te preocupes"],
	["(?<=[,.!…] )bss(?=[.!… ]*$)|(?<=^)bss(?=[.!…]*$)", "besos"],
	[
		String.raw`(?<!(?:un|el|los|del|con|chip|procesador) )dsp(?= (?:te|me|nos|lo|la|os|se|de|hablamos|vamos|voy|vemos|quedamos|del)(?!\p{L}))|(?<=(?:llamo|vemos|hablamos|digo|cuento) )dsp`,
		"después",
	],
	[
		String.raw`${AFTER_PAUSE}(?:ps|pos)(?= (?:no|sí|si|ya|yo|nada|bueno|claro|eso|que|q|a|me|te|ntp|vale|vamos|entonces|mira|ahora|tú)(?!\p{L}))`,
		"pues",
	],
	["(?<!(?:un|el|los|ese|su|del) )haiga", "haya"],
	[String.raw`${AFTER_PAUSE}sip${BEFORE_PAUSE}`, "sí"],
	[String.raw`${AFTER_PAUSE}nop${BEFORE_PAUSE}`, "no"],
	["(?<=(?:de|d|hay|pasa|hace|hago|sé|se|tengo|quiero|dice|digo) )nd", "nada"],
	[
		`(?<=(?:no|q|que|dnd|d[oó]nde|c[oó]mo|ya|todo|me|te|ella|él|aquí|ahí|mamá|papá) )sta(?!\\.)|(?<=^)sta(?= (?:${FEELS})(?!\\p{L}))`,
		"está",
	],
	[
		String.raw`(?<=^|, |(?:voy|vamos|vengo|ven|vienes|venid|pues|y) )aver(?= (?:si|q|que|qué|cu[aá]ndo|c[oó]mo|d[oó]nde|qui[eé]n|la|el|los|las|a|una?)(?!\p{L})|$|[,.])`,
		"a ver",
	],
	[String.raw`(?<=^|[,.!?…¿¡] ?|(?<!\p{L})(?:y|pero|entonces|pues) )osea`, "o sea"],
	[
		"(?<=(?:por|para|pa|hacia|más|mas|hasta|desde|x|voy|vamos|fui|estoy|está|esta|vive|vivo) )alla(?! (?:breve|carbonara|vodka|norma|marinara|romana))",
		"allá",
	],
	[
		"(?<=(?:la|el|lo|las|los|una|un|por|esta|este|mi|tu) )ultim[oa]s?(?! (?:los?|las?|el|una?|su|sus) )",
		"últim",
	],
	["(?<!(?:me|te|se|lo|los|las|yo|no) )medico", "médico"],
	["(?<!(?:las|mis|sus|tus|ambas|dos|unas) )ingles", "inglés"],
	["(?<=(?:el|del|al|un|su|nuestro) )ejercito", "ejército"],
	["(?<!(?:yo|los|las) )numero", "número"],
	["(?<!(?:modo|jugar a|juego a|partida de|jugamos a|campaña de) )dnd", "donde"],
	["(?<=[,.] )pf|pf(?=[.!…]*$)", "por favor"],
	[
		String.raw`(?<=\p{Ll},? )xo(?= (?:no|si|sí|es|ya|q|que|me|te|yo|tu|tú|luego|bueno|hoy|mañana|al)(?!\p{L}))`,
		"pero",
	],
	["(?<!(?:formato|archivo|archivos|audio|en|y|o) )dsd", "desde"],
	[String.raw`(?<!(?:el|la|un|una) )qe(?= \p{L})`, "que"],
	["(?<=(?:el|un|al|del|este|los) )leon", "león"],
	["(?<=(?:este|el|buen|feliz|los|para|un|fin d?e?) )fds", "fin de semana"],
];
