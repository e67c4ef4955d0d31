import { expect, it } from 'vitest';
import { PHASES, phasesNamed } from './check-options.js';

it.each<[string, readonly string[], readonly string[]]>([
  ['all phases are selected if none is named', [], PHASES],
  ['phases are named in separate strings', ['valid', 'lint'], ['lint', 'valid']],
  ['phases are named in one string with commas', ['valid, lint'], ['lint', 'valid']],
  [
    'phases are named in several strings, one of them with a comma',
    ['valid,gates', 'lint'],
    ['lint', 'valid', 'gates'],
  ],
])('%s', (_, texts, want) => {
  expect(phasesNamed(texts)).toEqual(want);
});

it('an unknown phase among several is reported by its name', () => {
  expect(() => phasesNamed(['lint,vali'])).toThrow('unknown phase `vali`');
});
