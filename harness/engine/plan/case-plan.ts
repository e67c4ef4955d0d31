import type { Case } from '../../../contract/case.js';
import { type CaseKind, CaseMaker, type CaseOptions } from '../../cases/make-cases.js';
import { setupCall, linkedCall } from '../../../contract/inputs/linked-calls.js';
import type { Contract } from '../../../contract/contract.js';
import { jsonText } from '../../../contract/json/json-text.js';
import { inputText } from '../../../contract/input-text.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';

/** The phases that make cases, in the order they run. */
export const CASE_PHASES = ['examples', 'boundary', 'valid', 'invalid', 'gates'] as const;
type CasePhase = (typeof CASE_PHASES)[number];

const KINDS: Readonly<Record<CasePhase, CaseKind>> = {
  examples: 'example',
  boundary: 'boundary',
  valid: 'valid',
  invalid: 'invalid',
  gates: 'gate',
};

export interface PlannedCase {
  readonly operation: Operation;
  readonly case: Case;
}

/** What other shards have of an operation: all its cases, or all that are to be accepted. */
export type Elsewhere = 'all' | 'accepted';

export interface CasePlan {
  readonly cases: readonly PlannedCase[];
  readonly maker: CaseMaker;
  /** Operations of which not all cases could be made, in the contract's order: the plan does not verify the rest of them. */
  readonly incomplete?: readonly IncompleteOperation[];
  /** Of a shard: operations of which it does not have everything that a verdict needs. */
  readonly elsewhere?: ReadonlyMap<OperationId, Elsewhere>;
}

interface IncompleteOperation {
  readonly operation: Operation;
  /** Phases with fewer cases than were asked for, or none. */
  readonly phases: readonly CasePhase[];
  readonly error: ParityError;
}

/** All cases of a run, made before the first is sent, each input once. Depends on the contract and the options alone. */
export function planCases(
  contract: Contract,
  operations: readonly Operation[],
  phases: ReadonlySet<string>,
  options: CaseOptions,
): CasePlan {
  const maker = new CaseMaker(contract, options);
  const cases = [...planning({ contract, operations, phases }, maker, () => false)].flat();
  return { cases, maker, ...incompleteOperations(maker, operations) };
}

/** What to make cases for. */
export interface PlanSubject {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly phases: ReadonlySet<string>;
}

/** As `planCases`, with room after each operation for other work, such as an interrupt. Once the run is stopped, no more are made than show what did not run. */
export async function planCasesUntil(stopped: () => boolean, subject: PlanSubject, options: CaseOptions): Promise<CasePlan> {
  const maker = new CaseMaker(subject.contract, options);
  const parts: (readonly PlannedCase[])[] = [];
  for (const made of planning(subject, maker, stopped)) {
    if (made.length > 0) parts.push(made);
    await new Promise((resolve) => setImmediate(resolve));
    if (parts.length > 0 && stopped()) break;
  }
  return { cases: parts.flat(), maker, ...incompleteOperations(maker, subject.operations) };
}

function incompleteOperations(maker: CaseMaker, operations: readonly Operation[]): Pick<CasePlan, 'incomplete'> {
  const incomplete = operations.flatMap((operation) => incompleteOperation(maker, operation));
  return incomplete.length === 0 ? {} : { incomplete };
}

function incompleteOperation(maker: CaseMaker, operation: Operation): readonly IncompleteOperation[] {
  const kinds = new Set(maker.incomplete(operation));
  if (kinds.size === 0) return [];
  const phases = CASE_PHASES.filter((phase) => kinds.has(KINDS[phase]));
  const error = new ParityError(
    'cases-too-costly',
    `the schemas of ${operation.id} have too many combinations: not all of its cases could be made (${phases.join(', ')})`,
    'Add examples to the operation, and remove members from the alternatives that refer back to themselves.',
    { location: operation.location },
  );
  return [{ operation, phases, error }];
}

/** Nothing after each operation while the cases are made, then the cases of one phase and operation after the other. */
function* planning(
  { contract, operations, phases }: PlanSubject,
  maker: CaseMaker,
  stopped: () => boolean,
): Generator<readonly PlannedCase[]> {
  const planned = CASE_PHASES.filter((phase) => phases.has(phase));
  const reached: Operation[] = [];
  for (const operation of operations) {
    if (reached.length > 0 && stopped()) break;
    // All phases of an operation at once: what is found out about its schemas is then released. The maker keeps the cases.
    for (const phase of planned) maker.make(operation, KINDS[phase]);
    reached.push(operation);
    yield [];
  }
  const seen = new Set<string>();
  for (const phase of planned) {
    for (const operation of reached) {
      const cases: PlannedCase[] = [];
      for (const made of withCallsBefore(contract, maker, operation, phase, maker.make(operation, KINDS[phase]))) {
        // That an identifier names nothing is a promise of its own, though it may have been sent before without it.
        const key = `${made.operation} ${made.token} ${made.gate} ${made.expect.kind === 'absent'} ${inputText(made.input)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        // Kept with the input. Between two exchanges the processor's caches would be cold, and it would cost twice.
        encodeRequest(operation, made.input);
        cases.push({ operation, case: withBodyWay(operation, made) });
      }
      yield cases;
    }
  }
}

/** Of so many bodies one goes to a command line by standard input, and one in a file. */
const ONE_IN = 8;

/**
 * What only ever went one way would leave the others unverified. By the length of the body alone, so that an input goes the
 * same way in every run.
 */
function withBodyWay(operation: Operation, made: Case): Case {
  const text = operation.command === undefined || made.input.body === undefined ? undefined : jsonText(made.input.body);
  if (text === undefined) return made;
  const turn = Buffer.byteLength(text) % ONE_IN;
  return turn === 3 ? { ...made, bodyWay: 'standard-input' } : turn === 7 ? { ...made, bodyWay: 'file' } : made;
}

/**
 * What an operation is about may have to be made first, by the call that leads to it by a link: then it is there, and must be
 * found. The plainest identifier that nobody made must not be.
 */
function withCallsBefore(
  contract: Contract,
  maker: CaseMaker,
  operation: Operation,
  phase: CasePhase,
  made: readonly Case[],
): readonly Case[] {
  const linked = linkedCall(contract, operation);
  if (linked === undefined) return made;
  if (phase === 'invalid') return [...made, ...unknown(operation, maker, made)];
  const bases = callsOfKind(maker, linked.source, KINDS[phase]);
  return made.map((each, index) => {
    const base = bases[index % bases.length];
    if (base === undefined || each.expect.kind !== 'accepted-or-absent') return each;
    const before = setupCall(contract, linked, each.input, base.input);
    // What the path names is there then; of other identifiers nothing is known.
    const { path: _, ...rest } = each.input;
    return before === undefined ? each : { ...each, expect: maker.expectation(operation, rest), setup: [before] };
  });
}

/** Valid calls of that kind, which that operation's own phase makes as well; of another kind where there are none. */
function callsOfKind(maker: CaseMaker, operation: Operation, wanted: CaseKind): readonly Case[] {
  for (const kind of [wanted, 'boundary', 'valid', 'example'] as const) {
    const accepted = maker.make(operation, kind).filter(({ expect }) => expect.kind === 'accepted');
    if (accepted.length > 0) return accepted;
  }
  return [];
}

/** The plainest identifier, unless it is known to name something. */
function unknown(operation: Operation, maker: CaseMaker, made: readonly Case[]): readonly Case[] {
  const plain = made.find(({ expect }) => expect.kind === 'unauthenticated');
  if (plain === undefined || !maker.promisesNotFound(operation, plain.input)) return [];
  const provenance = { kind: 'invalid', name: 'unknown' } as const;
  return [{ ...plain, id: `${operation.id}/invalid/unknown`, provenance, expect: { kind: 'absent' }, token: 'configured' }];
}
