import assert from "node:assert/strict";
import { test } from "node:test";
import { complainAboutForm, complainAboutVerb, RESERVED_NAMES } from "./names.js";
import { VERBS } from "./verbs.js";

const list = (words: string) => words.trim().split(/\s+/);

/** Verbs that services are often named by. */
const COMMON = list(`
	abbreviate accept activate adapt add adjust align allocate annotate answer append apply approve arrange
	assemble assess assign attach augment authenticate average bind blend blur browse build calculate calibrate
	cancel caption capture change check choose chunk clean clear clone close cluster collate collect combine
	compare compile complete compose compress compute concatenate configure confirm connect construct convert
	copy correct correlate count crawl create crop cut debug decide decode decompress decrypt deduplicate define
	delete deliver denoise deploy derive describe detect determine diagnose digest discover divide download draw
	duplicate edit embed encode encrypt enhance enlarge enrich enumerate erase escape estimate evaluate examine
	execute expand explain export extend extract fetch fill find fix flatten flip forecast format gather generate
	geocode get group guess handle hash help hide highlight hyphenate import improve indent infer inflate insert
	inspect install integrate interpolate interpret invert invoke join label learn lint list load locate make
	match measure merge migrate mix moderate multiply navigate obfuscate open order pack paginate paraphrase
	parse pick plan play plot predict prepare print process proofread propose prove provide prune publish query
	rank rate read rearrange receive recommend reconstruct recover redact reduce refactor refine register reject
	remove rename render reorder rephrase replace reply report rerank resample resize resolve respond restore
	retrieve reverse review rewrite rotate run sample save scan schedule score scramble scrape search segment
	select send separate set sharpen shorten show shrink shuffle sign simulate slice solve sort split start stem
	stop strip submit subtract suggest sum swap tag test tidy toggle trace track train transcode transcribe
	transfer transform translate transliterate transpose traverse trim truncate tune undo unpack unzip update
	upgrade upload upscale validate warn weigh wrap write zip
`);

/** Verbs that no table holds, so that the endings alone must give them away. */
const HELD_OUT = list(`
	alphabetise alphabetize amplify analyse analyze anonymise anonymize authorise authorize beautify binarise
	binarize capitalise capitalize categorise categorize certify clarify classify codify colorize colourise
	customise customize deserialise deserialize detokenise detokenize digitise digitize emphasise emphasize
	equalise falsify finalise finalize generalise generalize harmonise harmonize identify initialise
	itemise itemize justify lemmatise lemmatize linearise localise localize magnify maximise maximize memoize
	minify minimise minimize modify nasalise normalise normalize notify optimise optimize organise organize
	parametrise personalise personalize pluralise pluralize posterise prettify prioritise prioritize pseudonymise
	purify quantify quantise quantize randomise randomize rasterise rasterize recognise recognize rectify
	romanise sanitise sanitize serialise serialize simplify skeletonise solidify specify stylise stylize summarise
	summarize synthesise synthesize tokenise tokenize unify uglify vectorise vectorize verify vilify visualise
	visualize vocalise
`);

const COMMANDS = list(`
	translate-text detect-faces count-words classify-image summarise-text summarize-article tokenise-text
	extract-keywords generate-password resize-image convert-to-pdf find-similar-words check-spelling parse-json
	validate-email remove-background recognise-speech analyze-sentiment is-spam has-faces get-weather sort-list
	search-images list-files build-index index-documents filter-words monitor-site detect-change read-file
	compute-hash extract-keywords-from-text translate-with-model tokenising-text counting-words
	classify-v2 render-html gather-facts
	text-translate image-classify face-detect word-count text-search list-sort cache-clear file-convert
	auto-translate text-to-speech-convert batch-resize pdf-render text-summarize text-tokenising image-classify-v2
	find-and-replace de-duplicate
	tokenising tokenizing classifying parsing embedding planning filtering running rating
`);

/** Nouns for things that do something, most of them by an ending the rules know. */
const TOOLS = list(`
	classifier tokeniser tokenizer normaliser normalizer translator summariser summarizer detector calculator
	embedder geocoder filter sieve censor monitor mill press compass thermometer telescope microscope barometer
	oscilloscope metronome kaleidoscope periscope stethoscope seismograph abacus almanac anagrammer analyser
	analyzer annotator anonymiser anvil balance barcode-reader beautifier bellows binoculars blender calendar
	camera capitaliser carburettor categoriser centrifuge checksum checksummer chronometer chunker cipher clock
	clusterer codec collator colander colour-picker comparator compiler compressor computer concordancer condenser
	constructor converter copier corrector counter cropper cruncher cutter debugger decoder decompiler
	decompressor deduplicator denoiser dictionary differ digester distiller dithering-machine divider drill
	dynamometer editor eliza embosser encoder encrypter encyclopedia engine enumerator equaliser eraser escaper
	estimator evaluator explainer exporter extractor fact-checker finder flattener forecaster formatter gauge
	gazetteer generator grader grinder guard guesser hammer hasher highlighter hyphenator hygrometer identifier
	index indexer inflector inspector interpolator interpreter inverter iterator judge key kettle kiln lamp lathe
	lemmatiser lemmatizer lens lexer lexicon linter locator loom magnet magnifier map masker matcher merger
	meter microphone minifier mirror mixer moderator mosaic multiplexer multiplier navigator needle noise-gate
	obfuscator optimiser optimizer oracle orchestrator organ orrery pager paraphraser parser pendulum pestle
	photocopier pipette planner plotter pluraliser predictor prettifier printer prism probe prompter prover pruner
	pulley quantiser querier quiz quizmaster radar randomiser ranker reader recogniser recognizer recommender
	redactor reducer referee renderer reranker resampler resizer resolver retriever rewriter rhymer robot rotator
	router ruler sampler sanitiser scale scales scanner scheduler scissors scorer scraper scrubber searcher
	segmenter selector sensor separator serialiser sextant shredder shuffler sifter simplifier simulator slicer
	smoother solver sonar sorter spectrometer spellchecker spirograph splitter stemmer sundial synonymiser
	synthesiser synthesizer tagger template theodolite thesaurus timer tracer trainer transcoder transcriber
	transformer transliterator tricorder trimmer truncator tuner typesetter typewriter unit-converter unzipper
	upscaler validator vectoriser verifier visualiser voltmeter watch weigher whetstone windmill wrapper writer
	zipper
	word-counter spell-checker checksum-calculator search-engine parse-tree-printer ocr-reader language-model
	sort-key-generator diff-viewer text-translator image-classifier search-filter sorting-machine rendering-engine
	magnifying-glass measuring-tape drawing-board weighing-scales translate-tool embedding-model tuning-fork
	spelling-corrector query-planner index-builder label-maker format-converter hash-calculator change-detector
	search-engine-for-books search-engine-v2 classifier-2 detector-of-change log-in-checker test-data-generator
	text-to-speech exercise-planner noise-meter prize-wheel size-guide precise-clock clockwise-rotator
	string-ring building-finder gate plate aggregate-calculator order-matcher render-farm-simulator list-sorter
	answer-engine question-answerer infer-engine register-reader colour-wheel book-index key-value-store
	html-to-pdf white-noise sha-256-hasher sunrise-clock enterprise-locator recipe-filter brute-force-solver
	rate-limiter reverse-proxy reverse-dictionary rhyming-dictionary bundle-sizer
	labeler labeller modeller modeler canceler canceller adviser advisor color-namer colour-namer
	favourite-finder licence-checker license-checker centre-finder center-finder
`);

/** The tool that a complaint proposes. */
function proposed(name: string): string {
	const tool = complainAboutVerb(name)?.split('"')[1];
	assert.ok(tool, `${name} is not refused`);
	return tool;
}

function complaint(name: string): string | undefined {
	return complainAboutForm(name) ?? complainAboutVerb(name);
}

test("verbs are refused", () => {
	const verbs = new Set([...COMMON, ...HELD_OUT]);
	assert.ok(verbs.size >= 200, `${verbs.size} verbs`);
	assert.equal(verbs.size, COMMON.length + HELD_OUT.length, "a verb stands there twice");
	const missed = [...verbs].filter((verb) => complainAboutVerb(verb) === undefined);
	assert.deepEqual(missed, []);
});

test("the endings alone give verbs away", () => {
	assert.ok(HELD_OUT.length >= 40);
	assert.deepEqual(
		HELD_OUT.filter((verb) => VERBS.has(verb)),
		[],
	);
});

test("commands of several words and gerunds are refused", () => {
	const missed = COMMANDS.filter((name) => complainAboutVerb(name) === undefined);
	assert.deepEqual(missed, []);
});

test("tool nouns are accepted", () => {
	assert.ok(TOOLS.length >= 200);
	assert.equal(new Set(TOOLS).size, TOOLS.length, "a noun stands there twice");
	const refused = TOOLS.map(complaint).filter((sentence) => sentence !== undefined);
	assert.deepEqual(refused, []);
});

test("a refusal proposes the tool", () => {
	const expected = {
		classify: "classifier",
		tokenize: "tokenizer",
		tokenise: "tokeniser",
		tokenising: "tokeniser",
		"translate-text": "text-translator",
		"count-words": "word-counter",
		"image-classify": "image-classifier",
		detect: "detector",
		translate: "translator",
		compress: "compressor",
		search: "searcher",
		trim: "trimmer",
		copy: "copier",
		render: "renderer",
		"filter-words": "word-filter",
		"convert-to-pdf": "pdf-converter",
		"extract-keywords-from-text": "keyword-extractor",
		"list-queries": "query-lister",
		"find-matches": "match-finder",
		"parse-css": "css-parser",
		"summarise-news": "news-summariser",
		"is-spam": "spam-checker",
		"detect-change": "change-detector",
		"sort-list": "list-sorter",
		"list-sort": "list-sorter",
		"classify-v2": "classifier-v2",
		// Moved to the front, `3d` would break the form.
		"rotate-3d-view": "rotator",
	};
	for (const [name, tool] of Object.entries(expected)) assert.equal(proposed(name), tool);
	assert.equal(
		complainAboutVerb("classify"),
		'Name the mill as a tool, not as a verb, for example "classifier": "classify".',
	);
});

test("what a refusal proposes is accepted", () => {
	const verbs = [...VERBS.keys(), ...COMMON, ...HELD_OUT];
	for (const verb of verbs.filter((word) => complainAboutVerb(word) !== undefined)) {
		// Each verb alone, as a gerund, and at either end of every kind of compound.
		const gerund = `${verb.endsWith("e") ? verb.slice(0, -1) : verb}ing`;
		const names = [verb, `${verb}-texts`, `text-${verb}`, `${verb}-list`, `${verb}-to-${verb}`, `${verb}-v2`];
		if (complainAboutVerb(gerund) !== undefined) names.push(gerund);
		for (const tool of names.map(proposed)) assert.equal(complaint(tool), undefined, tool);
	}
});

test("a name is well formed", () => {
	for (const name of ["a", "classifier", "sha-256-hasher", "a".repeat(64), "health-checker", "constructor"]) {
		assert.equal(complainAboutForm(name), undefined);
	}
	assert.equal(complainAboutForm("Foo_Bar"), 'Write the name in lower case as [a-z][a-z0-9-]*: "Foo_Bar".');
	for (const name of ["", "-", "-a", "2d", "a b", "a/b", "a.b", "é", "a\n", "__proto__", "A"]) {
		assert.match(complainAboutForm(name) ?? "", /^Write the name in lower case/, JSON.stringify(name));
	}
	for (const name of ["a-", "a--b", "a-b-"]) {
		assert.match(complainAboutForm(name) ?? "", /^Put single hyphens/, name);
	}
	assert.equal(complainAboutForm("a".repeat(65)), "Shorten the name to 64 characters at most: it has 65.");
	assert.equal(complainAboutForm("metrics"), 'Choose another name. This one is reserved: "metrics".');
	assert.deepEqual(RESERVED_NAMES, ["health", "metrics", "mcp", "page", "docs"]);
});

test("the checks of a name come back for any text, and do not throw", () => {
	for (const part of ["a", "-", "y", "ing", "ise-", "translate-", "bcd", "\u0000", "v2-", "of-"]) {
		for (const name of [part, part.repeat(100_000)]) {
			complainAboutForm(name);
			complainAboutVerb(name);
		}
	}
});
