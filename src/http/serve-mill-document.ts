import { namedWeight, parseAccept, weight } from "../core/accept.js";
import { Problem } from "../core/problem.js";
import { exampleType } from "../documents/examples.js";
import type { Offered } from "../documents/offers.js";
import { LIST_TYPES, listForm, only, TEXT_TYPES, textType } from "./document-forms.js";
import { has, type MillDocument, offered, schemaFor } from "./documents-wanted.js";
import type { Reply, Request } from "./message.js";
import { Refusal } from "./refusal.js";
import type { Place } from "./route.js";
import { sendExample, sendSheet } from "./send-sheet.js";
import type { ServedMill } from "./served-mill.js";
import type { Service } from "./service.js";

/** Sends a document of a mill that was named by Accept or by a query parameter. */
export function serveMillDocument(
	service: Service,
	served: ServedMill,
	document: MillDocument,
	request: Request,
	type?: string,
): Reply {
	const { mill } = served;
	const { shelf } = service;
	if (document === "schema")
		return sendSheet(request, shelf.schema(mill), "application/schema+json; charset=utf-8");
	if (document === "xml-schema")
		return sendSheet(request, shelf.xmlSchema(mill), "application/schema+xml; charset=utf-8");
	const wanted = TEXT_TYPES.find((known) => known === type) ?? textType(request);
	const form = wanted === "text/html" ? "html" : "markdown";
	return sendSheet(request, shelf.description(mill, form), `${wanted}; charset=utf-8`);
}

/** Answers at `{mill}/$schema`, `{mill}/$description` and `{mill}/$list`. */
export function serveMillUrl(
	service: Service,
	{ served, name, depth }: Extract<Place, { kind: "mill-document" }>,
	request: Request,
	query: string,
): Reply {
	const { site, shelf } = service;
	const demand = (what: Offered) => {
		if (!site.offers("urls", served.mill.name) || !site.offers(what, served.mill.name))
			throw new Refusal("not-offered", `This mill offers no ${name} here.`);
	};
	switch (name) {
		case "$schema": {
			demand("schema");
			const { type = "" } = only(query, ["type"]);
			const ranges = parseAccept(request.headers.accept);
			// The address already names the schema, so Accept only chooses between its two forms.
			const json = weight(ranges, "application/schema+json");
			const wantsXml = (namedWeight(ranges, "application/schema+xml") ?? 0) > json;
			const xml = type === "" && wantsXml && (json === 0 || has(served, site, "xml-schema"));
			const document = schemaFor(served, site, xml ? "application/schema+xml" : type, "urls");
			return serveMillDocument(service, served, document, request);
		}
		case "$description": {
			demand("description");
			only(query, []);
			return serveMillDocument(service, served, offered(served, site, "description", "urls"), request);
		}
		case "$list": {
			demand("list");
			only(query, []);
			const form = listForm(service, request);
			return sendSheet(request, shelf.list(served.mill, form, "../".repeat(depth + 1)), LIST_TYPES[form]);
		}
		case "$example": {
			demand("schema");
			const { number = "1" } = only(query, ["number"]);
			const example = /^[0-9]{1,4}$/.test(number) ? served.mill.examples[Number(number) - 1] : undefined;
			const sheet = example && shelf.example(served.mill, example);
			if (!sheet) throw new Problem("not-found", "Look into $schema for the examples: there is no such one.");
			return sendExample(request, sheet, exampleType(served.mill, example));
		}
		default:
			throw new Problem(
				"not-found",
				"Ask for $schema, $description, $list or $example: there is no such document.",
			);
	}
}
