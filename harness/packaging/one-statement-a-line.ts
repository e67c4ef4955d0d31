import { parseAst } from 'rolldown/parseAst';

/**
 * Returns the code without white space, except that each statement and each class member is on its own line. Stack
 * traces contain line numbers, so they stay useful. A line end before a statement changes nothing, because the code has
 * all semicolons. The two most frequent statements, `return` and declarations of variables, stay on the line of the
 * statement before them.
 */
export function oneStatementALine(code: string): string {
  const starts = [0, ...lineStarts(parseAst(code))];
  return starts.map((start, index) => code.slice(start, starts[index + 1])).join('\n');
}

/**
 * The positions of all statements (of the program, of blocks and of switch cases) and class members that start a line.
 * The first one is left out, because it is on the first line.
 */
function lineStarts(program: unknown): readonly number[] {
  const starts = new Map<number, boolean>();
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, part] of Object.entries(node)) {
      if (key === 'body' || key === 'consequent')
        for (const [start, isShort] of startsOf(part)) starts.set(start, isShort);
      pending.push(part);
    }
  }
  const [, ...others] = [...starts].toSorted(([one], [other]) => one - other);
  return others.flatMap(([start, isShort]) => (isShort ? [] : [start]));
}

/** The types of statements that get no line of their own. */
const SHORT: ReadonlySet<unknown> = new Set(['ReturnStatement', 'VariableDeclaration']);

/**
 * The start positions of the nodes of a list, and whether each has a type in `SHORT`. Empty if `part` is one node, such
 * as the body of a loop.
 */
function startsOf(part: unknown): readonly (readonly [start: number, isShort: boolean])[] {
  if (!Array.isArray(part)) return [];
  return (part as readonly unknown[]).flatMap((each) => {
    const isNode = typeof each === 'object' && each !== null && 'start' in each && 'type' in each;
    return isNode && typeof each.start === 'number' ? [[each.start, SHORT.has(each.type)] as const] : [];
  });
}
