import { expect, test } from 'vitest';
import { ParityError } from '../../../contract/parity-error.js';
import type { OperationId } from '../../../contract/operation.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { Patience } from './giving-up.js';

type Step = readonly [operation: string, what: 'answers' | 'hangs' | 'unanswered' | 'crashes' | 'dies' | 'breaks'];

const OUTCOMES: Readonly<Record<'answers' | 'hangs' | 'crashes' | 'unanswered', Outcome>> = {
  answers: { kind: 'value' },
  hangs: { kind: 'timeout', afterMs: 10 },
  unanswered: { kind: 'crash', detail: 'connection reset' },
  crashes: { kind: 'crash', detail: 'it ended' },
};

function steps(...spelled: readonly string[]): readonly Step[] {
  return spelled.map((step) => step.split(' ') as unknown as Step);
}

const SILENCE = { request: {}, response: { kind: 'failed', reason: 'no reply within 10 ms', silent: true } };

function after(taken: readonly Step[], backend: BackendKind = 'reference'): readonly string[] {
  const patience = new Patience('acme', backend);
  for (const [name, what] of taken) {
    const operation = name as OperationId;
    if (what === 'dies' || what === 'breaks') {
      patience.failed(operation, new ParityError(what === 'dies' ? 'surface-dies' : 'lane-closed', 'it ended', ''));
    } else patience.saw(operation, { surface: 'acme', exchanges: what === 'unanswered' ? [SILENCE] : [], outcome: OUTCOMES[what] } as unknown as Observation);
  }
  return patience.givenUp.map(({ operation }) => operation ?? 'all');
}

test.each<[string, readonly Step[], readonly string[]]>([
  ['answers', steps('a answers', 'b answers'), []],
  ['two hangs', steps('a hangs', 'a hangs'), []],
  ['three hangs', steps('a hangs', 'a hangs', 'a hangs'), ['a']],
  ['an answer between hangs', steps('a hangs', 'a hangs', 'a answers', 'a hangs', 'a hangs'), []],
  ['hangs of several operations', steps('a hangs', 'b hangs', 'a hangs', 'b hangs'), []],
  ['crashes, which cost no time', steps('a crashes', 'a crashes', 'a crashes', 'a crashes'), []],
  ['an operation that ends the surface', steps('a dies'), ['a']],
  ['the same on two lanes', steps('a dies', 'a dies', 'a dies'), ['a']],
  ['two of them, and a third that answers', steps('a dies', 'b dies', 'c answers', 'd dies'), ['a', 'b', 'd']],
  ['one after the other', steps('a dies', 'b dies', 'c crashes', 'd dies'), ['a', 'b', 'all']],
  ['what cannot be driven at all', steps('a answers', 'b breaks'), ['all']],
])('%s', (_, taken, want) => {
  expect(after(taken)).toEqual(want);
});

test('who was silent is told, and what Prism cannot answer says nothing of its other operations', () => {
  const silent = ['a', 'b', 'c', 'd'].flatMap((name) => steps(`${name} unanswered`, `${name} unanswered`, `${name} unanswered`));
  expect(after(silent, 'mock')).toEqual(['a', 'b', 'c', 'd']);
  expect(after(silent)).toEqual(['a', 'b', 'all']);
  const codes = (['mock', 'reference'] as const).map((backend) => {
    const patience = new Patience('acme', backend);
    for (let call = 0; call < 3; call += 1) {
      patience.saw('a' as OperationId, { surface: 'acme', exchanges: [SILENCE], outcome: OUTCOMES.unanswered } as unknown as Observation);
    }
    return patience.givenUp.map(({ error }) => error.code);
  });
  expect(codes).toEqual([['mock-unavailable'], ['service-hangs']]);
});

test('replies that are too large to be judged', () => {
  const excerpt = (bytes: number): Observation['exchanges'][number]['response'] =>
    ({ kind: 'response', status: 200, headers: [], body: { bytes, sha256: '', head: NO_BODY, tail: NO_BODY } });
  const small = { kind: 'response', status: 200, headers: [], body: NO_BODY } as const;
  const endless = { kind: 'failed', reason: 'too long', tooLong: true } as const;
  const seen = (...responses: readonly Observation['exchanges'][number]['response'][]): { readonly stopped: boolean; readonly reported: readonly string[] } => {
    const patience = new Patience('acme', 'reference');
    for (const response of responses) {
      patience.saw('a' as OperationId, { surface: 'acme', exchanges: [{ response }], outcome: { kind: 'value' } } as unknown as Observation);
    }
    return { stopped: !patience.hasFor('a' as OperationId), reported: patience.end().map(({ error }) => error.code) };
  };
  const MEGABYTE = 1024 * 1024;
  expect(seen(small)).toEqual({ stopped: false, reported: [] });
  expect(seen(excerpt(10 * MEGABYTE), small)).toEqual({ stopped: false, reported: ['reply-too-large'] });
  expect(seen(...Array.from({ length: 7 }, () => excerpt(10 * MEGABYTE)))).toEqual({ stopped: true, reported: ['reply-too-large'] });
  expect(seen(...Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? small : excerpt(10 * MEGABYTE))))).toMatchObject({ stopped: false });
  expect(seen(endless, endless, endless, endless, endless)).toMatchObject({ stopped: true });
});
