/** The style of the reference. The colours are those of the page: every pair has a contrast of 4.5 or more. */
export const DOCS_STYLE = `:root{color-scheme:light dark;--paper:#fdfcfa;--sunk:#f4f2ed;--ink:#1d2321;--soft:#5c6461;--line:#dfdcd4;--accent:#0b6e5f}
@media (prefers-color-scheme:dark){:root{--paper:#151918;--sunk:#232928;--ink:#e8ebe9;--soft:#a3adaa;--line:#343c3a;--accent:#6fcdb8}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
header,main,nav{padding:0 1rem;max-width:56rem}
header{padding-top:2rem}h1{font-size:2rem;line-height:1.25;margin:0 0 .5rem;letter-spacing:-.02em}
h2{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem}h3{font-size:1rem;margin:2rem 0 .5rem}h4{font-size:1rem;font-weight:500;margin:1.25rem 0 .5rem}
section{border-top:1px solid var(--line);margin-top:3rem;padding-top:2rem}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.875rem}
pre{white-space:pre-wrap;background:var(--sunk);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:.5rem 0}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;margin:1rem 0}
nav a{display:inline-block;padding:.25rem 0}
.soft{color:var(--soft)}
dl{margin:0}dt{margin-top:.75rem}dd{margin:0 0 0 1rem;color:var(--soft)}dd p{margin:0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:.25rem 0;color:var(--accent)}
@media (min-width:76rem){body{display:grid;grid-template-columns:16rem minmax(0,1fr);column-gap:2rem;padding:0 2rem}header{grid-column:2}main{grid-column:2}
nav{grid-column:1;grid-row:1/span 2;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding-top:2rem}nav ul{display:block}}`;
