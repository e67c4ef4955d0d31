import type { Contract } from '../../contract/contract.js';
import type { Call } from '../driver.js';

/** A gate decision on a command line: flags, or variables by the last part of their name. */
export interface GateDecision {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** Approvals are passed by flag and denials by variable, so that both ways are tested. */
export function gateDecision({ operation, gate: choice }: Call, contract: Contract): GateDecision {
  const { gate } = operation;
  if (gate === undefined || choice === 'unanswered') return { args: [], variables: {} };
  switch (choice) {
    case 'approved':
      return { args: [`--approve=${gate}`], variables: {} };
    case 'denied':
      return { args: [], variables: { DENY: gate } };
    case 'other':
      return { args: [`--approve=${otherGate(gate, contract)}`], variables: {} };
    default:
      return choice satisfies never;
  }
}

/** Another operation's gate, or a name that no gate has if there is none. */
function otherGate(gate: string, contract: Contract): string {
  return (
    contract.operations.find((operation) => operation.gate !== undefined && operation.gate !== gate)?.gate ??
    `not_${gate}`
  );
}
