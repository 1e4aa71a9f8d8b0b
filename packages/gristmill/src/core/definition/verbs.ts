/**
 * The words that the name rules of names.ts go by. Plain lists, so that adding a word needs no code.
 *
 * A verb stands alone where the regular rule yields its tool (parse, parser), else as `verb:tool`.
 */

/** Words that tell somebody to do something. Those in -ify, -ise, -ize, -lyse and -lyze need no entry. */
const COMMANDS = `
	abbreviate abort accept:acceptor acquire activate adapt add adjust advise align allocate allow animate
	annotate append apply approve approximate arrange ask assemble assess:assessor assign attach attest
	augment authenticate automate begin:beginner bind bisect blend blur boost break brighten bring browse
	build buy calculate calibrate cancel:canceller capture check choose cite clean clear clone close collate
	collect combine compare:comparator compile complete compose compress:compressor compute concatenate
	condense configure:configurator confirm conjugate connect construct convert convolve copy correct
	correlate count crawl create crop crunch curate cut darken deblur:deblurrer debug:debugger decide
	decipher decode decompile decompose decompress:decompressor decrypt deduce dedup:deduplicator
	dedupe:deduplicator deduplicate define deflate delete deliver demote denoise deny deploy dequeue derive
	describe deskew detect determine detrend diagnose dictate differentiate dilate disable disambiguate
	disassemble discover dispatch distil:distiller distill distort distribute:distributor divide do download
	downsample draw duplicate edit:editor elaborate embed:embedder emboss emit:emitter enable encode encrypt
	engrave enhance enlarge enqueue enrich ensure enumerate erase erode escalate escape estimate evaluate
	examine execute:executor expand explain export extend extract extrapolate extrude fetch fill find
	finetune fit fix flatten flip follow forecast format:formatter freeze fuse gather generate geocode get
	give:provider greet grep grind guess handle has:checker hash help hide highlight hyphenate illustrate
	import improve impute increase indent infer:inferrer inflate inflect inject insert inspect install
	integrate interpolate interpret invent:inventor invert invite invoke is:checker isolate iterate join keep
	launch learn lengthen lighten lint load locate look:finder make manage manipulate match measure:meter
	merge migrate mix moderate multiply munge mutate mute narrate navigate negate obfuscate obtain open
	overlay pack pad paginate paint paraphrase parse pay perform permute pick pixelate play plot populate
	predict prepare preprocess:preprocessor pretrain print process:processor produce promote pronounce
	proofread propagate propose protect prove provide prune publish pull punctuate purge push put:placer rank
	rate:rater read rearrange rebase rebuild receive recolor recolour recommend recompress:recompressor
	reconcile reconstruct recover redact redirect reduce refactor refine reformat:reformatter refresh
	register:registrar regress regulate reject remix remove rename render reorder rephrase replace replicate
	reprocess:reprocessor reproduce rerank resample reset:resetter reshape resize resolve respond restore
	retrieve retry reverse revert revise revoke reword rewrite rotate run save scan score scramble scrape
	scrub search seek select sell send separate serve set share sharpen shift shorten show:viewer shred
	shrink shuffle sift simulate sketch skip smooth solve sort speak split spoof squash squeeze start stitch
	stop straighten stretch strip submit:submitter subscribe subtract suggest sum:adder supervise:supervisor
	suppress:suppressor swap sync:synchroniser take teach tell tessellate throttle tidy toggle track train
	transcode transcribe transfer:transferrer transform translate transliterate transmit:transmitter
	transpile transpose traverse triangulate trim truncate tune turn uncompress:uncompressor undo unescape
	unlock unmount unpack unwrap:unwrapper unzip:unzipper update:updater upgrade upload upsample upscale
	validate vet warn warp weigh wipe wrap write zip zoom
`;

/** Verbs that also name what a verb is done to: both `list-sort` and `sort-list` are to be a list-sorter. */
const COMMANDS_OR_THINGS = `
	answer average bundle call caption change chat:chatbot chunk cluster design diff digest factor:factoriser
	grade group label:labeller limit list order patch plan post query quote reply report request research
	review rhyme route sample schedule segment sign slice spell stem tag test trace
`;

/** Verbs whose own form is a tool too: fine alone and at the end, a command at the front (`filter-words`). */
const COMMANDS_OR_TOOLS = `
	archive:archiver balance:balancer cache:cacher censor:censor filter:filter gauge:gauge guard:guard
	index:indexer judge:judge mask:masker monitor:monitor probe:probe scale:scaler sieve:sieve store:storer
	watch:watcher watermark:watermarker
`;

/** What makes a tool of a verb before it (search-engine) though it is no verb of ours in -er or -or. */
export const TOOLS = words(`
	agent algorithm assistant blocker bot broker catcher censor coder compass controller crusher dictionary
	dispenser driver engine expert explorer filter gauge guard harvester hunter judge kit lathe lens logger
	loom machine mapper marker meter mill miner mirror model modeler modeller monitor namer oracle playground
	press pricer probe profiler prompter proxy referee robot roller router ruler scissors sensor service
	sieve sizer spinner spotter stacker suite system telescope thesaurus timer tool toolbox toolkit tutor
	typesetter umpire washer wizard workbench worker
`);

/** What makes a tool of a gerund (measuring-tape), but only an order of a bare verb (measure-tape). */
export const TOOLS_AFTER_GERUND = words(`
	aid board brush chart desk device fork frame function glass hat iron knife lamp line method needle
	network pen pipeline plane rod rule saw scale scales scheme set stick stone table tape unit wheel
`);

/** Words that look like verbs by their ending and are not, or seldom. */
export const NOT_VERBS = words(`
	assize bruise building cerise chaise chemise compromise concise counterpoise cruise demise disguise
	drawing enterprise equipoise excise exercise expertise filesize fontsize franchise highrise imprecise
	malaise marquise mayonnaise merchandise midsize moonrise oversize paradise porpoise praise precise
	premise promise reprise setting spelling sunrise surprise tortoise treatise turquoise valise
`);

/** Singulars that end in -s, and plurals that keep it in a compound. */
export const ENDING_IN_S = words(`
	alias analytics atlas bias canvas gas graphics https lens mathematics news physics series statistics
`);

/** Verbs that may be what another verb acts on; see `COMMANDS_OR_THINGS`. */
export const THINGS: ReadonlySet<string> = new Set(entries(COMMANDS_OR_THINGS).map(([verb]) => verb));

/** Verbs that are tools as they stand; see `COMMANDS_OR_TOOLS`. */
export const NAMESAKES: ReadonlySet<string> = new Set(entries(COMMANDS_OR_TOOLS).map(([verb]) => verb));

/** Each known verb in its base form with its tool noun, undefined where the regular rule yields it. */
export const VERBS: ReadonlyMap<string, string | undefined> = new Map(
	[COMMANDS, COMMANDS_OR_THINGS, COMMANDS_OR_TOOLS].flatMap(entries),
);

function words(list: string): ReadonlySet<string> {
	return new Set(list.trim().split(/\s+/));
}

function entries(list: string): [verb: string, tool: string | undefined][] {
	return [...words(list)].map((entry) => {
		const [verb = "", tool] = entry.split(":");
		return [verb, tool];
	});
}
