import type { ContractFault } from '../contract.js';
import { formatLocation, type SourceLocation } from '../json/source-location.js';

/**
 * Collects the faults of a contract. A fault in a shared component is found once for each reference to the component,
 * but kept only once.
 */
export class FaultLog {
  readonly #faults = new Map<string, ContractFault>();

  add(location: SourceLocation, code: string, message: string, repair: string): void {
    this.addAll([{ code, message, repair, location }]);
  }

  addAll(faults: readonly ContractFault[]): void {
    for (const fault of faults) {
      const key = `${formatLocation(fault.location)} ${fault.code} ${fault.message}`;
      if (!this.#faults.has(key)) this.#faults.set(key, fault);
    }
  }

  all(): readonly ContractFault[] {
    return [...this.#faults.values()];
  }
}
