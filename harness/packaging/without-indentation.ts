import { parseAst } from 'rolldown/parseAst';

/**
 * The code without the tabs at the starts of lines, which are 3% of the package. Lines stay as they are, because stack
 * traces name them. The text of template literals stays unchanged.
 */
export function withoutIndentation(code: string): string {
  const templates = templateRanges(parseAst(code));
  let next = 0;
  return code.replace(/^\t+/gm, (tabs, at: number) => {
    while (next < templates.length && (templates[next]?.end ?? 0) <= at) next += 1;
    const template = templates[next];
    return template !== undefined && template.start < at ? tabs : '';
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The ranges of the texts of all template literals, in the order of the code. */
function templateRanges(node: unknown): readonly Range[] {
  const ranges: Range[] = [];
  const pending: unknown[] = [node];
  while (pending.length > 0) {
    const each = pending.pop();
    if (typeof each !== 'object' || each === null) continue;
    if (isTemplateText(each)) ranges.push(each);
    else pending.push(...Object.values(each));
  }
  return ranges.toSorted((one, other) => one.start - other.start);
}

function isTemplateText(node: object): node is Range {
  return 'type' in node && node.type === 'TemplateElement';
}
