/**
 * The style sheet of a card. In the light and the dark scheme, texts have a contrast of at least 4.5 to 1 (WCAG 2.2
 * §1.4.3), and the edges of controls of at least 3 to 1 (§1.4.11). No state is shown by colour only.
 */
export const STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f4f5f7, #14171c); }
service-card {
  --ink: light-dark(#1c2430, #e6eaf0); --soft: light-dark(#566174, #a3aebd); --paper: light-dark(#ffffff, #1d222a);
  --line: light-dark(#d5dae2, #39414d); --edge: light-dark(#7d8797, #76829a);
  --accent: light-dark(#0b57c2, #8ab6ff); --on: light-dark(#ffffff, #0d1420);
  --good: light-dark(#17693a, #7fd6a0); --bad: light-dark(#a8201a, #ff9d94);
  display: block; box-sizing: border-box; max-width: 46rem; margin: 1.5rem auto; padding: 1.5rem;
  font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 6px 24px rgb(0 0 0 / .08);
}
service-card[data-hosted] { max-width: none; margin: 0; border: 0; border-radius: 0; box-shadow: none; }
service-card h1 { margin: 0 0 .75rem; font-size: 1.25rem; }
service-card h2 { margin: 1.25rem 0 .25rem; font-size: 1.1rem; }
service-card h3 { margin: 0 0 .25rem; font-size: 1rem; outline-offset: 4px; }
service-card nav { display: flex; flex-wrap: wrap; gap: .5rem; }
service-card button, service-card select, service-card input, service-card textarea {
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; padding: .35rem .7rem;
}
service-card button { cursor: pointer; }
service-card button[type=submit], service-card nav button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on); font-weight: 600; }
service-card :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
service-card input, service-card textarea { box-sizing: border-box; width: 100%; }
service-card textarea { resize: vertical; field-sizing: content; min-height: 2.3rem; }
service-card [data-control=json], service-card pre { font: 13px/1.5 ui-monospace, monospace; }
service-card [aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
service-card .fault { margin: .2rem 0 0; color: var(--bad); font-size: .85rem; font-weight: 600; }
service-card .value { margin: .6rem 0; }
service-card .head { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
service-card .head select { font-size: .85em; padding: .1rem .4rem; color: var(--soft); }
service-card .label { font-weight: 600; }
service-card .progress { margin: 0; color: var(--soft); }
service-card .hint { margin: 0 0 .25rem; color: var(--soft); font-size: .85rem; }
service-card .members, service-card .rows-holder, service-card .union { border-left: 3px solid var(--line); padding-left: .9rem; }
service-card .rows { list-style: none; margin: 0; padding: 0; }
service-card .rows-holder > button { margin-top: .4rem; }
service-card .actions { display: flex; gap: .5rem; margin: 1rem 0; }
service-card .access { margin-top: .75rem; color: var(--soft); }
service-card .field { margin: .4rem 0; }
service-card .view { border: 1px solid var(--line); border-left: 5px solid var(--accent); border-radius: 8px; padding: .8rem 1rem; margin-top: 1rem; }
service-card .good { border-left-color: var(--good); } service-card .good h3 { color: var(--good); }
service-card .bad { border-left-color: var(--bad); } service-card .bad h3 { color: var(--bad); }
service-card pre { margin: .25rem 0 0; white-space: break-spaces; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; }
service-card [data-part] { white-space: break-spaces; }
service-card details { margin-top: .5rem; color: var(--soft); }
service-card .events { padding-left: 0; list-style: none; } service-card .event { color: var(--soft); } service-card .event b { color: var(--accent); }
service-card .events li { border-top: 1px solid var(--line); padding: .35rem 0; }
@media (forced-colors: active) {
  service-card nav button[aria-pressed=true] { forced-color-adjust: none; background: Highlight; border-color: Highlight; color: HighlightText; }
}
`;
