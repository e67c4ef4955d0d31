import type { Collection } from '../../contract/collections/collection.js';
import { type Contract, operationNamed } from '../../contract/contract.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import type { ParityError } from '../../contract/parity-error.js';
import type { NoteEntry } from '../../reports/report.js';
import { REAL_SERVICE } from '../../rules/rule.js';
import type { SurfaceId } from '../../surfaces/observation.js';
import type { BackendRun } from './drive/backend-run.js';
import type { BackendRunResult } from './drive/drive-backend.js';
import { CASE_PHASES, type CasePlan } from './plan/case-plan.js';
import type { Binding } from './plan/contracts.js';
import { isInSequence } from './plan/planned/planned-sequence.js';
import type { CellSubject } from './judge/cell-subject.js';
import { unmadeValues } from './judge/cells.js';
import type { Tallies, Tally } from './judge/tally.js';

export type Bindings = ReadonlyMap<string, readonly Binding[]>;

/** Returns a function that states whether an operation is bound to a surface. */
export function boundBy(bindings: Bindings): (surface: string, operation: OperationId) => boolean {
  return (surface, id) => bindings.get(surface)?.some(({ operation }) => operation === id) ?? false;
}

/** The counted results of a backend run, and the operations and surfaces that were given up. */
type CountedResult = Pick<BackendRunResult, 'tallies' | 'givenUp'>;

/** The data for all cells of a backend run. There is one cell for each operation that is bound to a surface. */
export function cellSubjects(
  plan: CasePlan,
  bindings: Bindings,
  backendRun: BackendRun,
  result: CountedResult,
  isQuick = false,
): readonly CellSubject[] {
  const { surfaces, bound: isBound, backend, contract, servers, stopped, rules } = backendRun.options;
  // If the plan has only sequences, a surface calls an operation only if it can run one of the sequences with this
  // operation.
  const isCalled = (surface: SurfaceId, operation: OperationId): boolean => {
    const driven = plan.cases.length > 0 ? undefined : surfaces.find(({ id }) => id === surface);
    if (driven === undefined || plan.unserved?.has(operation) === true) return true;
    return isInSequence(plan.sequences ?? [], driven, (id) => isBound(surface, id), operation);
  };
  return [...bindings].flatMap(([surface, bound]) =>
    bound
      .filter(({ operation }) => isCalled(surface, operation))
      .map(({ group, operation }) => ({
        group,
        operation,
        surface,
        backend: backend.kind,
        tally: result.tallies.get(surface)?.get(operation),
        unavailable: unavailable(plan, backendRun, result, surface, operation),
        withoutValues: stopped() ? [] : withoutValues(plan, contract, operation),
        withoutCredentials: plan.withoutCredentials?.get(operation),
        serverNotVerified: serverNotVerified(backendRun, surface, operation),
        identifiers: identifiers(plan, contract, operation),
        ...creators(plan, contract, result.tallies.get(surface), operation),
        createdInWholeRun: isQuick && isOfCreatedItem(plan, contract, operation),
        notSent: backendRun.guard?.notSent.get(operation),
        missingPath: REAL_SERVICE.has(backend.kind) ? servers?.missingPath : undefined,
        acceptedBeside: acceptedBeside(result.tallies, surface, operation),
        elsewhere: plan.elsewhere?.get(operation),
        rules,
      })),
  );
}

function acceptedBeside(tallies: Tallies, surface: SurfaceId, operation: OperationId): boolean {
  return [...tallies].some(([other, counts]) => other !== surface && (counts.get(operation)?.accepted ?? 0) > 0);
}

/** States why the cases of a cell did not run. `undefined` if they ran. */
function unavailable(
  { unserved }: CasePlan,
  backendRun: BackendRun,
  result: CountedResult,
  surface: SurfaceId,
  operation: OperationId,
): string | undefined {
  const server = unserved?.get(operation);
  if (server !== undefined)
    return `not called: the contract offers the operation at the server ${server || '/'}, and the configuration has no address for this server; set \`service: { servers: { '${server || '/'}': 'http://127.0.0.1:…' } }\``;
  const error = backendRun.unavailable.get(surface) ?? givenUpOn(result, surface, operation);
  return error?.message.split('\n')[0];
}

/**
 * The URL of an operation's server, if the surface calls the operation at its only base URL. `undefined` if the surface
 * itself selects the server.
 */
function serverNotVerified({ options }: BackendRun, surface: SurfaceId, id: OperationId): string | undefined {
  const driven = options.surfaces.find((each) => each.id === surface);
  const operation = operationNamed(options.contract, id);
  if (driven === undefined || driven.servers !== undefined || operation === undefined) return undefined;
  return options.servers?.serverOf(operation);
}

/** The arguments for which no value could be made. Empty if the operation has a case. */
function withoutValues({ cases, maker }: CasePlan, contract: Contract, id: OperationId): readonly string[] {
  const operation = operationNamed(contract, id);
  if (operation === undefined || cases.some((planned) => planned.operation.id === id)) return [];
  return maker.withoutValues(operation);
}

/**
 * Notes for a run in which no operation has a case: one for each operation that has no case because no value of an
 * argument could be made.
 */
export function unmadeCases(
  plan: CasePlan,
  contract: Contract,
  operations: readonly Operation[],
  phases: ReadonlySet<string>,
): readonly NoteEntry[] {
  if (!CASE_PHASES.some((phase) => phases.has(phase))) return [];
  return operations.flatMap(({ id, location }) => {
    const names = withoutValues(plan, contract, id);
    const code = 'cases-without-values';
    const message = `no case of ${id} was made: ${unmadeValues(names)}`;
    return names.length === 0 ? [] : [{ kind: 'note', severity: 'error', code, message, location }];
  });
}

/** Whether another operation creates an item in the path of the operation. */
function isOfCreatedItem({ collections = [] }: CasePlan, contract: Contract, id: OperationId): boolean {
  const path = operationNamed(contract, id)?.path;
  return collections.some(({ create }) => create !== undefined && path?.startsWith(`${create.path}/{`) === true);
}

/** The operations that create the resources in the path of the operation. */
function creators(
  { collections = [] }: CasePlan,
  contract: Contract,
  counts: ReadonlyMap<OperationId, Tally> | undefined,
  id: OperationId,
): Pick<CellSubject, 'creators' | 'refusedCreators'> {
  const operation = operationNamed(contract, id);
  const found = (operation?.parameters ?? []).flatMap(({ name, in: place }) => {
    const above = operation?.path.slice(0, operation.path.indexOf(`{${name}}`) + name.length + 2);
    const isOf = ({ create, read }: Collection): boolean =>
      create !== undefined && (above === `${create.path}/{${name}}` || above === read?.operation.path);
    const creator = place === 'path' ? collections.find(isOf)?.create?.id : undefined;
    return creator === undefined || creator === id ? [] : [[name, creator] as const];
  });
  if (found.length === 0) return {};
  const refusedCreators = found.flatMap(([, creator]) => ((counts?.get(creator)?.accepted ?? 0) > 0 ? [] : [creator]));
  return { creators: Object.fromEntries(found), refusedCreators };
}

/** The path parameters that must identify an existing resource but have no known values. */
function identifiers({ maker }: CasePlan, contract: Contract, id: OperationId): readonly string[] {
  return (
    operationNamed(contract, id)
      ?.parameters.filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name)
      .filter((name) => maker.options.values.get(name) === undefined) ?? []
  );
}

/** The error that caused cases of an operation to be skipped. `undefined` if all its cases ran. */
function givenUpOn(
  { givenUp, tallies }: CountedResult,
  surface: string,
  operation: OperationId,
): ParityError | undefined {
  if (tallies.get(surface)?.get(operation)?.missed === 0) return undefined;
  return givenUp.find(
    (stop) => stop.surface === surface && (stop.operation === undefined || stop.operation === operation),
  )?.error;
}
