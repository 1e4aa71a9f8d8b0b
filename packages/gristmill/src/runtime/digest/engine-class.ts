import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { probeText } from "./text-probe.js";

/** What one engine or processor may compute otherwise than another one. */
export type Facet = "text" | "maths" | "locale" | "processor";

const PROBES: Readonly<Record<Facet, () => unknown>> = {
	text: probeText,
	maths: probeMaths,
	locale: probeLocale,
	processor: () => [process.arch, roundsOnce()],
};
const classes = new Map<Facet, string>();

/**
 * The class of this engine, or of this processor, in one facet: a hash of what it answers to many questions. Engines with the same
 * answers have the same class, whatever their versions are.
 */
export function engineClass(facet: Facet): string {
	const known = classes.get(facet);
	if (known !== undefined) return known;
	const found = measure(facet);
	classes.set(facet, found);
	return found;
}

/** The class as it is measured now. That of texts takes 50 ms of a processor. */
export function measure(facet: Facet): string {
	return createHash("sha256").update(JSON.stringify(PROBES[facet]())).digest("base64url").slice(0, 22);
}

/** The last bit counts. A hundred arguments of each size, because implementations differ in one of some thousand results. */
function probeMaths(): unknown {
	const one =
		"exp expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt";
	const functions = one.split(" ").map((name) => Math[name as "exp"]);
	const results: number[] = [];
	for (let i = 1; i <= 300; i++) {
		for (const compute of functions)
			results.push(compute(i * 0.0371), compute(i / 303), compute(i * 1234.567));
		results.push((i * 0.371) ** (i / 77), (1.0001 * i) ** 2.3, 1.1 ** i, 10 ** (i - 150), 2 ** (i / 12));
		results.push(Math.atan2(i, i * 0.3 - 9), Math.hypot(i * 0.1, i * 0.7), Math.hypot(i, 0.3, 1 / i));
	}
	return Buffer.from(new Float64Array(results).buffer).toString("base64");
}

/** Too much data to ask for all of it, so their versions count too. */
function probeLocale(): unknown {
	const { icu, cldr, tz } = process.versions;
	const languages = ["en", "en-GB", "de", "es", "fr-CH", "ar", "hi", "ja", "zh", "sv", "cs", "th"];
	const words = "zebra äpfel apple Ápple ñu nu z 10 2 æ ø ö č ch 北 京 ก".split(" ");
	return [
		[icu, cldr, tz],
		languages.map((language) => [
			words.toSorted(new Intl.Collator(language).compare),
			new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(1_234_567.891),
			new Intl.DateTimeFormat(language, {
				dateStyle: "full",
				timeStyle: "long",
				timeZone: "Europe/Paris",
			}).format(1.7e12),
		]),
		["2024-02-30", "Tue Mar 01 2022", "1/2/2020", "2020-01-01 10:00", "12 Foo 2020"].map((text) =>
			Date.parse(text),
		),
	];
}

/** A module of WebAssembly with f64x2.relaxed_madd: a * b + c, rounded once where the processor can do that, and else twice. */
const MULTIPLY_ADD = "AGFzbQEAAAABCAFgA3x8fAF8AwIBAAcFAQFmAAAKFgEUACAA/RQgAf0UIAL9FP2HAv0hAAs=";
const RELAXED = "experimental-wasm-relaxed-simd";

/** Native code chooses by the same feature of the processor, and its sums differ. Undefined where it cannot be known. */
function roundsOnce(): boolean | undefined {
	// The compiler knows no types of WebAssembly without those of browsers.
	const { WebAssembly: wasm } = globalThis as unknown as {
		readonly WebAssembly: {
			readonly Module: new (bytes: Uint8Array) => object;
			readonly Instance: new (
				module: object,
			) => { readonly exports: { f(a: number, b: number, c: number): number } };
		};
	};
	const compute = () => {
		const { exports } = new wasm.Instance(new wasm.Module(Buffer.from(MULTIPLY_ADD, "base64")));
		return exports.f(1 + 2 ** -27, 1 - 2 ** -27, -1) !== 0;
	};
	try {
		return compute();
	} catch {
		// Node 20 has it behind a flag.
	}
	try {
		setFlagsFromString(`--${RELAXED}`);
		return compute();
	} catch {
		return undefined;
	} finally {
		setFlagsFromString(`--no-${RELAXED}`);
	}
}
