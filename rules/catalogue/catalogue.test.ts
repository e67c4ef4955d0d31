import { expect, it } from 'vitest';
import { ALL_RULES } from './all-rules.js';
import { TRIAL_RULES } from './catalogue.js';

it('no two rules share an id', () => {
  const ids = ALL_RULES.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it.each(ALL_RULES.map((rule) => [rule.id, rule] as const))('%s has a statement, a source and a repair', (_, rule) => {
  expect(rule.id).toMatch(
    /^(?:contract|inventory|freshness|registry|conformance|parity|state|stream|versions)\/[a-z]+(?:-[a-z]+)*$/,
  );
  expect(rule.statement).toMatch(/^[A-Z].*\.$/s);
  expect(rule.repair).toMatch(/^[A-Z].*\.$/s);
  expect(rule.source.length).toBeGreaterThan(5);
});

it('every rule that judges calls applies to a real service, except rules that need scripted replies', () => {
  const elsewhere = TRIAL_RULES.filter(({ backends }) => !backends.has('reference'));
  expect(elsewhere.map(({ id, backends }) => [id, ...backends])).toEqual([
    ['stream/resume', 'scripted'],
    ['conformance/unexpected-reply', 'scripted'],
    ['stream/parsed-alike', 'scripted'],
  ]);
});
