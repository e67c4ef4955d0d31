import type { Contract } from '../../../../contract/contract.js';
import { valueAt } from '../../../../contract/json/json-pointer.js';
import { type Json, ownValue } from '../../../../contract/json/json.js';
import { statusMembers } from '../../../../contract/restated/status-members.js';
import type { ResponseSpec } from '../../../../contract/operation.js';
import { essence, headerValue } from '../../../../contract/wire/message.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import type { Violation } from '../../../finding.js';
import { pointsElsewhere } from './problem-pointers.js';
import { documentedContent, documentedResponse, replyJson, replyOf } from '../../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../../rule.js';

const PROBLEM = 'application/problem+json';

/** The members of a problem document agree with its reply and with the input that caused it. */
export const problemMembers: TrialRule = {
  id: 'conformance/problem-members',
  severity: 'must',
  statement:
    'The `status` of a problem document is the status of its reply. So is each error member whose description calls it the HTTP status.',
  details: [
    'If examples in the contract have the `type` of the problem, at least one of these examples is for the status of the reply.',
    'If the contract documents `errors` with a `pointer`, a problem points to the invalid value of the input, or only to members for which a text of the contract states a rule.',
  ],
  source:
    'RFC 9457 §3.1.2: generators MUST use the same status code in the actual HTTP response; §3.1.1 and §4: `type` identifies the problem, and its definition has one status; RFC 6901 and the contract: `errors[].pointer` of the documented problem',
  repair:
    'Write the status of the reply and its documented type into the problem, and the pointer of the invalid value into its `errors`.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const violations = trial.observations.flatMap((observation) => {
      const { surface } = observation;
      const reply = replyOf(observation);
      if (reply === undefined) return [];
      const problem = problemOf(reply);
      if (problem !== undefined) return [judged(trial, context, surface, reply, problem)];
      const stated = statedStatuses(trial, context, surface, reply);
      return stated === undefined ? [] : [stated];
    });
    return violations.length === 0 ? undefined : violations.flat();
  },
};

function problemOf(reply: WireResponse): Json | undefined {
  return essence(headerValue(reply.headers, 'content-type')) === PROBLEM ? replyJson(reply) : undefined;
}

/**
 * Checks the members of an error body whose descriptions state that they repeat the HTTP status. `undefined` if the
 * reply is not an error, or if its schema has no such member.
 */
function statedStatuses(
  { operation }: Trial,
  context: TrialContext,
  surface: string,
  reply: WireResponse,
): readonly Violation[] | undefined {
  const { status, headers } = reply;
  const spec = status < 400 ? undefined : documentedResponse(operation, status);
  const schema = spec && documentedContent(spec, headerValue(headers, 'content-type') ?? '')?.schema;
  const pointers = schema === undefined ? [] : statusMembers(context.contract.schemas, schema);
  const body = pointers.length === 0 ? undefined : replyJson(reply);
  const values = pointers.map((pointer) => [pointer, valueAt(body, pointer)] as const);
  const stated = values.filter(([, value]) => typeof value === 'number');
  if (stated.length === 0) return undefined;
  return stated.flatMap(([at, received = null]) => {
    if (received === status) return [];
    const message = `The reply has the status ${status}, but its error has ${String(received)} at ${at}, which the contract describes as the HTTP status.`;
    const about = { surface, blame: responder(context), place: operation.id, status } as const;
    return [
      {
        ...about,
        pointer: `/response/body${at}`,
        kind: 'status-differs',
        message,
        expected: status,
        received,
        cause: `${status} ${String(received)}`,
      },
    ];
  });
}

function judged(
  trial: Trial,
  context: TrialContext,
  surface: string,
  reply: WireResponse,
  problem: Json,
): readonly Violation[] {
  const about = { surface, blame: responder(context), place: trial.operation.id, status: reply.status } as const;
  const status = ownValue(problem, 'status');
  if (typeof status === 'number' && status !== reply.status) {
    const message = `The problem document has the \`status\` ${status}, but its reply has the status ${reply.status}.`;
    const pointer = '/response/body/status';
    const cause = `${reply.status} ${status}`;
    return [{ ...about, pointer, kind: 'status-differs', message, expected: reply.status, received: status, cause }];
  }
  const foreign = typeOfOtherStatus(trial, context.contract, reply, problem);
  if (foreign !== undefined) {
    const { type, documented, own } = foreign;
    const message = `The reply has the status ${reply.status}, but the contract documents the type of its problem only for ${documented}.`;
    const pointer = '/response/body/type';
    const cause = `${reply.status} ${type}`;
    return [{ ...about, pointer, kind: 'type-of-other-status', message, expected: own, received: type, cause }];
  }
  const { expect, raw } = trial.case;
  if (expect.kind !== 'rejected' || raw !== undefined) return [];
  const elsewhere = pointsElsewhere(trial, context.contract, reply, problem);
  if (elsewhere === undefined) return [];
  const expected = asWritten(expect.pointer, elsewhere, documentedResponse(trial.operation, reply.status));
  const message = `The input is invalid at ${expect.pointer} (${expect.keyword}); the problem points to ${elsewhere.map((at) => (at === '' ? 'the whole document' : at)).join(', ')}.`;
  const pointer = '/response/body/errors';
  return [{ ...about, pointer, kind: 'points-elsewhere', message, expected, received: elsewhere, cause: '' }];
}

/**
 * The expected pointer in the form that this service uses. The pointers of most services start at the body, as in
 * `/name`. A service uses `/body/name` if a pointer in the reply, or in an example of the contract, starts with `body`.
 */
function asWritten(pointer: string, received: readonly string[], spec: ResponseSpec | undefined): string {
  const examples = (spec?.content ?? []).flatMap((content) => content.examples.map(({ value }) => value));
  const shown = examples.flatMap((value) => {
    const errors = ownValue(value, 'errors');
    return Array.isArray(errors) ? (errors as readonly Json[]).map((error) => ownValue(error, 'pointer')) : [];
  });
  const isPrefixed = [...received, ...shown].some((text) => typeof text === 'string' && /^[#/]*body\b/.test(text));
  return isPrefixed ? pointer : pointer.replace(/^\/body(?=\/)/, '');
}

/**
 * The `type` of a problem document, if it is wrong for the status of the reply: the examples of the contract have this
 * type only for other statuses. `undefined` if no example has the type, or if the contract has no example for this
 * status.
 */
function typeOfOtherStatus(
  { operation }: Trial,
  contract: Contract,
  { status }: WireResponse,
  problem: Json,
): { readonly type: string; readonly documented: string; readonly own: readonly string[] } | undefined {
  const type = ownValue(problem, 'type');
  const spec = documentedResponse(operation, status);
  const own = spec === undefined ? [] : typesOf(spec);
  if (typeof type !== 'string' || type === NO_TYPE || own.length === 0 || own.includes(type)) return undefined;
  const documented = otherStatuses(contract, type, status);
  return documented === undefined ? undefined : { type, documented: documented.join(', '), own };
}

/**
 * The statuses for which examples of the contract have this type of a problem. `undefined` if no example has the type,
 * or if one of them may be for the given status.
 */
export function otherStatuses({ operations }: Contract, type: string, status: number): readonly string[] | undefined {
  const having = operations.flatMap(({ responses }) => responses).filter((each) => typesOf(each).includes(type));
  const documented = new Set(having.map((each) => each.status));
  return documented.size === 0 || !having.every((each) => isOtherCode(each, status)) ? undefined : [...documented];
}

/** The type of a problem that has no meaning beyond its status (RFC 9457 §4.2.1). */
const NO_TYPE = 'about:blank';

function typesOf({ content }: ResponseSpec): readonly string[] {
  const types = content
    .filter(({ mediaType }) => essence(mediaType) === PROBLEM)
    .flatMap(({ examples }) => examples.map(({ value }) => ownValue(value, 'type')));
  return types.filter((type) => typeof type === 'string' && type !== NO_TYPE) as readonly string[];
}

function isOtherCode(spec: ResponseSpec, status: number): boolean {
  return /^\d{3}$/.test(spec.status) && spec.status !== String(status);
}
