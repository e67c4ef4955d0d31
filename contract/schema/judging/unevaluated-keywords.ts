import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.js';
import { coversItem, coversMember, type Evaluated, evaluatedBy, type EvaluationContext } from './evaluated.js';

/**
 * Replaces Ajv's `unevaluatedProperties` and `unevaluatedItems`, which have two faults. They ignore members and items
 * that a single `if` or `contains` evaluates. If the schema has alternatives, they also treat names from
 * `Object.prototype` (`toString`, `__proto__`) as evaluated.
 */
export function addUnevaluatedKeywords(ajv: Ajv2020): void {
  // Ajv's own records of evaluated members are no longer needed, and cost time.
  ajv.opts.unevaluated = false;
  const context = evaluationContext(ajv);
  define(ajv, 'unevaluatedProperties', 'object', context, (evaluated, value, accepted) => {
    const object = value as JsonObject;
    return Object.keys(object)
      .filter((name) => !coversMember(evaluated, object, name) && !accepted(object[name] ?? null))
      .map((name) => ({ token: name, conditional: coversMember(evaluated, object, name, true) }));
  });
  define(ajv, 'unevaluatedItems', 'array', context, (evaluated, value, accepted) => {
    const items = value as readonly Json[];
    return [...items.keys()]
      .filter((index) => !coversItem(evaluated, items, index) && !accepted(items[index] ?? null))
      .map((index) => ({ token: index, conditional: coversItem(evaluated, items, index, true) }));
  });
}

/** What an error of `unevaluatedProperties` or `unevaluatedItems` states. */
interface UnevaluatedParams {
  /** The member or item that no keyword evaluates, and that the schema of `unevaluated*` rejects. */
  readonly unevaluated: string | number;
  /** Whether an alternative that the value does not satisfy would have evaluated the member or item. */
  readonly conditional: boolean;
}

interface RefusedPart {
  readonly token: string | number;
  readonly conditional: boolean;
}

type FindRefused = (evaluated: Evaluated, value: Json, accepted: (part: Json) => boolean) => readonly RefusedPart[];

/** The function that Ajv calls for a keyword. If it returns `false`, Ajv reads its `errors`. */
type KeywordTest = ((value: Json) => boolean) & { errors?: Partial<ErrorObject>[] };

function define(
  ajv: Ajv2020,
  keyword: string,
  type: 'object' | 'array',
  context: EvaluationContext,
  find: FindRefused,
): void {
  const compile = (rest: boolean | JsonObject, parent: JsonObject): KeywordTest => {
    if (rest === true) return () => true;
    // The schema is read at the first value, because the targets of its references may be added later than the schema.
    let evaluated: Evaluated | undefined;
    const accepted = (part: Json): boolean => rest !== false && context.accepts(rest, part);
    const validate: KeywordTest = (value) => {
      evaluated ??= evaluatedBy(parent, context);
      const refused = find(evaluated, value, accepted);
      if (refused.length > 0) validate.errors = refused.map((part) => unevaluatedError(keyword, parent, part));
      return refused.length === 0;
    };
    return validate;
  };
  ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword, type, schemaType: ['boolean', 'object'], compile, errors: 'full' });
}

function unevaluatedError(
  keyword: string,
  parentSchema: JsonObject,
  { token, conditional }: RefusedPart,
): Partial<ErrorObject> {
  const params: UnevaluatedParams = { unevaluated: token, conditional };
  const what = keyword === 'unevaluatedItems' ? 'items' : 'properties';
  return { keyword, parentSchema, params, message: `must NOT have unevaluated ${what}: ${JSON.stringify(token)}` };
}

function evaluationContext(ajv: Ajv2020): EvaluationContext {
  return {
    referred: (key) => {
      const schema: unknown = ajv.schemas[key]?.schema;
      return isJsonObject(schema) ? schema : undefined;
    },
    // Ajv compiles each schema object once, and caches the result by the identity of the object.
    accepts: (schema, value) => ajv.compile(schema)(value),
  };
}
