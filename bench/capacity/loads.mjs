import { makePictures } from "../pictures/pictures.mjs";

const SENTENCE =
	"The mill stands by the river, and the miller grinds corn for the whole village from dawn to dusk.";

/** An English text of this many bytes, different for each number: identical calls would be computed once. */
function text(bytes, i) {
	return `${i} ${SENTENCE} `.repeat(Math.ceil(bytes / 80)).slice(0, bytes);
}

const texts = (bytes) => Array.from({ length: 64 }, (_, i) => text(bytes, i));

const WHO = "miller farmer baker teacher captain doctor sailor painter neighbour minister".split(" ");
const WHAT = "corn letters water silver bread books wood honey salt flowers".split(" ");
const WHERE = "village harbour castle market church forest station garden bridge island".split(" ");
const pick = (words, n) => words[n % words.length];

/** Sentences of seventeen words, all different: a repeated sentence is translated once. */
function sentence(i) {
	const [who, what, where] = [pick(WHO, i), pick(WHAT, Math.floor(i / 10)), pick(WHERE, Math.floor(i / 100))];
	return `Every morning before dawn the ${who} carries ${what} to the old ${where}, because nobody else would do it.`;
}

const documents = (count) =>
	Array.from({ length: 64 }, (_, i) =>
		Array.from({ length: count }, (_, k) => sentence(i * count + k)).join(" "),
	);

/** What callers send: for each load the path, the type and different bodies. */
export async function makeLoads() {
	const of = (name, path, bodies, type = "text/plain; charset=utf-8") => ({
		name,
		path,
		type,
		bodies: bodies.map((body) => Buffer.from(body)),
	});
	return [
		of("classifier, 640 × 480", "/classifier", await makePictures("640 × 480", 16), "image/jpeg"),
		of("classifier, 12 megapixels", "/classifier", await makePictures("12 megapixels", 16), "image/jpeg"),
		of("translator, 1 sentence", "/translator?from=en&to=es", documents(1)),
		of("translator, 50 sentences", "/translator?from=en&to=es", documents(50)),
		of("tokeniser, o200k_base, 1 KB", "/tokeniser?scheme=o200k_base&format=ids", texts(1_000)),
		of("tokeniser, o200k_base, 1 MB", "/tokeniser?scheme=o200k_base&format=ids", texts(1_000_000)),
		of("tokeniser, words, 1 MB", "/tokeniser?scheme=word&format=columns", texts(1_000_000)),
		of("normaliser, clean, 1 KB", "/normaliser", texts(1_000)),
		of("normaliser, clean, 1 MB", "/normaliser", texts(1_000_000)),
	];
}
