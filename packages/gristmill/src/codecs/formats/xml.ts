import { isObject } from "../../core/schema/is-object.js";
import { isTypedList } from "../../core/schema/typed-list.js";
import type { XmlField, XmlShape, XmlSlot } from "./xml-shape.js";
import { elementName, escapeText, isCarried, numberText } from "./xml-text.js";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XSI = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/**
 * Encodes a value that is valid against the schema that the shape was made from. Returns undefined if it contains a character
 * that XML 1.0 cannot represent, or does not fit the shape.
 */
export function encodeXml(name: string, shape: XmlShape, value: unknown): string | undefined {
	const root = elementName(name);
	const out = new Writer();
	out.put(`${DECLARATION}<${root}${hasNil(shape) ? XSI : ""}>`);
	return content(out, shape, value) && out.put(`</${root}>`) ? out.text() : undefined;
}

/** Joins its pieces in batches: with `+=` alone V8 builds a rope of millions of nodes, which takes three times as long. */
class Writer {
	#chunks: string[] = [];
	#pieces: string[] = [];

	put(piece: string): true {
		if (this.#pieces.push(piece) >= 4096) {
			this.#chunks.push(this.#pieces.join(""));
			this.#pieces = [];
		}
		return true;
	}

	text(): string {
		return this.#chunks.join("") + this.#pieces.join("");
	}
}

// These functions return whether the value could be written. They recurse as deep as the shape, which has a limit.
function content(out: Writer, shape: XmlShape, value: unknown): boolean {
	switch (shape.kind) {
		case "record":
			return isObject(value) && shape.fields.every((field) => member(out, field, value));
		case "list":
			return (Array.isArray(value) || isTypedList(value)) && items(out, shape.item, value);
		case "map":
			return isObject(value) && Object.entries(value).every((pair) => entry(out, shape.entry, pair));
		default: {
			const text = scalar(shape.kind, value);
			return text !== undefined && out.put(text);
		}
	}
}

function element(out: Writer, name: string, { nillable, shape }: XmlSlot, value: unknown): boolean {
	if (value === null) return nillable && out.put(`<${name} xsi:nil="true"/>`);
	out.put(`<${name}>`);
	return content(out, shape, value) && out.put(`</${name}>`);
}

function items(out: Writer, slot: XmlSlot, values: Iterable<unknown>): boolean {
	for (const value of values) if (!element(out, "item", slot, value)) return false;
	return true;
}

/** Members are written in the order of the schema, because xs:sequence requires it. */
function member(out: Writer, field: XmlField, value: object): boolean {
	// `value[key]` alone would find inherited members, such as `constructor`.
	const held = Object.hasOwn(value, field.key) ? (value as Record<string, unknown>)[field.key] : undefined;
	return held === undefined ? field.optional : element(out, field.element, field, held);
}

function entry(out: Writer, slot: XmlSlot, [key, value]: [string, unknown]): boolean {
	if (!isCarried(key)) return false;
	out.put(`<entry><key>${escapeText(key)}</key>`);
	return element(out, "value", slot, value) && out.put("</entry>");
}

/** In a union the value alone decides which member it is. */
function scalar(kind: XmlShape["kind"], value: unknown): string | undefined {
	const any = kind === "union";
	if (typeof value === "string")
		return (any || kind === "text" || kind === "base64") && isCarried(value) ? escapeText(value) : undefined;
	if (typeof value === "boolean") return any || kind === "boolean" ? String(value) : undefined;
	if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
	// xs:double has exponents, and 1e300 is shorter than 301 digits.
	if (kind === "number") return String(value);
	return any || kind === "integer" ? numberText(value) : undefined;
}

function hasNil(shape: XmlShape): boolean {
	const within = (held: XmlSlot) => held.nillable || hasNil(held.shape);
	if (shape.kind === "record") return shape.fields.some(within);
	if (shape.kind === "list") return within(shape.item);
	return shape.kind === "map" && within(shape.entry);
}
