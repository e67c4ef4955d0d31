import { collectionsOf } from '../../../contract/collections/collections.js';
import { planSequences } from '../plan/sequences/sequence-plan.js';
import { beforeAll, expect, test } from 'vitest';
import { type Wrap, findings } from '../../miniatures/miniature-run.js';
import { type Reply, type Workload, notesWorkload, shortened, workloads } from '../../miniatures/workloads.js';
import { FAITHFUL, type Steps } from '../../miniatures/surface.js';
import type { WholeResponse } from '../../../surfaces/exchange.js';
import type { Outcome } from '../../../surfaces/outcome.js';

let notes: Workload;
beforeAll(async () => {
  notes = shortened(await notesWorkload());
});

async function found(surface: Steps | (() => Steps)): Promise<readonly object[]> {
  const all = await findings(notes, { surface });
  return all.map(({ finding: { rule, kind, counterexample } }) => ({
    rule,
    kind,
    after: counterexample?.precedingCalls?.map(({ operation }) => operation) ?? [],
  }));
}

/** A surface with a memory: `change` may return an outcome that depends on the previous outcome in the same session. */
function remembering(change: (outcome: Outcome, before: Outcome | undefined) => Outcome): () => Steps {
  return () => {
    let before: Outcome | undefined;
    return {
      ...FAITHFUL,
      read: async (reply, call) => {
        const outcome = await FAITHFUL.read(reply, call);
        const changed = change(outcome, before);
        before = outcome;
        return changed;
      },
    };
  };
}

test('a fault that occurs without earlier calls has no preceding call', async () => {
  const loses = { ...FAITHFUL, read: () => ({ kind: 'value', status: 200, value: 7 }) satisfies Outcome };
  for (const finding of await found(loses)) expect(finding).toMatchObject({ after: [] });
});

test('a surface that returns the previous value instead of a failure has one finding, with one preceding call', async () => {
  const stays = remembering((outcome, before) =>
    outcome.kind === 'problem' && before?.kind === 'value' ? before : outcome,
  );
  expect(await found(stays)).toEqual([
    { rule: 'state/calls-apart', kind: 'depends-on-earlier-call', after: [expect.any(String)] },
  ]);
});

test('a surface that returns the previous value has one finding, with one preceding call', async () => {
  const late = remembering((outcome, before) =>
    outcome.kind === 'value' && before?.kind === 'value' ? before : outcome,
  );
  expect(await found(late)).toEqual([
    { rule: 'state/calls-apart', kind: 'depends-on-earlier-call', after: [expect.any(String)] },
  ]);
});

test('a fault that does not occur again is reported as unsteady', async () => {
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

test('a fault that occurs by chance is reported without preceding calls, even if it occurs again after some other call', async () => {
  const sessions: { calls: number }[] = [];
  let shown = 0;
  const rarely = (): Steps => {
    const before = sessions.at(-1);
    const own = { calls: 0 };
    sessions.push(own);
    return {
      ...FAITHFUL,
      read: async (reply, call) => {
        own.calls += 1;
        const isTwelfth = sessions.length === 1 && own.calls === 12;
        // The fault occurs a second time only in the second call of a session that follows a session with one call.
        const isAfterCall = shown === 1 && before?.calls === 1 && own.calls === 2;
        if (!isTwelfth && !isAfterCall) return FAITHFUL.read(reply, call);
        shown += 1;
        return { kind: 'crash', detail: 'by chance' };
      },
    };
  };
  const [only, ...others] = await findings(notes, { surface: rarely });
  expect(others).toEqual([]);
  expect(shown).toBe(2);
  expect(only).toMatchObject({ finding: { rule: 'conformance/outcome' }, unsteady: { attempts: 3 } });
});

/**
 * A service whose instances keep state that a reset does not clear. `change` gets the methods of the earlier requests.
 */
function keeping(change: (reply: WholeResponse, seen: readonly string[]) => WholeResponse): Wrap {
  return (respond) => {
    const seen: string[] = [];
    return (request) => {
      const reply = respond(request);
      const changed = reply.kind === 'response' ? change(reply, seen) : reply;
      seen.push(request.method);
      return changed;
    };
  };
}

const BROKEN_LIST: WholeResponse = {
  kind: 'response',
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('{"notes":7}'),
};

test('a service that replies wrongly after a DELETE has one finding, with the DELETE as preceding call', async () => {
  const service = keeping((reply, seen) => (seen.includes('DELETE') && isList(reply) ? BROKEN_LIST : reply));
  const all = await findings(notes, { service });
  expect(all.map(({ finding: { rule, blame, surfaces } }) => [rule, blame, surfaces.join()])).toEqual([
    ['state/calls-apart', 'backend', 'faithful'],
  ]);
  expect(all[0]?.finding.counterexample?.precedingCalls?.map(({ operation }) => operation)).toEqual(['dropNote']);
});

test('a service that fails only at its tenth call has one finding, with nine preceding calls', async () => {
  const service = keeping((reply, seen) => (seen.length === 9 ? { ...reply, status: 418 } : reply));
  const [only, ...others] = await findings(notes, { service });
  expect(others).toEqual([]);
  expect(only?.finding).toMatchObject({ rule: 'state/calls-apart', blame: 'backend' });
  expect(only?.finding.counterexample?.precedingCalls).toHaveLength(9);
});

test('a service that caches lists across resets has one finding, with a list and a create as preceding calls', async () => {
  const service: Wrap = (respond) => {
    const cache = new Map<string, Reply>();
    return (request) => {
      if (request.method !== 'GET' || !/books(?:\?|$)/.test(request.target)) return respond(request);
      const reply = cache.get(request.target) ?? respond(request);
      cache.set(request.target, reply);
      return reply;
    };
  };
  const { shelf } = await workloads();
  const sequences = { ...shelf, plan: { ...shelf.plan, cases: shelf.plan.cases.slice(0, 1) } };
  const [only, ...others] = await findings(sequences, { service, workload: 'shelf' });
  expect([others, only?.unsteady]).toEqual([[], undefined]);
  expect(only?.finding).toMatchObject({ rule: 'state/listed', kind: 'not-listed', blame: 'backend' });
  expect(only?.finding.counterexample?.precedingCalls?.map(({ operation }) => operation)).toEqual([
    'listBooks',
    'addBook',
  ]);
});

test('if every list fails after the service has refused one, there is one finding, with the refused call as its preceding call', async () => {
  const service: Wrap = (respond) => {
    let refusal: Reply | undefined;
    return (request) => {
      const reply = respond(request);
      if (request.method !== 'GET' || !/books(?:\?|$)/.test(request.target)) return reply;
      if (reply.kind === 'response' && reply.status === 422) refusal ??= reply;
      return refusal ?? reply;
    };
  };
  const { shelf } = await workloads();
  const valid = shelf.plan.cases.filter(({ case: { expect: expected } }) => expected.kind === 'accepted');
  const refused = shelf.plan.cases.filter(
    ({ operation, case: made }) =>
      operation.id === 'listBooks' && made.expect.kind === 'rejected' && made.raw === undefined,
  );
  const plan = { ...shelf.plan, cases: [...valid, ...refused.slice(0, 1)] };
  const [only, ...others] = await findings({ ...shelf, plan }, { service, workload: 'shelf' });
  expect([others, only?.unsteady]).toEqual([[], undefined]);
  expect(only?.finding).toMatchObject({ rule: 'state/calls-apart', blame: 'backend' });
  expect(only?.finding.counterexample?.precedingCalls?.map(({ operation }) => operation)).toEqual(['listBooks']);
});

test('identifiers that repeat by chance give one finding, even if only a sequence with many creates shows them reliably', async () => {
  const { shelf } = await workloads();
  const { contract, plan } = shelf;
  const { sequences } = planSequences(contract, collectionsOf(contract).all, plan.maker, () => true);
  const many = sequences.filter(({ name }) => name === 'stored-0' || name === 'many');
  expect(many).toHaveLength(2);
  let state = 1;
  // There are only 101 possible identifiers. A few creates rarely repeat one, but forty creates almost always do.
  const service: Wrap = (respond) => (request) => {
    const reply = respond(request);
    if (reply.kind !== 'response' || reply.status !== 201) return reply;
    state = (state * 48_271) % 2_147_483_647;
    const book = { ...(JSON.parse(Buffer.from(reply.body).toString()) as object), book_id: `book-${state % 101}` };
    return { ...reply, body: Buffer.from(JSON.stringify(book)) };
  };
  const [only, ...others] = await findings(
    { ...shelf, plan: { ...plan, cases: [], sequences: many } },
    { service, workload: 'shelf' },
  );
  expect([others, only?.unsteady]).toEqual([[], undefined]);
  expect(only?.finding).toMatchObject({ rule: 'state/new-item', blame: 'backend' });
});

function isList({ status, body }: WholeResponse): boolean {
  return status === 200 && Buffer.from(body).includes('"notes"');
}
