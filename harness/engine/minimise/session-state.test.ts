import { beforeAll, expect, it } from 'vitest';
import { isJsonObject } from '../../../contract/json/json.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { findings } from '../../miniatures/miniature-run.js';
import { FAITHFUL, type Steps } from '../../miniatures/surface.js';
import { type Workload, notesWorkload } from '../../miniatures/workloads.js';

let notes: Workload;
beforeAll(async () => {
  notes = await notesWorkload(['examples', 'valid']);
});

/** A surface with a fault: in each session, all creates after the first one send the title of the first one. */
function repeatedTitle(steps: Steps): Steps {
  let title: unknown;
  return {
    ...steps,
    write: (call) => {
      const draft = steps.write(call);
      const { body } = call.input;
      if (call.operation.id !== 'createNote' || !isJsonObject(body)) return draft;
      title ??= body['title'];
      return { ...draft, body: JSON.stringify({ ...body, title }) };
    },
  };
}

/** A surface with a fault: later calls of an operation return the value of its first call again. */
function cached(operations: readonly string[], steps: Steps): Steps {
  const first = new Map<string, Outcome>();
  return {
    ...steps,
    read: async (reply, call) => {
      const { id } = call.operation;
      const outcome = await steps.read(reply, call);
      if (!operations.includes(id) || outcome.kind !== 'value') return outcome;
      first.set(id, first.get(id) ?? outcome);
      return first.get(id) ?? outcome;
    },
  };
}

it.each<[string, () => Steps, readonly string[]]>([
  ['a string that is sent again has one finding', () => repeatedTitle(FAITHFUL), ['createNote']],
  ['a cache has one finding', () => cached(['getNote'], FAITHFUL), ['getNote']],
  [
    'a cache of several operations has one finding',
    () => cached(['getNote', 'listNotes'], FAITHFUL),
    ['getNote,listNotes'],
  ],
  [
    'a string that is sent again and a cache of another operation have two findings',
    () => repeatedTitle(cached(['getNote'], FAITHFUL)),
    ['createNote', 'getNote'],
  ],
])('faults of a surface that keeps state between its calls are grouped: %s', async (_, surface, want) => {
  const found = await findings(notes, { surface });
  const ids = new Set(found.map(({ finding }) => finding.id));
  expect(found.map(({ finding }) => finding.rule)).toEqual(want.map(() => 'state/calls-apart'));
  expect(found.map(({ finding }) => finding.operations.toSorted().join()).toSorted()).toEqual(want);
  expect(ids.size).toBe(want.length);
});
