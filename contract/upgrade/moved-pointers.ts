import { joinPointer, pointerTokens } from '../json/json-pointer.js';

/**
 * Converts between pointers of the file and of the upgraded value. Keywords of some schemas move below `/anyOf/0`. Each
 * of these schemas is stored by its pointer in the file, with a test for the keywords that move.
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

  /** Converts to a pointer in the file. The upgraded branch for `null` corresponds to the keyword `nullable`. */
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
