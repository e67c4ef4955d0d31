import { expect, test } from 'vitest';
import { ParityError } from '../../../../contract/parity-error.js';
import type { OperationId } from '../../../../contract/operation.js';
import { NO_BODY } from '../../../../contract/wire/message.js';
import type { BackendKind } from '../../../../rules/rule.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import { GiveUpPolicy } from './giving-up.js';

type Step = readonly [operation: string, what: 'answers' | 'hangs' | 'unanswered' | 'crashes' | 'ends' | 'breaks'];

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
  const policy = new GiveUpPolicy('acme', backend);
  for (const [name, what] of taken) {
    const operation = name as OperationId;
    if (what === 'ends' || what === 'breaks') {
      policy.failed(operation, new ParityError(what === 'ends' ? 'surface-dies' : 'lane-closed', 'it ended', ''));
    } else
      policy.observe(operation, {
        surface: 'acme',
        exchanges: what === 'unanswered' ? [SILENCE] : [],
        outcome: OUTCOMES[what],
      } as unknown as Observation);
  }
  return policy.givenUp.map(({ operation }) => operation ?? 'all');
}

test.each<[string, readonly Step[], readonly string[]]>([
  ['operations that always answer', steps('a answers', 'b answers'), []],
  ['an operation that hangs only twice in a row', steps('a hangs', 'a hangs'), []],
  ['an operation that hangs three times in a row', steps('a hangs', 'a hangs', 'a hangs'), ['a']],
  [
    'an operation that answers between two pairs of hanging calls',
    steps('a hangs', 'a hangs', 'a answers', 'a hangs', 'a hangs'),
    [],
  ],
  [
    'an operation that hangs eight times, with answers in between',
    steps(...Array<string>(8).fill('a hangs,a answers').join().split(',')),
    ['a'],
  ],
  [
    'an operation that hangs seven times, with answers in between',
    steps(...Array<string>(7).fill('a hangs,a answers').join().split(',')),
    [],
  ],
  ['two operations that hang in turn', steps('a hangs', 'b hangs', 'a hangs', 'b hangs'), []],
  [
    'an operation that crashes repeatedly without a delay',
    steps('a crashes', 'a crashes', 'a crashes', 'a crashes'),
    [],
  ],
  ['an operation that makes the surface exit', steps('a ends'), ['a']],
  ['an operation that makes the surface exit on two lanes', steps('a ends', 'a ends', 'a ends'), ['a']],
  [
    'three operations that make the surface exit, with an answer before the third',
    steps('a ends', 'b ends', 'c answers', 'd ends'),
    ['a', 'b', 'd'],
  ],
  [
    'three operations in a row that make the surface exit',
    steps('a ends', 'b ends', 'c crashes', 'd ends'),
    ['a', 'b', 'all'],
  ],
  ['a surface that cannot be driven', steps('a answers', 'b breaks'), ['all']],
])('decides which operations are given up: %s → $2', (_, taken, want) => {
  expect(after(taken)).toEqual(want);
});

test('an error names the backend that does not answer; other operations of Prism are still called', () => {
  const silent = ['a', 'b', 'c', 'd'].flatMap((name) =>
    steps(`${name} unanswered`, `${name} unanswered`, `${name} unanswered`),
  );
  expect(after(silent, 'mock')).toEqual(['a', 'b', 'c', 'd']);
  expect(after(silent)).toEqual(['a', 'b', 'all']);
  const codes = (['mock', 'reference'] as const).map((backend) => {
    const policy = new GiveUpPolicy('acme', backend);
    for (let call = 0; call < 3; call += 1) {
      policy.observe(
        'a' as OperationId,
        { surface: 'acme', exchanges: [SILENCE], outcome: OUTCOMES.unanswered } as unknown as Observation,
      );
    }
    return policy.givenUp.map(({ error }) => error.code);
  });
  expect(codes).toEqual([['mock-unavailable'], ['service-hangs']]);
});

test('a large reply is not reported if only its status is checked', () => {
  const policy = new GiveUpPolicy('acme', 'reference');
  const body = { bytes: 10_000_000, sha256: '', head: NO_BODY, tail: NO_BODY };
  const exchanges = [{ response: { kind: 'response', status: 422, headers: [], body } }];
  const large = { surface: 'acme', exchanges, outcome: { kind: 'problem' } } as unknown as Observation;
  policy.observe('a' as OperationId, large, false);
  expect(policy.end()).toEqual([]);
});

test('replies that are too large to be checked are reported', () => {
  const excerpt = (bytes: number): Observation['exchanges'][number]['response'] => ({
    kind: 'response',
    status: 200,
    headers: [],
    body: { bytes, sha256: '', head: NO_BODY, tail: NO_BODY },
  });
  const small = { kind: 'response', status: 200, headers: [], body: NO_BODY } as const;
  const endless = { kind: 'failed', reason: 'too long', tooLong: true } as const;
  const seen = (
    ...responses: readonly Observation['exchanges'][number]['response'][]
  ): { readonly stopped: boolean; readonly reported: readonly string[] } => {
    const policy = new GiveUpPolicy('acme', 'reference');
    for (const response of responses) {
      policy.observe(
        'a' as OperationId,
        { surface: 'acme', exchanges: [{ response }], outcome: { kind: 'value' } } as unknown as Observation,
      );
    }
    return { stopped: !policy.allows('a' as OperationId), reported: policy.end().map(({ error }) => error.code) };
  };
  const MEGABYTE = 1024 * 1024;
  expect(seen(small)).toEqual({ stopped: false, reported: [] });
  expect(seen(excerpt(10 * MEGABYTE), small)).toEqual({ stopped: false, reported: ['reply-too-large'] });
  expect(seen(...Array.from({ length: 7 }, () => excerpt(10 * MEGABYTE)))).toEqual({
    stopped: true,
    reported: ['reply-too-large'],
  });
  expect(
    seen(...Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? small : excerpt(10 * MEGABYTE)))),
  ).toMatchObject({ stopped: false });
  expect(seen(endless, endless, endless, endless, endless)).toMatchObject({ stopped: true });
});
