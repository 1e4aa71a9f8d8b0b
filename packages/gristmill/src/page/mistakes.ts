// A script of its own, which only `gristmill dev` puts into the page: visitors do not load it.
import { element } from "./elements/element.js";

const EVERY_MS = 1_000;

/** What is wrong with the mill files, above the page. */
const box = element("div.notice", { id: "mistakes", role: "alert", hidden: true });
Object.assign(box.style, {
	background: "var(--bad)",
	color: "var(--paper)",
	maxHeight: "40vh",
	overflow: "auto",
	borderRadius: "0",
});
document.querySelector("main")?.before(box);
let told = "";

/** Asks again and again: a connection that stays open would hold up the server when the next version takes its place. */
async function look(): Promise<void> {
	// Between two versions no server answers. The mistake is still there.
	const now = document.hidden ? told : await read().catch(() => told);
	if (now !== told) {
		told = now;
		const { mistakes } = JSON.parse(now) as { readonly mistakes: readonly string[] };
		box.replaceChildren(...mistakes.map(shown));
		box.hidden = mistakes.length === 0;
	}
	setTimeout(() => void look(), EVERY_MS);
}

async function read(): Promise<string> {
	const response = await fetch("$mistakes");
	if (!response.ok) throw new Error(`The server answered ${response.status}.`);
	return response.text();
}

function shown(text: string): HTMLElement {
	const line = element("pre", text);
	Object.assign(line.style, { margin: "0", whiteSpace: "pre-wrap", overflowWrap: "anywhere" });
	return line;
}

void look();
