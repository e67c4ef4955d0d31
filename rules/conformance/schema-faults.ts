import { statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource, SchemaViolation } from '../../contract/contract.js';
import { pointerTokens, valueAt } from '../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';

/** More broken keywords than these of one value say nothing new. */
const MAX_TOLD = 8;

/** They only repeat what their branches say. */
const APPLICATORS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', '$ref', '$dynamicRef']);

/** What is wrong with a value that a service sent, one fault each: a broken keyword is told once, an object of another shape as that. */
export function schemaFaults(schemas: SchemaSource, schema: SchemaUri, value: Json): readonly SchemaViolation[] {
  // What is written and never read need not come back, required or not: the tolerance `write-only`.
  const broken = schemas.towards('output').validate(schema, value);
  const said = broken.filter((violation) => !APPLICATORS.has(violation.keyword));
  const told = said.length > 0 ? said : broken;
  const shape = told.find((violation) => isAnotherShape(schemas, told, violation, value));
  if (shape !== undefined) {
    return [{ ...shape, keyword: 'another-shape', message: 'must have the members of its schema, has none of them' }];
  }
  const seen = new Set<string>();
  return told.filter((violation) => !seen.has(violation.schema) && seen.add(violation.schema)).slice(0, MAX_TOLD);
}

/** An envelope around the value, for one, lacks all that is required: many missing members, one fault. */
function isAnotherShape(schemas: SchemaSource, told: readonly SchemaViolation[], { pointer }: SchemaViolation, value: Json): boolean {
  const object = valueAt(value, pointer);
  const missing = told
    .filter((violation) => violation.pointer === pointer)
    .map(missingMember)
    .filter((member) => member !== undefined);
  if (!isJsonObject(object) || missing.length < 2) return false;
  return !missing.some(({ holder }) => [...statedParts(schemas, [holder]).properties.keys()].some((name) => Object.hasOwn(object, name)));
}

interface MissingMember {
  /** The schema whose `required` is broken. */
  readonly holder: SchemaUri;
  readonly name: string;
}

/** The name of the member that is missing, where `required` is broken. */
export function missingName(violation: SchemaViolation): string | undefined {
  return missingMember(violation)?.name;
}

function missingMember({ keyword, schema }: SchemaViolation): MissingMember | undefined {
  const [, holder, tail] = /^(.*)(\/required\/[^/]*)$/.exec(schema) ?? [];
  const name = pointerTokens(tail ?? '').at(1);
  return keyword !== 'required' || holder === undefined || name === undefined ? undefined : { holder: holder as SchemaUri, name };
}
