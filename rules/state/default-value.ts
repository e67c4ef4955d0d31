import { defaultMembers } from '../../contract/collections/body/default-members.js';
import type { SchemaSource } from '../../contract/contract.js';
import { type Json, ownValue } from '../../contract/json/json.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { SchemaUri } from '../../contract/operation.js';
import { plainName } from '../../contract/plain-name.js';
import { differencesUnder, isSameUnder } from '../comparison.js';
import { storedTexts } from '../values/stated/operation-texts.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { type AcceptedCreate, acceptedCreates, sentItemSchemas } from './evidence/accepted-creates.js';
import { sharedInBranches } from './evidence/shared-fields.js';
import { itemViolation } from './evidence/item-values.js';
import { memberPlaces } from './evidence/member-places.js';
import { withAdditions } from './evidence/added-members.js';
import { statedAt } from './evidence/stated-at.js';
import type { JsonDifference } from '../values/json-difference.js';

/** If a request omits a member that has a default in the contract, the service stores the default. */
export const defaultValue: TrialRule = {
  id: 'state/default-value',
  severity: 'must',
  statement:
    'If the request of a create omits a member that has a default in the contract, and the reply returns this member, its value is the default. A create is a POST, or a PUT that is answered 201. A default that the schema of the reply does not allow is not judged.',
  details: [
    'A text may state that the default is the value of another member of the item, such as "`display_name` defaults to the name". Both values are those of the reply.',
  ],
  source: 'the contract: `default` of the member; OpenAPI 3.1 §4.8.24: the default is assumed if no value is given',
  repair: 'Use the default of the contract for an omitted member, or correct the default in the contract.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) =>
    acceptedCreates(trial, context, true)?.flatMap((created) => [
      ...otherDefaults(trial.operation, context, created),
      ...otherCopies(trial.operation, context, created),
    ]),
};

/**
 * The violations for omitted members whose default is the value of another member, as in "`display_name` defaults to
 * the name": the values of the two members differ in the reply.
 */
function otherCopies(
  operation: Trial['operation'],
  context: TrialContext,
  { surface, sent, returned, at }: AcceptedCreate,
): readonly Violation[] {
  const given = Object.keys(sent).map(plainName);
  return defaultMembers(context.contract, operation).flatMap(({ sent: omitted, name, from }) => {
    const [received, expected] = [ownValue(returned, name), ownValue(returned, from)];
    if (given.includes(plainName(omitted)) || received === undefined || typeof expected !== 'string') return [];
    // The service may change letter case and spaces in only one of the two.
    if (plainText(received) === plainText(expected)) return [];
    // "Defaults to `name`" may also mean this text.
    if (typeof received === 'string' && plainName(received) === plainName(from)) return [];
    return [
      {
        surface,
        pointer: `${at}${joinPointer('', name)}`,
        kind: 'unexpected',
        message: `The request omits ${joinPointer('', name)}. The service returns it with a different value from ${joinPointer('', from)}, the default that the contract states.`,
        expected,
        received,
        blame: responder(context),
        cause: `${operation.id} ${name}`,
      },
    ];
  });
}

function plainText(value: Json): Json {
  return typeof value === 'string' ? value.normalize().trim().toLowerCase() : value;
}

function otherDefaults(
  operation: Trial['operation'],
  context: TrialContext,
  create: AcceptedCreate,
): readonly Violation[] {
  const { surface, sent, returned, at, fields, bodies } = create;
  const { schemas } = context.contract;
  const omitted = Object.keys(returned).filter((name) => !Object.hasOwn(sent, name));
  const inBranches = bodies && sharedInBranches(schemas, bodies, { sent, returned, fields }, omitted);
  // If a member has several schemas, it is not clear which default applies.
  const ofBranch = [...(inBranches ?? [])].filter(([, field]) => field.sent.length === 1);
  const differences = [...fields, ...ofBranch].flatMap(([name, field]) =>
    differencesUnder(
      { schemas, stated: field.sent, defaults: true, ignored: ['input', 'output'] },
      ownValue(sent, name),
      ownValue(returned, name),
      joinPointer('', name),
    ).filter(
      (difference) =>
        difference.default !== undefined &&
        difference.tolerance === undefined &&
        !isSameUnder(
          {
            schemas,
            stated: [...field.sent, ...field.returned],
            storedTexts: storedTexts(context.contract, operation),
          },
          difference.default,
          difference.received,
          difference.pointer,
        ) &&
        canReturn(schemas, field.returned, ownValue(returned, name) ?? null, { ...difference, name }),
    ),
  );
  const placeOf = memberPlaces(schemas, sentItemSchemas(context.contract, operation, create), sent, differences);
  return differences.map((difference) => {
    const { pointer, default: expected } = difference;
    const other = { ...difference, kind: 'unexpected', expected } as const;
    return itemViolation(context, surface, operation, at, message(pointer), other, placeOf(pointer));
  });
}

/**
 * Whether the schemas of the reply permit the default at all. A service may return values in a different form from the
 * sent one: a duration such as `PT2S` as a number of seconds.
 */
function canReturn(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  returned: Json,
  { pointer, name, default: value = null, received }: JsonDifference & { readonly name: string },
): boolean {
  const below = pointer.slice(joinPointer('', name).length);
  const whole = withAdditions(value, received);
  return statedAt(schemas, stated, returned, below).every((address) =>
    schemas.forDirection('input').accepts(address, whole),
  );
}

function message(pointer: string): string {
  return `The service returns ${pointer}, which the request omits, with a different value from the default of the contract.`;
}
