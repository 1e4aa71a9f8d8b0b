// What people write in chats and the misspellings and lost accents that they make most. A left side that is also a word ("esta",
// "solo", "si") is not here, unless the words beside it decide.
export const SPANISH_WORDS =
	"xa=para;tb,tmb,tbn,tmbn,tambn,tamb,tambien,tanbien=también;porfa,porfis,porfi,xfa,xfavor,plis,porfavor=por favor;aqi,aqui=aquí;" +
	"kiero,qiero=quiero;kieres,qieres=quieres;kiere=quiere;msj,mnsj=mensaje;msjs=mensajes;mñn,mñna,manana=mañana;" +
	"finde=fin de semana;grax,grcs,grasias,gracis,grcias=gracias;" +
	"salu2=saludos;besis=besos;desp,dspues,despues=después;wapa=guapa;wapo=guapo;tngo,tgo=tengo;tnes=tienes;" +
	"aora,ahra,haora=ahora;kasa=casa;kosa=cosa;vdd=verdad;tlf,tfno,tfn,telefono,tlfno=teléfono;" +
	"muxo=mucho;muxa=mucha;muxas=muchas;muxos=muchos;ksa=casa;stoy=estoy;stas=estás;stamos=estamos;" +
	"tranqui=tranquilo;vrd=verdad;hsta=hasta;spre,siemp=siempre;weno,wueno=bueno;wenas=buenas;akabo=acabo;" +
	"xro=pero;nadien=nadie;deves=debes;deveria=debería;ise=hice;hiso=hizo;aser=hacer;hase=hace;aciendo=haciendo;hiba=iba;" +
	"hibamos=íbamos;bamos=vamos;estava=estaba;nesesito,nececito,nesecito=necesito;desir=decir;dise=dice;disen=dicen;entonses=entonces;vezes=veces;" +
	"almenos=al menos;enserio=en serio;ensima=encima;alomejor=a lo mejor;nose=no sé;nosé=no sé;asi=así;ahi=ahí;aca=acá;" +
	"dia=día;dias=días;numeros=números;direccion=dirección;corazon=corazón;facil=fácil;dificil=difícil;rapido=rápido;rapida=rápida;" +
	"proximo=próximo;proxima=próxima;sabado=sábado;miercoles,mierc=miércoles;musica=música;" +
	"pagina=página;frances=francés;autobus=autobús;cafe=café;estan=están;podria=podría;podrias=podrías;habia=había;" +
	"queria=quería;dejame=déjame;dimelo=dímelo;llamame=llámame;perdon=perdón;ningun=ningún;algun=algún;segun=según;jamas=jamás;quizas=quizás;" +
	"quiza=quizá;adios=adiós;jovenes=jóvenes;cuidate=cuídate;avisame=avísame;mandame=mándame;esperame=espérame;ayudame=ayúdame;cuentame=cuéntame;" +
	"dejalo=déjalo;traeme=tráeme;confirmame=confírmame;razon=razón;jardin=jardín;camion=camión;avion=avión;cancion=canción;habitacion=habitación;" +
	"reunion=reunión;opinion=opinión;television=televisión;decision=decisión;version=versión;pelicula=película;peliculas=películas;" +
	"telefonos=teléfonos;articulo=artículo;articulos=artículos;vehiculo=vehículo;credito=crédito;basico=básico;logico=lógico;unico=único;" +
	"unica=única;minimo=mínimo;maximo=máximo;economico=económico;electronico=electrónico;clinica=clínica;politica=política;america=América;" +
	"mexico=México;peru=Perú;panama=Panamá;bogota=Bogotá;malaga=Málaga;cordoba=Córdoba;arbol=árbol;arboles=árboles;util=útil;movil=móvil;" +
	"moviles=móviles;azucar=azúcar;lapiz=lápiz;exito=éxito;espiritu=espíritu;estomago=estómago;huesped=huésped;interes=interés;" +
	"compania=compañía;anos=años;nino=niño;nina=niña;ninos=niños;senor=señor;senora=señora;espanol=español;espana=España;pequeno=pequeño;" +
	"pequena=pequeña;cumpleanos=cumpleaños;companero=compañero;companera=compañera;ke=que;dond=donde;kien,qien=quien;" +
	"cdo,cnd,cuand,kuando,qndo=cuando;komo,cmo=como;trabjo=trabajo;d nada=de nada;x favor,x fa,x fis=por favor";
