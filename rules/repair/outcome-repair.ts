import { lastToken } from '../../contract/json/json-pointer.js';
import { type RepairSides, differenceRepair } from './difference-repair.js';
import type { Violation } from '../finding.js';
import { strayRepair } from './reply-repair.js';
import { type RepairText, boundedText } from './repair-words.js';

/** For the id of each rule about outcomes: writes the repair of a violation in what a surface reports to its caller. */
export const OUTCOME_REPAIRS: Readonly<Record<string, RepairText>> = {
  'parity/same-status': (violation, trial) =>
    violation.kind === 'stray-reply' ? strayRepair(violation, trial) : statusRepair(violation),
  'parity/same-value': (violation, trial) =>
    violation.kind === 'stray-reply' ? strayRepair(violation, trial) : shownRepair(violation, '/outcome/value'),
  'parity/same-rejection': (violation) => shownRepair(violation, '/outcome/problem'),
  'parity/same-events': ({ expected, received }, { operation }) =>
    `Deliver each event of ${operation.id} once and unchanged: the service sent ${boundedText(expected)}, and the caller received ${boundedText(received)}.`,
  'conformance/outcome': ({ kind, received }, { operation }) =>
    kind === 'timeout'
      ? `End ${operation.id} with a value or an error within the timeout; the surface did not end the call.`
      : `Return or throw what the interface of the surface documents for ${operation.id}; the call ended in a ${boundedText(received)}`,
  'conformance/own-schemas': ({ kind, received, pointer }, { operation }) => {
    if (kind === 'optional-in-input-schema')
      return `Add ${JSON.stringify(lastToken(pointer))} to \`required\` of the inputSchema of the tool of ${operation.id}.`;
    if (kind === 'no-structured-content')
      return `Return structuredContent from the tool of ${operation.id}, or declare no outputSchema.`;
    if (kind === 'refused-by-input-schema')
      return `Generate the inputSchema of the tool of ${operation.id} from the contract, which allows this input; the inputSchema refuses the input because of ${boundedText(received)}.`;
    return `Generate the outputSchema of the tool of ${operation.id} from the contract; the tool's result breaks ${boundedText(received)}.`;
  },
};

const OUTCOMES: Readonly<Record<string, string>> = {
  value: 'a value',
  events: 'events',
  problem: 'a problem',
  refused: 'a refusal',
};

function statusRepair({ kind, expected, received }: Violation): string {
  if (kind === 'other-status')
    return `Report status ${boundedText(expected)} of the service's reply; the surface reports ${boundedText(received)}.`;
  return `Report ${boundedText(expected)} (failure table); the surface reports ${OUTCOMES[boundedText(received)] ?? boundedText(received)}.`;
}

const RETURNED: Omit<RepairSides, 'nothing'> = {
  wanted: 'came from the service as',
  made: 'the surface returned',
  place: 'the reply decoder of the surface',
};

function shownRepair(violation: Violation, root: string): string {
  const inner = violation.pointer.slice(root.length);
  return differenceRepair(inner === '' ? root : inner, violation, {
    ...RETURNED,
    nothing: inner === '' ? 'nothing' : 'no such member',
  });
}
