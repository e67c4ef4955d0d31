import type { CaseInput } from '../../../contract/case.js';
import type { InputViolation } from '../../../contract/inputs/input-violations.js';
import { interleaved } from '../../../contract/json/interleaved.js';

export interface InvalidInput {
  readonly input: CaseInput;
  readonly violation: InputViolation;
}

/**
 * Identifies a keyword at a place in an input. Bodies of different media types have different keys, because servers use
 * different parsers for them. If several branches have the same keyword for one place, `stated` distinguishes them.
 */
export function placeKey(keyword: string, pointer: string, { body, mediaType }: CaseInput, stated = ''): string {
  const type = body === undefined ? '' : (mediaType ?? '');
  return [keyword, pointer, type, stated].join(' ');
}

interface FoundInput extends InvalidInput {
  readonly text: string;
  /**
   * How precisely an input violates its keyword. 2: it violates only the intended keyword. 1: it violates only one
   * other keyword. 0: it violates several keywords at the same place.
   */
  readonly rank: number;
}

const BEST = 2;

/**
 * Returns true if an input from which a required member was removed on purpose, such as a discriminator, therefore
 * matches no branch of a union (`oneOf`, `anyOf`). The input is then stored under the key of the missing member. Many
 * clients add such a member themselves and do not send this input, so the union needs another input.
 */
function isChoosing({ keyword }: InputViolation, meant: { readonly keyword: string }): boolean {
  return meant.keyword === 'required' && (keyword === 'oneOf' || keyword === 'anyOf');
}

/** The invalid inputs of one operation, grouped by the violated keyword and place. */
export class FoundInputs {
  private readonly byPlace = new Map<string, FoundInput[]>();
  private readonly texts = new Set<string>();
  /**
   * The keys of the places that already have an input of the best rank. Here, branches with the same place share one
   * key.
   */
  private readonly exactPlaces = new Set<string>();

  /** The number of invalid inputs. */
  get size(): number {
    return this.texts.size;
  }

  /** Returns true if a place has an input of the best rank, in whichever branch. */
  hasPlace(place: string): boolean {
    return this.exactPlaces.has(place);
  }

  /** Returns true if a place has at least `variants` inputs, and the last of these has the best rank. */
  has(key: string, variants: number): boolean {
    return this.byPlace.get(key)?.[variants - 1]?.rank === BEST;
  }

  /**
   * Adds an input, unless it is valid or invalid in several places. If the place already has enough variants, the input
   * replaces the last variant, but only if its rank is better.
   */
  add(
    input: CaseInput,
    [violation, ...others]: readonly InputViolation[],
    meant: { readonly keyword: string; readonly key: string; readonly variants: number },
  ): void {
    if (violation === undefined || others.some(({ pointer }) => pointer !== violation.pointer)) return;
    const isExact = others.every(({ keyword }) => keyword === violation.keyword);
    const rank = !isExact ? 0 : violation.keyword === meant.keyword ? BEST : 1;
    const text = JSON.stringify(input);
    if (this.texts.has(text)) return;
    // The key of the intended place also distinguishes branches.
    const found = placeKey(violation.keyword, violation.pointer, input);
    const key = meant.key.startsWith(found) || isChoosing(violation, meant) ? meant.key : found;
    const known = this.byPlace.get(key) ?? [];
    const place = Math.min(known.length, meant.variants - 1);
    const former = known[place];
    if (former !== undefined && rank <= former.rank) return;
    if (former !== undefined) this.texts.delete(former.text);
    this.texts.add(text);
    if (rank === BEST) this.exactPlaces.add(found);
    known[place] = { input, violation, text, rank };
    this.byPlace.set(key, known);
  }

  inTurns(): readonly InvalidInput[] {
    return [...interleaved([...this.byPlace.values()].map((inputs) => inputs.filter((each) => this.isUseful(each))))];
  }

  /**
   * Returns true if an input should be used. A parameter with a number in place of a string is used only if no other
   * input violates the keyword at this place: parameters are sent as text, so the number arrives as a valid string, and
   * a typed client cannot send it at all.
   */
  private isUseful({ input, violation, rank }: FoundInput): boolean {
    const place = placeKey(violation.keyword, violation.pointer, input);
    return rank === BEST || violation.pointer.startsWith('/body') || !this.exactPlaces.has(place);
  }
}
