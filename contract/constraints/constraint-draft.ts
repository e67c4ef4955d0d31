import { canonicalJson } from '../json/canonical-json.js';
import type { Json } from '../json/json.js';
import type { ConstraintDraft, JsonType, Term } from './constraint-types.js';

export function anything(): ConstraintDraft {
  return {
    never: false,
    terms: new Set(),
    narrowed: new Set(),
    owner: '',
    types: new Set<JsonType>(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']),
    excluded: [],
    minimum: -Infinity,
    maximum: Infinity,
    minimumExclusive: false,
    maximumExclusive: false,
    multiplesOf: [],
    notMultiplesOf: [],
    minLength: 0,
    maxLength: Infinity,
    patterns: [],
    notPatterns: [],
    formats: [],
    properties: new Map(),
    patternRules: [],
    additionals: [],
    required: new Set(),
    forbidden: new Set(),
    demands: [],
    additional: [],
    closed: false,
    propertyNames: [],
    minProperties: 0,
    maxProperties: Infinity,
    prefixItems: [],
    items: [],
    itemsBehind: [],
    minItems: 0,
    maxItems: Infinity,
    uniqueItems: false,
    repeatedItems: false,
    contains: [],
    branches: [],
    defaults: [],
    examples: [],
    readOnly: false,
    writeOnly: false,
    evaluations: new Map(),
    unevaluated: [],
  };
}

/** A term (a condition on a value) that no value meets. */
export const UNSATISFIABLE: Term = {
  key: 'never',
  addTo: (draft) => {
    draft.never = true;
    return [];
  },
};

/**
 * Removes from the allowed types those for which `kept` returns false. Here, `number` and `integer` are separate types.
 */
export function keepTypes(draft: ConstraintDraft, kept: (type: JsonType) => boolean): void {
  draft.types = new Set([...draft.types].filter(kept));
}

export function addCandidates(draft: ConstraintDraft, candidates: readonly Json[]): void {
  const known = draft.candidates && new Set(draft.candidates.map(canonicalJson));
  draft.candidates =
    known === undefined ? candidates : candidates.filter((candidate) => known.has(canonicalJson(candidate)));
}

export function addMinimum(draft: ConstraintDraft, bound: number, exclusive: boolean): void {
  if (bound > draft.minimum || (exclusive && bound === draft.minimum))
    [draft.minimum, draft.minimumExclusive] = [bound, exclusive];
}

export function addMaximum(draft: ConstraintDraft, bound: number, exclusive: boolean): void {
  if (bound < draft.maximum || (exclusive && bound === draft.maximum))
    [draft.maximum, draft.maximumExclusive] = [bound, exclusive];
}

export type Counted = 'Length' | 'Items' | 'Properties';

export function addLeast(draft: ConstraintDraft, counted: Counted, least: number): void {
  draft[`min${counted}`] = Math.max(draft[`min${counted}`], least);
}

export function addMost(draft: ConstraintDraft, counted: Counted, most: number): void {
  draft[`max${counted}`] = Math.min(draft[`max${counted}`], most);
}

export function addProperty(draft: ConstraintDraft, name: string, term: Term): void {
  const known = draft.properties.get(name);
  if (known === undefined) draft.properties.set(name, [term]);
  else known.push(term);
}

export function addPrefixItem(draft: ConstraintDraft, index: number, term: Term): void {
  for (let before = draft.prefixItems.length; before <= index; before += 1) draft.prefixItems.push([]);
  draft.prefixItems[index]?.push(term);
}
