import { expect, it } from 'vitest';
import { ALL_RULES } from './all-rules.js';
import { TRIAL_RULES } from './catalogue.js';

/** The maximum length of the statement of a rule, in characters: four lines of a terminal. */
const LONGEST_STATEMENT = 400;

it('no two rules share an id', () => {
  const ids = ALL_RULES.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it.each(ALL_RULES.map((rule) => [rule.id, rule] as const))('%s has a statement, a source and a repair', (_, rule) => {
  expect(rule.id).toMatch(
    /^(?:contract|inventory|freshness|registry|conformance|parity|state|stream|versions)\/[a-z]+(?:-[a-z]+)*$/,
  );
  expect(rule.statement).toMatch(/^[A-Z].*\.$/s);
  expect(rule.statement.length, 'cases that few readers need belong in `details`').toBeLessThanOrEqual(
    LONGEST_STATEMENT,
  );
  for (const detail of rule.details ?? []) expect(detail).toMatch(/^[A-Z`].*\.$/s);
  expect(rule.repair).toMatch(/^[A-Z].*\.$/s);
  expect(rule.source.length).toBeGreaterThan(5);
});

it('every rule about calls is checked against a real service, unless the rule needs replies that the check itself scripts', () => {
  const elsewhere = TRIAL_RULES.filter(({ backends }) => !backends.has('reference'));
  expect(elsewhere.map(({ id, backends }) => [id, ...backends])).toEqual([
    ['stream/resume', 'scripted'],
    ['conformance/unexpected-reply', 'scripted'],
    ['stream/parsed-alike', 'scripted'],
  ]);
});
