import { expect, it } from 'vitest';
import { PHASES, phasesNamed } from './check-options.js';

it.each<[string, readonly string[], readonly string[]]>([
  ['none', [], PHASES],
  ['separate texts', ['valid', 'lint'], ['lint', 'valid']],
  ['one text with commas', ['valid, lint'], ['lint', 'valid']],
  ['both', ['valid,gates', 'lint'], ['lint', 'valid', 'gates']],
])('phases are named by %s', (_, texts, want) => {
  expect(phasesNamed(texts)).toEqual(want);
});

it('an unknown phase among several is reported by its name', () => {
  expect(() => phasesNamed(['lint,vali'])).toThrow('unknown phase `vali`');
});
