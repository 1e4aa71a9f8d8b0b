// Made by tools/abbreviation-table.mjs from CLDR 46.1.0, under the Unicode License v3. Do not edit by hand.

/** CLDR's abbreviations by language, separated by "|", without those that are also everyday words. */
export const CLDR_ABBREVIATIONS: Readonly<Record<string, string>> = {
	de:
		"A.|A.M.|Abs.|Abt.|Abw.|Adj.|Adr.|Akt.|Allg.|App.|Apr.|Art.|Aug.|Ausg.|Ausschl.|B.|Bed.|Ber.|" +
		"Bibl.|C.|Ca.|Chin.|Chr.|Co.|D.|D. h.|Dat.|Dez.|Di.|Dim.|Dipl.-Ing.|Dipl.-Kfm.|Dir.|Do.|Dr.|" +
		"Dtzd.|Einh.|Erf.|Evtl.|F.|F.f.|Fa.|Fam.|Feb.|Fn.|Folg.|Forts. f.|Fr.|Frl.|G.|Gebr.|Gem.|" +
		"Geograph.|Ges.|Gesch.|Ggf.|Hbf.|Hptst.|Hr.|Hrn.|Hrsg.|I.|Inc.|Ing.|Inh.|Int.|J.|J.D.|Jahrh.|" +
		"Jan.|Jr.|Kap.|Kfm.|Kl.|Konv.|Kop.|L.|Ltd.|M.|Mi.|Min.|Mind.|Mio.|Mo.|Mod.|Mrd.|Msp.|N.|Nov.|Nr.|" +
		"O.|Obj.|Okt.|Op.|P.|P.M.|Pfd.|Phys.|Prot.|Proz.|Qu.|R.|Rd.|Reg.|Reg.-Bez.|Rel.|Rep.|S.A.|Sa.|" +
		"Schr.|Sek.|Sep.|Sept.|So.|Spezif.|St.|StR.|Std.|Str.|T.|Tel.|Temp.|Trans.|Tägl.|U.|U. U.|U.S.|" +
		"U.S.A.|U.U.|Urspr.|Ursprüngl.|Verf.|Vgl.|W.|Wg.|Y.|Z.|Z. B.|Z. Zt.|Ztr.|a.D.|a.M.|a.Rh.|a.a.O.|" +
		"a.a.S.|amtl.|b.|beil.|d.J.|d.Ä.|e.V.|e.Wz.|e.h.|ehem.|eigtl.|einschl.|entspr.|erw.|ev.|evtl.|" +
		"exkl.|frz.|geb.|gedr.|gek.|gesch.|gest.|ggf.|ggfs.|hpts.|i.A.|i.B.|i.H.|i.J.|i.R.|i.V.|inkl.|" +
		"jew.|jhrl.|k. u. k.|k.u.k.|kath.|kfm.|kgl.|m.E.|m.W.|mtl.|möbl.|n. Chr.|n.u.Z.|näml.|o.A.|o.B.|" +
		"o.g.|od.|p.Adr.|r.|röm.|röm.-kath.|s.|s.a.|schles.|schweiz.|schwäb.|sog.|südd.|tägl.|u.|u. Z.|" +
		"u.A.w.g.|u.U.|u.a.|u.v.a.|u.Ä.|u.ä.|v. Chr.|v. H.|v. u. Z.|v.Chr.|v.H.|v.R.w.|v.T.|v.u.Z.|verh.|" +
		"verw.|vgl.|z.|z.B.|z.Hd.|z.Z.|zzgl.|österr.",
	en:
		"A.|A.D.|A.M.|A.S.|AD.|Abs.|Adj.|Adv.|Alt.|Approx.|Aug.|B.|B.V.|C.F.|C.O.D.|Cap.|Capt.|Col.|" +
		"Comm.|Conn.|Cont.|D.|D.A.|D.C.|DC.|Dec.|Def.|Dept.|Diff.|E.|E.G.|E.g.|Ed.|Est.|Ex.|Exec.|F.|" +
		"Feb.|Fn.|Fri.|G.|Gb.|Hon.B.A.|Hz.|I.D.|I.T.|I.e.|Id.|J.B.|J.D.|J.K.|Jan.|Jun.|K.|K.R.|Kb.|L.|" +
		"L.A.|L.P.|Lev.|Lib.|Lt.|Lt.Cdr.|M.|M.I.T.|M.R.|M.T.|MR.|Maj.|Mar.|Mb.|Md.|Mgr.|Min.|Misc.|Mr.|" +
		"Mrs.|Ms.|Mt.|N.V.|N.Y.|Nov.|Nr.|Num.|O.|Op.|Org.|P.M.|P.O.|P.V.|PP.|Ph.D.|Phys.|Prof.|Pvt.|Q.|" +
		"R.L.|R.T.|Rep.|Rev.|S.|S.A.|S.A.R.|S.E.|S.p.A.|Sep.|Sept.|Sgt.|Sq.|T.|U.|U.S.|U.S.A.|U.S.C.|VS.|" +
		"Var.|X.|Yr.|Z.|a.m.|exec.|pp.|vs.",
	es:
		"A.C.|AA.|Ant.|Av.|Avda.|C.|C.P.|C.S.|C.V.|CA.|Col.|Comm.|Corp.|Cía.|D.|DC.|Da.|Desc.|Desv.|Dr.|" +
		"Dra.|Drs.|Dto.|Dª.|Dña.|Em.|Emm.|Exc.|Excma.|Excmas.|Excmo.|Excmos.|Exma.|Exmas.|Exmo.|Exmos.|" +
		"FF.CC.|Fabric.|Fr.|H.P.|Id.|Ilma.|Ilmas.|Ilmo.|Ilmos.|Inc.|JJ.OO.|K.|L.|Lcda.|Lcdo.|Lda.|Ldo.|" +
		"Lic.|Ltd.|Ltda.|Ltdo.|M.|MM.|Mons.|Mr.|Mrs.|O.M.|PP.|R.D.|R.U.|RR.HH.|Rdo.|Rdos.|Reg.|Rev.|" +
		"Rvdmo.|Rvdmos.|Rvdo.|Rvdos.|SA.|SS.AA.|SS.MM.|Sdad.|Seg.|Sr.|Sra.|Sras.|Sres.|Srta.|Srtas.|Sta.|" +
		"Sto.|Trab.|U.S.|U.S.A.|Var.|Vda.|a. C.|a. e. c.|abr.|afma.|afmas.|afmo.|afmos.|ago.|bco.|bol.|" +
		"c/c.|cap.|cf.|cfr.|col.|d. C.|depto.|deptos.|dic.|doc.|dom.|dpto.|dptos.|dtor.|e. c.|e.g.|ed.|" +
		"ej.|ene.|feb.|fig.|figs.|fund.|hnos.|jue.|jul.|jun.|licda.|licdo.|lun.|mié.|ms.|mss.|mtro.|nov.|" +
		"ntra.|ntro.|oct.|p.ej.|prof.|prov.|sept.|sras.|sres.|srs.|ss.|sáb.|trad.|v.gr.|vid.|vie.|vs.",
	fr:
		"C.|Comm.|D.|DC.|Desc.|Inc.|Jr.|L.|M.|MM.|Mart.|Op.|P.|P.-D. G.|P.O.|Prof.|S.A.|S.M.A.R.T.|U.|" +
		"U.S.|U.S.A.|Var.|W.|acoust.|adr.|anc.|ann.|anon.|ap. J.-C.|append.|aux.|av. J.-C.|avr.|broch.|" +
		"bull.|categ.|coll.|collab.|config.|dest.|dict.|dim.|dir.|doc.|déc.|encycl.|exempl.|fig.|févr.|" +
		"gouv.|graph.|hôp.|ill.|illustr.|imm.|imprim.|indus.|janv.|juil.|lun.|mar.|niv.|nov.|oct.|quart.|" +
		"réf.|sam.|sept.|symb.|synth.|syst.|trav. publ.|ven.|voit.|éd.|édit.|équiv.|éval.",
	it:
		"C.P.|Cfr.|D.|DC.|Geom.|Ing.|L.|Liv.|Ltd.|Mod.|N.B.|N.d.A.|N.d.E.|N.d.T.|O.d.G.|S.A.R.|" +
		"S.M.A.R.T.|S.p.A.|Sig.|U.S.|U.S.A.|a.C.|ag.|arch.|avv.|c.c.p.|d.C.|d.p.R.|div.|dott.|dr.|fig.|" +
		"mitt.|on.|p.|p.i.|pag.|rag.|sez.|tab.|tav.|vol.",
	pt:
		"A.C.|Alm.|Av.|Dir.|Dr.|Dra.|Dras.|Drs.|E.|Est.|Exma.|Exmo.|Fr.|Ilma.|Ilmo.|Jr.|Ltd.|Ltda.|Mar.|" +
		"N.Sra.|N.T.|P.M.|Pe.|Ph.D.|R.|S.|S.A.|Sta.|Sto.|V.T.|W.C.|a.C.|a.m.|abr.|abrev.|adm.|aer.|ago.|" +
		"agric.|anat.|ap.|apart.|apt.|arit.|arqueol.|arquit.|astron.|autom.|aux.|biogr.|bras.|cap.|caps.|" +
		"cel.|cf.|col.|com.|comp.|compl.|cont.|contab.|créd.|cx.|círc.|cód.|d.C.|des.|desc.|dez.|dipl.|" +
		"dir.|div.|doc.|déb.|ed.|educ.|elem.|eletr.|eletrôn.|eng.|esp.|ex.|f.|fac.|fasc.|fem.|fev.|ff.|" +
		"fig.|fil.|filos.|fisiol.|fl.|fot.|fr.|fís.|geom.|gram.|gên.|hist.|ind.|ingl.|jan.|jul.|jun.|" +
		"jur.|l.|lat.|lin.|lit.|liter.|long.|mai.|matem.|mov.|máq.|méd.|mús.|neol.|nov.|náut.|obs.|" +
		"odont.|odontol.|org.|organiz.|out.|p.|p. ex.|p.m.|pol.|port.|pp.|pq.|prod.|prof.|profa.|pron.|" +
		"próx.|psicol.|pág.|quím.|r.s.v.p.|ref.|rel.|relat.|rep.|res.|rod.|set.|sociol.|sup.|séc.|símb.|" +
		"tec.|tecnol.|tel.|trad.|transp.|univ.|vol.|vs.|álg.|índ.",
	ru: "авг.|апр.|дек.|до н. э.|кв.|н. э.|н.э.|нояб.|окт.|отд.|проф.|руб.|сент.|тел.|тыс.|ул.|февр.|янв.",
};
