import type { Facet, XmlAtom, XmlShape, XmlSlot } from "../codecs/formats/xml-shape.js";
import { elementName, escapeText, isCarried } from "../codecs/formats/xml-text.js";

/** Lines of the document. They are indented relative to their parent. */
type XmlLines = readonly string[];
type Attributes = Readonly<Record<string, string>>;

const BASE = {
	text: "xs:string",
	base64: "xs:base64Binary",
	integer: "xs:integer",
	number: "xs:double",
	boolean: "xs:boolean",
} as const;

/** Returns the XML Schema 1.0 document of the XML that `encodeXml` writes for the same name and shape. */
export function xmlSchema(name: string, documentation: string, shape: XmlShape): string {
	const attributes = { "xmlns:xs": "http://www.w3.org/2001/XMLSchema", elementFormDefault: "qualified" };
	const root = declaration(elementName(name), { nillable: false, shape }, {}, annotation(documentation));
	return ['<?xml version="1.0" encoding="UTF-8"?>', ...node("xs:schema", attributes, root), ""].join("\n");
}

function annotation(documentation: string): XmlLines {
	if (documentation === "") return [];
	const text = Array.from(documentation, (c) => (isCarried(c) ? c : "\uFFFD")).join("");
	// The text and its tags are on one line, because indentation would change the text.
	const line = `<xs:documentation xml:lang="en">${escapeText(text)}</xs:documentation>`;
	return node("xs:annotation", {}, [line]);
}

function declaration(name: string, held: XmlSlot, occurs: Attributes, notes: XmlLines = []): XmlLines {
	const { shape, nillable } = held;
	const plain = "facets" in shape && shape.facets.length === 0;
	const attributes = {
		name,
		...(plain && { type: BASE[shape.kind] }),
		...occurs,
		...(nillable && { nillable: "true" }),
	};
	return node("xs:element", attributes, [...notes, ...(plain ? [] : definition(shape))]);
}

function definition(shape: XmlShape): XmlLines {
	switch (shape.kind) {
		case "record":
			return sequence(
				shape.fields.flatMap((field) =>
					declaration(field.element, field, field.optional ? { minOccurs: "0" } : {}),
				),
			);
		case "list":
			// libxml2 accepts anything if maxOccurs is 0, so such an element is not declared.
			return sequence(shape.max === 0 ? [] : declaration("item", shape.item, occurs(shape)));
		case "map": {
			const key = declaration("key", { nillable: false, shape: { kind: "text", facets: [] } }, {});
			const pair = sequence([...key, ...declaration("value", shape.entry, {})]);
			return sequence(shape.max === 0 ? [] : node("xs:element", { name: "entry", ...occurs(shape) }, pair));
		}
		case "null":
			// The element is nillable. The type only prevents other content.
			return sequence([]);
		case "union":
			return node("xs:simpleType", {}, node("xs:union", {}, shape.members.flatMap(restriction)));
		default:
			return restriction(shape);
	}
}

function sequence(elements: XmlLines): XmlLines {
	return node("xs:complexType", {}, elements.length > 0 ? node("xs:sequence", {}, elements) : []);
}

function restriction({ kind, facets }: XmlAtom): XmlLines {
	const lines = facets.flatMap(({ name, value }: Facet) => node(`xs:${name}`, { value }));
	return node("xs:simpleType", {}, node("xs:restriction", { base: BASE[kind] }, lines));
}

function occurs({ min, max }: { readonly min: number; readonly max: number | undefined }): Attributes {
	return { minOccurs: String(min), maxOccurs: max === undefined ? "unbounded" : String(max) };
}

function node(tag: string, attributes: Attributes, children: XmlLines = []): XmlLines {
	const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
	const start = `<${tag}${list.join("")}`;
	if (children.length === 0) return [`${start}/>`];
	return [`${start}>`, ...children.map((line) => `  ${line}`), `</${tag}>`];
}

/** Parsers turn a tab or a line feed in an attribute into a space unless it is a character reference. */
function escapeAttribute(value: string): string {
	return escapeText(value).replace(/["\t\n]/g, (c) =>
		c === '"' ? "&quot;" : c === "\t" ? "&#x9;" : "&#xA;",
	);
}
