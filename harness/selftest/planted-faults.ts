import { SDK_TYPESCRIPT } from './faults/sdk-typescript.js';
import { SERVICE_STATE } from './faults/service-state.js';
import { SERVICE_VALUES } from './faults/service-values.js';
import type { PlantedFault } from './faults/planted-fault.js';

/** All faults of the self-test, by area. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [...SERVICE_VALUES, ...SERVICE_STATE, ...SDK_TYPESCRIPT];
