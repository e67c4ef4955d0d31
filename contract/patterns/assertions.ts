import { codeAfter, codeBefore } from './code-points.js';
import type { AssertionTree } from './pattern-tree.js';

/** Whether an assertion (`^`, `$`, `\b` or `\B`) is true at a position of a text (ECMA-262 §22.2.2.4). */
export function holdsAt({ assertion, word }: AssertionTree, text: string, index: number): boolean {
  switch (assertion) {
    case 'start':
      return index === 0;
    case 'end':
      return index === text.length;
    case 'line-start':
      return index === 0 || isLineEnd(codeBefore(text, index));
    case 'line-end':
      return index === text.length || isLineEnd(codeAfter(text, index));
    case 'boundary':
    case 'no-boundary': {
      const [before, after] = [codeBefore(text, index), codeAfter(text, index)];
      const differs = (before !== -1 && word.has(before)) !== (after !== -1 && word.has(after));
      return differs === (assertion === 'boundary');
    }
    default:
      return assertion satisfies never;
  }
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x20_28 || code === 0x20_29;
}
