import { beforeAll, expect, test } from 'vitest';
import { type Piece, findings, notesPiece } from '../../miniatures/performance.js';
import { FAITHFUL, type Steps } from '../../miniatures/surface.js';
import type { Outcome } from '../../../surfaces/outcome.js';

let notes: Piece;
beforeAll(async () => {
  notes = await notesPiece();
});

async function found(surface: Steps | (() => Steps)): Promise<readonly object[]> {
  const all = await findings(notes, { surface });
  return all.map(({ finding: { rule, kind, counterexample } }) => ({
    rule,
    kind,
    after: counterexample?.after?.map(({ operation }) => operation) ?? [],
  }));
}

/** What a session returns may depend on what it returned before. */
function remembering(tell: (outcome: Outcome, before: Outcome | undefined) => Outcome): () => Steps {
  return () => {
    let before: Outcome | undefined;
    return {
      ...FAITHFUL,
      read: async (reply, call) => {
        const outcome = await FAITHFUL.read(reply, call);
        const seen = tell(outcome, before);
        before = outcome;
        return seen;
      },
    };
  };
}

test('a fault that shows by itself needs no earlier call', async () => {
  const loses = { ...FAITHFUL, read: () => ({ kind: 'value', status: 200, value: 7 }) satisfies Outcome };
  for (const finding of await found(loses)) expect(finding).toMatchObject({ after: [] });
});

test('a value that stays after a failure is one fault, with the call that left it', async () => {
  const stays = remembering((outcome, before) => (outcome.kind === 'problem' && before?.kind === 'value' ? before : outcome));
  expect(await found(stays)).toEqual([{ rule: 'state/calls-apart', kind: 'depends-on-earlier-call', after: [expect.any(String)] }]);
});

test('a value that is the previous one needs two calls', async () => {
  const late = remembering((outcome, before) => (outcome.kind === 'value' && before?.kind === 'value' ? before : outcome));
  expect(await found(late)).toEqual([{ rule: 'state/calls-apart', kind: 'depends-on-earlier-call', after: [expect.any(String)] }]);
});

test('what does not show again is unsteady, and no finding', async () => {
  let calls = 0;
  const once: Steps = {
    ...FAITHFUL,
    read: async (reply, call) => {
      calls += 1;
      return calls === 12 ? { kind: 'crash', detail: 'by chance' } : FAITHFUL.read(reply, call);
    },
  };
  const [finding, ...others] = await findings(notes, { surface: once });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ finding: { rule: 'conformance/outcome' }, unsteady: { shown: 0, attempts: 3 } });
});
