// What people write in chats and the misspellings that they make most, with what the model knows. A left side with two meanings is
// not here, unless the words beside it decide.
export const ENGLISH_WORDS =
	"thx,thnx,tnx,thanx,thks=thanks;tysm=thank you so much;tyvm=thank you very much;plz,plss,plzz=pls;ya'll,yall=you all;" +
	"sorta=kinda;outta=out of;" +
	"shoulda=should have;coulda=could have;woulda=would have;tryna=trying to;" +
	"cuz,coz,cuzz,bcuz,bcoz,becuz,becuse,becouse,becuase,beacuse,becasue=because;tho=though;thru=through;altho=although;nite=night;" +
	"tonite=tonight;2nite=tonight;2moro,2morrow,2mrw,tmrw,tmrrw,tmr,tmw,tomoz,tommorow,tomorow,tommorrow,tomorro=tomorrow;" +
	"yesturday,yesterdy=yesterday;gr8=great;l8r=later;str8=straight;4ever=forever;ppl=people;" +
	"prolly,probly,probaly=probably;bday,b-day=birthday;msgs=messages;pic=picture;pics=pictures;" +
	"idk=I don't know;idc=I don't care;idek=I don't even know;imo,imho=in my opinion;btw=by the way;omw=on my way;" +
	"brb=I'll be right back;ttyl=talk later;tbh=honestly;lmk=let me know;" +
	"hbu,wbu=what about you;wyd=what are you doing;ikr=I know, right;fyi=for your information;afaik=as far as I know;iirc=if I remember correctly;" +
	"irl=in real life;ily=I love you;hmu=text me;bff=best friend;w/o=without;" +
	"w/=with;defo=definitely;obvs,obvi=obviously;srsly=seriously;rly,rlly=really;sry,soz=sorry;wut=what;luv=love;" +
	"yup,yep=yes;nope=no;wknd=weekend;appt=appointment;appts=appointments;congrats=congratulations;smth,sth=something;" +
	"smn=someone;sm1=someone;ne1=anyone;every1=everyone;ofc=of course;wks=weeks;yrs=years;convo=conversation;" +
	"fave=favourite;gud=good;wfh=working from home;dont=don't;" +
	"didnt,dident=didn't;doesnt,dosent,dosnt=doesn't;isnt=isn't;wasnt=wasn't;arent=aren't;werent=weren't;havent=haven't;hasnt=hasn't;hadnt=hadn't;" +
	"wouldnt=wouldn't;couldnt=couldn't;shouldnt=shouldn't;youre=you're;theyre=they're;thats=that's;whats=what's;hes=he's;shes=she's;" +
	"theres=there's;wheres=where's;whos=who's;youve=you've;theyve=they've;weve=we've;youll=you'll;theyll=they'll;itll=it'll;theyd=they'd;" +
	"youd=you'd;adn=and;taht=that;waht=what;wich=which;whcih=which;thier,theit=their;jsut=just;liek=like;konw=know;knwo=know;" +
	"abotu=about;peopel,poeple=people;freind,frend=friend;freinds,frends=friends;recieve=receive;recieved=received;recive=receive;" +
	"definately,definatly,definitly,defiantely=definitely;seperate=separate;seperately=separately;seperated=separated;occured=occurred;" +
	"occuring=occurring;adress=address;alot=a lot;wierd=weird;beleive,belive=believe;neccessary,necesary,neccesary=necessary;" +
	"accomodate=accommodate;accomodation=accommodation;goverment,govenment=government;enviroment=environment;truely=truly;" +
	"begining=beginning;embarassing=embarrassing;embarassed=embarrassed;existance=existence;finaly=finally;happend=happened;knowlege=knowledge;" +
	"libary=library;maintainance,maintenence=maintenance;occassion=occasion;prefered=preferred;publically=publicly;realy,relly=really;" +
	"recomend,reccomend,reccommend=recommend;recomended,reccomended=recommended;refered=referred;religous=religious;" +
	"restaraunt,resturant,restaurent,restraunt=restaurant;similiar=similar;sucessful,succesful,successfull=successful;suprise=surprise;" +
	"suprised=surprised;tounge=tongue;vegatables,vegtables=vegetables;writting=writing;writen=written;untill=until;usefull=useful;" +
	"beautifull,beutiful=beautiful;diffrent,diferent=different;intrested=interested;intresting=interesting;experiance=experience;" +
	"excelent=excellent;garantee,guarentee=guarantee;imediately,immediatly=immediately;independant=independent;arguement=argument;" +
	"apparantly=apparently;appartment,apartement=apartment;availible,avalable,availabe=available;buisness,bussiness=business;collegue=colleague;" +
	"comming=coming;commited=committed;completly=completely;conveniant=convenient;delievery,delivary=delivery;" +
	"dissapointed,disapointed=disappointed;docter=doctor;eigth=eighth;familar=familiar;febuary=February;wensday,wendsday,wednsday=Wednesday;" +
	"thrusday=Thursday;tuseday=Tuesday;saterday=Saturday;foward=forward;fourty=forty;hopefuly=hopefully;hosptial,hospitol=hospital;intall=install;" +
	"lisence=licence;mesage,messege=message;morgage=mortgage;noticable=noticeable;oppurtunity,oportunity=opportunity;pasword,passowrd=password;" +
	"persue=pursue;posible=possible;probelm,problme=problem;quater=quarter;qestion,quesiton=question;reciept=receipt;remeber,rember=remember;" +
	"responce=response;scedule,shedule,schedual=schedule;shiped=shipped;shiping=shipping;somthing,someting=something;speach=speech;stoped=stopped;" +
	"studing=studying;tempature,temperture=temperature;tecnology=technology;togther,togehter=together;twelth=twelfth;" +
	"unfortunatly,unfortunatley=unfortunately;usally,usualy=usually;wekend=weekend;wating=waiting;woud=would;coud=could;shoud=should;yuo=you;" +
	"yoru=your;wiht=with;frm=from;ahve=have;hvae=have;hsa=has;siad=said;tiem=time;wokr=work;watn=want;thign=thing;thikn=think";
