/**
 * The words that the name rules of names.ts go by. Plain lists, so that adding a word needs no code.
 *
 * A verb stands alone where the regular rule yields its tool (parse, parser), else as `verb:tool`.
 */

/**
 * Words that only tell somebody to do something. A verb that also names a thing (sum, search, plan) is a good name. Those in -ify,
 * -ise, -ize, -lyse and -lyze need no entry.
 */
const COMMANDS = `
	abbreviate abort accept:acceptor acquire activate adapt add adjust advise align allocate allow animate
	annotate append apply approve approximate arrange ask assemble assess:assessor assign attach attest
	augment authenticate automate begin:beginner bind bisect brighten bring browse calculate calibrate
	cancel:canceller choose cite clean clear collate collect compare:comparator compile complete compose
	compress:compressor compute concatenate condense configure:configurator confirm conjugate connect convert
	convolve correct correlate create curate darken deblur:deblurrer decide decipher decode decompile
	decompose decompress:decompressor decrypt deduce dedup:deduplicator dedupe:deduplicator deduplicate define
	deflate deliver demote denoise deny deploy dequeue derive describe deskew detect determine detrend
	diagnose dictate differentiate dilate disable disambiguate disassemble discover distil:distiller distill
	distort distribute:distributor divide do downsample elaborate embed:embedder emboss emit:emitter enable
	encode encrypt enhance enlarge enqueue enrich ensure enumerate erase erode escalate evaluate examine
	execute:executor expand explain extend extrapolate extrude finetune flatten follow gather generate geocode
	get give:provider greet hide hyphenate illustrate improve impute infer:inferrer inflate inflect inject
	inspect integrate interpolate interpret invent:inventor invert invoke isolate iterate keep learn lengthen
	lighten locate manage manipulate migrate moderate multiply munge mutate narrate navigate negate obfuscate
	obtain paginate paraphrase parse perform permute pixelate populate predict prepare preprocess:preprocessor
	pretrain promote pronounce proofread propagate propose protect prove provide prune publish punctuate
	rearrange rebase receive recolor recolour recommend recompress:recompressor reconcile reconstruct recover
	redact reduce refactor refine reformat:reformatter regress regulate remove rename reorder rephrase replace
	replicate reprocess:reprocessor reproduce rerank resample reshape resize resolve respond restore retrieve
	revert revise revoke reword rotate scrape scrub seek sell send separate serve sharpen shorten shred shrink
	sift simulate solve speak straighten submit:submitter subscribe subtract suggest supervise:supervisor
	suppress:suppressor teach tessellate tidy transcode transcribe translate transliterate
	transmit:transmitter transpile traverse triangulate trim truncate uncompress:uncompressor unescape unlock
	unmount unpack unwrap:unwrapper unzip:unzipper upsample upscale validate warn weigh write
`;

/**
 * Verbs that name a thing, too, but seldom in front of another thing. In front of their object they are an order: `count-words`. A
 * `search-result`, a `build-log` and a `scan-line` are things.
 */
export const ALSO_NOUNS: ReadonlySet<string> = new Set(
	words("count sort merge split extract find make crop"),
);

/** What an order is about. Other plurals decide nothing: `parse-trees` are as much things as a `parse-tree`. */
export const OBJECTS: ReadonlySet<string> = new Set(
	words(`
		text texts speech language languages image images audio video videos sound sounds data words lines sentences
		paragraphs letters characters tokens rows columns numbers faces objects pictures photos pages documents
	`),
);

/** Words that look like verbs by their ending and are not, or seldom. */
export const NOT_VERBS: ReadonlySet<string> = new Set(
	words(`
		assize bruise building cerise chaise chemise compromise concise counterpoise cruise demise disguise
		drawing embedding enterprise equipoise excise exercise expertise filesize fontsize franchise highrise
		imprecise malaise marquise mayonnaise merchandise midsize moonrise oversize paradise porpoise praise
		precise premise promise reprise setting spelling sunrise surprise tortoise treatise turquoise valise
		writing
	`),
);

/** Each known verb in its base form with its tool noun, undefined where the regular rule yields it. */
export const VERBS: ReadonlyMap<string, string | undefined> = new Map(
	words(COMMANDS).map((entry) => {
		const [verb = "", tool] = entry.split(":");
		return [verb, tool];
	}),
);

function words(list: string): string[] {
	return list.trim().split(/\s+/);
}
