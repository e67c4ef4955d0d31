import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { givenArguments } from '../../contract/arguments.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import type { HostedCard, HostedPage, HostedReply } from '../../surfaces/hosted-page.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const HOSTED_PAGE: RuleStatement = {
  id: 'inventory/hosted-page',
  severity: 'must',
  statement:
    'In a host, the card that a tool server offers calls the tool of each operation with the inputs of its form, and shows each result. It shows a result with `isError` as a failure.',
  source:
    'MCP Apps 2026-01-26 (SEP-1865), Lifecycle and Communication Protocol; MCP 2025-11-25, Tools (tools/call, isError)',
  repair: 'Correct the part of the card that exchanges messages with the host.',
};

type Kind = 'not-in-host' | 'other-tool' | 'other-arguments' | 'result-not-shown' | 'failure-shown-as-success';

interface Fault {
  readonly kind: Kind;
  readonly message: string;
  readonly expected: Json;
  readonly received: Json;
}

/**
 * Judges what a card showed in a host. There is one violation for each way in which it is wrong. A call with a wrong
 * tool or wrong arguments is not judged further.
 */
export function checkHostedPage(surface: string, page: HostedPage, card: HostedCard): readonly InventoryViolation[] {
  const [broken] = card.faults;
  if (broken !== undefined) {
    const message = `In a host, the page ${page.uri} does not work: ${broken}.`;
    const fault: Fault = { kind: 'not-in-host', message, expected: 'a card that works in a host', received: broken };
    const operations = page.calls.map(({ call }) => call.operation.id);
    return [{ operations, violation: violation(surface, fault) }];
  }
  const found = card.replies.flatMap((reply) => {
    const fault = faultOf(reply);
    return fault === undefined ? [] : [{ fault, operation: reply.hosted.call.operation.id }];
  });
  const kinds = [...new Set(found.map(({ fault }) => fault.kind))];
  return kinds.flatMap((kind) => {
    const same = found.filter(({ fault }) => fault.kind === kind);
    const [first] = same;
    const operations = [...new Set(same.map(({ operation }) => operation))];
    return first === undefined ? [] : [{ operations, violation: violation(surface, first.fault) }];
  });
}

function faultOf({ hosted, caller, isError, answered, requested, outcome }: HostedReply): Fault | undefined {
  const { tool, call } = hosted;
  // Other rules judge what a form refuses.
  if (outcome.kind === 'refused') return undefined;
  const who = `In a host, the form of ${call.operation.id}`;
  const [first] = requested;
  if (caller === 'card' && first !== undefined && first.name !== tool) {
    const message = `${who} calls the tool ${JSON.stringify(first.name)} in place of ${JSON.stringify(tool)}.`;
    return { kind: 'other-tool', message, expected: tool, received: first.name };
  }
  if (caller === 'card' && first !== undefined && isJson(hosted)) {
    const given = Object.fromEntries(
      givenArguments(call.operation, call.input).map(([{ name }, value]) => [name, value]),
    );
    const received = (first.arguments ?? {}) as JsonObject;
    if (!isDeepStrictEqual(received, given))
      return {
        kind: 'other-arguments',
        message: `${who} calls the tool with other arguments.`,
        expected: given,
        received,
      };
  }
  const shown = outcome.kind === 'value' ? outcome.value : undefined;
  const by = caller === 'host' ? 'a call that the host made' : 'its call';
  if (isError && outcome.kind === 'value') {
    const message = `${who} shows the result of ${by} as a success, although the result has \`isError\`.`;
    return { kind: 'failure-shown-as-success', message, expected: 'a failure', received: shown ?? null };
  }
  const isShown = isError ? outcome.kind !== 'timeout' : isDeepStrictEqual(shown, answered);
  if (isShown) return undefined;
  const message = `${who} does not show the result of ${by}.`;
  return { kind: 'result-not-shown', message, expected: answered, received: shown ?? outcome.kind };
}

/** True if the arguments of the tool are the inputs themselves. Bytes and XML are converted for the tool. */
function isJson({ call: { operation } }: HostedReply['hosted']): boolean {
  return operation.requestBody?.content.every(({ mediaType }) => isJsonMediaType(mediaType)) !== false;
}

function violation(surface: string, { kind, message, expected, received }: Fault): Violation {
  return {
    surface,
    pointer: '/inventory',
    kind,
    message,
    expected,
    received,
    blame: 'surface',
    cause: kind,
    repair: REPAIRS[kind],
  };
}

const REPAIRS: Readonly<Record<Kind, string>> = {
  'not-in-host':
    'Send `ui/initialize` to the parent window when the card is loaded, and `ui/notifications/initialized` after the answer. Declare the addresses that the card needs in `_meta.ui.csp` of its resource.',
  'other-tool': 'Send the name of the tool in `tools/call`, not the name of the operation.',
  'other-arguments': 'Send the entered values as the arguments of `tools/call`, under the names of the inputs.',
  'result-not-shown':
    'Keep each request until the host answers it, and show `structuredContent` of the result below the form.',
  'failure-shown-as-success': 'Check `isError` before the content of a result, and show such a result as a failure.',
};
