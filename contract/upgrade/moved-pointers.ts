import { joinPointer, pointerTokens } from '../json/json-pointer.js';

/**
 * Converts pointers between the file and the document that was upgraded to OpenAPI 3.1. In some schemas with
 * `nullable`, the upgrade moves keywords below `/anyOf/0`. `#moved` maps the pointer of each such schema to a test for
 * the keywords that move.
 */
export class MovedPointers {
  readonly #moved = new Map<string, (keyword: string) => boolean>();

  add(pointer: string, moves: (keyword: string) => boolean): void {
    this.#moved.set(pointer, moves);
  }

  get isEmpty(): boolean {
    return this.#moved.size === 0;
  }

  toUpgraded(written: string): string {
    if (this.isEmpty) return written;
    let pointer = '';
    let upgraded = '';
    for (const token of pointerTokens(written)) {
      if (this.#moved.get(pointer)?.(token) === true) upgraded = joinPointer(upgraded, 'anyOf', 0);
      upgraded = joinPointer(upgraded, token);
      pointer = joinPointer(pointer, token);
    }
    return upgraded;
  }

  /**
   * Converts a pointer of the upgraded document to a pointer of the file. A pointer to the added branch for `null`
   * becomes a pointer to the keyword `nullable`.
   */
  toWritten(upgraded: string): string {
    if (this.isEmpty) return upgraded;
    let pointer = '';
    const tokens = pointerTokens(upgraded).values();
    for (let token = tokens.next(); token.done !== true; token = tokens.next()) {
      if (this.#moved.has(pointer) && token.value === 'anyOf') {
        const branch = tokens.next();
        if (branch.value !== '0') return joinPointer(pointer, 'nullable');
        token = tokens.next();
        if (token.done === true) return pointer;
      }
      pointer = joinPointer(pointer, token.value);
    }
    return pointer;
  }
}
