/** The mills that are served by default: the address of each module, by name. */
export const BUILT_IN: Readonly<Record<string, URL>> = {
	classifier: new URL("./classifier/classifier.js", import.meta.url),
	translator: new URL("./translator/translator.js", import.meta.url),
	tokeniser: new URL("./tokeniser/tokeniser.js", import.meta.url),
	normaliser: new URL("./normaliser/normaliser.js", import.meta.url),
};

/** Small ones to look at and to try things with, for those who name them. */
export const EXAMPLES: Readonly<Record<string, URL>> = {
	"word-counter": new URL("../../examples/word-counter.js", import.meta.url),
	"checksum-calculator": new URL("../../examples/checksum-calculator.js", import.meta.url),
};

/** All that can be chosen by name. */
export const CHOICE: Readonly<Record<string, URL>> = { ...BUILT_IN, ...EXAMPLES };
