/** The relation that a comparison requires between a member and a value, such as "at least". */
export type Relation =
  | 'equal'
  | 'unequal'
  | 'less'
  | 'at-most'
  | 'greater'
  | 'at-least'
  | 'starts'
  | 'ends'
  | 'contains';

/** One comparison in an expression: `price ge 20`. */
export interface Comparison {
  /** Name of the member that is compared. */
  readonly member: string;
  /** The operator as it is written, with the spaces around it. */
  readonly operator: string;
  readonly relation: Relation;
  readonly value: string | number | boolean;
  /** The quotation mark around a text. Empty for other values. */
  readonly quote: string;
}

/** An expression that selects the elements for which all comparisons are true. */
export interface Expression {
  readonly comparisons: readonly Comparison[];
  /** The text between two comparisons: ` and `. Omitted if there is only one comparison. */
  readonly joiner?: string;
}

/**
 * For each operator, the relation that it denotes. Operators are letters (OData 4.01 §11.2.6.1.1, RFC 7644 §3.4.2.2) or
 * signs (AIP-160).
 */
const RELATIONS: Readonly<Record<string, Relation>> = {
  eq: 'equal',
  ne: 'unequal',
  lt: 'less',
  le: 'at-most',
  lte: 'at-most',
  gt: 'greater',
  ge: 'at-least',
  gte: 'at-least',
  sw: 'starts',
  ew: 'ends',
  co: 'contains',
  '=': 'equal',
  '==': 'equal',
  '!=': 'unequal',
  '<>': 'unequal',
  '<': 'less',
  '<=': 'at-most',
  '>': 'greater',
  '>=': 'at-least',
};

/** The maximum length of a text that is parsed as an expression. */
const LONGEST = 500;
/** The maximum number of comparisons in an expression. */
const MOST_COMPARISONS = 8;

/**
 * Parses an expression such as `price ge 20 and state eq 'open'`. It may compare members with quoted texts, numbers and
 * booleans, and join comparisons with `and` or `&&`. `undefined` for every other text, because its meaning may differ
 * between services.
 */
export function parseExpression(text: string): Expression | undefined {
  if (text.length > LONGEST) return undefined;
  const comparison =
    /([A-Za-z_]\w*)(\s+(?:eq|ne|lte?|le|gte?|ge|sw|ew|co)\s+|\s*(?:==?|!=|<>|<=?|>=?)\s*)("[^"\\]*"|'[^'\\]*'|-?\d{1,15}(?:\.\d{1,6})?|true|false)/iy;
  const joint = /\s+and\s+|\s*&&\s*/iy;
  const comparisons: Comparison[] = [];
  const joiners = new Set<string>();
  for (let at = 0; ; at = joint.lastIndex) {
    comparison.lastIndex = at;
    const [, member = '', operator = '', value = ''] = comparison.exec(text) ?? [];
    const relation = relationOf(operator);
    if (relation === undefined || comparisons.length === MOST_COMPARISONS) return undefined;
    comparisons.push({ member, operator, relation, ...literal(value) });
    if (comparison.lastIndex === text.length) break;
    joint.lastIndex = comparison.lastIndex;
    const [joiner] = joint.exec(text) ?? [];
    if (joiner === undefined) return undefined;
    joiners.add(joiner);
  }
  const [joiner] = joiners;
  return joiners.size > 1 ? undefined : { comparisons, ...(joiner !== undefined && { joiner }) };
}

/** The relation that an operator denotes, with or without spaces around it; `undefined` for an unknown operator. */
export function relationOf(operator: string): Relation | undefined {
  const name = operator.trim().toLowerCase();
  return Object.hasOwn(RELATIONS, name) ? RELATIONS[name] : undefined;
}

export function expressionText({ comparisons, joiner = ' and ' }: Expression): string {
  return comparisons
    .map(({ member, operator, value, quote }) => member + operator + quote + value + quote)
    .join(joiner);
}

function literal(text: string): Pick<Comparison, 'value' | 'quote'> {
  const quote = /^["']/.exec(text)?.[0] ?? '';
  if (quote !== '') return { value: text.slice(1, -1), quote };
  const isFlag = /^(?:true|false)$/i.test(text);
  return { value: isFlag ? text.toLowerCase() === 'true' : Number(text), quote };
}
