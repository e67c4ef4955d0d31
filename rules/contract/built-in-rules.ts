import type { IFunctionResult, RulesetDefinition } from '@stoplight/spectral-core';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { valueAt } from '../../contract/json/json-pointer.js';
import { isOpenApi30 } from './schemas/dialect.js';
import { isNewer } from './schemas/newer-keyword.js';

type Rules = Extract<RulesetDefinition, { rules: Record<string, unknown> }>['rules'];

/**
 * Built-in rules of Spectral that our ruleset turns off or changes. Our own rules validate examples instead, with the
 * option `multipleOfPrecision`: without it, 19.99 would not be a multiple of 0.01. Our own rules also report a missing
 * operationId.
 */
const CHANGED = {
  'oas3-valid-media-example': 'off',
  'oas3-valid-schema-example': 'off',
  'operation-operationId': 'off',
  // Siblings of `$ref` are ignored (OpenAPI 3.0.4 §4.7.23), not forbidden.
  'no-$ref-siblings': 'warn',
} as const;

type Check = (
  input: Json | undefined,
  options: unknown,
  context: { readonly document: { readonly data: unknown } },
) => IFunctionResult[] | void;

/** The built-in rules with our changes. */
export function builtInRules(builtIn: RulesetDefinition): Rules {
  return {
    ...CHANGED,
    // `contract/newer-keyword` reports the keywords of 3.1 in a description of 3.0.
    ...changed(builtIn, 'oas3-schema', (check) => (input, options, context) => {
      const faults = check(input, options, context);
      return faults?.filter(({ path = [] }) => {
        // The tokens of this path are still escaped, so they can be joined to a pointer.
        const keyword = String(path.at(-1));
        return input === undefined || !isOpenApi30(input) || !isNewer(keyword, valueAt(input, `/${path.join('/')}`));
      });
    }),
    // Only OpenAPI 3.0 requires `items` (3.0.4 §4.7.24). In 3.1 it is optional, and may be `false`.
    ...changed(
      builtIn,
      'array-items',
      (check) => (input, options, context) => {
        const { data } = context.document;
        return isJsonObject(data) && isOpenApi30(data) ? check(input, options, context) : undefined;
      },
      // This path replaces an alias that is defined only in the built-in ruleset.
      '$..[?(@ && @.type=="array")]',
    ),
  };
}

/**
 * A built-in rule of Spectral with a different check: `change` gets the check of the rule and returns the new one.
 * `given`: JSON paths to check in place of those of the rule.
 */
function changed(builtIn: RulesetDefinition, name: string, change: (check: Check) => Check, given?: string): Rules {
  const rule = (builtIn as { readonly rules?: Rules }).rules?.[name];
  if (typeof rule !== 'object' || Array.isArray(rule.then)) return {};
  const check = change(rule.then.function as unknown as Check);
  return {
    [name]: { ...rule, ...(given !== undefined && { given }), then: { ...rule.then, function: check as never } },
  };
}
