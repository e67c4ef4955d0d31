import { expect, test } from 'vitest';
import { ParityError } from '../../contract/parity-error.js';
import type { OperationId } from '../../contract/operation.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Outcome } from '../../surfaces/outcome.js';
import { Patience } from './giving-up.js';

type Step = readonly [operation: string, what: 'answers' | 'hangs' | 'crashes' | 'dies' | 'breaks'];

const OUTCOMES: Readonly<Record<'answers' | 'hangs' | 'crashes', Outcome>> = {
  answers: { kind: 'value' },
  hangs: { kind: 'timeout', afterMs: 10 },
  crashes: { kind: 'crash', detail: 'it ended' },
};

function steps(...spelled: readonly string[]): readonly Step[] {
  return spelled.map((step) => step.split(' ') as unknown as Step);
}

function after(taken: readonly Step[]): readonly string[] {
  const patience = new Patience('acme');
  for (const [name, what] of taken) {
    const operation = name as OperationId;
    if (what === 'dies' || what === 'breaks') {
      patience.failed(operation, new ParityError(what === 'dies' ? 'surface-dies' : 'lane-closed', 'it ended', ''));
    } else patience.saw(operation, { surface: 'acme', exchanges: [], outcome: OUTCOMES[what] } as unknown as Observation);
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
