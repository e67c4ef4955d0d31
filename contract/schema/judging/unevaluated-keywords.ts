import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.js';
import { coversItem, coversMember, type Evaluated, evaluatedBy, type EvaluationContext } from './evaluated.js';

/**
 * Replaces Ajv's `unevaluatedProperties` and `unevaluatedItems`. Its own loses what a lone `if` or `contains` evaluates, and
 * takes members named like those of every object (`toString`, `__proto__`) for evaluated once alternatives are involved.
 */
export function addUnevaluatedKeywords(ajv: Ajv2020): void {
  // Without its own keywords the bookkeeping for them only costs time.
  ajv.opts.unevaluated = false;
  const context = evaluationContext(ajv);
  define(ajv, 'unevaluatedProperties', 'object', context, (evaluated, value, accepted) => {
    const object = value as JsonObject;
    return Object.keys(object).filter((name) => !coversMember(evaluated, object, name) && !accepted(object[name] ?? null))
      .map((name) => ({ token: name, conditional: coversMember(evaluated, object, name, true) }));
  });
  define(ajv, 'unevaluatedItems', 'array', context, (evaluated, value, accepted) => {
    const items = value as readonly Json[];
    return [...items.keys()].filter((index) => !coversItem(evaluated, items, index) && !accepted(items[index] ?? null))
      .map((index) => ({ token: index, conditional: coversItem(evaluated, items, index, true) }));
  });
}

/** What an error of these keywords tells beyond its place. */
interface UnevaluatedParams {
  /** The member or item that nothing evaluates and the keyword's schema refuses. */
  readonly unevaluated: string | number;
  /** An alternative that the value does not meet would have evaluated it. */
  readonly conditional: boolean;
}

interface RefusedPart {
  readonly token: string | number;
  readonly conditional: boolean;
}

type FindRefused = (evaluated: Evaluated, value: Json, accepted: (part: Json) => boolean) => readonly RefusedPart[];

/** What Ajv calls for a keyword; it reads `errors` after a `false`. */
type KeywordTest = ((value: Json) => boolean) & { errors?: Partial<ErrorObject>[] };

function define(ajv: Ajv2020, keyword: string, type: 'object' | 'array', context: EvaluationContext, find: FindRefused): void {
  const compile = (rest: boolean | JsonObject, parent: JsonObject): KeywordTest => {
    if (rest === true) return () => true;
    // Compiled at the first value: the schemas that references name need not be there before.
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

function unevaluatedError(keyword: string, parentSchema: JsonObject, { token, conditional }: RefusedPart): Partial<ErrorObject> {
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
    // Ajv keeps what it compiled by the identity of the schema.
    accepts: (schema, value) => ajv.compile(schema)(value),
  };
}
