import type { Contract } from '../../../contract/contract.js';
import { likelyBasePaths, withoutSlash } from '../../../contract/server-urls.js';
import {
  credentialPlace,
  hasCredentials,
  isSecured,
  schemesToMeet,
} from '../../../contract/wire/request/credentials.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import type { Operation, OperationId, SecurityScheme } from '../../../contract/operation.js';
import type { CellEntry, NoteEntry, Report } from '../../../reports/report.js';
import { counted } from '../../../reports/text/amounts.js';
import type { LeftOut } from '../../engine/plan/running/left-out.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { checkCommandText, initCommandText, lintCommandText } from './direct-command.js';
import type { DirectFlags } from './direct-config.js';
import { serverPath } from './server-url.js';

/** A run of the check without a configuration. */
export interface DirectRun {
  /** The contract as the user wrote it on the command line. */
  readonly name: string;
  readonly contract: Contract;
  readonly loaded: LoadedConfig;
  readonly flags: DirectFlags;
  /** The operations that the check left out by default, because their names suggest unwanted effects. */
  readonly leftOut?: ReadonlyMap<OperationId, LeftOut>;
}

/** A next step: something that the run did not test, and a command that tests it. */
export interface NextStep {
  readonly why: string;
  readonly command: string;
}

const MAX_NAMES = 5;

/** Codes of errors after which the output suggests a command that avoids the error. */
const HAS_NEXT_STEP: ReadonlySet<string> = new Set(['nothing-tested']);

export function nextSteps(run: DirectRun, report: Report): readonly NextStep[] {
  const isCutShort = report.notes.some(({ severity, code }) => severity === 'error' && !HAS_NEXT_STEP.has(code));
  if (report.footer?.interrupted === true || isCutShort) return [];
  const [basePath] = basePathStep(run, report);
  if (basePath !== undefined) return [basePath];
  const steps = [
    ...(run.flags.mock === true ? [serviceStep(run)] : []),
    ...credentialsStep(run),
    ...wrongServiceStep(run, report),
    ...writeStep(run, report),
    ...leftOutSteps(run),
    ...valuesStep(run, report),
    ...lintStep(run, report),
  ];
  if (steps.length > 0) return steps;
  const why =
    'Write a configuration to add other surfaces (an SDK, a command line, a tool server), a start command or known values.';
  return [{ why, command: initCommandText(run.name, run.loaded.config.service?.url) }];
}

function serviceStep({ name }: DirectRun): NextStep {
  return {
    why: 'No service was called. Check a service that runs on this machine.',
    command: checkCommandText(name, { url: 'http://127.0.0.1:8080' }),
  };
}

/** The next step if no call was accepted, and the URL does not end with the base path in the contract's server URL. */
function basePathStep({ name, contract, flags, loaded }: DirectRun, { cells }: Report): readonly NextStep[] {
  const path = serverPath(contract.document);
  const { service } = loaded.config;
  if (path === '' || service?.url === undefined || cells.some(({ accepted }) => accepted > 0)) return [];
  if (service.url.endsWith(path)) return [];
  const { origin, pathname } = new URL(service.url);
  const [likely = path] = likelyBasePaths(withoutSlash(pathname), path);
  return [
    {
      why: `No call was accepted. According to the contract, the operations are below ${path}.`,
      command: checkCommandText(name, { ...flags, url: origin + likely }),
    },
  ];
}

/** The next step if no call was accepted: a different service may be running at the URL. */
function wrongServiceStep({ name, contract, flags, loaded }: DirectRun, { cells }: Report): readonly NextStep[] {
  const { service } = loaded.config;
  const isUsed = cells.length === 0 || cells.some(({ accepted }) => accepted > 0);
  const isLacking = contract.operations.some((operation) => lacksCredentials(operation, loaded));
  if (service?.url === undefined || isUsed || isLacking) return [];
  return [
    {
      why: 'No call was accepted. If the service has another port, or offers its operations below a path, correct the URL.',
      command: checkCommandText(name, { ...flags, url: `${service.url}/PATH` }),
    },
  ];
}

function credentialsStep({ name, contract, flags, loaded }: DirectRun): readonly NextStep[] {
  if (flags.mock === true) return [];
  const lacking = contract.operations.filter((operation) => lacksCredentials(operation, loaded));
  const [scheme] = lacking.flatMap((operation) => schemesToMeet(operation));
  if (scheme === undefined) return [];
  return [
    {
      why: `No credentials are given for ${scheme.name}, required by ${operationNames(lacking.map(({ id }) => id))}.`,
      command: checkCommandText(name, { ...flags, ...credentialFlags(scheme) }),
    },
  ];
}

function lacksCredentials(operation: Operation, loaded: LoadedConfig): boolean {
  return isSecured(operation) && (loaded.headers ?? []).length === 0 && !hasCredentials(operation, loaded);
}

function credentialFlags(scheme: SecurityScheme): DirectFlags {
  const place = credentialPlace(scheme);
  const isToken = place === undefined || place.prefix === 'Bearer ' || place.in === 'query';
  return isToken ? { token: '' } : { header: [`${place.in === 'cookie' ? 'Cookie' : place.name}: `] };
}

function writeStep({ name, flags }: DirectRun, { header }: Report): readonly NextStep[] {
  const left = header.scope?.notCalled ?? [];
  if (left.length === 0) return [];
  return [
    {
      why: `${operationNames(left)} ${left.length === 1 ? 'was' : 'were'} not called, because a call may change data of the service. If this is permitted:`,
      command: checkCommandText(name, { ...flags, write: true }),
    },
  ];
}

const LEFT_OUT = {
  'ends-session': 'may end the session of the caller',
  'removes-others': 'may remove items that the check did not create',
  'changes-others': 'may change data that the check did not create',
} as const;

/** The next steps that call the operations which the check left out by default. */
function leftOutSteps({ name, flags, leftOut = new Map() }: DirectRun): readonly NextStep[] {
  return (Object.keys(LEFT_OUT) as LeftOut[]).flatMap((reason) => {
    const ids = [...leftOut].flatMap(([id, why]) => (why === reason ? [id] : []));
    if (ids.length === 0) return [];
    const named = ids.slice(0, MAX_NAMES).flatMap((id) => ['--operation', id]);
    return [
      {
        why: `${operationNames(ids)} ${ids.length === 1 ? 'was' : 'were'} not called, because ${ids.length === 1 ? 'its name suggests that it' : 'their names suggest that they'} ${LEFT_OUT[reason]}. If this is permitted:`,
        command: checkCommandText(name, flags, named),
      },
    ];
  });
}

/** Advises the user to name known identifiers, if no call of an operation with a path parameter was accepted. */
function valuesStep({ name, contract, loaded }: DirectRun, { cells }: Report): readonly NextStep[] {
  // The mock has no items, so known identifiers would not change its replies.
  const isUnread = ({ operation, backend, cases, accepted, reason = '' }: CellEntry): boolean => {
    const found = contract.operations.find(({ id }) => id === operation);
    return (
      backend !== 'mock' &&
      cases > 0 &&
      !NOT_RUN.test(reason) &&
      accepted === 0 &&
      found?.path.includes('{') === true &&
      !lacksCredentials(found, loaded)
    );
  };
  const unread = [...new Set(cells.filter(isUnread).map(({ operation }) => operation))];
  if (unread.length === 0) return [];
  const isRead = contract.operations.some(({ id, method }) => unread.includes(id) && isSafeMethod(method));
  const lack = isRead
    ? `No item was found for ${operationNames(unread)}.`
    : unread.every((id) => isBelowCreated(id, contract, cells))
      ? `${operationNames(unread)} changed none of the items that the check created.`
      : `${operationNames(unread)} changed no item, because the check changes only items that it created.`;
  const why = `${lack} Write a configuration, and name known identifiers under \`values\`.`;
  return [{ why, command: initCommandText(name, loaded.config.service?.url) }];
}

/**
 * Matches the reason of a cell whose cases did not run because time ran out. For such a cell, known identifiers would
 * not help.
 */
const NOT_RUN = /cases were not run$/;

/**
 * Returns true if the check created an item for the operation: a POST to a collection in the path of the operation was
 * accepted.
 */
function isBelowCreated(id: string, { operations }: Contract, cells: readonly CellEntry[]): boolean {
  const path = operations.find((operation) => operation.id === id)?.path ?? '';
  const parents = [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index));
  const creates = operations.filter((operation) => operation.method === 'post' && parents.includes(operation.path));
  return creates.some((create) => cells.some(({ operation, accepted }) => operation === create.id && accepted > 0));
}

/**
 * True if a note is a lint result that does not fail the run. There are many such notes, and they concern only the
 * contract's text.
 */
export function isLintNote({ severity, location }: NoteEntry): boolean {
  return severity !== 'error' && location !== undefined;
}

function lintStep({ contract }: DirectRun, { notes }: Report): readonly NextStep[] {
  const count = notes.filter((note) => isLintNote(note) && note.severity === 'warning').length;
  if (count === 0) return [];
  const why = `The lint of the contract has warnings at ${counted(count, 'place')}, which do not fail the run. To list them:`;
  return [{ why, command: lintCommandText(contract.file) }];
}

function operationNames(ids: readonly string[]): string {
  const shown = ids.slice(0, MAX_NAMES).join(', ');
  return ids.length > MAX_NAMES ? `${shown} and ${counted(ids.length - MAX_NAMES, 'more operation')}` : shown;
}
