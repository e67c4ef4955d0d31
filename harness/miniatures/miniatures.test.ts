import { beforeAll, describe, expect, it } from 'vitest';
import { TRIAL_RULES } from '../../rules/catalogue/catalogue.js';
import { TOLERANCES } from '../../rules/values/tolerances.js';
import type { Proof } from '../../rules/proof.js';
import type { Cluster } from '../engine/group/cluster.js';
import { TOKEN } from './notes-service.js';
import { type Performance, type Piece, type PieceName, SURFACES, perform, pieces } from './performance.js';
import { TOLERATED } from './tolerated.js';
import { BODY_FAULTS } from './faults/body-faults.js';
import { GATE_FAULTS } from './faults/gate-faults.js';
import { REPLY_FAULTS } from './faults/reply-faults.js';
import { REQUEST_FAULTS } from './faults/request-faults.js';
import { STREAM_FAULTS } from './faults/stream-faults.js';
import { TOLD_FAULTS } from './faults/told-faults.js';

const FAULTS = [...GATE_FAULTS, ...REQUEST_FAULTS, ...BODY_FAULTS, ...REPLY_FAULTS, ...TOLD_FAULTS, ...STREAM_FAULTS];

let all: Readonly<Record<PieceName, Piece>>;
beforeAll(async () => {
  all = await pieces();
});

/** Through every surface that can see it, and through no other. */
function summary({ rule, smallest: { violation }, surfaces }: Cluster): object {
  const { kind, pointer, blame } = violation;
  return { rule: rule.id, kind, pointer, blame, surfaces: [...surfaces].toSorted() };
}

function proofSummary(proof: Proof | undefined): object {
  return { shown: proof !== undefined, sibling: proof?.sibling?.surface };
}

describe('the faithful miniature', () => {
  let performances: readonly Performance[];
  beforeAll(async () => {
    const names = ['notes', 'jobs', 'scripts', 'shelf'] as const;
    performances = await Promise.all(names.map((piece) => perform(all[piece], { piece })));
  });

  it('breaks no rule', () => {
    expect(performances.flatMap(({ found }) => found.map(summary))).toEqual([]);
    expect(performances.flatMap(({ result }) => [...result.givenUp])).toEqual([]);
  });

  it('verifies every rule', () => {
    const tallies = performances.flatMap(({ result }) => [...result.tallies.values()].flatMap((operations) => [...operations.values()]));
    const verified = new Set(tallies.flatMap((tally) => [...tally.verified.keys()]));
    expect(TRIAL_RULES.map(({ id }) => id).filter((id) => !verified.has(id))).toEqual([]);
  });
});

describe('faithful miniatures of other habits break no rule', () => {
  let plain: Performance;
  beforeAll(async () => {
    plain = await perform(all.notes, {});
  });

  it.each(TOLERATED.map(([name, cast]) => [name, cast] as const))('%s', async (_, cast) => {
    const { found, script } = await perform(all.notes, cast);
    expect(found.map(summary)).toEqual([]);
    // A habit that never shows would prove nothing.
    expect(script).not.toBe(plain.script);
  });

  it('plays the same piece twice', async () => {
    expect((await perform(all.notes, {})).script).toBe(plain.script);
  });
});

describe('tolerances', () => {
  const NAMES = TOLERANCES.map(({ name }) => name).toSorted();

  it('are each shown to permit something', () => {
    expect([...new Set(TOLERATED.flatMap(([, , tolerance]) => tolerance ?? []))].toSorted()).toEqual(NAMES);
  });

  it('each end at a fault that is found', () => {
    expect([...new Set(FAULTS.flatMap(({ beyond }) => beyond ?? []))].toSorted()).toEqual(NAMES);
  });
});

describe('faulty miniatures', () => {
  it('there is one for every rule about trials', () => {
    const proven = new Set(FAULTS.map(({ rule }) => rule));
    expect(TRIAL_RULES.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
  });

  it.each(FAULTS.map((fault) => [`${fault.rule}: ${fault.name}`, fault] as const))('%s', async (_, { rule, cast, want }) => {
    const { found, proofs } = await perform(all[cast.piece ?? 'notes'], cast);
    const onFirst = ['state/no-effect', 'state/pages'].includes(rule) ? [SURFACES[0]] : [...SURFACES];
    const seenBy = want.blame === 'surface' || want.kind === 'stray-reply' ? [SURFACES[1]] : onFirst;
    const pointer: unknown = typeof want.pointer === 'string' ? want.pointer : expect.stringMatching(want.pointer);
    expect(found.map(summary)).toEqual([{ rule, ...want, pointer, surfaces: seenBy }]);
    // A fault of one instance of the service does not show on a fresh one.
    const shown = cast.service?.length !== 2;
    expect(proofs.map(proofSummary)).toEqual([{ shown, sibling: want.blame === 'surface' ? SURFACES[0] : undefined }]);
    expect(JSON.stringify(proofs)).not.toContain(TOKEN);
    expect(JSON.stringify(found.map(({ smallest, evidence }) => [smallest.violation, [...evidence.values()]]))).not.toContain(TOKEN);
  });
});
