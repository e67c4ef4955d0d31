import type { CaseMaker } from '../cases/make-cases.js';
import { simplestCase } from '../cases/simplest-case.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { Lane } from '../engine/drive/lane/lane.js';
import { rootFaults } from '../engine/group/root-faults.js';
import { judge } from '../engine/judge/judge.js';
import type { Surface } from '../bindings/surfaces.js';
import type { Step } from './step.js';

interface Where {
  readonly contract: Contract;
  readonly surface: Surface;
  readonly token: string;
}

/** Runs the simplest case of an operation. Judges it by every rule that applies to scripted replies. */
export async function exampleStep(lane: Lane, maker: CaseMaker, operation: Operation, where: Where): Promise<Step> {
  const toRun = simplestCase(maker, operation);
  const title = operation.id;
  if (toRun === undefined) {
    return {
      kind: 'unverified',
      title,
      lines: ['no case can be generated for this operation'],
      repair: 'Give the operation an example in the contract.',
    };
  }
  const observation = await lane.run(operation, toRun);
  // A call that the surface cannot express does not fail this step. Only `parity check` judges whether the surface must
  // be able to express it.
  if (observation.outcome.kind === 'inexpressible' && observation.exchanges.length === 0) {
    return { kind: 'unverified', title, lines: ['the surface cannot express this input'], observation };
  }
  const { contract, surface, token } = where;
  const observes = new Map([[surface.id, lane.session.observes] as const]);
  const context = { contract, backend: 'scripted', observes, token, isolated: false } as const;
  const judged = judge({ case: toRun, operation, observations: [observation] }, context);
  const roots = rootFaults(judged.broken);
  const broken = roots.filter(({ violation }) => violation.blame === 'surface');
  if (broken.length > 0) return { kind: 'failed', title, lines: [], observation, broken };
  const [unsound] = roots;
  if (unsound === undefined) return { kind: 'passed', title, lines: [], observation };
  // If the reply violates its schema, the contract's example is at fault and not the surface.
  const repair = 'Give the response an example in the contract that matches its schema.';
  return {
    kind: 'unverified',
    title,
    lines: [`the scripted reply breaks the contract: ${unsound.violation.message}`],
    repair,
    observation,
  };
}
