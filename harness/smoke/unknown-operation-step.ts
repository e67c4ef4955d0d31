import type { Case } from '../../contract/case.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import type { Lane } from '../engine/drive/lane/lane.js';
import type { Step } from './step.js';

const UNKNOWN = 'parityUnknownOperation' as OperationId;

/**
 * Calls an operation that the driver does not have. The driver must reply `inexpressible`, send no request and accept
 * further commands.
 */
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
  const title = 'an unknown operation';
  if (observation.outcome.kind === 'inexpressible' && observation.exchanges.length === 0)
    return { kind: 'passed', title, lines: [] };
  return {
    kind: 'failed',
    title,
    lines: [`expected an outcome of the kind inexpressible, and no request; received ${observation.outcome.kind}`],
    repair:
      'Answer the command with {"seq":…,"outcome":{"kind":"inexpressible","reason":"…"}} and wait for the next command.',
    observation,
  };
}
