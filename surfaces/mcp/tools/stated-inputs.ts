import { flatten } from '../../../contract/constraints/constraints.js';
import type { Constraints, Term } from '../../../contract/constraints/constraint-types.js';
import { Terms } from '../../../contract/constraints/terms.js';
import type { SchemaSource } from '../../../contract/contract.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { Json } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { StatedInput } from '../../driver.js';

/**
 * The maximum depth below an argument at which members and items are searched. The search also stops when one tool has
 * `MOST_PLACES` places.
 */
const MOST_DEPTH = 4;
const MOST_PLACES = 300;
/** If a place has more alternatives than this number, none of them is examined. */
const MOST_CHOICES = 50;

/**
 * What schemas state about a value and about its members and items, by the pointer of each place: `/tags/*` is each
 * item of `tags`. An alternative of `anyOf` or `oneOf` is only used if all other alternatives are `null`.
 */
export class StatedInputs {
  readonly places = new Map<string, StatedInput>();
  readonly #terms: Terms;

  constructor(schemas: SchemaSource) {
    this.#terms = new Terms(schemas);
  }

  /** Adds what the schema at `uri` states about the value at `pointer` and about its members and items. */
  add(pointer: string, uri: SchemaUri): void {
    this.#add(pointer, [this.#terms.root(uri)], 0);
  }

  /**
   * Adds what the schema at `uri` states about the members of an object. `nameOf` returns the name under which a member
   * is added.
   */
  addMembers(uri: SchemaUri, nameOf: (member: string) => string): void {
    for (const [member, terms] of combined([this.#terms.root(uri)]).properties)
      this.#add(joinPointer('', nameOf(member)), terms, 0);
  }

  #add(pointer: string, terms: readonly Term[], depth: number): void {
    if (depth > MOST_DEPTH || this.places.size >= MOST_PLACES) return;
    const stated = combined(terms);
    this.places.set(pointer, statedInput(terms, stated));
    for (const [name, members] of stated.properties) this.#add(joinPointer(pointer, name), members, depth + 1);
    if (stated.items.length > 0) this.#add(`${pointer}/*`, stated.items, depth + 1);
  }
}

/** The constraints of all terms together. An alternative is included if all other alternatives are `null`. */
function combined(terms: readonly Term[]): Constraints {
  const stated = flatten(terms.map((term) => ({ term })));
  const others = stated.branches.flatMap(({ choices }) => {
    const possible = choices.length > MOST_CHOICES ? choices : choices.filter((term) => !isNull(term));
    return possible.length === 1 && choices.length > 1 ? possible : [];
  });
  return others.length === 0 ? stated : flatten([...terms, ...others].map((term) => ({ term })));
}

function isNull(term: Term): boolean {
  const { types } = flatten([{ term }]);
  return types.size === 1 && types.has('null');
}

function statedInput(terms: readonly Term[], stated: Constraints): StatedInput {
  const values = permittedValues(terms, 0);
  const { types, patterns, formats, minimum, maximum, minLength, maxLength, minItems, maxItems } = stated;
  const bounds = Object.entries({
    [stated.minimumExclusive ? 'exclusiveMinimum' : 'minimum']: minimum,
    [stated.maximumExclusive ? 'exclusiveMaximum' : 'maximum']: maximum,
    maxLength,
    maxItems,
    ...(minLength > 0 && { minLength }),
    ...(minItems > 0 && { minItems }),
  });
  return {
    takesText: types.has('string'),
    isInteger: types.has('integer') && !types.has('number'),
    isOtherwiseLimited: patterns.length > 0 || formats.length > 0,
    ...(values !== undefined && { values }),
    bounds: Object.fromEntries(bounds.filter(([, bound]) => Number.isFinite(bound))),
  };
}

/**
 * The values that the terms list in `enum`, in `const` or as alternatives, without `null`. `undefined` if they do not
 * list all permitted values.
 */
function permittedValues(terms: readonly Term[], depth: number): readonly Json[] | undefined {
  const { candidates, branches } = flatten(terms.map((term) => ({ term })));
  if (candidates !== undefined) return candidates.filter((value) => value !== null);
  if (depth > 2) return undefined;
  for (const { choices } of branches) {
    const each = choices.length > MOST_CHOICES ? [undefined] : choices.map((choice) => ofChoice(choice, depth));
    if (each.every((values) => values !== undefined)) return unique(each.flat());
  }
  return undefined;
}

function ofChoice(choice: Term, depth: number): readonly Json[] | undefined {
  return isNull(choice) ? [] : permittedValues([choice], depth + 1);
}

function unique(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}
