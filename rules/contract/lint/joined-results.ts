import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import type { LintResult } from './lint-result.js';

/** A lint result, and its message without the rejected value. Results are compared by this message. */
export interface StatedResult {
  readonly result: LintResult;
  readonly statement: string;
}

/**
 * Joins lint results with the same cause into one result, which lists the other places. Two kinds of results are
 * joined:
 * - Frameworks write a shared parameter, header, property, body or response again in each operation. Results of one
 *   rule with the same message are joined if they are at the same place in such parts, and the parts have the same name
 *   and equal content.
 * - If all examples of a list break a rule in the same way, their results are joined. If only some of them do, each
 *   example has its own cause.
 * `results`: the results, sorted by place. `root`: the document that is linted, in the file `file`. Results in other
 * files are not joined, because operations already share these files by `$ref`.
 */
export function joinedResults(results: readonly StatedResult[], root: Json, file: string): readonly LintResult[] {
  const values = new Values(root);
  const isHere = ({ location }: LintResult): boolean => location.file === file;
  const sizes = new Map<string, number>();
  for (const each of results) {
    const list = isHere(each.result) ? exampleList(each, values) : undefined;
    if (list !== undefined) sizes.set(list.key, (sizes.get(list.key) ?? 0) + 1);
  }
  const lists = joined(results, (each) => {
    const list = isHere(each.result) ? exampleList(each, values) : undefined;
    return list !== undefined && sizes.get(list.key) === list.size ? list.key : undefined;
  });
  return joined(lists, ({ result }) => (isHere(result) ? repeatedPart(result, values) : undefined)).map(
    ({ result }) => result,
  );
}

/** Joins the results for which `keyOf` returns equal keys. Results without a key stay separate. */
function joined(
  results: readonly StatedResult[],
  keyOf: (each: StatedResult) => string | undefined,
): readonly StatedResult[] {
  const groups = new Map<string, StatedResult[]>();
  for (const [index, each] of results.entries()) {
    const key = keyOf(each) ?? String(index);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [withOthers(first, others)]));
}

function withOthers({ result, statement }: StatedResult, others: readonly StatedResult[]): StatedResult {
  const places = others.flatMap(({ result: { location, operation, others: own = [] } }) => [
    { location, ...(operation !== undefined && { operation }) },
    ...own,
  ]);
  const all = [...(result.others ?? []), ...places];
  return { statement, result: all.length === 0 ? result : { ...result, others: all } };
}

/**
 * The list of examples around a result, as a key and the number of its examples. The key is equal for results of one
 * rule with the same message, at the same place within examples of the same list. `undefined` if the result is in no
 * list of examples.
 */
function exampleList(
  { result: { rule, location }, statement }: StatedResult,
  values: Values,
): { readonly key: string; readonly size: number } | undefined {
  const tokens = pointerTokens(location.pointer);
  const at = tokens.lastIndexOf('examples');
  if (at === -1) return undefined;
  const list = values.at(tokens.slice(0, at + 1));
  if (typeof list !== 'object' || list === null) return undefined;
  const key = JSON.stringify([rule, statement, tokens.slice(0, at + 1), tokens.slice(at + 2)]);
  return { key, size: Object.keys(list).length };
}

/**
 * The key of a result in a part that frameworks write again in each operation, such as a parameter. Equal keys mean the
 * same rule, message, part and place in the part. `undefined` if the result is in no such part.
 */
function repeatedPart(
  { rule, severity, message, location, others = [] }: LintResult,
  values: Values,
): string | undefined {
  const tokens = pointerTokens(location.pointer);
  if (tokens[0] !== 'paths') return undefined;
  for (let length = tokens.length; length > 2; length -= 1) {
    const name = partName(tokens.slice(0, length), values);
    const text = name === undefined ? undefined : values.textAt(tokens.slice(0, length));
    if (text !== undefined)
      return JSON.stringify([rule, severity, message, others.length, name, tokens.slice(length), text]);
  }
  return undefined;
}

/** Members of OpenAPI and JSON Schema objects that map names to parts of a contract. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'headers', 'responses']);

/**
 * The kind and the name of the part of a contract at this place, such as `properties` and `tags`. `undefined` if the
 * place is not a property, header, response, parameter or request body.
 */
function partName(tokens: readonly string[], values: Values): readonly string[] | undefined {
  const [holder = '', key = ''] = tokens.slice(-2);
  if (NAMED.has(holder)) return [holder, key];
  if (key === 'requestBody') return [key];
  if (holder !== 'parameters') return undefined;
  const parameter = values.at(tokens);
  const [name, place] = ['name', 'in'].map((member) => ownValue(parameter, member));
  return typeof name === 'string' && typeof place === 'string' ? [holder, place, name] : undefined;
}

/** Finds the values of a document by their places, and keeps their canonical JSON, which is expensive to make. */
class Values {
  readonly #root: Json;
  readonly #texts = new WeakMap<JsonObject, string>();

  constructor(root: Json) {
    this.#root = root;
  }

  at(tokens: readonly string[]): Json | undefined {
    return tokens.reduce<Json | undefined>(
      (value, key) => (Array.isArray(value) ? (value as readonly Json[])[Number(key)] : ownValue(value, key)),
      this.#root,
    );
  }

  textAt(tokens: readonly string[]): string | undefined {
    const value = this.at(tokens);
    if (!isJsonObject(value)) return undefined;
    const text = this.#texts.get(value) ?? canonicalJson(value);
    this.#texts.set(value, text);
    return text;
  }
}
