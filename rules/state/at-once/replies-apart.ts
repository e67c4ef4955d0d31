import { sentItem } from '../../../contract/collections/envelope.js';
import type { Case } from '../../../contract/case.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { isJsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, responder } from '../../rule.js';
import type { JsonDifference } from '../../values/json-difference.js';
import { orOmitted } from '../../values/omitted.js';
import { createdItem, itemDifferences, itemSchema, itemValue, successValue } from '../evidence/item-values.js';
import { keyOf, repeatOf } from '../evidence/repeat-key.js';
import { type OverlappedCall, isJudged, overlappedCalls } from './overlapped-calls.js';

/** If a service receives several requests at the same time, each reply answers its own request. */
export const repliesApart: TrialRule = {
  id: 'state/replies-apart',
  severity: 'must',
  statement:
    'A request gets the same status and values, whether or not other requests run at the same time. Created items have different identifiers.',
  source:
    'RFC 9110 §3.3: a request is understood in isolation; §9.3.3 and §15.3.2: the reply describes what the request created',
  repair:
    'Keep the data of a request in local variables. Do not use a shared buffer, current item or counter that a second request changes while the first one waits.',
  backends: REAL_SERVICE,
  reads: 'call',
  atOnce: true,
  check: (trial, context) => {
    const [observation] = trial.observations;
    const all = (observation && overlappedCalls(context.contract, observation)) ?? [];
    const calls = all.filter((call) => isJudged(call) && !sharesKey(call, all));
    if (calls.length === 0) return undefined;
    // If the service refuses a call also when the calls run one after another, their order may decide which call is
    // refused. Only server errors are then reported.
    const mixed = calls.length === all.length ? MIXED : FAILED;
    return [...calls.flatMap((call) => faults(context, call, mixed)), ...sameIdentifiers(context, calls)].slice(0, 1);
  },
};

/**
 * Whether another concurrent call has the same idempotency key. Its reply may then correctly be that of the first
 * request, which a different rule judges.
 */
function sharesKey({ operation, observation }: OverlappedCall, all: readonly OverlappedCall[]): boolean {
  const { key: place } = repeatOf(operation) ?? {};
  const key = keyOf(observation.case.input, place);
  return (
    key !== undefined &&
    all.some(
      (other) =>
        other.observation !== observation &&
        other.operation === operation &&
        keyOf(other.observation.case.input, place) === key,
    )
  );
}

function about(
  context: TrialContext,
  { operation, observation }: OverlappedCall,
): Omit<Violation, 'pointer' | 'message'> {
  return {
    surface: observation.surface,
    kind: 'depends-on-other-calls',
    blame: responder(context),
    cause: 'calls at once',
    place: operation.id,
    expected: 'the reply to the request of the call',
    received: 'the reply to another request',
  };
}

/**
 * Statuses which show that the service confused two requests, if the same request succeeds while no other call runs.
 * 404 is not among them, because the item may have been lost. Conflicts and rate limits are not among them, because a
 * service may send them at any time.
 */
const MIXED: ReadonlySet<number> = new Set([400, 415, 422, 500, 501]);
const FAILED: ReadonlySet<number> = new Set([500, 501]);

function faults(context: TrialContext, call: OverlappedCall, mixed: ReadonlySet<number>): readonly Violation[] {
  const { operation, observation, apart } = call;
  const status = replyOf(observation)?.status ?? 0;
  const id = operation.id;
  if (mixed.has(status)) {
    const message = `${id} is answered ${status} while other requests are in progress, and succeeds without them.`;
    return [
      {
        ...about(context, call),
        pointer: '/response/status',
        message,
        expected: replyOf(apart)?.status ?? null,
        received: status,
      },
    ];
  }
  if (differences(context, call, apart).length > 0) return [];
  return differences(context, call, observation).map(({ pointer, expected, received }) => ({
    ...about(context, call),
    pointer: `/response/body${pointer}`,
    message: `${id} returns one value at ${pointer} while other requests are in progress, and a different value without them.`,
    expected: orOmitted(expected),
    received: orOmitted(received),
  }));
}

/**
 * The differences which show that a reply belongs to a different request. For a create or a change, the reply is
 * compared with the request of the call. For a read, the reply is compared with the created item. The reply to a change
 * is not compared with the created item, because it may contain the values of a different change.
 */
function differences(
  context: TrialContext,
  { operation }: OverlappedCall,
  made: Observation,
): readonly JsonDifference[] {
  const reply = replyOf(made);
  const { contract } = context;
  const schema = reply && itemSchema(contract, operation, reply)?.schema;
  const received = itemValue(contract, made);
  if (schema === undefined || !isJsonObject(received)) return [];
  if (operation.method !== 'get') {
    const sent = sentItem(contract, operation, made.case.input.body);
    return isJsonObject(sent) ? itemDifferences(context, { create: operation, sent }, [schema], sent, received) : [];
  }
  const source = made.earlier?.find(({ case: { id } }) => id === sourceOf(made.case));
  const item = source && createdItem(contract, source);
  return item === undefined ? [] : itemDifferences(context, item, [schema], item.value, received);
}

/** The id of the step that created the item which a call reads or changes. */
function sourceOf({ feeds }: Case): string | undefined {
  return feeds?.find((feed) => feed.in === 'path')?.step;
}

/**
 * Reports two creates that returned the same identifier when they ran at the same time, but two identifiers when they
 * ran one after another.
 */
function sameIdentifiers(context: TrialContext, calls: readonly OverlappedCall[]): readonly Violation[] {
  for (const { create, read } of context.collections ?? []) {
    const own = calls.filter(({ operation }) => operation === create);
    const pointer = read?.id.pointer;
    if (pointer === undefined || pointer === '') continue;
    const idOf = (made: Observation): string | undefined => JSON.stringify(valueAt(successValue(made), pointer));
    const known = new Map<string, OverlappedCall>();
    for (const call of own) {
      const id = idOf(call.observation);
      const first = id === undefined ? undefined : known.get(id);
      if (id !== undefined && first === undefined) known.set(id, call);
      if (id === undefined || first === undefined || idOf(first.apart) === idOf(call.apart)) continue;
      const message = `Two concurrent calls of ${call.operation.id} return the same identifier.`;
      return [
        {
          ...about(context, call),
          pointer: `/response/body${pointer}`,
          message,
          expected: 'a different identifier',
          received: id,
        },
      ];
    }
  }
  return [];
}
