import { takesGate } from '../drive/cases-of-surface.js';
import type { Case } from '../../../contract/case.js';
import { operationNamed } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Proof } from '../../../rules/proof.js';
import type { Trial } from '../../../rules/rule.js';
import type { Observation, SurfaceId } from '../../../surfaces/observation.js';
import { type BackendRun, freshLane } from '../drive/backend-run.js';
import { curlOf } from './curl.js';
import { reproductionsOf } from './reproductions.js';
import { repeatable, repeatableRequest } from './repeatable.js';
import { secretsOf } from './secrets.js';
import { shownCall } from './shown-exchange.js';
import { lastLines } from './shown-text.js';

/** A case, and the surface on which it shows a fault. */
export interface ProofSubject {
  readonly case: Case;
  readonly surface: SurfaceId;
  /** Returns whether the trial shows the fault on the surface. See `showsViolation`. */
  readonly shows: (trial: Trial, surface: SurfaceId) => boolean;
  /**
   * Whether another surface is recorded for comparison. False if the service or the mock causes the fault, because
   * every surface then shows it.
   */
  readonly compare: boolean;
}

/**
 * Runs the case once in a fresh session of the surface, and then on another surface that does not show the fault (the
 * sibling). Records what each surface sent, received and logged. If the fault does not occur on a reset instance of the
 * service, does the same on a new instance. Returns `undefined` if the fault did not occur or the surface could not be
 * started.
 */
export async function recordProof(backendRun: BackendRun, subject: ProofSubject): Promise<Proof | undefined> {
  return (await proofWith(backendRun, subject, 'spare')) ?? proofWith(backendRun, subject, 'new');
}

async function proofWith(
  backendRun: BackendRun,
  subject: ProofSubject,
  service: 'new' | 'spare',
): Promise<Proof | undefined> {
  const operation = operationNamed(backendRun.options.contract, subject.case.operation);
  const own = operation && (await recorded(backendRun, operation, subject.case, subject.surface, service));
  if (operation === undefined || own === undefined) return undefined;
  const showsIn = (observations: readonly Observation[], surface: SurfaceId): boolean =>
    subject.shows({ case: subject.case, operation, observations }, surface);
  const shown = showsIn([own.observation], subject.surface);
  // Rules that compare replies need the observations of both surfaces to show the fault.
  const isSibling = ({ observation }: Recorded): boolean =>
    hasOutcome(observation) &&
    !showsIn([observation], observation.surface) &&
    (shown || showsIn([observation, own.observation], subject.surface));
  const sibling = subject.compare || !shown ? await firstSibling(backendRun, operation, subject, isSibling) : undefined;
  return shown || sibling !== undefined
    ? proofOf(backendRun, subject.case, own, subject.compare ? sibling : undefined)
    : undefined;
}

interface Recorded {
  readonly observation: Observation;
  readonly logs: { readonly service: string; readonly surface: string };
}

/** The maximum number of other surfaces that are tried. For each of them, the surface and a service must be started. */
const MOST_SIBLINGS = 3;

async function firstSibling(
  backendRun: BackendRun,
  operation: Operation,
  subject: ProofSubject,
  isSibling: (recorded: Recorded) => boolean,
): Promise<Recorded | undefined> {
  for (const surface of siblings(backendRun, subject).slice(0, MOST_SIBLINGS)) {
    const candidate = await recorded(backendRun, operation, subject.case, surface, 'spare');
    if (candidate !== undefined && isSibling(candidate)) return candidate;
  }
  return undefined;
}

/** The other surfaces that can run the case. `rest` comes first, because it sends requests unchanged. */
function siblings({ options, lanes }: BackendRun, { case: shown, surface }: ProofSubject): readonly SurfaceId[] {
  const able = options.surfaces.filter(
    ({ id, driver }) =>
      id !== surface && lanes.has(id) && options.bound(id, shown.operation) && takesGate(driver, shown),
  );
  return able.map(({ id }) => id).toSorted((a, b) => Number(b === 'rest') - Number(a === 'rest'));
}

function hasOutcome({ outcome }: Observation): boolean {
  return outcome.kind !== 'crash' && outcome.kind !== 'timeout' && outcome.kind !== 'inexpressible';
}

/**
 * Milliseconds to wait for output on standard error. A line that was written before the reply may arrive after the
 * reply.
 */
const LOG_DELAY_MS = 25;

async function recorded(
  backendRun: BackendRun,
  operation: Operation,
  toRun: Case,
  surface: SurfaceId,
  service: 'new' | 'spare',
): Promise<Recorded | undefined> {
  try {
    const lane = await freshLane(backendRun, surface, service);
    try {
      await new Promise((resolve) => setTimeout(resolve, LOG_DELAY_MS));
      // Discards the output from the start and from a reset, because it does not belong to the case.
      lane.takeLogs();
      const observation = await lane.runAfter(operation, toRun);
      await new Promise((resolve) => setTimeout(resolve, LOG_DELAY_MS));
      return { observation, logs: lane.takeLogs() };
    } finally {
      await lane.close();
    }
  } catch (error) {
    // If a session cannot be started, the finding has no recorded traffic.
    if (!(error instanceof ParityError)) throw error;
    return undefined;
  }
}

function proofOf(
  backendRun: BackendRun,
  shown: Case,
  { observation, logs }: Recorded,
  sibling: Recorded | undefined,
): Proof {
  const exact = secretsOf(backendRun.options, [...observation.exchanges, ...(sibling?.observation.exchanges ?? [])]);
  const last = observation.exchanges.at(-1)?.request;
  const curl = last && curlOf(repeatableRequest(last), exact);
  const reproductions = reproductionsOf(backendRun, { case: shown, observation }, observation.surface, exact);
  const secrets = repeatable(exact);
  const serviceLog = lastLines(secrets.redact(logs.service));
  const surfaceLog = lastLines(secrets.redact(logs.surface));
  return {
    ...shownCall(observation, secrets),
    ...(sibling && { sibling: shownCall(sibling.observation, secrets) }),
    ...(serviceLog !== undefined && { serviceLog }),
    ...(surfaceLog !== undefined && { surfaceLog }),
    ...(curl !== undefined && { curl }),
    ...(reproductions.length > 0 && { reproductions }),
  };
}
