import type { Json } from '../json/json.js';
import { UNSATISFIABLE } from './constraint-draft.js';
import type { Additional, ConstraintDraft, Evaluation, ItemsBehind, Unevaluated } from './constraint-types.js';
import { choiceOf } from './simple-terms.js';
import { typesOfValue } from './value-types.js';

/**
 * The record of the members and items that the schema of a term evaluates. It is created, without members and items, on
 * first use.
 */
export function evaluationOf(draft: ConstraintDraft, key: string): Evaluation {
  let evaluation = draft.evaluations.get(key);
  if (evaluation === undefined) {
    evaluation = {
      names: new Set(),
      patterns: [],
      allMembers: false,
      prefix: 0,
      allItems: false,
      contains: [],
      restMembers: false,
      restItems: false,
      parts: new Set(),
    };
    draft.evaluations.set(key, evaluation);
  }
  return evaluation;
}

/**
 * Adds the constraints that are known only after all terms have been added. For example, one schema may name a member
 * to which `additionalProperties` of another schema applies.
 */
export function finished(draft: ConstraintDraft): ConstraintDraft {
  // The value may also satisfy alternatives that were not chosen. It is unknown which members they evaluate, so the
  // constraints may exclude valid values.
  for (const rule of draft.unevaluated) {
    if (draft.branches.length > 0) draft.narrowed.add(rule.of === 'members' ? 'object' : 'array');
    if (rule.of === 'members') draft.additionals.push(...unevaluatedMembers(draft, rule));
    else draft.itemsBehind.push(...unevaluatedItems(draft, rule));
  }
  for (const name of draft.forbidden) draft.properties.set(name, [UNSATISFIABLE]);
  for (const name of draft.required)
    if (!draft.properties.has(name) && hasOwnRule(draft, name)) draft.properties.set(name, []);
  for (const { schema, test } of draft.patternRules) {
    for (const [name, terms] of draft.properties) if (test(name)) terms.push(schema);
  }
  for (const { schema, takes } of draft.additionals) {
    if (schema === false) draft.closed = true;
    else draft.additional.push(schema);
    for (const [name, terms] of draft.properties) {
      if (!takes(name)) continue;
      if (schema !== false) terms.push(schema);
      else if (draft.required.has(name)) terms.push(UNSATISFIABLE);
      else draft.properties.delete(name);
    }
  }
  finishItems(draft);
  // Detects contradictions that exist whichever alternatives are chosen, before combinations of alternatives are tried.
  if (draft.types.size === 0 || draft.candidates?.some((value) => isOfTypes(draft, value)) === false)
    draft.never = true;
  return draft;
}

function isOfTypes({ types }: ConstraintDraft, value: Json): boolean {
  return typesOfValue(value).some((type) => types.has(type));
}

/**
 * Whether `patternProperties` or `additionalProperties` constrain a required member that no schema lists in
 * `properties`.
 */
function hasOwnRule(draft: ConstraintDraft, name: string): boolean {
  return draft.patternRules.some(({ test }) => test(name)) || draft.additionals.some(({ takes }) => !takes(name));
}

function finishItems(draft: ConstraintDraft): void {
  for (const { schema, prefix } of draft.itemsBehind) {
    if (schema === false) {
      draft.maxItems = Math.min(draft.maxItems, prefix);
      continue;
    }
    draft.items.push(schema);
    for (let index = prefix; index < draft.prefixItems.length; index += 1) draft.prefixItems[index]?.push(schema);
    // `schema` does not apply to the first `prefix` items, so these items need their own lists of terms, without
    // `schema`.
    if (prefix > draft.prefixItems.length) extendPrefix(draft, prefix);
  }
}

/**
 * Makes `prefixItems` of the draft at least `prefix` long, so that each of the first items has its own list of terms. A
 * new list starts with the terms that already apply to all items.
 */
function extendPrefix(draft: ConstraintDraft, prefix: number): void {
  const earlier = draft.items.slice(0, -1);
  while (draft.prefixItems.length < prefix) draft.prefixItems.push([...earlier]);
}

function unevaluatedMembers(draft: ConstraintDraft, { owner, schema }: Unevaluated): readonly Additional[] {
  const parts = evaluatedParts(draft, owner);
  if (parts.some(({ evaluation, isOwn }) => evaluation.allMembers || (evaluation.restMembers && !isOwn))) return [];
  const isEvaluated = ({ evaluation: { names, patterns } }: Part, name: string): boolean =>
    names.has(name) || patterns.some((matches) => matches(name));
  return [{ schema, takes: (name) => !parts.some((part) => isEvaluated(part, name)) }];
}

/**
 * The constraints that `unevaluatedItems` adds. An item that matches `contains` counts as evaluated (Core §10.3.1.3),
 * so `unevaluatedItems` does not apply to it.
 */
function unevaluatedItems(draft: ConstraintDraft, { owner, schema }: Unevaluated): readonly ItemsBehind[] {
  const parts = evaluatedParts(draft, owner);
  if (parts.some(({ evaluation, isOwn }) => evaluation.allItems || (evaluation.restItems && !isOwn))) return [];
  const prefix = Math.max(0, ...parts.map(({ evaluation }) => evaluation.prefix));
  const matches = parts.flatMap(({ evaluation }) => evaluation.contains);
  return [
    {
      schema:
        matches.length === 0
          ? schema
          : choiceOf(`unevaluated items of ${owner}`, [...matches, ...(schema === false ? [] : [schema])]),
      prefix,
    },
  ];
}

interface Part {
  readonly evaluation: Evaluation;
  readonly isOwn: boolean;
}

/** The evaluation records of a term, and of all terms for the same value that follow from it. */
function evaluatedParts(draft: ConstraintDraft, owner: string): readonly Part[] {
  const keys = new Set([owner]);
  for (const key of keys) for (const part of draft.evaluations.get(key)?.parts ?? []) keys.add(part);
  return [...keys].flatMap((key) => {
    const evaluation = draft.evaluations.get(key);
    return evaluation === undefined ? [] : [{ evaluation, isOwn: key === owner }];
  });
}
