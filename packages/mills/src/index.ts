import type classifier from "./classifier/classifier.js";
import type normaliser from "./normaliser/normaliser.js";
import type tokeniser from "./tokeniser/tokeniser.js";
import type translator from "./translator/translator.js";

declare module "gristmill" {
	interface InstalledMills {
		"@gristmill/mills/classifier": typeof classifier;
		"@gristmill/mills/translator": typeof translator;
		"@gristmill/mills/tokeniser": typeof tokeniser;
		"@gristmill/mills/normaliser": typeof normaliser;
	}
}

/**
 * The module of each mill, for a server that runs them in workers.
 *
 * @example await createServer([modules.tokeniser, modules.translator]);
 */
export const modules = {
	classifier: new URL("./classifier/classifier.js", import.meta.url),
	translator: new URL("./translator/translator.js", import.meta.url),
	tokeniser: new URL("./tokeniser/tokeniser.js", import.meta.url),
	normaliser: new URL("./normaliser/normaliser.js", import.meta.url),
} as const;

export { apertiumModule } from "./translator/apertium/module.js";
