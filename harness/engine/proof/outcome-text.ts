import type { Json } from '../../../contract/json/json.js';
import { printable } from '../../../reports/text/printable.js';
import { counted } from '../../../reports/text/amounts.js';
import type { NativeSignal, Outcome } from '../../../surfaces/outcome.js';

/** Limits for a shown value. Members beyond the limits are omitted completely, so that the value stays valid JSON. */
const BOUNDS = { string: 1024, items: 100, depth: 12, total: 2400 };

/** Describes the outcome of a call in one line: `value, status 201, exit code 0: {"item_id": "a"}`. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'value':
      return sentence(['value', ...signals(outcome)], outcome.value);
    case 'problem':
      return sentence(['problem', ...signals(outcome)], outcome.problem);
    case 'events':
      return sentence(
        [counted(outcome.events.length, 'event'), ...signals(outcome)],
        outcome.events as unknown as Json,
      );
    case 'refused':
      return `${['refused by the', outcome.by].join(' ')}${list(signals(outcome))}: ${outcome.reason}`;
    case 'inexpressible':
      return `inexpressible on this surface: ${outcome.reason}`;
    case 'crash':
      return `crash: ${outcome.detail}`;
    case 'timeout':
      return `timeout: no outcome within ${outcome.afterMs} ms`;
    default:
      return outcome satisfies never;
  }
}

function sentence(parts: readonly string[], value: Json | undefined): string {
  return value === undefined ? `${parts.join(', ')}, no content` : `${parts.join(', ')}: ${printable(value, BOUNDS)}`;
}

function list(parts: readonly string[]): string {
  return parts.map((part) => `, ${part}`).join('');
}

/** The signals that the surface gave for the outcome, such as the status or the exit code. */
function signals({
  status,
  native = {},
}: {
  readonly status?: number;
  readonly native?: NativeSignal;
}): readonly string[] {
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...[native.exitCode, native.ownExitCode].flatMap((code) => (code === undefined ? [] : [`exit code ${code}`])),
    ...(native.isError === undefined ? [] : [native.isError ? 'isError' : 'isError not set']),
    ...(native.error === undefined ? [] : [native.error]),
  ];
}
