// Spellings with a second meaning ("a bout of flu", "as is his wont", "an M8 bolt", "gf bread"). The words beside them decide; without
// such words they stay.
const PRONOUN = "(?:u|you|we|they|he|she|i|it)";

/** The pattern, what it becomes, and whether the sentence must be from a chat. */
export const ENGLISH_BESIDE: readonly (readonly [from: string, to: string, chatOnly?: true])[] = [
	[String.raw`r(?= u(?!\p{L}))`, "are"],
	[String.raw`(?<=(?<!\p{L})u )r(?! is(?!\p{L}))`, "are"],
	[
		String.raw`(?<=(?:^|(?<!\p{L})(?:where|how|what|who|why|when|y|and|so|but),? ))r(?= (?:you|we|they)(?!\p{L}))`,
		"are",
	],
	[
		String.raw`(?<=(?:^|[,.!?…] |(?<!\p{L})(?:if|that|and|but|so|idk|think|know|cuz|bc) )(?:you|we|they|ppl) )r(?= (?!(?:is|and|or|has|be)(?!\p{L}))\p{L}{2})`,
		"are",
	],
	[String.raw`(?<=(?:how|where|what|who|why|there|ppl|people) )r|r(?= there(?!\p{L}))`, "are", true],
	[
		String.raw`ur(?= (?:so|a|an|the|gonna|going|coming|too|very|already|always|here|there|being|kidding|joking|lying|not)(?!\p{L}))`,
		"you're",
	],
	// "ur late again", but not "ur late father".
	[
		String.raw`ur(?= (?:welcome|right|wrong|late|early|mad|sad|angry|happy|tired|busy|sick|cute|awesome|amazing|crazy|funny)(?:$|[.,!?…]| (?:again|rn|at|with|about|to|and|but|for|lol|today|now|because|tho|that|if|when)(?!\p{L})))`,
		"you're",
	],
	[String.raw`(?<=idk )y(?= \p{L})`, "why"],
	[
		String.raw`(?<=(?:^|[.!?…] ))y(?= (?:(?:r|are|do|did|didn['’]?t|don['’]?t|does|doesn['’]?t|would|wouldn['’]?t|can['’]?t|won['’]?t|is|isn['’]?t|was|were) ${PRONOUN}(?!\p{L})|not(?:[?!.,…]|$)))`,
		"why",
	],
	[
		String.raw`(?<=(?:know|wonder|see|tell me|understand) )y(?= (?:ur|you['’]?re|i['’]?m|${PRONOUN})(?!\p{L}))`,
		"why",
		true,
	],
	[
		String.raw`(?<=^)k(?=, (?:see|thx|thanks|bye|cool|got|i|im|will|u|you|let|talk|sounds|good|great|sure|no|then|cya)(?!\p{L}))`,
		"okay",
	],
	[
		String.raw`(?<=(?:tell|told|ask|asked|want|wanted|need|remind) (?:me|you|u|him|her|them|us) )2(?= (?:go|come|see|do|be|get|call|buy|know|eat)(?!\p{L}))`,
		"to",
	],
	[
		String.raw`(?<=(?<!\p{L})(?:you|u|me|him|her|us|them) )n(?= (?:me|you|u|him|her|us|them|i|my)(?!\p{L}))`,
		"and",
	],
	[String.raw`(?<=\p{L}{2} )n(?= (?!times)[\p{L}\ue000])`, "and", true],
	["(?<=^|[.!?…,] )nvmd?(?=$|[,.!?…])", "never mind"],
	[
		String.raw`(?<=^|[.!?…,] )nvmd?(?= (?!use|install|is|ls|alias|current|run|version|does|has|can|will|and|or|list|exec|needs|works)\p{L})`,
		"never mind,",
	],
	// Not "pipe it to bc", "the second century bc", "the b/c ratio".
	[
		String.raw`(?<!century |millennium |years |age |era )(?:bc|b/c)(?= (?:of|i|im|i['’]m|ive|it|its|it['’]s|u|ur|you|your|youre|he|hes|she|shes|they|we|the|my|there|theres|that|thats|no|ppl|this|if|when|im)(?!\p{L}))`,
		"because",
	],
	[String.raw`(?<!an? |the |\p{L}-)2day`, "today"],
	[
		String.raw`(?<!to |square |cell |plays? |on |of |size )b4(?= (?:u|you|i|we|he|she|they|it|the|my|lunch|dinner|breakfast|work|school|class|bed|that|then|noon|midnight|going|leaving)(?!\p{L}))`,
		"before",
	],
	["(?<=(?:too|so|ur|r|running|be|im|i['’]m|was|sorry|its|it['’]s) )l8", "late"],
	[String.raw`(?<=(?:can['’]?t|pl[sz]|please|must) )w8|w8(?= (?:for|up|4)(?!\p{L}))`, "wait"],
	["(?<=(?:thanks|thx|cheers|alright|hey|hi|hello|yes|no|ok|sorry|mate),? )m8", "mate"],
	["(?<=(?:is|just|all|that|something|stuff|it) )4u(?! server| rack| chassis| case| unit)", "for you"],
	[
		String.raw`prob(?= (?:not|be|go|going|gonna|just|should|won['’]?t|will|need|cant|can['’]t|dont|late|sleep|stay)(?!\p{L}))`,
		"probably",
	],
	[
		String.raw`txt(?= (?:me|u|you|him|her|them|us|back|ya|my|mum|mom|dad)(?!\p{L}))|(?<=(?:got|saw|read|send|sent) (?:ur|your|my|a|the) )txt(?! file| format| record| doc| version| export)`,
		"text",
	],
	[
		String.raw`msg(?= (?:me|u|you|him|her|them|us)(?!\p{L}))|(?<=(?:a|your|ur|my|his|her|this|that|last|new|voice|text|quick|private|another) )msg(?! \p{L}+ment|[(:[])`,
		"message",
	],
	[
		String.raw`(?<!an? |the |registered |as |and |or |our |senior )rn(?=$|[.,!?…)]| (?:but|so|and|lol|bc|because|cuz|im|i['’]m|i|tho|at|in|if)(?!\p{L}))`,
		"right now",
	],
	["(?<=^|[.!?…,] )np(?=$|[,.!?…])", "no problem"],
	["(?<=^|[.!?…,] )yw(?=$|[,.!?…])", "you're welcome"],
	["(?<=^|[.!?…,] )kk(?=$|[,.!?…])", "okay"],
	["(?<=^|[.!?…,] )cya", "see you"],
	[
		String.raw`imma(?= (?:go|head|be|need|get|do|tell|just|take|let|leave|sleep|call|text|make|try|see|eat|stay)(?!\p{L}))`,
		"I'm going to",
	],
	[
		String.raw`whatcha(?= (?:doing|up to|thinking|talking|looking|making|eating|watching|reading|saying|gonna|cooking|playing|working)(?!\p{L}))`,
		"what are you",
	],
	["(?<=a )lotta", "lot of"],
	// "gf bread" is gluten-free.
	...(["bf=boyfriend", "gf=girlfriend"] as const).map((pair) => {
		const [short = "", long = ""] = pair.split("=");
		return [
			String.raw`(?<=(?:my|his|her|ur|your|their|ex) )${short}(?! (?:bread|pasta|options?|menus?|flour|diet|food|cakes?|pizza|version|rating))`,
			long,
		] as const;
	}),
	[
		String.raw`(?<=(?:it['’]?s|is|thats|that['’]s|know|knows|knew|talk|talking|think|thinking|all|ask|asked|tell|told|sorry|how|what|was|heard|forget|forgot|sure|mad|worried) (?:\p{Ll}{2,4} )?)abt`,
		"about",
	],
	["(?<=(?:how|what|talk|talking|think|thinking|know|care|worried|sorry|forget|tell me) )bout", "about"],
	[
		String.raw`def(?= (?:going|coming|gonna|worth|recommend|want|need|not (?:going|coming|gonna|worth|a|the|my))(?!\p{L}))`,
		"definitely",
	],
	["(?<=(?:i|u|you|we|they|to|will|dont|don['’]t|must|ppl) )hv", "have"],
	[
		String.raw`(?<=^|[.!?…,] |(?:idk|know|so|but|and|tell me|see|say) )(?:wat|wot)(?= (?:happened|happens|r|are|u|do|did|time|is|was|about|an?|now|else|you|should|if|i|he|she|they|we|to|the)(?!\p{L}))`,
		"what",
	],
	[
		"(?<=(?:my|ur|your|do|did|math|maths|english|any|doing|finish|finished) )hw(?! version| revision| driver| failure| interface| accel)",
		"homework",
	],
	["(?<=(?:my|ur|your|whole|our|his|her) )fam", "family"],
	[String.raw`gd(?= (?:morning|night|luck|idea|afternoon|evening|job|time)(?!\p{L}))`, "good"],
	[
		String.raw`nxt(?= (?:week|time|month|year|day|one|to|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?!\p{L}))`,
		"next",
	],
	["(?<=(?:few|couple of|couple|some|many|several|how many) )mins", "minutes"],
	["(?<!an |the |by |via |your |ur |through )im", "I'm"],
	[
		String.raw`ive(?= (?:been|seen|got|had|never|always|just|already|lost|found|heard|tried|done|made|told|read|gone|come|no|only|ever|known|made|decided|left|started|finished|forgotten|learned|a)(?!\p{L}))`,
		"I've",
	],
	[
		String.raw`(?<=(?:i|u|you|he|she|we|they|it|that|this|ppl|people|who|just|so|but|and|why|really|\p{Ll}+s) |^)cant(?= (?!(?:of|hooks?|rail|deficiency)(?!\p{L}))\p{L})`,
		"can't",
	],
	[
		String.raw`(?<!(?:his|her|their|my|our|its|the|your|is|was|are|were|as|usual|a) )wont(?! to(?!\p{L}))`,
		"won't",
	],
	["nad", "and"],
	["(?:teh|hte)(?! tarik)", "the"],
	["calender(?! roll| machine| stack|ed|ing)", "calendar"],
	["(?<!an? |the |old |castrated |each |every )wether", "whether"],
	[
		String.raw`(?<=^|[.!?…,] |(?:but|and|so|lie) )ngl(?=$|[,.!?…]| (?:i|im|i['’]m|it|its|it['’]s|that|this|he|she|u|you|they|we)(?!\p{L}))`,
		"I'm not going to lie",
	],
];
