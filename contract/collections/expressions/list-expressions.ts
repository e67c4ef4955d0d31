import type { SchemaSource } from '../../contract.js';
import { statedExamples } from '../../inputs/stated-examples.js';
import type { Json } from '../../json/json.js';
import type { Parameter, SchemaUri } from '../../operation.js';
import { schemaTypes } from '../../wire/decode-value.js';
import type { ItemList } from '../collection.js';
import { closedValues, elementMembers, isChoice } from '../list-choices.js';
import { RANKED } from '../list-searches.js';
import { isPlainText } from '../reply-members.js';
import { type Comparison, type Expression, type Relation, parseExpression, relationOf } from './expression.js';

/** A query parameter whose value is an expression that selects elements, such as `$filter`. */
export interface ListExpression {
  readonly name: string;
  /** The examples that the contract states for the parameter. */
  readonly examples: readonly string[];
  /**
   * The expressions that the contract contains as examples: the examples of the parameter, and the texts in backticks
   * in its description. An expression that may have several meanings is left out.
   */
  readonly forms: readonly Expression[];
  /** The operators in the forms and in the description, with the spaces around them: ` eq `. */
  readonly operators: readonly string[];
  /** The members of the elements that can be compared. */
  readonly members: ReadonlyMap<string, ComparedMember>;
}

/** How the values of a member are compared. `choice`: the member has one of the listed values, or a boolean. */
export type ComparedMember =
  | { readonly kind: 'number' | 'text' }
  | { readonly kind: 'choice'; readonly values: readonly Json[] };

const EXPRESSION = /^(?:\$?(?:filter|search|where)|q|query)$/i;

/**
 * The query parameters with expressions that select elements. Parameters for searches are skipped, because a search may
 * rank elements instead of selecting them.
 */
export function listExpressions(schemas: SchemaSource, list: ItemList): readonly ListExpression[] {
  const { operation } = list;
  const isExpression = ({ name, schema, description }: Parameter): boolean =>
    EXPRESSION.test(name) &&
    [...schemaTypes(schemas, schema)].join() === 'string' &&
    !RANKED.test(`${description} ${operation.description}`);
  return operation.parameters
    .filter((each) => isChoice(each) && isExpression(each))
    .map((parameter) => {
      const { name, description } = parameter;
      const examples = statedExamples(schemas, parameter).filter((value) => typeof value === 'string');
      const members = comparedMembers(schemas, list);
      const forms = [...examples, ...quotedTexts(description)].flatMap((text) => {
        const form = parseExpression(text);
        return form !== undefined && isCertain(form, members) ? [form] : [];
      });
      return { name, examples, forms, operators: operatorsIn(forms, description), members };
    });
}

const RELATIONS_OF: Readonly<Record<ComparedMember['kind'], ReadonlySet<Relation>>> = {
  number: new Set<Relation>(['equal', 'unequal', 'less', 'at-most', 'greater', 'at-least']),
  text: new Set<Relation>(['equal', 'unequal', 'starts', 'ends', 'contains']),
  choice: new Set<Relation>(['equal', 'unequal']),
};

/**
 * Whether an operator has only one possible meaning for the values of a member. `name gt 'b'` has several, because the
 * order of texts differs between services.
 */
export function relates({ kind }: ComparedMember, relation: Relation): boolean {
  return RELATIONS_OF[kind].has(relation);
}

/** Whether an expression has only one possible meaning for elements with these members. */
export function isCertain({ comparisons }: Expression, members: ListExpression['members']): boolean {
  return comparisons.every(({ member, relation, value }: Comparison) => {
    const compared = members.get(member);
    if (compared === undefined || !relates(compared, relation)) return false;
    if (compared.kind === 'choice') return compared.values.includes(value);
    // A star may stand for any text.
    return compared.kind === 'number' ? typeof value === 'number' : typeof value === 'string' && !/[*%]/.test(value);
  });
}

function comparedMembers(schemas: SchemaSource, list: ItemList): ListExpression['members'] {
  return new Map(
    [...elementMembers(schemas, list)].flatMap(([name, uris]) => {
      const compared = comparedMember(schemas, uris);
      return compared === undefined ? [] : [[name, compared] as const];
    }),
  );
}

function comparedMember(schemas: SchemaSource, uris: readonly SchemaUri[]): ComparedMember | undefined {
  const values = closedValues(schemas, uris);
  if (values !== undefined) return { kind: 'choice', values };
  const types = new Set(uris.flatMap((uri) => [...schemaTypes(schemas, uri)]).filter((type) => type !== 'null'));
  if (types.size > 0 && [...types].every((type) => type === 'number' || type === 'integer')) return { kind: 'number' };
  return types.size === 1 && types.has('string') && isPlainText(schemas, uris) ? { kind: 'text' } : undefined;
}

/** The texts in backticks in a description. */
function quotedTexts(description: string): readonly string[] {
  return [...description.matchAll(/`([^`\n]{5,200})`/g)].flatMap(([, text]) => text ?? []);
}

/**
 * Matches operators in a description. They are words such as `eq`, or signs such as `>=` that are not part of a longer
 * sign.
 */
const OPERATORS = /(?<![\w$])(?:eq|ne|lte?|le|gte?|ge|sw|ew|co)(?!\w)|(?<![<>=!])(?:==?|!=|<>|<=|>=|<|>)(?![<>=])/g;

/**
 * The operators that expressions of a parameter may contain. They are the operators of the forms, and those in the
 * description that are of the same kind as in the first form: letters (`eq`) or signs (`=`). An operator from the
 * description gets the spaces that the first form has.
 */
function operatorsIn(forms: readonly Expression[], description: string): readonly string[] {
  const [first] = forms.flatMap(({ comparisons }) => comparisons);
  if (first === undefined) return [];
  const isWord = (operator: string): boolean => /\w/.test(operator);
  const space = /^\s*/.exec(first.operator)?.[0] ?? '';
  const stated = [...description.matchAll(OPERATORS)]
    .map(([operator]) => operator)
    .filter((operator) => isWord(operator) === isWord(first.operator) && relationOf(operator) !== undefined)
    .map((operator) => space + operator + space);
  const own = forms.flatMap(({ comparisons }) => comparisons.map(({ operator }) => operator));
  return [...new Map([...stated, ...own].map((operator) => [relationOf(operator), operator])).values()];
}
