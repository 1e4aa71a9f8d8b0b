/**
 * What all HTML pages share: colours, sizes of type, spaces, and the plain elements. The page of the mills gets it from the
 * build as the style sheet "look", and pages that the server renders put it before their own rules.
 *
 * Type is 12/16, 14/20, 16/24, 20/28 or 28/32, spaces are 4 to 32, and corners 6 or 10. Every pair of colours has a contrast
 * of 4.5 or more, in light and in dark.
 */
export const LOOK = `:root {
	color-scheme: light dark;
	--paper: light-dark(#fdfcfa, #151918);
	--sheet: light-dark(#fff, #1b201f);
	--sunk: light-dark(#f4f2ed, #232928);
	--ink: light-dark(#1d2321, #e8ebe9);
	--soft: light-dark(#5c6461, #a3adaa);
	--line: light-dark(#dfdcd4, #343c3a);
	--accent: light-dark(#0b6e5f, #6fcdb8);
	--on-accent: light-dark(#fff, #0c1f1b);
	--bad: light-dark(#a5321f, #ff9d8a);
	--warn: light-dark(#805200, #f0c063);
	--warn-paper: light-dark(#fdf1d6, #40330f);
	--sans: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
	--mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace;
	--text-12: 12px/16px var(--sans);
	--text-14: 14px/20px var(--sans);
	--text-16: 16px/24px var(--sans);
	--text-20: 20px/28px var(--sans);
	--text-28: 28px/32px var(--sans);
	--code-14: 14px/20px var(--mono);
	--space-1: 4px;
	--space-2: 8px;
	--space-3: 12px;
	--space-4: 16px;
	--space-6: 24px;
	--space-8: 32px;
	--radius: 6px;
	--radius-large: 10px;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: var(--text-16); overflow-wrap: break-word; }
h1 { font: 650 var(--text-28); letter-spacing: -0.02em; margin: 0; }
h2 { font: 600 var(--text-20); letter-spacing: -0.01em; margin: 0; }
h3, h4 { font: 600 var(--text-16); margin: 0; }
a { color: var(--accent); text-underline-offset: 3px; }
code, kbd, pre { font: var(--code-14); }
kbd { font-size: 12px; padding: 1px 6px; border: 1px solid var(--line); border-radius: var(--radius); color: var(--soft); }
pre { margin: 0; padding: var(--space-4); border-radius: var(--radius); background: var(--sunk); white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; font: var(--text-14); }
th, td { text-align: start; vertical-align: top; padding: var(--space-1) var(--space-4) var(--space-1) 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; color: var(--soft); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--radius); }
.soft { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top { display: flex; align-items: center; gap: var(--space-2); min-height: 56px; padding: 0 var(--space-6); background: var(--paper); border-bottom: 1px solid var(--line); }
.top .brand { display: inline-flex; align-items: center; gap: var(--space-2); min-height: 44px; font-weight: 650; letter-spacing: -0.01em; color: inherit; text-decoration: none; white-space: nowrap; }
.top .brand svg { color: var(--accent); }
.top .end { margin-inline-start: auto; display: flex; align-items: center; gap: var(--space-1); }
.top .end a { display: inline-flex; align-items: center; justify-content: center; min-width: 44px; min-height: 44px; padding: 0 var(--space-2); color: var(--soft); text-decoration: none; }
.top .end a:hover { color: var(--ink); }
@media (max-width: 640px) { .top { padding: 0 var(--space-3); gap: 0; } }
`;

const MILLSTONE =
	'<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" ' +
	'aria-hidden="true"><circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="2"/>' +
	'<path d="M12 10c0-4 2-6 4-7M14 12c4 0 6 2 7 4M12 14c0 4-2 6-4 7M10 12c-4 0-6-2-7-4"/></svg>';

/**
 * The bar at the top of every page. `title` is HTML; `base` is the way to the page of the mills, and undefined if there is none.
 * `middle` and `end` are HTML, too.
 */
export function topBar(title: string, base: string | undefined, middle = "", end = ""): string {
	const name = `${MILLSTONE}<span>${title}</span>`;
	const brand =
		base === undefined ? `<span class="brand">${name}</span>` : `<a class="brand" href="${base}">${name}</a>`;
	return `<header class="top">${brand}${middle}<span class="end">${end}</span></header>`;
}
