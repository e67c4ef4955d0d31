import type { Case } from '../../contract/case.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import type { Lane } from '../engine/drive/lane.js';
import type { Step } from './step.js';

const UNKNOWN = 'parityUnknownOperation' as OperationId;

/** A driver is told of an operation that it does not have: it says so, sends nothing, and goes on. */
export async function unknownOperationStep(lane: Lane, any: Operation): Promise<Step> {
  const toRun: Case = {
    id: `${UNKNOWN}/example/1`,
    operation: UNKNOWN,
    input: {},
    provenance: { kind: 'example', name: 'unknown' },
    expect: { kind: 'accepted' },
    token: 'configured',
    gate: 'approved',
  };
  const observation = await lane.run({ ...any, id: UNKNOWN }, toRun);
  const title = 'an operation that nobody knows';
  if (observation.outcome.kind === 'inexpressible' && observation.exchanges.length === 0) return { kind: 'passed', title, told: [] };
  return {
    kind: 'failed',
    title,
    told: [`expected an outcome of the kind inexpressible, and no request; received ${observation.outcome.kind}`],
    repair: 'Answer it with {"seq":…,"outcome":{"kind":"inexpressible","reason":"…"}} and wait for the next order.',
    observation,
  };
}
