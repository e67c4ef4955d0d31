/**
 * The style sheet of the page. Both colour schemes have the contrast that WCAG AA requires. Colours only repeat what
 * words and symbols state.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f4; --card: #ffffff; --ink: #20262c; --soft: #59636d; --line: #dcdfdc; --accent: #1f5fa8; --code: #f1f2ee; --shade: #cfd4d8;
  --pass: #1c6b3c; --pass-bg: #e9f4ec; --fail: #a52a20; --fail-bg: #fcebe8; --wait: #7d5300; --wait-bg: #fdf3da;
  --error: #6a3796; --error-bg: #f4ecfa; --none: #5c656e; --none-bg: transparent; --mark: #ffe9a8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15191d; --card: #1c2126; --ink: #dfe4e8; --soft: #9aa5af; --line: #333b43; --accent: #82b7f2; --code: #12161a; --shade: #000000;
    --pass: #7fd3a0; --pass-bg: #17301f; --fail: #ff9d92; --fail-bg: #3b1d1a; --wait: #f0c368; --wait-bg: #352a12;
    --error: #cfa8f0; --error-bg: #2d2038; --none: #98a2ab; --mark: #574412;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); overflow-wrap: anywhere; }
header, main, footer { max-width: 80rem; margin: 0 auto; padding: 0 1.5rem; }
h1, h2, h3, p, dl, ul, figure, pre { margin: 0; }
h1 { font-size: 1.35rem; font-weight: 650; line-height: 1.3; }
h1 small { font-weight: 400; margin-left: .5rem; white-space: nowrap; }
h2 small { font-weight: 400; }
h2 { font-size: 1.2rem; font-weight: 650; margin: 2.4rem 0 .8rem; }
section:first-child h2 { margin-top: 1.2rem; }
h3 { font-size: 1.08rem; font-weight: 600; line-height: 1.45; }
a { color: var(--accent); text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font: .875rem/1.5 var(--mono); unicode-bidi: isolate; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
small, .soft { color: var(--soft); font-size: .875rem; }
.skip { position: absolute; left: -200vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 9; background: var(--card); padding: .6rem 1rem; border-radius: 6px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.4rem; }
.pass { --tone: var(--pass); --tone-bg: var(--pass-bg); }
.fail { --tone: var(--fail); --tone-bg: var(--fail-bg); }
.inconclusive, .interrupted, .waived { --tone: var(--wait); --tone-bg: var(--wait-bg); }
.error { --tone: var(--error); --tone-bg: var(--error-bg); }
.inapplicable, .absent { --tone: var(--none); --tone-bg: var(--none-bg); }
.word { color: var(--tone); font-weight: 600; white-space: nowrap; }
.tag { display: inline-block; color: var(--tone, var(--soft)); background: var(--tone-bg, transparent); border: 1px solid currentColor;
  border-radius: 99px; padding: 0 .6em; font-size: .8rem; font-weight: 600; line-height: 1.6; white-space: nowrap; }
.neutral { --tone: var(--soft); --tone-bg: transparent; }
mark { background: var(--mark); color: inherit; font-weight: 700; border-radius: 3px; box-shadow: 0 0 0 2px var(--mark); }
header { padding-top: 1.2rem; }
.verdict ul { padding-left: 1.2rem; margin: .15rem 0 .3rem; }
.verdict .word { white-space: normal; }
.changes { padding: .9rem 1.4rem; display: grid; gap: .7rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.changes ul { padding-left: 1.2rem; font-size: .95rem; }
.changes .word { white-space: normal; }
.subject { display: flex; flex-wrap: wrap; gap: .2rem 2rem; justify-content: space-between; align-items: baseline; }
.subject dl { display: flex; flex-wrap: wrap; gap: .1rem 1.4rem; font-size: .875rem; }
.subject dl div { display: flex; gap: .45rem; }
.subject dt { color: var(--soft); }
.subject dd { margin: 0; }
.verdict { display: flex; gap: 1.1rem; align-items: center; background: var(--tone-bg); border: 1px solid var(--tone); border-radius: 10px;
  padding: .8rem 1.4rem; margin: .7rem 0 .8rem; }
.verdict .sign { font-size: 2rem; line-height: 1; color: var(--tone); }
.verdict strong { font-size: 1.25rem; line-height: 1.3; color: var(--tone); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .9rem 1.6rem; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; }
.facts .wide { grid-column: 1 / -1; }
.facts .two { grid-column: span 2; }
.facts ul { list-style: none; padding: 0; }
.facts .row { display: flex; flex-wrap: wrap; gap: .2rem 2rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; list-style: none; padding: 0; margin-top: .8rem; font-size: .925rem; }
/* The shade at the lower edge shows that there are more rows. At the end of the content, the background covers it. */
.scroll { overflow: auto; max-height: 85vh; scroll-padding-top: 2.6rem; background:
  linear-gradient(transparent, var(--card) 50%) bottom / 100% 2rem no-repeat local,
  linear-gradient(transparent, var(--shade)) bottom / 100% .6rem no-repeat, var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .925rem; }
caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .5rem .65rem; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { position: sticky; top: 0; z-index: 2; background: var(--card); font-weight: 600; white-space: nowrap; border-bottom-width: 2px; }
.part { content-visibility: auto; contain-intrinsic-height: auto 120rem; }
.part.many { width: max-content; min-width: 100%; }
.matrix { table-layout: fixed; }
.many .matrix { table-layout: auto; }
.many td { min-width: 9rem; max-width: 16rem; }
.name { width: 17%; }
.backend { width: 6.5rem; }
.matrix tbody th[scope=rowgroup] { position: sticky; left: 0; z-index: 1; background: var(--card); font-weight: 600;
  overflow-wrap: anywhere; }
.matrix thead th { overflow-wrap: anywhere; white-space: normal; }
.matrix thead th:first-child { left: 0; z-index: 3; }
.matrix tbody th[scope=row] { color: var(--soft); }
.matrix td.fail, .matrix td.waived, .matrix td.inconclusive, .matrix td.error {
  background: var(--tone-bg); box-shadow: inset 3px 0 var(--tone); }
.matrix small { display: block; font-weight: 400; font-size: .8rem; line-height: 1.4; }
.matrix .links { font-size: .875rem; }
.matrix :target, .matrix:has(:target) tbody:target { outline: 3px solid var(--accent); outline-offset: -3px; }
.part:last-child tbody:last-child > tr:last-child > *, .part:last-child tbody:last-child > tr > th[scope=rowgroup] { border-bottom: 0; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: .8rem 0; font-size: .875rem; color: var(--soft); }
.toggle { display: flex; gap: .55rem; align-items: center; margin: 0 0 .8rem; width: fit-content; }
.toggle input { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); margin: 0; }
main:has(#attention:checked) .scroll:not(.searched) .calm { display: none; }
.hidden-rows { display: none; }
main:has(#attention:checked) .hidden-rows { display: block; }
.filters { display: flex; flex-wrap: wrap; gap: .8rem 1rem; align-items: end; margin-bottom: 1rem; border: 0; padding: 0; }
.filters label { display: grid; gap: .2rem; font-size: .8rem; color: var(--soft); }
select, button, [type=search] { font: inherit; font-size: .925rem; color: var(--ink); background: var(--card);
  border: 1px solid var(--soft); border-radius: 6px; padding: .35rem .6rem; max-width: 16rem; min-height: 2.3rem; }
button { cursor: pointer; }
[hidden] { display: none !important; }
article { content-visibility: auto; contain-intrinsic-height: auto 30rem; margin-bottom: 1.3rem; scroll-margin-top: 1rem; border-left: 4px solid var(--tone) !important; }
article:target { outline: 3px solid var(--accent); }
.works { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; align-items: start; }
.work { border-left: 4px solid var(--tone); padding: 1rem 1.4rem; }
.work h3 small { white-space: nowrap; font-weight: 400; color: var(--soft); }
.work ul { list-style: none; padding: 0; display: grid; gap: .9rem; margin-top: .8rem; }
.work .tags { margin-bottom: .1rem; }
.work .links { font-size: .925rem; color: var(--soft); }
.only { min-height: 1.5rem; padding: .05rem .55rem; font-size: .85rem; }
.tags { display: flex; flex-wrap: wrap; gap: .35rem .8rem; align-items: center; margin-bottom: .6rem; font-size: .9rem; }
.number { color: var(--soft); font-weight: 400; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 1rem 0; }
.sides > *, .details dd { min-width: 0; }
.wire { margin: .5rem 0; }
.wire-label { margin-top: 1.2rem; }
.wire pre .soft { font-size: .8rem; }
.label .soft { font-weight: 400; margin-left: .4rem; }
figcaption, .label { font-size: .8rem; font-weight: 600; color: var(--soft); margin-bottom: .25rem; }
.details { display: grid; grid-template-columns: 8.5rem 1fr; gap: .45rem 1rem; margin-top: 1rem; font-size: .95rem; }
.details dt { color: var(--soft); font-size: .875rem; padding-top: .08rem; }
.details dd { margin: 0; }
.repair { border-left: 3px solid var(--accent); padding-left: .8rem; }
.replay { user-select: all; }
details > figure + figure { margin-top: .6rem; }
details { margin-top: .9rem; }
summary { cursor: pointer; color: var(--accent); font-size: .925rem; width: fit-content; }
details ul { padding-left: 1.2rem; margin-top: .5rem; font-size: .925rem; }
.notes { list-style: none; padding: 0; display: grid; gap: .8rem; }
.notes .card { padding: .8rem 1.1rem; border-left: 4px solid var(--tone, var(--line)); }
footer { margin: 3rem auto 2rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 46rem) {
  header, main, footer { padding-left: .9rem; padding-right: .9rem; }
  .sides, .details { grid-template-columns: 1fr; }
  .facts .two { grid-column: auto; }
  .details { gap: .1rem; }
  .details dd { margin-bottom: .6rem; }
  .card { padding: 1rem; }
  h1 small { display: block; margin: 0; }
  .verdict { padding: .8rem 1rem; }
  .verdict .sign { display: none; }
  .filters label, .filters select, .filters input { width: 100%; max-width: none; }
  section[aria-labelledby=matrix] .scroll, section[aria-labelledby=history] .scroll { overflow: visible; max-height: none; border: 0; background: none; }
  .part.many { width: auto; }
  .matrix, .matrix tbody, .matrix tr, .matrix th, .matrix td { display: block; }
  .matrix tbody.calm[hidden], .matrix thead { display: none; }
  .many td { min-width: 0; max-width: none; }
  .matrix tbody { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-bottom: .9rem; overflow: hidden; }
  .matrix tbody th[scope=rowgroup] { position: static; font-size: 1rem; }
  .matrix tbody th[scope=row] { padding: .3rem .65rem; background: var(--paper); font-size: .875rem; }
  .matrix td { display: grid; grid-template-columns: minmax(7.4rem, 28%) 1fr; column-gap: .7rem; }
  .matrix td::before { content: attr(data-surface); grid-row: 1 / span 4; font-weight: 600; font-size: .875rem; }
  .matrix td > * { grid-column: 2; }
  .matrix tbody > tr:last-child > td:last-child { border-bottom: 0; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --code: #fff; --ink: #000; --soft: #444; color-scheme: light; }
  .skip, .filters, .toggle, nav { display: none; }
  .scroll { max-height: none; overflow: visible; border: 0; background: none; }
  thead th, .matrix tbody th[scope=rowgroup] { position: static !important; }
  thead { display: table-header-group; }
  article, .part { content-visibility: visible; }
  body { font-size: 10pt; }
  .verdict, .matrix td { print-color-adjust: exact; }
  article, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
