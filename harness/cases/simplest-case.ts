import type { Case } from '../../contract/case.js';
import type { Operation } from '../../contract/operation.js';
import type { CaseMaker } from './make-cases.js';

/** The simplest valid case of an operation: an example of the contract, if it has one. */
export function simplestCase(maker: CaseMaker, operation: Operation): Case | undefined {
  for (const kind of ['example', 'valid', 'boundary'] as const) {
    const [first] = maker.make(operation, kind);
    if (first !== undefined) return first;
  }
  return undefined;
}
