/** Common abbreviations that CLDR does not list, and words that begin sentences. See `Language` for the parts. */
interface Lists {
	readonly always?: string;
	readonly often?: string;
	readonly units?: string;
	readonly numbered?: string;
	readonly starters?: string;
}

/** Names of people and companies keep their abbreviations in every language. */
export const INTERNATIONAL = {
	always: "Dr.|Mr.|Mrs.|Ms.|St.|vs.",
	often: "Bros.|Co.|Corp.|Inc.|Jr.|Ltd.",
} as const satisfies Lists;

export const EVERYDAY: Readonly<Record<string, Lists>> = {
	de: {
		always:
			"Dr.|Prof.|h. c.|h.c.|Hr.|Hrn.|Fr.|Frl.|Dipl.|Ing.|St.|bzw.|ca.|z. B.|z.B.|d. h.|d.h.|u. a.|i. d. R.|o. ä.|vgl.|Vgl.|" +
			"Z. B.|Z.B.|D. h.|sog.|inkl.|zzgl.|evtl.|ggf.|geb.|Nr.|Hrsg.|Mag.|med.|phil.|jur.|rer.|nat.|Str.",
		often: "GmbH & Co.|Co.|Inc.|Ltd.|Mio.|Mrd.|Tsd.|Jh.|Abb.|Aufl.|Bd.|Jr.|Sr.",
		numbered: "abb art abs bd bl kap nr s seite tab tel ziff",
		starters:
			"Aber Als Am An Auch Auf Aus Bei Da Damit Danach Dann Das Daher Dazu Denn Der Deshalb Die Dies Diese Dieser " +
			"Doch Dort Du Durch Ein Eine Einen Er Es Für Hier Ich Ihr Im In Ist Jetzt Man Mit Nach Nicht Noch Nun Nur " +
			"Ob Seit Sie So Und Unter Vom Von Vor Was Weil Wenn Wer Wie Wir Wo Zu Zum",
	},
	en: {
		always:
			"Dr.|Drs.|Mr.|Mrs.|Ms.|Messrs.|Prof.|Rev.|Hon.|Fr.|Sr.|St.|Mt.|Ft.|Gen.|Gov.|Sen.|Rep.|Reps.|Sens.|Pres.|" +
			"Lt.|Col.|Maj.|Sgt.|Cpl.|Capt.|Cmdr.|Adm.|Brig.|Supt.|Amb.|Atty.|Insp.|e.g.|i.e.|E.g.|I.e.|e. g.|i. e.|viz.|" +
			"cf.|Cf.|vs.|Vs.|v.|approx.|Approx.|ca.|c.|esp.|incl.|resp.|ft.|feat.|Ph. D.",
		often:
			"Jr.|Inc.|Ltd.|Co.|Corp.|Bros.|LLC.|Assn.|Dept.|Univ.|Inst.|Ave.|Blvd.|Rd.|Sq.|Ln.|Hwy.|Pkwy.|al.|a.k.a.|" +
			"a.m.|p.m.|A.M.|P.M.|Ph.D.|M.D.|B.A.|M.A.|Esq.|No.|Mass.|Conn.|Calif.|Pa.|Fla.|Wash.|Ariz.|Colo.|Minn.|Tenn.|" +
			"Apr.|Oct.|Thurs.|Tues.|Wed.|Mon.|Sat.|est.|Est.|ed.|eds.|trans.|min.|max.|misc.|dept.|temp.|govt.|intl.",
		numbered:
			"app apt art ch chap col eq eqs ex ext fig figs ibid no nos op p par pp pt rm s sec sect secs ss st tab tel v ver " +
			"vol vols",
		starters:
			"A After All Also An And Are As At Because But By Can Did Do Does For From Had Has Have He Her Here His How " +
			"However I I'm I've If In Is It It's Its Just Let Many May Most My No Not Now Of On One Or Our Please She Since " +
			"So Some That That's The Their Then There There's These They They're This Those Though To Was We We're Were What " +
			"When Where Which While Who Why Will With Would Yes You Your",
	},
	es: {
		always:
			"Sr.|Sra.|Sres.|Dr.|Dra.|D.|Dña.|Prof.|St.|Sta.|Sto.|p. ej.|P. ej.|p.ej.|vs.|aprox.|Gral.|Lic.|Ing.|Av.|Avda.",
		often: "EE. UU.|EE.UU.|S. A.|S.A.|S.L.|Inc.|Co.|Ltd.|pág.|a. m.|p. m.|a.m.|p.m.|núm.|art.|tel.|Jr.",
		numbered: "art cap fig no nº núm pág págs p pp tel vol",
		starters:
			"A Ahora Al Aunque Como Con Cuando De Desde Después Dos El Ella Ellos En Entre Era Es Esta Este Esto Fue Había Hay " +
			"La Las Lo Los Me Mi Muchos No Nos Para Pero Por Que Se Según Si Sin Sobre Su Sus También Todo Tras Tu Un Una Y Ya Yo",
	},
	fr: {
		always: "M.|MM.|Mme.|Mlle.|Dr.|Pr.|Me.|St.|Ste.|Mgr.|cf.|Cf.|p. ex.|p.ex.|c.-à-d.|env.|vs.",
		often: "Inc.|S.A.|Cie.|éd.|vol.|apr. J.-C.|Jr.",
		numbered: "art chap fig n no p pp t tél vol",
		starters:
			"Après Au Aussi Avec Car Ce Cela Ces Cet Cette C'est Comme Dans De Depuis Des Du Elle Elles En Et Il Ils Je La Le " +
			"Les Leur Mais Malgré Nous On Or Ou Où Par Pour Puis Quand Que Qui Sa Sans Selon Ses Si Son Sur Tous Tout Tu Un " +
			"Une Vous Y",
	},
	it: {
		always:
			"dott.|Dott.|dr.|Dr.|sig.|Sig.|sigg.|prof.|Prof.|ing.|avv.|Avv.|on.|On.|S.|v.|cfr.|es.|p.es.|p. es.|ca.|vs.",
		often: "S.p.A.|S.r.l.|Inc.|Ltd.|a.C.|d.C.|pag.|tel.",
		numbered: "art artt att cap co fig n nn nr p pag pagg pp tel v vol",
		starters:
			"A Al Alla Anche Che Chi Ci Come Con Così Da Dal Dopo Dove E È Ed Era Gli Ha Ho I Il In Io La Le Lo Lui Ma Mi Nel " +
			"Nella Noi Non Per Perché Più Quando Questa Questo Se Si Solo Sono Su Tra Tutti Tutto Un Una Uno",
	},
	nl: {
		always:
			"dhr.|Dhr.|mevr.|Mevr.|mr.|dr.|Dr.|drs.|ir.|prof.|Prof.|St.|bijv.|d.w.z.|m.b.t.|o.a.|t.o.v.|ca.|vgl.|incl.|resp.",
		often: "N.V.|B.V.|jl.",
		numbered: "afb art blz fig nr p pag tel",
		starters:
			"Als Bij Daar Dan Dat De Deze Die Dit Door Een En Er Het Hier Hij Ik In Is Maar Met Na Naar Niet Nu Of Om Ook Op Te " +
			"Toen Tot U Uit Van Veel Voor Waar Was Wat We Wij Ze Zij Zijn Zo",
	},
	pt: {
		always:
			"Sr.|Sra.|Srs.|Sras.|Dr.|Dra.|Prof.|Profa.|D.|St.|Sta.|Sto.|Eng.|p. ex.|ex.|Ex.|Av.|aprox.|sec.|séc.|vs.|cf.",
		often: "Ltda.|S.A.|S. A.|Cia.|Inc.|Jr.|pág.|tel.|art.",
		numbered: "art cap fig n nº p pág págs pp tel vol",
		starters:
			"A Ainda Além Ao Após As Até Com Como Da De Depois Desde Do E É Ela Elas Ele Eles Em Entre Era Essa Esse Esta Este " +
			"Eu Foi Há Isso Já Mas Mesmo Na Não No Nos O Os Ou Para Pela Pelo Por Porque Quando Que Se Segundo Sem Seu Seus Sua " +
			"Também Tem Todos Um Uma Você",
	},
	ru: {
		always:
			"ул.|им.|св.|акад.|проф.|доц.|д-р.|гр.|пр.|просп.|пл.|пос.|дер.|обл.|см.|См.|ср.|т. е.|т.е.|т. н.|т.н.|напр.|ок.",
		often: "г.",
		units: "в.|вв.|г.|гг.|коп.|мин.|млн.|млрд.|руб.|сек.|тыс.|чел.",
		numbered: "гл п пп рис с ст стр табл тел т",
		starters:
			"А Без Более Был Была Были Было В Во Все Всё Вы Где Для До Его Ее Её Ему Если Есть За Здесь И Из Или К Как Когда Кроме Который " +
			"Мы На Не Но Ну Однако Он Она Они Оно От По После При С Так Там Также Такой То Тогда Только Ты У Что Эта Эти Это " +
			"Этот Я",
	},
	sv: {
		always: "dr.|Dr.|prof.|Prof.|t.ex.|T.ex.|bl.a.|d.v.s.|dvs.|ca.|jfr.|s.k.|St.",
		often: "m.m.|m.fl.|f.Kr.|e.Kr.",
		numbered: "art bd fig kap nr p s sid tel",
		starters:
			"Att Av De Den Det Dess Du Där Då Efter En Ett Eller För Från Han Hon Här I Inte Jag Kan Med Men Man När Nu Och Om " +
			"På Se Som Så Till Under Var Vi Vid Är Är",
	},
};
