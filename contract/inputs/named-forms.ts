import { givenArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';
import { canonicalJson } from '../json/canonical-json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { appliedSchemas, appliedToItem, appliedToMember } from '../schema/applied-schemas.js';
import { argumentSchema } from './input-violations.js';

/**
 * A member whose strings must have a certain form, such as a cron expression. Only the name of the member states this
 * form (`cron`, `timezone`); its schemas do not.
 */
export interface NamedForm {
  readonly name: string;
  /** Matches texts that are about such strings, for example the message of a refusal with the word "cron". */
  readonly about: RegExp;
}

/** Forms of strings for which JSON Schema has no format. `name` matches the names of members that state the form. */
const FORMS: readonly { readonly name: RegExp; readonly about: RegExp }[] = [
  { name: /^cron(?:tab)?(?:expr|expression|schedule|spec|string|pattern)?$/, about: /\bcron/i },
  { name: /timezone(?:name|id)?$|^tz$/, about: /\btime ?-?zone|\btz\b/i },
  { name: /^rrules?$|^recurrencerules?$/, about: /\brrule|\brecurrence/i },
];

/**
 * Keywords with which a schema restricts the form of a string. If it has one of them, the name of the member is
 * ignored.
 */
const STATED = ['pattern', 'format', 'enum', 'const'];

/**
 * The members and arguments of an input whose strings may have the wrong form: cron expressions, time zones and
 * recurrence rules. Only their names state the form, so generated strings may not have it. A string that a schema
 * contains, such as an example, is skipped.
 */
export function namedForms({ schemas }: Contract, operation: Operation, input: CaseInput): readonly NamedForm[] {
  return givenArguments(operation, input).flatMap(([argument, value]) => {
    const schema = argumentSchema(operation, argument, input.mediaType);
    const name = argument.in === 'body' ? '' : (argument.parameter?.name ?? argument.name);
    return schema === undefined ? [] : search(schemas, name, value, [schema], 0);
  });
}

/** The maximum depth at which members of a value are searched. */
const MAX_DEPTH = 100;

function search(
  schemas: SchemaSource,
  name: string,
  value: Json,
  stated: readonly SchemaUri[],
  depth: number,
): readonly NamedForm[] {
  if (depth > MAX_DEPTH || stated.length === 0) return [];
  const applied = appliedSchemas(schemas, stated, value);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.flatMap((item, index) =>
      search(schemas, name, item, appliedToItem(schemas, applied, index), depth + 1),
    );
  }
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([member, inner]) =>
      search(schemas, member, inner, appliedToMember(schemas, applied, member), depth + 1),
    );
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const form = typeof value === 'string' ? FORMS.find((each) => each.name.test(plain)) : undefined;
  const own = applied.map(({ schema }) => schema);
  if (form === undefined || own.some((schema) => isStated(schema) || lists(schema, value))) return [];
  return [{ name, about: form.about }];
}

function isStated(schema: JsonObject): boolean {
  return STATED.some((keyword) => ownValue(schema, keyword) !== undefined);
}

function lists({ example, examples, default: usual }: JsonObject, value: Json): boolean {
  const named = [example, usual, ...(Array.isArray(examples) ? examples : [])];
  return named.some((each) => each !== undefined && canonicalJson(each) === canonicalJson(value));
}
