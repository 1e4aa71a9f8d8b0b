import { formType } from "../../codecs/multipart/form-body.js";
import { FORM_TYPE } from "../../core/definition/form.js";
import { namedWeight, weight } from "../../core/http-words/accept.js";
import { Problem } from "../../core/problem.js";
import { exampleType } from "../../documents/examples.js";
import type { Offered } from "../../documents/offers.js";
import { LIST_TYPES, listForm, readQuery, TEXT_TYPES, textType } from "../flow/document-forms.js";
import { has, type MillDocument, offered, schemaFor } from "../flow/documents-wanted.js";
import { accepted } from "../flow/negotiate.js";
import type { Place } from "../flow/route.js";
import type { ServedMill } from "../flow/served-mill.js";
import type { Service } from "../host/host.js";
import type { HttpReply, HttpRequest } from "../wire/message.js";
import { Refusal } from "../wire/refusal.js";
import { sendDocument, sendExample } from "./send-document.js";

/** Sends a document of a mill that Accept or a query parameter names. */
export function serveMillDocument(
	service: Service,
	served: ServedMill,
	document: MillDocument,
	request: HttpRequest,
	type?: string,
): HttpReply {
	const { mill } = served;
	const { documents } = service;
	if (document === "schema")
		return sendDocument(request, documents.schema(mill), "application/schema+json; charset=utf-8");
	if (document === "xml-schema")
		return sendDocument(request, documents.xmlSchema(mill), "application/schema+xml; charset=utf-8");
	const wanted = TEXT_TYPES.find((known) => known === type) ?? textType(request);
	const form = wanted === "text/html" ? "html" : "markdown";
	return sendDocument(request, documents.description(mill, form), `${wanted}; charset=utf-8`);
}

/** Answers at `{mill}/$schema`, `{mill}/$description` and `{mill}/$list`. */
export function serveMillUrl(
	service: Service,
	{ served, name, depth }: Extract<Place, { kind: "mill-document" }>,
	request: HttpRequest,
	query: string,
): HttpReply {
	const { info, documents } = service;
	const demand = (what: Offered) => {
		if (!info.offers("urls", served.mill.name) || !info.offers(what, served.mill.name))
			throw new Refusal("not-offered", `This mill offers no ${name} at this address.`);
	};
	switch (name) {
		case "$schema": {
			demand("schema");
			const { type = "" } = readQuery(query, ["type"]);
			const ranges = accepted(request);
			// The address already names the schema, so Accept only selects one of its two forms.
			const json = weight(ranges, "application/schema+json");
			const wantsXml = (namedWeight(ranges, "application/schema+xml") ?? 0) > json;
			const xml = type === "" && wantsXml && (json === 0 || has(served, info, "xml-schema"));
			const document = schemaFor(served, info, xml ? "application/schema+xml" : type, "urls");
			return serveMillDocument(service, served, document, request);
		}
		case "$description": {
			demand("description");
			readQuery(query, []);
			return serveMillDocument(service, served, offered(served, info, "description", "urls"), request);
		}
		case "$list": {
			demand("list");
			readQuery(query, []);
			const form = listForm(service.info, request);
			return sendDocument(
				request,
				documents.list(served.mill, form, "../".repeat(depth + 1)),
				LIST_TYPES[form],
			);
		}
		case "$example": {
			demand("schema");
			const { number = "1" } = readQuery(query, ["number"]);
			const example = /^[0-9]{1,4}$/.test(number) ? served.mill.examples[Number(number) - 1] : undefined;
			const found = example && documents.example(served.mill, example);
			if (!found) throw new Problem("not-found", "There is no such example. $schema lists the examples.");
			const type = exampleType(served.mill, example);
			return sendExample(request, found, type === FORM_TYPE ? formType(found.bytes) : type);
		}
		default:
			throw new Problem(
				"not-found",
				"There is no such document. There are $schema, $description, $list and $example.",
			);
	}
}
