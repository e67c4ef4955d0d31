import type { Case } from '../../../contract/case.js';
import type { CaseOptions } from '../../cases/case-options.js';
import { type CaseKind, CaseMaker } from '../../cases/make-cases.js';
import { bodyWays } from './body-ways.js';
import { CASE_PHASES, type CasePhase, KINDS } from './case-phases.js';
import { type LinkedCall, setupCall, linkedCall } from '../../../contract/inputs/linked-calls.js';
import type { Collection, Collections } from '../../../contract/collections/collection.js';
import { collectionsOf } from '../../../contract/collections/collections.js';
import type { Contract } from '../../../contract/contract.js';
import { inputKey } from '../../../contract/input-text.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { misuses } from '../../cases/operations/a-case.js';
import { changedCase, isPacked } from '../../cases/packed-cases.js';
import { withReferredItems } from './planned/created-items.js';
import { unknownReferences } from './planned/unknown-references.js';
import type { PlannedCase } from './planned/planned-case.js';
import type { PlannedSequence } from './planned/planned-sequence.js';
import { withSingleCalls } from './quick-plan.js';
import { type IncompleteOperation, incompleteOperations } from './incomplete-operations.js';
import { planCallsAtOnce } from './sequences/calls-at-once.js';
import { framedBodies } from './sequences/bodies/framed-bodies.js';
import { belowParents } from './sequences/parents/owned-items.js';
import { planRepeated } from './sequences/repeated-calls.js';
import { type MakingTime, making } from './making.js';
import { planLinkedStreams } from './sequences/streams/linked-streams.js';
import { planSequences } from './sequences/sequence-plan.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';

export { CASE_PHASES } from './case-phases.js';

/**
 * The cases of an operation that run only in other shards. `all`: every case of the operation. `accepted`: every case
 * that the service must accept.
 */
export type Elsewhere = 'all' | 'accepted';

export interface CasePlan {
  readonly cases: readonly PlannedCase[];
  readonly maker: CaseMaker;
  /** The operations for which some cases could not be made. They are not fully verified. */
  readonly incomplete?: readonly IncompleteOperation[];
  /** The operations with fewer cases than usual, because the time budget was too short to make more. */
  readonly shortened?: readonly OperationId[];
  /** Sequences of calls that share the state of the service. */
  readonly sequences?: readonly PlannedSequence[];
  /** Notes for the report: what was inferred to plan the sequences, and which operations no sequence tests. */
  readonly sequenceNotes?: readonly string[];
  /** The collections of the contract: the operations that create, read and list the items of each collection. */
  readonly collections?: readonly Collection[];
  /** The operations for which the run has no credentials, with the names of their security schemes. */
  readonly withoutCredentials?: ReadonlyMap<OperationId, readonly string[]>;
  /**
   * The operations that are not called, because the run has no address for their server. Each is mapped to the URL of
   * this server.
   */
  readonly unserved?: ReadonlyMap<OperationId, string>;
  /** Set in a shard. The cases and sequences that other shards run. */
  readonly foreign?: ReadonlySet<PlannedCase | PlannedSequence>;
  /** Set in a shard. The operations whose verdict needs cases of other shards. */
  readonly elsewhere?: ReadonlyMap<OperationId, Elsewhere>;
}

/**
 * Makes all cases of a run before the first request is sent. No input occurs twice. The result depends only on the
 * contract and the options.
 */
export function planCases(
  contract: Contract,
  operations: readonly Operation[],
  phases: ReadonlySet<string>,
  options: CaseOptions,
): CasePlan {
  const subject = { contract, operations, phases };
  const maker = makerOf(subject, options);
  const cases = [...planning(subject, maker, { stopped: () => false })].flat();
  return { cases, maker, ...sequencesOf(subject, maker, cases), ...incompleteOperations(maker, operations, phases) };
}

/** The operations and phases for which to make cases. */
export interface PlanSubject {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly phases: ReadonlySet<string>;
  /** The collections of the contract. Default: as inferred, without corrections by the configuration. */
  readonly collections?: Collections;
  /** Whether setup calls may call the operation. Default: they may call every operation. */
  readonly maySetUp?: (operation: Operation) => boolean;
}

/**
 * Makes the same cases as `planCases`. After each operation, lets other work run, so that an interrupt is noticed.
 * After a stop, makes only the cases that are needed to report that cases did not run.
 */
export async function planCasesUntil(time: MakingTime, subject: PlanSubject, options: CaseOptions): Promise<CasePlan> {
  const maker = makerOf(subject, options);
  const parts: (readonly PlannedCase[])[] = [];
  for (const made of planning(subject, maker, time)) {
    if (made.length > 0) parts.push(made);
    await new Promise((resolve) => setImmediate(resolve));
    if (parts.length > 0 && time.stopped()) break;
  }
  if (subject.phases.has('sequences')) time.beforeSequences?.();
  const cases = parts.flat();
  const sequences = time.stopped() ? {} : sequencesOf(subject, maker, cases);
  const shortened = [...maker.made.shortened].map(({ id }) => id);
  const incomplete = incompleteOperations(maker, subject.operations, subject.phases);
  return { cases, maker, ...sequences, ...(shortened.length > 0 && { shortened }), ...incomplete };
}

/**
 * Returns the maker of cases. It gets a list of the references from create operations to items that a sequence can
 * create first.
 */
function makerOf({ contract, operations, phases, collections }: PlanSubject, options: CaseOptions): CaseMaker {
  if (!phases.has('sequences')) return new CaseMaker(contract, options);
  const { all } = collections ?? collectionsOf(contract);
  const created = unknownReferences(contract, operations, all, options);
  return new CaseMaker(contract, { ...options, ...(created.size > 0 && { created }) });
}

function sequencesOf(
  { contract, operations, phases, collections }: PlanSubject,
  maker: CaseMaker,
  cases: readonly PlannedCase[],
): Pick<CasePlan, 'collections' | 'sequences' | 'sequenceNotes'> {
  const known = collections ?? collectionsOf(contract);
  if (!phases.has('sequences')) return { collections: known.all };
  const isChosen = (operation: Operation): boolean => operations.includes(operation);
  const { sequences: stored, notes } = planSequences(contract, known.all, maker, isChosen, phases.has('invalid'));
  const sequences = [
    ...stored,
    ...withReferredItems(
      maker,
      [
        ...planLinkedStreams(contract, maker, isChosen),
        ...planRepeated(contract, maker, isChosen),
        ...planCallsAtOnce(operations, known.all, maker),
        ...framedBodies(contract.operations, maker, isChosen),
      ],
      belowParents(known.all, maker, isChosen),
    ),
  ];
  return {
    collections: known.all,
    sequences: withSingleCalls(sequences, cases),
    sequenceNotes: [...known.notes, ...notes],
  };
}

/**
 * First makes the cases of all operations, and yields an empty list after each operation. Then yields the cases of each
 * phase and operation.
 */
function* planning(
  { contract, operations, phases, maySetUp = () => true }: PlanSubject,
  maker: CaseMaker,
  time: MakingTime,
): Generator<readonly PlannedCase[]> {
  const planned = CASE_PHASES.filter((phase) => phases.has(phase));
  const kinds = planned.map((phase) => KINDS[phase]);
  const begun = new Set<Operation>();
  for (const operation of making(maker, operations, kinds, time)) {
    begun.add(operation);
    time.made?.(begun.size);
    yield [];
  }
  const reached = [...begun];
  const seen = new Set<string>();
  const [chosen] = reached.toSorted((one, other) => suitability(maker, other) - suitability(maker, one));
  for (const phase of planned) {
    for (const operation of reached) {
      const cases: PlannedCase[] = [];
      const inBodyWay = bodyWays(operation);
      const linked = linkedCall(contract, operation);
      const setup = linked && { ...linked, isAllowed: maySetUp(linked.source) };
      for (const made of withSetup(contract, maker, operation, phase, setup, operation === chosen)) {
        // The expectation is part of the key: a case that expects a 404 differs from a case with the same input that
        // does not.
        const key = `${made.operation} ${made.token} ${made.gate} ${made.gateWay ?? ''} ${made.bodyWay ?? ''} ${made.misuse ?? ''} ${made.expect.kind === 'absent'} ${JSON.stringify(made.raw)} ${inputKey(made.input)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        // The request is encoded now and cached with the input. Encoding it between exchanges would take twice as long,
        // because the processor caches would be cold.
        if (!isPacked(made)) encodeRequest(operation, made.input);
        cases.push({ operation, case: inBodyWay(made) });
      }
      yield cases;
    }
  }
}

/**
 * Rates how suitable an operation is for testing incorrect calls of the whole program. Its simplest call should be
 * accepted and, if possible, change nothing.
 */
function suitability(maker: CaseMaker, operation: Operation): number {
  const isAccepted = maker.simple(operation)[0]?.expect.kind === 'accepted';
  return (isAccepted ? 2 : 0) + (operation.method === 'get' ? 1 : 0);
}

/**
 * Adds setup calls. If another operation has a link to this operation, each case first calls that operation, which
 * creates the resource in the path. The service must then find the resource. In the phase `invalid`, adds cases with an
 * unknown id and incorrect calls of the program instead.
 */
function withSetup(
  contract: Contract,
  maker: CaseMaker,
  operation: Operation,
  phase: CasePhase,
  linked: (LinkedCall & { readonly isAllowed: boolean }) | undefined,
  isChosen: boolean,
): readonly Case[] {
  const made = maker.make(operation, KINDS[phase]);
  if (phase === 'invalid') {
    const misused = maker.simple(operation).slice(0, 1);
    return [
      ...made,
      ...(linked === undefined ? [] : unknown(operation, maker, made)),
      ...misused.flatMap(({ input }) => misuses(contract, operation, input, isChosen)),
    ];
  }
  if (linked === undefined) return made;
  if (!linked.isAllowed) return made;
  const bases = callsOfKind(maker, linked.source, KINDS[phase]);
  return made.map((each, index) => {
    const base = bases[index % bases.length];
    if (base === undefined || each.expect.kind !== 'accepted-or-absent') return each;
    const call = setupCall(contract, linked, each.input, base.input);
    // The setup call creates the resource in the path, so the path does not decide the expectation. Other ids may still
    // be unknown.
    const { path: _, ...rest } = each.input;
    return call === undefined ? each : changedCase(each, { expect: maker.expectation(operation, rest), setup: [call] });
  });
}

/**
 * The maximum number of cases of an operation from which setup calls are made. It is fixed, so that the setup call of a
 * case does not depend on the number of cases.
 */
const MOST_BASES = 16;

/**
 * Cases of the operation that the service must accept: those of the wanted kind or, if there are none, those of another
 * kind.
 */
function callsOfKind(maker: CaseMaker, operation: Operation, wanted: CaseKind): readonly Case[] {
  for (const kind of [wanted, 'boundary', 'valid', 'example'] as const) {
    const accepted = maker.make(operation, kind).filter(({ expect }) => expect.kind === 'accepted');
    if (accepted.length > 0) return accepted.slice(0, MOST_BASES);
  }
  return [];
}

/** The simplest case with an unknown id, which must get a 404. Empty if the contract does not document this 404. */
function unknown(operation: Operation, maker: CaseMaker, made: readonly Case[]): readonly Case[] {
  const simplest = made.find(({ expect }) => expect.kind === 'unauthenticated');
  if (simplest === undefined || !maker.promisesNotFound(operation, simplest.input)) return [];
  const provenance = { kind: 'invalid', name: 'unknown' } as const;
  return [
    { ...simplest, id: `${operation.id}/invalid/unknown`, provenance, expect: { kind: 'absent' }, token: 'configured' },
  ];
}
