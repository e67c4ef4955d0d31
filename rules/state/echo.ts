import { storedTexts } from '../values/stated/operation-texts.js';
import type { SchemaSource } from '../../contract/contract.js';
import { statedMembers } from '../../contract/collections/reply-members.js';
import { joinPointer, pointerTokens } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import type { JsonDifference } from '../values/json-difference.js';
import { sameJson } from '../values/same-json.js';
import { isOmittedEmpty } from '../values/stated/stated-change.js';
import { notConverted, unchangedTexts } from '../values/stated/unchanged-texts.js';
import { withAdditions } from './evidence/added-members.js';
import {
  type AcceptedBatch,
  type AcceptedCreate,
  acceptedBatches,
  acceptedCreates,
  sentItemSchemas,
} from './evidence/accepted-creates.js';
import { isAddition, itemViolation } from './evidence/item-values.js';
import { lostElements } from './evidence/batch-creates.js';
import { memberPlaces } from './evidence/member-places.js';
import { isEntityTagMember } from '../../contract/inputs/precondition-members.js';
import { type Field, type Fields, NO_FIELDS, sharedInBranches } from './evidence/shared-fields.js';
import { isOfSomeAlternatives } from './evidence/stated-at.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';

/** A service stores and returns the fields that it receives. */
export const echo: TrialRule = {
  id: 'state/echo',
  severity: 'must',
  statement:
    'The reply to a create returns every field of the request that the schema of the reply also has, with the value of the request.',
  details: [
    'A list that was sent as null may be returned as an empty list, and a list may have the order that its description states.',
    'A value is changed as its description states: "surrounding spaces are removed", "stored in lower case", "equal lines are joined".',
    'If the request matches several alternatives of its schema (`oneOf`, `anyOf`), a member that only some of them have may be missing.',
    'A create of several items that is answered 201 returns each of them, in any order.',
    'If the service answers with an item that existed before, and not with 201, the reply is not judged.',
  ],
  source: 'the contract: the request and response schemas share the field and it is not writeOnly; RFC 9110 §9.3.3',
  repair:
    'Store the field, distinguish null and empty from omitted, and return it; or mark it as writeOnly or, if the service sets it, as readOnly.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const creates = (acceptedCreates(trial, context) ?? [])
      .map((create) => ({ ...create, fields: echoedFields(context.contract.schemas, create) }))
      .filter(mayShareFields);
    const batches = acceptedBatches(trial, context).filter(({ isMember }) => isMember !== true);
    if (creates.length + batches.length === 0) return undefined;
    return [
      ...creates.flatMap((created) => lost(trial, context, created)),
      ...batches.flatMap((batch) => missingItems(trial, context, batch)),
    ];
  },
};

/**
 * The violation for a create of several items whose reply has too few items. A reply with more items than the request
 * is not a violation, because it may be the whole list.
 */
function missingItems(
  { operation: { id } }: Trial,
  context: TrialContext,
  { surface, ...batch }: AcceptedBatch,
): readonly Violation[] {
  const count = batch.sent.length;
  const missing = lostElements(context.contract, batch);
  if (missing === 0) return [];
  return [
    {
      surface,
      pointer: `/response/body${batch.at}`,
      kind: 'elements-missing',
      message: `${id} answers 201, but returns ${count - missing} of the ${count} items of the request.`,
      expected: count,
      received: count - missing,
      blame: responder(context),
      cause: `${id} items`,
      status: 201,
    },
  ];
}

/**
 * Whether the schemas of the request and the reply have fields in common. Also true if one of the schemas is missing:
 * the rule then applies, but nothing can be compared.
 */
function mayShareFields({ sent, fields, bodies }: AcceptedCreate): boolean {
  return bodies === undefined || Object.keys(sent).some((name) => fields.has(name));
}

/**
 * The fields of the request that the reply must repeat. They include fields in alternatives and conditions of the
 * schemas, if both the request and the reply satisfy these.
 */
function echoedFields(schemas: SchemaSource, create: AcceptedCreate): Fields {
  const { fields, bodies } = create;
  const inBranches = bodies === undefined ? NO_FIELDS : sharedInBranches(schemas, bodies, create);
  return inBranches.size === 0 ? fields : new Map([...fields, ...inBranches]);
}

function lost(
  { operation, case: { raw } }: Trial,
  context: TrialContext,
  create: AcceptedCreate,
): readonly Violation[] {
  const { surface, sent, returned, at, fields, bodies } = create;
  const { schemas } = context.contract;
  const texts = storedTexts(context.contract, operation);
  const isAmbiguous = ({ pointer, received }: JsonDifference): boolean =>
    received === undefined && bodies !== undefined && isOfSomeAlternatives(schemas, [bodies.from], sent, pointer);
  const message = (pointer: string): string =>
    `The service returns ${pointer} with a different value from the one in the request${raw ? ` ${raw.words}` : ''}.`;
  const differences = Object.entries(sent)
    .flatMap(([name, value]) => {
      const field = fields.get(name);
      const received = ownValue(returned, name);
      if (field === undefined || isEntityTagMember(name) || !canHold(schemas, field, withAdditions(value, received)))
        return [];
      const stated = [...field.sent, ...field.returned];
      const comparison = { schemas, stated, ignored: ['input', 'output'], storedTexts: texts } as const;
      return [
        ...differencesUnder(comparison, value, received, joinPointer('', name)),
        ...unchangedTexts(schemas, stated, name, value, received),
      ];
    })
    .filter(
      (difference) =>
        !isAddition(sent, difference) &&
        !isEmptied(difference) &&
        !isAmbiguous(difference) &&
        !isOmittedEmpty(context.contract.document, difference.expected, difference.received),
    );
  const placeOf = memberPlaces(schemas, sentItemSchemas(context.contract, operation, create), sent, differences);
  return differences.map((difference) => {
    const { pointer, kind } = difference;
    const about = kind === 'not-converted' ? notConverted(pointer) : message(pointer);
    const other = bodies === undefined ? undefined : otherName(schemas, bodies.to, returned, difference);
    const hint =
      other === undefined
        ? ''
        : ` The reply has this value at ${joinPointer('', other)}, which its schema does not name.`;
    return itemViolation(context, surface, operation, at, `${about}${hint}`, difference, placeOf(pointer));
  });
}

/**
 * The name of the member in which a reply probably returns a sent value under a wrong name. It is the only member with
 * this value that the schema of the reply does not name; `undefined` if there is none, or several.
 */
function otherName(
  schemas: SchemaSource,
  to: SchemaUri,
  returned: JsonObject,
  { pointer, expected, received }: JsonDifference,
): string | undefined {
  if (received !== undefined || expected === undefined || pointerTokens(pointer).length > 1) return undefined;
  const stated = statedMembers(schemas, [to]);
  const [name, ...others] = Object.keys(returned).filter(
    (each) => !stated.has(each) && sameJson(ownValue(returned, each), expected),
  );
  return others.length === 0 ? name : undefined;
}

/**
 * Whether a sent null became an empty list. This is permitted, because many languages do not distinguish a missing list
 * from an empty one.
 */
function isEmptied({ expected, received }: JsonDifference): boolean {
  return expected === null && Array.isArray(received) && received.length === 0;
}

/**
 * Whether the schemas of the reply permit the sent value. The value is validated as an input, because it lacks members
 * that only replies have.
 */
function canHold(schemas: SchemaSource, { returned }: Field, value: Json): boolean {
  return returned.every((address) => schemas.forDirection('input').accepts(address, value));
}
