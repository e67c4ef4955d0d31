import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../../../../contract/contract.js';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { notesContract } from '../../../../miniatures/workloads.js';
import { Clusters } from '../../cluster.js';
import { judge } from '../../../judge/judge.js';
import { OMITTED_MEMBERS_STEP } from './omitted-members.js';

let contract: Contract;
beforeAll(async () => {
  contract = await notesContract();
});

const NOTE = { note_id: '1', made_at: '2026-01-01T00:00:00Z', title: 'a' };

/** Groups the violations of a surface that applies `change` to each note before it returns the note. */
function shown(notes: readonly JsonObject[], change: (note: JsonObject) => Json): readonly string[] {
  const clusters = new Clusters();
  for (const [index, members] of notes.entries()) {
    const note = { ...NOTE, ...members };
    const seen = {
      response: replied(200, note),
      outcome: { kind: 'value', status: 200, value: change(note) } as const,
    };
    const trial = trialOf(contract, 'getNote', { path: { note_id: '1' } }, [seen]);
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract, { isolated: false })).broken);
  }
  return OMITTED_MEMBERS_STEP.apply(clusters.inOrder(), clusters).map(
    ({ smallest, occurrences }) => `${smallest.violation.kind} ×${occurrences}`,
  );
}

const without =
  (isGone: (name: string, value: Json) => boolean) =>
  (note: JsonObject): Json =>
    Object.fromEntries(Object.entries(note).filter(([name, value]) => !isGone(name, value)));
const NOTES = [{ text: null }, { text: '' }, { text: 'x' }, { rank: 0 }, { rank: 1 }];

it.each<[string, (note: JsonObject) => Json, readonly string[]]>([
  ['a surface that omits one member, whatever its value is', without((name) => name === 'text'), ['missing ×3']],
  [
    'a surface that omits two members',
    without((name) => name === 'text' || name === 'rank'),
    ['missing ×4', 'missing ×1'],
  ],
  ['a surface that omits all nulls', without((_, value) => value === null), ['null-became-omitted ×1']],
  ['a surface that omits all empty values and zeros', without((_, value) => !value), ['empty-became-omitted ×3']],
  [
    'a surface that omits one member, whatever its value is, and all zeros',
    without((name, value) => name === 'text' || value === 0),
    ['missing ×2', 'empty-became-omitted ×2'],
  ],
])('findings of %s: $2', (_, change, want) => {
  expect(shown(NOTES, change).toSorted()).toEqual([...want].toSorted());
});
