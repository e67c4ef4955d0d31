import { expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import { fewAcceptedNotes } from './few-accepted.js';
import { newTally } from './tally.js';

it.each<[string, number, Record<string, number>, string | undefined]>([
  ['1 accepted and 30 refused', 1, { 422: 28, 409: 2 }, 'createTransfer (1 accepted, 30 refused)'],
  ['2 accepted and 30 refused', 2, { 422: 30 }, undefined],
  ['1 accepted and 19 refused', 1, { 422: 19 }, undefined],
  ['1 accepted, and 30 that name unknown items', 1, { 404: 30 }, undefined],
  ['1 accepted, and 30 without a valid reply', 1, { 'no reply': 20, 500: 10 }, undefined],
  // The cell is then inconclusive, and states this itself.
  ['none accepted', 0, { 422: 30 }, undefined],
])('notes an operation that accepted almost no valid input: %s → %s', (_, accepted, refused, want) => {
  const tally = { ...newTally(), accepted, validRefused: new Map(Object.entries(refused)) };
  const operation = 'createTransfer' as OperationId;
  const tallies = new Map(['rest', 'cli'].map((surface) => [surface, new Map([[operation, tally]])]));
  const notes = fewAcceptedNotes(tallies);
  expect(notes).toHaveLength(want === undefined ? 0 : 1);
  expect(notes[0]?.message ?? '').toContain(want ?? '');
});
