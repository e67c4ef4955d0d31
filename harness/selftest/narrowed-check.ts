import type { CheckOptions, Phase } from '../engine/options/check-options.js';
import { phasesNamed } from '../engine/options/check-options.js';
import type { PlantedFault } from './faults/planted-fault.js';

/** The part of a check that runs for one fault. */
export type Narrowed = Pick<CheckOptions, 'contracts' | 'surfaces' | 'operations' | 'phases'>;

/**
 * The phases that an early version of this tool had. It had no sequences, no generated replies and no network faults.
 */
export const EARLIER_PHASES: readonly Phase[] = phasesNamed([
  'lint',
  'inventory',
  'freshness',
  'registry',
  'examples',
  'boundary',
  'valid',
  'invalid',
  'gates',
  'streams',
]);

const CONTRACTS = {
  items: 'contract/item-service.openapi.yaml',
  runs: 'contract/science-runtime.openapi.yaml',
} as const;

/** Phases that only read files. They take a second, and cannot reveal a fault of running code. */
const STATIC: readonly string[] = ['lint', 'freshness', 'registry'];
const SERVICE = /^dist\/surfaces\/rest\/(?:reference|science_runtime)\//;

/** Phases in which the harness makes the replies. They cannot show a fault of the service. */
const WITHOUT_SERVICE: readonly string[] = ['responses', 'faults'];
/** Surfaces on which each case starts a process or uses a page of a browser, so that cases are slow. */
const COSTLY: readonly string[] = ['cli', 'ui_card'];

/**
 * Chooses the part of a check that may show a fault: the contract and the surface of the fault, the surface `rest`, and
 * some phases. A quick run has all operations of the contract, and the contracts before it, because it divides the
 * cases among them.
 */
export function narrowedCheck(fault: PlantedFault, phases: readonly Phase[], isQuick = false): Narrowed {
  const { narrowing = {}, surface, operation } = fault;
  const contract = narrowing.contract ?? (/run/i.test(operation ?? '') ? 'runs' : 'items');
  const excluded = isOfService(fault) ? [...STATIC, ...WITHOUT_SERVICE] : STATIC;
  const named = COSTLY.includes(surface) && operation !== undefined && !isQuick ? [operation] : [];
  return {
    contracts: isQuick && contract === 'runs' ? Object.values(CONTRACTS) : [CONTRACTS[contract]],
    surfaces: narrowing.surfaces ?? (surface === 'rest' ? ['rest'] : ['rest', surface]),
    operations: narrowing.operations ?? named,
    phases: phases.filter((phase) => narrowing.phases?.includes(phase) ?? !excluded.includes(phase)),
  };
}

function isOfService({ file, also = [] }: PlantedFault): boolean {
  return [file, ...also.map((edit) => edit.file)].every((each) => SERVICE.test(each));
}
