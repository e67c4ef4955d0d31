import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { matchesAny, missesAny } from '../../../contract/patterns/pattern-tests.js';
import { multipleTest } from '../../../contract/schema/judging/exact-keywords.js';
import type { ConstraintNode } from './constraint-node.js';
import type { Constraints } from '../../../contract/constraints/constraint-types.js';
import { exceptionsOf, within } from '../scalars/number-source.js';
import { codePointLength } from '../scalars/code-points.js';
import { typesOfValue } from '../../../contract/constraints/value-types.js';

const MAX_DEPTH = 16;

/**
 * Returns true if a value satisfies the flattened constraints. This check is quick; the validator would have to compile
 * each subschema first. But it checks neither formats nor `contains`. So `false` means that the value is invalid, and
 * `true` means only that it is probably valid.
 */
export function admits(node: ConstraintNode, value: Json, depth = 0): boolean {
  if (depth > MAX_DEPTH || isNarrowed(node.constraints, value)) return true;
  if (!node.isSettled)
    return node.branches.length === 0 || node.branches.some((branch) => admits(branch, value, depth));
  const { constraints } = node;
  if (constraints.never || !typesOfValue(value).some((type) => constraints.types.has(type))) return false;
  if (constraints.candidates !== undefined && !isListed(constraints.candidates, value)) return false;
  if (constraints.excluded.length > 0 && isListed(constraints.excluded, value)) return false;
  if (typeof value === 'number') return admitsNumber(constraints, value);
  if (typeof value === 'string') return admitsText(constraints, value);
  if (Array.isArray(value)) return admitsItems(node, value as readonly Json[], depth);
  return !isJsonObject(value) || admitsMembers(node, value, depth);
}

/** True if the constraints may exclude valid values of this type. */
function isNarrowed({ narrowed }: Constraints, value: Json): boolean {
  return narrowed.size > 0 && typesOfValue(value).some((type) => narrowed.has(type));
}

function isListed(candidates: readonly Json[], value: Json): boolean {
  if (typeof value !== 'object' || value === null) return candidates.includes(value);
  return candidates.map(canonicalJson).includes(canonicalJson(value));
}

function admitsNumber(constraints: Constraints, value: number): boolean {
  const isAllowed = exceptionsOf(constraints);
  return (
    within(constraints, value) &&
    constraints.multiplesOf.every((multiple) => multipleTest(multiple)(value)) &&
    isAllowed?.(value) !== false
  );
}

function admitsText({ minLength, maxLength, patterns, notPatterns }: Constraints, value: string): boolean {
  const length = codePointLength(value);
  return length >= minLength && length <= maxLength && !missesAny(patterns, value) && !matchesAny(notPatterns, value);
}

function admitsItems(node: ConstraintNode, items: readonly Json[], depth: number): boolean {
  const { minItems, maxItems } = node.constraints;
  return (
    items.length >= minItems &&
    items.length <= maxItems &&
    items.every((item, index) => admits(node.item(index), item, depth + 1))
  );
}

function admitsMembers(node: ConstraintNode, value: { readonly [name: string]: Json }, depth: number): boolean {
  const { required, minProperties, maxProperties } = node.constraints;
  const names = Object.keys(value);
  if (names.length < minProperties || names.length > maxProperties) return false;
  if (![...required].every((name) => Object.hasOwn(value, name))) return false;
  return names.every((name) => admits(node.member(name), value[name] ?? null, depth + 1));
}
