import { NETWORK_FAULTS, type NetworkFault } from '../../../surfaces/network-faults.js';
import type { Observation, UndisturbedCalls } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import type { Violation } from '../../finding.js';
import type { Trial } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';

/** The `kind` of the violation of an outcome that has the right form, such as a value, but the wrong content. */
export const OTHER_OUTCOME = 'other-outcome';

/** A call during which a network fault was simulated. The same call works on this surface without the fault. */
export interface Disturbed {
  readonly fault: NetworkFault;
  readonly name: string;
  readonly observation: Observation;
  readonly undisturbed: UndisturbedCalls & { readonly after: Outcome };
}

/**
 * Applies `judge` to every call of a trial that was made during a network fault. `undefined` if the rule is not about
 * this fault.
 */
export function eachDisturbed(
  trial: Trial,
  concerns: (fault: NetworkFault) => boolean,
  judge: (disturbed: Disturbed) => readonly Violation[],
): readonly Violation[] | undefined {
  const { kind, name } = trial.case.provenance;
  const fault = kind === 'fault' ? NETWORK_FAULTS.get(name) : undefined;
  if (fault === undefined || !concerns(fault)) return undefined;
  const all = trial.observations.flatMap((observation): readonly Disturbed[] => {
    const { undisturbed } = observation;
    const after = undisturbed?.after;
    return undisturbed === undefined || after === undefined
      ? []
      : [{ fault, name, observation, undisturbed: { ...undisturbed, after } }];
  });
  return all.length === 0 ? undefined : all.flatMap(judge);
}

/**
 * Whether two outcomes mean the same to the caller: they are of the same kind and have the same value. Names of errors
 * and exit codes may differ.
 */
export function isSameOutcome(one: Outcome, other: Outcome): boolean {
  return sameJson(visible(one), visible(other));
}

function visible(outcome: Outcome): Parameters<typeof sameJson>[0] {
  switch (outcome.kind) {
    case 'value':
      return { kind: outcome.kind, ...(outcome.value !== undefined && { value: outcome.value }) };
    case 'events':
      return { kind: outcome.kind, events: outcome.events.map((event) => ({ ...event })) };
    default:
      return { kind: outcome.kind };
  }
}

/**
 * An outcome in a few words, such as `a timeout`: its kind and, for a failure, the name and code of the error or the
 * exit code.
 */
export function outcomeWords(outcome: Outcome): string {
  if (outcome.kind === 'timeout' && outcome.forced === true)
    return `nothing within ${outcome.afterMs} ms (the check then ended the call)`;
  const native = 'native' in outcome ? outcome.native : undefined;
  const code = native?.code === undefined ? undefined : `code ${native.code}`;
  const signals = [native?.error, code, native?.exitCode === undefined ? undefined : `exit code ${native.exitCode}`];
  const detail = outcome.kind === 'crash' ? outcome.detail.slice(0, 200) : undefined;
  return [NAMES[outcome.kind], ...signals, detail].filter((word) => word !== undefined).join(': ');
}

const NAMES: Readonly<Record<Outcome['kind'], string>> = {
  value: 'a success',
  events: 'events',
  problem: 'a problem',
  refused: 'a refusal',
  inexpressible: 'an inexpressible input',
  crash: 'a crash',
  timeout: 'a timeout',
};
