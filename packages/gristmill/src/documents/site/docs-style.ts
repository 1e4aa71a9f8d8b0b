import { LOOK } from "../look.js";

/** The style of the reference. */
export const DOCS_STYLE = `${LOOK}html{scroll-padding-top:1rem}body{overflow-wrap:anywhere}
header,main,nav{padding:0 1rem;max-width:56rem}
header{padding-top:2rem}h1{font-size:2rem;line-height:1.25;margin:0 0 .5rem;letter-spacing:-.02em}
h2{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem}h3{font-size:1rem;margin:2rem 0 .5rem}h4{font-size:1rem;font-weight:500;margin:1.25rem 0 .5rem}
section{border-top:1px solid var(--line);margin-top:3rem;padding-top:2rem}
pre{margin:.5rem 0}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;margin:1rem 0}
nav a{display:inline-block;padding:.25rem 0}
dl{margin:0}dt{margin-top:.75rem}dd{margin:0 0 0 1rem;color:var(--soft)}dd p{margin:0}
table{width:100%}
summary{cursor:pointer;padding:.25rem 0;color:var(--accent)}
@media (min-width:76rem){body{display:grid;grid-template-columns:16rem minmax(0,1fr);column-gap:2rem;padding:0 2rem}header{grid-column:2}main{grid-column:2}
nav{grid-column:1;grid-row:1/span 2;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding-top:2rem}nav ul{display:block}}`;
