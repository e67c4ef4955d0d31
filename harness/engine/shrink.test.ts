import { describe, expect, test } from 'vitest';
import type { Case, CaseInput } from '../../contract/case.js';
import { inputViolations, isValidInput } from '../../contract/cases/input-violations.js';
import { CaseMaker } from '../../contract/cases/make-cases.js';
import { inputSize } from '../../contract/cases/shrink-input.js';
import { itemService, operationOf } from '../../contract/fixtures/contract-at.js';
import type { Violation } from '../../rules/finding.js';
import { MAX_SHRINK_CALLS, type Shrunk, shrink } from './shrink.js';

const contract = await itemService();
const operation = operationOf(contract, 'createItem');
const maker = new CaseMaker(contract, { seed: 2, runs: 60, values: new Map() });
const SHOWN = { kind: 'planted' } as Violation;

/** Every case that was asked for is handed to `seen`. */
function shrunk(start: Case, shows: (input: CaseInput) => boolean, seen: Case[] = [], kind = 'planted'): Promise<Shrunk> {
  const subject = {
    contract,
    operation,
    maker,
    shows: async (candidate: Case) => {
      seen.push(candidate);
      return shows(candidate.input) ? SHOWN : undefined;
    },
    stopped: () => false,
  };
  return shrink(subject, start, { ...SHOWN, kind });
}

describe('a case of either class stays in it', () => {
  test('valid through valid cases', async () => {
    for (const start of maker.make(operation, 'valid').slice(0, 12)) {
      const seen: Case[] = [];
      const { case: smallest } = await shrunk(start, () => true, seen);
      expect(seen.filter(({ input }) => !isValidInput(contract, operation, input))).toEqual([]);
      expect(smallest.input).toEqual({ body: { name: 'a' } });
    }
  });

  test('invalid through cases that break the same and nothing else', async () => {
    const broken = maker.make(operation, 'invalid').filter(({ expect: promised }) => promised.kind === 'rejected');
    expect(broken.length).toBeGreaterThan(60);
    for (const start of broken) {
      const places = (input: CaseInput): readonly string[] =>
        inputViolations(contract, operation, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`);
      const first = places(start.input);
      const seen: Case[] = [];
      const { case: smallest } = await shrunk(start, () => true, seen);
      for (const { input, expect: promised } of seen) {
        expect([input, promised]).toEqual([input, start.expect]);
        expect(places(input).filter((place) => !first.includes(place))).toEqual([]);
      }
      expect(inputSize(smallest.input)).toBeLessThanOrEqual(inputSize(start.input));
      expect(places(smallest.input)).toContain(
        start.expect.kind === 'rejected' ? `${start.expect.keyword} ${start.expect.pointer}` : '',
      );
    }
  });
});

test('the search goes on from what held: no candidate twice, few in all', async () => {
  const shows = ({ body }: CaseInput): boolean => JSON.stringify(body ?? null).includes('"note"');
  const [start] = maker
    .make(operation, 'valid')
    .filter(({ input }) => shows(input))
    .toSorted((a, b) => inputSize(b.input) - inputSize(a.input));
  if (start === undefined) throw new Error('no case has a note');
  const seen: Case[] = [];
  const { case: smallest, calls } = await shrunk(start, shows, seen);
  const texts = seen.map(({ input }) => JSON.stringify(input));
  expect(new Set(texts).size).toBe(texts.length);
  expect([calls, calls <= 20]).toEqual([seen.length, true]);
  expect(JSON.stringify(smallest.input)).toMatch(/^\{"body":\{"name":"a","note":(?:null|"")\}\}$/);
});

test('calls are counted, and fewer where each lasts long', async () => {
  const [start] = maker.make(operation, 'valid').toSorted((a, b) => inputSize(b.input) - inputSize(a.input));
  if (start === undefined) throw new Error('no valid case');
  let turn = 0;
  const fickle = (): boolean => (turn += 1) % 7 === 0;
  expect((await shrunk(start, fickle)).calls).toBeLessThanOrEqual(MAX_SHRINK_CALLS);
  expect((await shrunk(start, fickle, [], 'timeout')).calls).toBe(6);
});
