import { expect, it } from 'vitest';
import { MARKUP_TEXT } from '../../../surfaces/shown-json.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { shownAsText } from './shown-as-text.js';

const contract = await things();

function found(outcome: Outcome, text = MARKUP_TEXT, observes: 'markup' | 'value' = 'markup'): unknown {
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [
    { outcome, response: replied(201, { text }) },
  ]);
  return shownAsText
    .check(trial, contextOf(contract, { observes: new Map([['a', new Set([observes])]]) }))
    ?.map(({ kind, blame }) => `${kind} ${blame}`);
}

const PARSED = { native: { parsedMarkup: true } } as const;

it.each<readonly [string, unknown, unknown]>([
  ['a text that is shown unchanged is not a violation', found({ kind: 'value' }), []],
  ['a reply without a text of markup is not judged', found({ kind: 'value' }, 'a'), undefined],
  ['a value that is parsed as HTML is a violation', found({ kind: 'value', ...PARSED }), ['text-parsed surface']],
  ['a problem that is parsed as HTML is a violation', found({ kind: 'problem', ...PARSED }), ['text-parsed surface']],
  ['a surface without a page is not judged', found({ kind: 'value' }, MARKUP_TEXT, 'value'), undefined],
])('%s', (_, given, want) => {
  expect(given).toEqual(want);
});
