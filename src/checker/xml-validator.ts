type ValidateXml = typeof import("xmllint-wasm")["validateXML"];

/** Optional: a validator of megabytes for one row. Where somebody has installed it, it is used. */
const PACKAGE = "xmllint-wasm";
/** Milliseconds. */
const PATIENCE = 10_000;

/** What speaks against an XML document by its XML Schema: a complaint, or null. Undefined where there is no validator. */
export async function xmlComplaint(xml: string, schema: string): Promise<string | null | undefined> {
	const found: { validateXML: ValidateXml } | undefined = await import(PACKAGE).catch(() => undefined);
	if (!found) return undefined;
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(resolve, PATIENCE, undefined);
	});
	const validated = found
		.validateXML({
			xml: [{ fileName: "result.xml", contents: xml }],
			schema: [{ fileName: "result.xsd", contents: schema }],
		})
		.then(({ valid, errors }) => (valid ? null : (errors[0]?.message ?? "it is not valid")))
		.catch(() => "the XML Schema cannot be used");
	return Promise.race([validated, late]).finally(() => clearTimeout(timer));
}
