import type { Token } from "marked";
import type { Paint } from "../command-line/terminal.js";
import { type Styled, UNSTYLED } from "./styled.js";

/** How text is set off: by styles, or without colours by the marks of Markdown. */
export interface Look {
	readonly paint: Paint;
	readonly colours: boolean;
}

/** The parser decodes only references by number. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of inline tokens. */
export function inline(tokens: readonly Token[] | undefined, look: Look, paint = UNSTYLED): Styled[] {
	return (tokens ?? []).flatMap((token) => pieces(token, look, paint));
}

/** The tokens within a token; undefined if it has none. */
export function tokensOf(token: Token): readonly Token[] | undefined {
	return "tokens" in token ? token.tokens : undefined;
}

function pieces(token: Token, look: Look, paint: Styled["paint"]): Styled[] {
	const within = (style: Styled["paint"], mark: string): Styled[] => {
		const both = (text: string) => paint(style(text));
		const end = look.colours ? [] : [{ text: mark, paint }];
		return [...end, ...inline(tokensOf(token), look, both), ...end];
	};
	switch (token.type) {
		case "strong":
			return within(look.paint.bold, "**");
		case "em":
			return within(look.paint.italic, "*");
		case "del":
			return within(look.paint.dim, "~~");
		case "codespan":
			return [code(token.text, look, paint)];
		case "br":
			return [{ text: "\n", paint }];
		case "link":
			return link(token.href, inline(token.tokens, look, underlined(look, paint)), look);
		case "image":
			return [{ text: plain(token.text), paint }];
		case "html":
			return [{ text: flat(token.raw), paint }];
		default:
			return tokensOf(token)
				? inline(tokensOf(token), look, paint)
				: [{ text: plain("text" in token ? token.text : token.raw), paint }];
	}
}

function code(text: string, { paint: { key }, colours }: Look, paint: Styled["paint"]): Styled {
	return colours
		? { text: flat(text), paint: (part) => paint(key(part)) }
		: { text: `\`${flat(text)}\``, paint };
}

const underlined =
	({ paint: { underline } }: Look, paint: Styled["paint"]) =>
	(text: string) =>
		paint(underline(text));

/** A link shows its target, unless that is its text. */
function link(href: string, text: readonly Styled[], { paint }: Look): Styled[] {
	const shown = text.map((piece) => piece.text).join("");
	return shown === href || `mailto:${shown}` === href
		? [...text]
		: [...text, { text: ` (${href})`, paint: paint.dim }];
}

/** A line break in the source is a space. */
function flat(text: string): string {
	return text.replace(/\s*\n\s*/g, " ");
}

function plain(text: string): string {
	return flat(text).replace(/&(amp|lt|gt|quot|apos);/g, (entity, name) => ENTITIES[name] ?? entity);
}
