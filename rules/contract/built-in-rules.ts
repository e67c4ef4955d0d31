import type { IFunctionResult, RulesetDefinition } from '@stoplight/spectral-core';
import type { Json } from '../../contract/json/json.js';
import { valueAt } from '../../contract/json/json-pointer.js';
import { isOpenApi30 } from './schemas/dialect.js';
import { isNewer } from './schemas/newer-keyword.js';

type Rules = Extract<RulesetDefinition, { rules: Record<string, unknown> }>['rules'];

/**
 * Changes to the built-in ruleset. Our own rules validate examples with `multipleOfPrecision`, without which 19.99
 * would not be a multiple of 0.01. Our own rules also report a missing operationId.
 */
const CHANGED = {
  'oas3-valid-media-example': 'off',
  'oas3-valid-schema-example': 'off',
  'operation-operationId': 'off',
  // Siblings of `$ref` are ignored (OpenAPI 3.0.4 §4.7.23), not forbidden.
  'no-$ref-siblings': 'warn',
} as const;

type Check = (input: Json, options: unknown, context: unknown) => IFunctionResult[] | void;

/**
 * The built-in rules with our changes. `oas3-schema` does not report keywords of 3.1 in a description of 3.0, because
 * `contract/newer-keyword` reports them.
 */
export function builtInRules(builtIn: RulesetDefinition): Rules {
  const rule = (builtIn as { readonly rules?: Rules }).rules?.['oas3-schema'];
  if (typeof rule !== 'object' || Array.isArray(rule.then)) return CHANGED;
  const check = rule.then.function as unknown as Check;
  const known: Check = (input, options, context) =>
    check(input, options, context)?.filter(({ path = [] }) => {
      // The tokens of this path are still escaped, so joining them gives a pointer.
      const keyword = String(path.at(-1));
      return !isOpenApi30(input) || !isNewer(keyword, valueAt(input, `/${path.join('/')}`));
    });
  return { ...CHANGED, 'oas3-schema': { ...rule, then: { ...rule.then, function: known as never } } };
}
