import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Operation } from '../operation.js';
import { isSendable } from '../wire/sendable.js';
import type { ValueSources } from './argument-values.js';
import { type InputViolation, argumentPointer, argumentSchema, argumentViolations } from './input-violations.js';
import { interleaved } from './interleaved.js';
import { type Mutation, mutations } from './invalid-values.js';
import { placed, withoutArgument } from './placed.js';

export interface InvalidInput {
  readonly input: CaseInput;
  readonly violation: InputViolation;
}

/** Ways to break one argument of one base that are tried: recursive values have very many places. */
const MAX_TRIED = 1000;
/** Variants of one broken place: a second one only where there are too few places. */
const VARIANTS = 2;

/**
 * Inputs that are wrong in exactly one place, as close as possible to the valid `bases`; keywords take turns. Where a
 * keyword cannot be broken alone (a short text breaks `minLength` and `pattern`), all that is broken is broken there.
 * A larger `limit` only adds to the list.
 */
export function invalidInputs(sources: ValueSources, operation: Operation, bases: readonly CaseInput[], limit: number): readonly InvalidInput[] {
  const found = new Findings();
  for (let variants = 1; variants <= VARIANTS && found.places < limit; variants += 1) {
    for (const base of bases) {
      for (const argument of operationArguments(operation)) tryArgument(sources, operation, argument, base, found, variants);
    }
  }
  return found.inTurns().slice(0, limit);
}

function tryArgument(sources: ValueSources, operation: Operation, argument: Argument, base: CaseInput, found: Findings, variants: number): void {
  const at = argumentPointer(argument);
  let tries = MAX_TRIED;
  for (const { keyword, pointer, input } of brokenArguments(sources, operation, argument, base)) {
    if (found.has(placeKey(keyword, at + pointer, input), variants)) continue;
    if ((tries -= 1) < 0) return;
    const violations = argumentViolations(sources.contract, operation, argument, input);
    if (isSendable(sources.contract, operation, input)) found.add(input, violations, variants);
  }
}

type BrokenArgument = Pick<Mutation, 'keyword' | 'pointer'> & { readonly input: CaseInput };

function* brokenArguments(sources: ValueSources, operation: Operation, argument: Argument, base: CaseInput): Generator<BrokenArgument> {
  if (argument.required && argument.in !== 'path') yield { keyword: 'required', pointer: '', input: withoutArgument(base, argument) };
  const schema = argumentSchema(operation, argument, base.mediaType);
  if (schema === undefined) return;
  const node = sources.source.node(schema);
  const start = argumentValue(base, argument) ?? sources.boundary.of(node)[0];
  if (start === undefined) return;
  for (const { keyword, pointer, value } of mutations(node, start, sources.boundary)) {
    yield { keyword, pointer, input: placed(base, argument, value) };
  }
}

/** A body of another media type is read by another reader. */
function placeKey(keyword: string, pointer: string, { body, mediaType }: CaseInput): string {
  return body === undefined || mediaType === undefined ? `${keyword} ${pointer}` : `${keyword} ${pointer} ${mediaType}`;
}

interface Finding extends InvalidInput {
  readonly text: string;
  /** Nothing else is broken, not even at the same place. */
  readonly exact: boolean;
}

class Findings {
  private readonly byPlace = new Map<string, Finding[]>();

  /** How many keywords are broken at how many places, taken together. */
  get places(): number {
    return this.byPlace.size;
  }

  /** Whether so many variants are there, the last of which could not be better. */
  has(key: string, variants: number): boolean {
    return this.byPlace.get(key)?.[variants - 1]?.exact === true;
  }

  /** Takes no notice of what turned out valid, or broken in several places. Variants of an earlier round stay what they are. */
  add(input: CaseInput, [violation, ...others]: readonly InputViolation[], variants: number): void {
    if (violation === undefined || others.some(({ pointer }) => pointer !== violation.pointer)) return;
    const exact = others.every(({ keyword }) => keyword === violation.keyword);
    const key = placeKey(violation.keyword, violation.pointer, input);
    const known = this.byPlace.get(key) ?? [];
    const text = JSON.stringify(input);
    if (known.some((other) => other.text === text)) return;
    const place = Math.min(known.length, variants - 1);
    if (known[place] === undefined || (exact && !known[place].exact)) known[place] = { input, violation, text, exact };
    this.byPlace.set(key, known);
  }

  inTurns(): readonly InvalidInput[] {
    return [...interleaved([...this.byPlace.values()])];
  }
}
