// Copyright 2026 the lnk authors. MIT license.

/**
 * How the matrix page looks.
 *
 * @module
 */

/** The style sheet: shapes tell the fates apart, colours only help. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #faf9f6; --card: #ffffff; --ink: #1c2330; --soft: #5b6474;
  --line: #e2dfd7; --go: #1f7a5c; --go-ink: #ffffff; --left: #b4441f;
  --tint: #d9622b; --shadow: 0 1px 2px #1c233014, 0 6px 20px #1c23300d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #1a1f28; --ink: #e8eaee; --soft: #9aa4b5;
    --line: #2c3340; --go: #58c39b; --go-ink: #0d1a15; --left: #ff9a6b;
    --tint: #ff8a50; --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
main { max-width: 86rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
h1 { font-size: clamp(1.9rem, 4.5vw, 2.8rem); line-height: 1.1; margin: 0 0 .6rem; letter-spacing: -.02em; }
h2 { font-size: 1.35rem; margin: 3.2rem 0 1rem; letter-spacing: -.01em; }
h3 { font-size: 1.05rem; margin: 2rem 0 .8rem; }
h4 { font-size: .95rem; margin: 0 0 .5rem; }
.lead { color: var(--soft); max-width: 42rem; margin: 0 0 1.2rem; }
ul { list-style: none; margin: 0; padding: 0; }
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; font-size: .9rem; margin-bottom: .5rem; }
.legend li { display: flex; align-items: center; gap: .45rem; }
.letters { color: var(--soft); margin-bottom: 1.6rem; }
.letters b { color: var(--ink); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 14px; background: var(--card); box-shadow: var(--shadow); }
table { border-collapse: collapse; width: 100%; }
caption, .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 0; text-align: left; border-top: 1px solid var(--line); border-left: 1px solid var(--line); }
tr > :first-child { border-left: 0; }
thead tr > * { border-top: 0; }
th { padding: .7rem .9rem; font-size: .9rem; font-weight: 650; max-width: 14rem; overflow-wrap: anywhere; }
th[scope="row"] { position: sticky; left: 0; background: var(--card); }
.corner { padding: .7rem .9rem; color: var(--soft); font-size: .78rem; }
.grid td[class^="n"] a { display: block; padding: .7rem .8rem; color: inherit; text-decoration: none; }
.grid td[class^="n"] a:hover, .grid td[class^="n"] a:focus-visible { outline: 2px solid var(--ink); outline-offset: -2px; }
.self { text-align: center; color: var(--soft); background: repeating-linear-gradient(135deg, transparent 0 6px, var(--line) 6px 7px); }
.n1 { background: color-mix(in srgb, var(--tint) 5%, transparent); }
.n2 { background: color-mix(in srgb, var(--tint) 11%, transparent); }
.n3 { background: color-mix(in srgb, var(--tint) 18%, transparent); }
.n4, .n5, .n6 { background: color-mix(in srgb, var(--tint) 26%, transparent); }
.squares { display: flex; gap: 3px; }
.sq {
  display: inline-grid; place-items: center; flex: none; width: 1.15rem; height: 1.15rem;
  border-radius: 4px; font: 700 .66rem/1 ui-monospace, "DejaVu Sans Mono", monospace;
}
.whole { background: var(--go); color: var(--go-ink); }
.text { color: var(--go); border: 1.5px solid var(--go); background: linear-gradient(to top, color-mix(in srgb, var(--go) 38%, transparent) 50%, transparent 50%); }
.left { color: var(--left); border: 1.5px dashed var(--left); }
.nothing { color: color-mix(in srgb, var(--soft) 55%, transparent); }
.nothing:empty::before { content: "\\00b7"; }
.count { display: block; margin-top: .3rem; font-size: .8rem; color: var(--soft); }
.n0 .count { color: var(--go); }
.declared td { padding: .55rem .9rem; font-size: .85rem; white-space: nowrap; }
.chip { display: inline-block; padding: .05rem .5rem; border-radius: 99px; background: color-mix(in srgb, var(--go) 16%, transparent); color: var(--go); font-weight: 600; }
.faint { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13.4rem, 1fr)); gap: .9rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1rem; scroll-margin-top: 1rem; }
article:target { outline: 2px solid var(--tint); }
article li { display: flex; gap: .55rem; font-size: .88rem; padding: .16rem 0; }
article .sq { margin-top: .12rem; }
.fine { color: var(--go); font-weight: 600; }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }
@media print { .scroll { overflow: visible; } article { break-inside: avoid; } }
`;
