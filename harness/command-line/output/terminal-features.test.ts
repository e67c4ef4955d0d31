import { expect, it } from 'vitest';
import { canRedraw, hasColours } from './terminal-features.js';

it.each([
  ['a terminal', true, { TERM: 'xterm-256color' }, { colours: true, redraw: true }],
  ['a terminal without a name, as on Windows', true, {}, { colours: true, redraw: true }],
  ['a pipe or a file', false, { TERM: 'xterm' }, { colours: false, redraw: false }],
  ['a stream of unknown kind', undefined, {}, { colours: false, redraw: false }],
  ['a terminal without control sequences', true, { TERM: 'dumb' }, { colours: false, redraw: false }],
  ['NO_COLOR', true, { NO_COLOR: '1', TERM: 'xterm' }, { colours: false, redraw: true }],
  ['NO_COLOR with the value false', true, { NO_COLOR: 'false' }, { colours: false, redraw: true }],
  ['an empty NO_COLOR', true, { NO_COLOR: '' }, { colours: true, redraw: true }],
  ['a CI job with a terminal', true, { CI: 'true' }, { colours: true, redraw: false }],
  ['a CI job without a terminal', false, { CI: 'true' }, { colours: false, redraw: false }],
  ['CI=false', true, { CI: 'false' }, { colours: true, redraw: true }],
  [
    'a CI job with a terminal without control sequences',
    true,
    { CI: '1', TERM: 'dumb' },
    { colours: false, redraw: false },
  ],
])('decides on colours and redrawing: %s → $3', (_, isTTY, env, want) => {
  const screen = isTTY === undefined ? {} : { isTTY };
  expect({ colours: hasColours(screen, env), redraw: canRedraw(screen, env) }).toEqual(want);
});
