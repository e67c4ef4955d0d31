import type { Comparison, Expression } from '../../../../contract/collections/expressions/expression.js';
import { type Json, type JsonObject, ownValue } from '../../../../contract/json/json.js';

/**
 * Whether an element satisfies an expression. `undefined` if this is not certain, for example because two texts differ
 * only in the case of their letters.
 */
export function satisfies({ comparisons }: Expression, element: JsonObject): boolean | undefined {
  const results = comparisons.map((comparison) => satisfied(comparison, ownValue(element, comparison.member)));
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/**
 * Whether a value satisfies a comparison. `undefined` if this is not certain, for example because the value is missing
 * or null.
 */
function satisfied({ relation, value: wanted }: Comparison, value: Json | undefined): boolean | undefined {
  if (value === undefined || value === null || typeof value !== typeof wanted) return undefined;
  if (typeof value === 'number') return numberSatisfies(relation, value, wanted as number);
  if (typeof value === 'boolean') return textSatisfies(relation, String(value), String(wanted));
  return typeof value === 'string' ? textSatisfies(relation, value, wanted as string) : undefined;
}

/** The precision to which a service may round numbers in its replies. */
const ROUNDED = 0.01;

function numberSatisfies(relation: Comparison['relation'], value: number, wanted: number): boolean | undefined {
  const isNear = value !== wanted && Math.abs(value - wanted) < ROUNDED;
  if (isNear) return undefined;
  switch (relation) {
    case 'equal':
      return value === wanted;
    case 'unequal':
      return value !== wanted;
    case 'less':
      return value < wanted;
    case 'at-most':
      return value <= wanted;
    case 'greater':
      return value > wanted;
    case 'at-least':
      return value >= wanted;
    default:
      return undefined;
  }
}

/** Whether a text satisfies a comparison; `undefined` if this depends on whether letter case matters. */
function textSatisfies(relation: Comparison['relation'], value: string, wanted: string): boolean | undefined {
  const [exact, folded] = [
    holds(relation, value, wanted),
    holds(relation, value.trim().toLowerCase(), wanted.trim().toLowerCase()),
  ];
  return exact === folded ? exact : undefined;
}

function holds(relation: Comparison['relation'], value: string, wanted: string): boolean | undefined {
  switch (relation) {
    case 'equal':
      return value === wanted;
    case 'unequal':
      return value !== wanted;
    case 'starts':
      return value.startsWith(wanted);
    case 'ends':
      return value.endsWith(wanted);
    case 'contains':
      return value.includes(wanted);
    default:
      return undefined;
  }
}
