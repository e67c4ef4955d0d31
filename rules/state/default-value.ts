import { isJsonObject, ownValue } from '../../contract/json/json.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { headerValue, isJsonMediaType } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Exchange } from '../../surfaces/exchange.js';
import { differencesUnder } from '../comparison.js';
import type { Violation } from '../finding.js';
import { replyJson } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule } from '../rule.js';
import { itemViolation } from './item-values.js';
import { sharedFields } from './shared-fields.js';

/** The service assumes the default that the contract states for a member that a request omits. */
export const defaultValue: TrialRule = {
  id: 'state/default-value',
  severity: 'must',
  statement:
    'If the reply to a create contains a member that the request omits, and the contract states a default for it, the member has that default.',
  source: 'the contract: `default` of the member; OpenAPI 3.1 §4.8.24: the default is assumed if no value is given',
  repair: 'Use the default of the contract for an omitted member, or correct the default in the contract.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    if (trial.operation.method !== 'post' || trial.operation.requestBody === undefined) return undefined;
    const { kind } = trial.case.expect;
    if (kind !== 'accepted' && kind !== 'accepted-or-absent') return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) =>
      exchanges.slice(-1).flatMap((exchange) => otherDefaults(trial, context, surface, exchange)),
    );
  },
};

function otherDefaults(
  { operation }: Trial,
  context: TrialContext,
  surface: string,
  { request, response }: Exchange,
): readonly Violation[] {
  if (response.kind !== 'response' || !isSuccess(response.status)) return [];
  const mediaType = headerValue(request.headers, 'content-type') ?? '';
  const sent = isJsonMediaType(mediaType) ? parseJson(request.body) : undefined;
  const returned = replyJson(response);
  if (!isJsonObject(sent) || !isJsonObject(returned)) return [];
  const { schemas } = context.contract;
  const fields = sharedFields(context.contract, operation, mediaType, response);
  return [...fields].flatMap(([name, field]) =>
    differencesUnder(
      { schemas, stated: field.sent, defaults: true, ignored: ['input', 'output'] },
      ownValue(sent, name),
      ownValue(returned, name),
      joinPointer('', name),
    )
      .filter((difference) => difference.default !== undefined && difference.tolerance === undefined)
      .map((difference) =>
        itemViolation(context, surface, operation, '/response/body', message(difference.pointer), {
          ...difference,
          kind: 'unexpected',
          expected: difference.default,
        }),
      ),
  );
}

function message(pointer: string): string {
  return `The service returns ${pointer}, which the request omits, with another value than the default of the contract.`;
}
