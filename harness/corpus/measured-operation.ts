import type { Case } from '../../contract/case.js';
import { type CaseKind, CaseMaker } from '../cases/make-cases.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { sentFaults } from './sent-faults.js';

/** The number of generated cases of each kind, as in a thorough check. */
const RUNS = 50;
const KINDS: readonly CaseKind[] = ['example', 'boundary', 'valid', 'invalid'];

export interface MeasuredOperation {
  readonly kind: 'operation';
  readonly file: string;
  readonly name: string;
  readonly valid: number;
  readonly boundary: number;
  readonly invalid: number;
  /**
   * The number of cases whose request contradicts their label: a case labelled as valid whose request is invalid, or
   * the reverse.
   */
  readonly wrong: number;
  readonly wrongCase?: string;
  readonly microseconds: number;
  /** The reason why the operation has no case, or no valid case. Not set if it has valid and invalid cases. */
  readonly reason?: string;
}

/** Makes the cases of one operation. Judges each case by its encoded request. */
export function measureOperation(contract: Contract, operation: Operation, file: string): MeasuredOperation {
  const started = performance.now();
  const maker = new CaseMaker(contract, { seed: 1, runs: RUNS, values: new Map() });
  const cases = KINDS.flatMap((kind) => maker.make(operation, kind));
  const spent = performance.now() - started;
  const judged = cases.map((one) => [one, faultOf(contract, operation, one)] as const);
  const wrong = judged.filter(([, fault]) => fault !== undefined);
  const [first] = wrong;
  const of = (...kinds: readonly string[]): number =>
    cases.filter(({ provenance }) => kinds.includes(provenance.kind)).length;
  const [valid, boundary] = [of('example', 'valid'), of('boundary')];
  const invalid = cases.filter(({ expect }) => expect.kind === 'rejected').length;
  return {
    kind: 'operation',
    file,
    name: operation.id,
    valid,
    boundary,
    invalid,
    wrong: wrong.length,
    ...(first === undefined
      ? {}
      : { wrongCase: `${first[0].id}: ${first[1]} ${JSON.stringify(first[0].input).slice(0, 300)}` }),
    microseconds: (1000 * spent) / Math.max(1, cases.length),
    ...reasonOf(operation, valid + boundary),
  };
}

function reasonOf(operation: Operation, valid: number): { readonly reason?: string } {
  if (valid > 0) return {};
  const plain = encodeRequest(operation, {});
  return {
    reason: plain.kind === 'inexpressible' ? plain.reason : (bodyReason(operation) ?? 'no valid case was found'),
  };
}

function bodyReason({ requestBody }: Operation): string | undefined {
  const types = requestBody?.content.map(({ mediaType }) => mediaType) ?? [];
  return types.length === 0 ? undefined : `no valid case was found (body: ${types.join(', ')})`;
}

/** A description of how the request of a case contradicts its label; `undefined` if it does not. */
function faultOf(contract: Contract, operation: Operation, { input, expect }: Case): string | undefined {
  const faults = sentFaults(contract, operation, input);
  if (typeof faults === 'string') return faults;
  if (expect.kind !== 'rejected')
    return faults.length === 0 ? undefined : `labelled as valid, but breaks ${JSON.stringify(faults[0])}`;
  if (!faults.some(({ keyword, pointer }) => keyword === expect.keyword && pointer === expect.pointer)) {
    return `labelled as breaking ${expect.keyword} at ${expect.pointer}, but breaks ${JSON.stringify(faults)}`;
  }
  const elsewhere = faults.find(({ pointer }) => pointer !== expect.pointer);
  return (
    elsewhere &&
    `labelled as breaking only ${expect.keyword} at ${expect.pointer}, but also breaks ${JSON.stringify(elsewhere)}`
  );
}
