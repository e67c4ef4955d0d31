import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Operation } from '../operation.js';
import { isExpressible } from '../wire/encode.js';
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
/** Variants of one broken place that are kept, so that no keyword crowds out the others. */
const VARIANTS = 2;

/**
 * Inputs that are wrong in exactly one place, as close as possible to the valid `bases`; keywords take turns. Where a
 * keyword cannot be broken alone (a short text breaks `minLength` and `pattern`), all that is broken is broken there.
 */
export function invalidInputs(sources: ValueSources, operation: Operation, bases: readonly CaseInput[]): readonly InvalidInput[] {
  const found = new Findings();
  for (const base of bases) {
    for (const argument of operationArguments(operation)) {
      const pointer = argumentPointer(argument);
      let tried = 0;
      for (const mutation of brokenArguments(sources, operation, argument, base)) {
        if ((tried += 1) > MAX_TRIED) break;
        if (found.has(mutation.keyword, pointer + mutation.pointer)) continue;
        const violations = argumentViolations(sources.contract, operation, argument, mutation.input);
        if (isExpressible(operation, mutation.input)) found.add(mutation.input, violations);
      }
    }
  }
  return found.inTurns();
}

type BrokenArgument = Pick<Mutation, 'keyword' | 'pointer'> & { readonly input: CaseInput };

function* brokenArguments(sources: ValueSources, operation: Operation, argument: Argument, base: CaseInput): Generator<BrokenArgument> {
  if (argument.required && argument.in !== 'path') yield { keyword: 'required', pointer: '', input: withoutArgument(base, argument) };
  const schema = argumentSchema(operation, argument, base);
  if (schema === undefined) return;
  const node = sources.source.node(schema);
  const start = argumentValue(base, argument) ?? sources.boundary.of(node)[0];
  if (start === undefined) return;
  for (const { keyword, pointer, value } of mutations(node, start, sources.boundary)) yield { keyword, pointer, input: placed(base, argument, value) };
}

interface Finding extends InvalidInput {
  readonly text: string;
  /** Nothing else is broken, not even at the same place. */
  readonly exact: boolean;
}

class Findings {
  private readonly byPlace = new Map<string, readonly Finding[]>();

  /** Whether there is nothing better to find for that keyword at that place. */
  has(keyword: string, pointer: string): boolean {
    const found = this.byPlace.get(`${keyword} ${pointer}`) ?? [];
    return found.length >= VARIANTS && found.every(({ exact }) => exact);
  }

  /** Takes no notice of what turned out valid, or broken in several places. */
  add(input: CaseInput, [violation, ...others]: readonly InputViolation[]): void {
    if (violation === undefined || others.some(({ pointer }) => pointer !== violation.pointer)) return;
    const exact = others.every(({ keyword }) => keyword === violation.keyword);
    const key = `${violation.keyword} ${violation.pointer}`;
    const known = this.byPlace.get(key) ?? [];
    const text = JSON.stringify(input);
    if (known.some((other) => other.text === text)) return;
    const better = [...known, { input, violation, text, exact }].toSorted((a, b) => Number(b.exact) - Number(a.exact));
    this.byPlace.set(key, better.slice(0, VARIANTS));
  }

  inTurns(): readonly InvalidInput[] {
    return [...interleaved([...this.byPlace.values()])];
  }
}
