const set = (words: string) => new Set(words.split(" "));

/** Abbreviations that never end a sentence: a name, a number or the next word follows. */
export const LEADING = {
	en: set(
		"mr mrs ms messrs dr prof st mt ft rev hon gen col maj capt cmdr lt sgt cpl pvt gov sen rep pres amb supt fr sr sra vols eqs eds trans vs cf e.g i.e eg ie viz al ca approx incl excl esp resp dept univ assn bros feb apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri avg cit ibid w/o v",
	),
	es: set(
		"sr sra srta sres sras dr dra dres d dña prof profa lic ing arq fr gral cnel cmdte tte sgto mons pbro rvdo sto sta san vols ec ed eds trad vs cf cfr p.ej ej p.e aprox máx mín dpto dto depto avda av avd c/ cía esq prov izq izda dcha ee ff cc rr jj oo ene feb abr jun jul ago sep sept oct nov lun mié jue sáb ss exc excmo excma ilmo ilma ibid op cit q.e.p",
	),
} as const;

/** Abbreviations before a number. Without a number they are words ("no", "sun", "ver") or end a sentence. */
export const NUMBERED = {
	en: set(
		"no nos vol fig figs eq sec ch chap art arts p pp pg para ver ext ref refs tel jan mar sun sat min max temp est op ed",
	),
	es: set(
		"no núm núms nº n.º vol fig figs cap caps secc art arts p pp pág págs párr ver ext ref tel teléf tfno mar vie id dic may",
	),
} as const;

/** Abbreviations that end a sentence if the next word looks like the start of a sentence. */
export const CLOSING = {
	en: set("inc ltd co corp llc plc jr sr u.s u.k u.n e.u u.s.a d.c ph.d m.d b.a m.a b.sc m.sc ave blvd rd"),
	es: set(
		"uu jr hnos s.a s.l s.a.s s.r.l c.v ee.uu u.e o.n.u a.c d.c aa ff.aa cc.oo jj.oo rr.hh ud uds vd vds",
	),
} as const;

/** Abbreviations that end a sentence if a capital letter follows. */
export const FINAL = {
	en: set("etc a.m p.m am pm b.c a.d"),
	es: set("etc a.m p.m m h km kg cm mm"),
} as const;

/** Words that start sentences far more often than names. */
export const STARTERS = {
	en: set(
		"the a an this that these those there he she it they we you his her its their our your my but and or so if when while after before because since although however then now in on at for from to with by as what who why how where which is are was were do does did not no yes please some many most all each every one two",
	),
	es: set(
		"el la los las un una unos unas este esta estos estas ese esa eso esto aquel él ella ellos ellas yo tú nosotros usted ustedes su sus mi mis tu pero y o así si cuando mientras después antes porque aunque sin entonces ahora en de del al a por para con como qué quién cómo dónde cuál es era fue son no sí se le les lo hay ha han algunos muchos todos todas cada uno dos según también además",
	),
} as const;
