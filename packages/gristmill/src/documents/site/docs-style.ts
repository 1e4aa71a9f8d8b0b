import { LOOK } from "../look.js";

/**
 * The style of the reference. It shows one section at a time, like pages: the one that the address names, or else the overview. A browser
 * that does not know `:has` shows all of them.
 */
export const DOCS_STYLE = `${LOOK}html{scroll-padding-top:var(--space-4)}body{overflow-wrap:anywhere}
main,nav{padding:var(--space-6)}main{max-width:1440px;min-width:0}section>h2{display:inline-block;margin-inline-end:var(--space-4)}
h3{margin:var(--space-6) 0 var(--space-2)}h4{margin:var(--space-4) 0 var(--space-2)}p,section ul{margin:var(--space-2) 0}
nav{border-bottom:1px solid var(--line)}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:0 var(--space-4);padding:0;margin:var(--space-2) 0 0}
nav a,.try{display:inline-flex;align-items:center;min-height:44px}
nav .soft{display:block;font:var(--text-12)}
nav input{width:100%;min-height:44px;padding:0 var(--space-3);font:var(--text-16);color:inherit;background:var(--sheet);border:1px solid var(--soft);border-radius:var(--radius)}
.try{padding:0 var(--space-4);border-radius:var(--radius);font:600 var(--text-14);background:var(--accent);color:var(--on-accent);text-decoration:none}
pre{margin:var(--space-2) 0}
dl{margin:0}dt{margin-top:var(--space-3)}dd{margin:0 0 0 var(--space-4);color:var(--soft)}dd p{margin:0}
table{width:100%}summary{padding:var(--space-1) 0;color:var(--accent)}
section{margin-top:var(--space-6)}section>p+h2{display:block;margin-top:var(--space-6)}
@media screen{main:has(section:target)>section:not(:target),main:not(:has(section:target))>section:not(.overview){display:none}}
@media (min-width:1100px){.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:var(--space-8)}.columns h3:first-child{margin-top:0}}
@media (min-width:760px){.sides{display:grid;grid-template-columns:16rem minmax(0,1fr)}
section{scroll-margin-top:16rem}main{border-inline-start:1px solid var(--line)}nav{border:0;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto}nav ul{display:block}}`;
