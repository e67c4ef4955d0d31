import type { SchemaSource } from '../contract.js';
import type { Json } from '../json/json.js';
import { ownValue } from '../json/json.js';
import type { Parameter, SchemaUri } from '../operation.js';
import { isPluralOf, plainName } from '../plain-name.js';
import { schemaTypes } from '../wire/decode-value.js';
import type { ItemList } from './collection.js';
import { closedValues, elementMembers, isChoice } from './list-choices.js';
import { elementSchemas, statedMembers } from './reply-members.js';

/**
 * A query parameter with several values, such as `labels=bug,urgent`. The compared member of the elements is an array.
 * The parameter selects the elements whose array has all of the values, or at least one of them (`isAll`).
 */
export interface ListTags {
  /** Name of the query parameter. */
  readonly name: string;
  /** Name of the compared member of the elements. */
  readonly member: string;
  /** `true` if a selected element has all of the values; `false` if it has at least one of them. */
  readonly isAll: boolean;
  /** Set if the parameter is an array. By default, it is a text in which commas separate the values. */
  readonly isArray?: true;
  /** The values that the contract states as examples. */
  readonly examples: readonly string[];
}

const COMMAS = /\bcommas?\b/i;
const ALL =
  /\b(?:have|has|having|with|contain\w*|carr\w+|match\w*) (?:all|each|every one)(?: of)? (?:them|these|those|the|given|listed|specified)\b/i;
const SOME =
  /\b(?:have|has|having|with|contain\w*|carr\w+|match\w*) (?:at least one|one or more|an(?:y one|y)|one|either|some)(?: of)? (?:them|these|those|the|given|listed|specified)\b/i;
/**
 * Matches words with which the description may mean elements without the values, or may offer a choice between "all"
 * and "any".
 */
const UNCLEAR = /\b(?:not|no|without|exclud\w*|except|unless|default\w*|mode|depend\w*)\b/i;

/**
 * The query parameters that select elements by several values of a member that is an array. The description must state
 * whether an element has all of the values or at least one of them. For a string parameter, it must also state that
 * commas separate the values.
 */
export function listTags(schemas: SchemaSource, list: ItemList): readonly ListTags[] {
  const members = [...elementMembers(schemas, list)];
  return list.operation.parameters.filter(isChoice).flatMap((parameter): readonly ListTags[] => {
    const { name, description, schema } = parameter;
    const [isAll, isSome] = [ALL.test(description), SOME.test(description)];
    const isArray = hasTexts(schemas, [schema]);
    const isText = hasOnly(schemas, [schema], 'string') && COMMAS.test(description);
    const found = members.filter(([member, stated]) => isNamed(name, member) && hasNames(schemas, stated));
    const [member, ...others] = found.map(([own]) => own);
    if (member === undefined || others.length > 0 || isAll === isSome || UNCLEAR.test(description)) return [];
    if ((!isText && !isArray) || closedValues(schemas, [schema]) !== undefined) return [];
    return [{ name, member, isAll, ...(isArray && { isArray }), examples: examplesOf(parameter) }];
  });
}

/** Whether a parameter has the name of a member: `labels`, `label` or `labels[]` for `labels`. */
function isNamed(parameter: string, member: string): boolean {
  const plain = plainName(parameter.replace(/\[\]$/, ''));
  return plain === plainName(member) || isPluralOf(member, plain);
}

/** Whether the schemas describe an array of texts, or of objects with a name. */
function hasNames(schemas: SchemaSource, stated: readonly SchemaUri[]): boolean {
  const named = statedMembers(schemas, elementSchemas(schemas, stated)).get('name') ?? [];
  return hasTexts(schemas, stated) || (hasOnly(schemas, stated, 'array') && hasOnly(schemas, named, 'string'));
}

function hasTexts(schemas: SchemaSource, stated: readonly SchemaUri[]): boolean {
  return hasOnly(schemas, stated, 'array') && hasOnly(schemas, elementSchemas(schemas, stated), 'string');
}

function hasOnly(schemas: SchemaSource, stated: readonly SchemaUri[], type: string): boolean {
  return stated.length > 0 && stated.every((uri) => [...schemaTypes(schemas, uri)].join() === type);
}

function examplesOf({ examples }: Parameter): readonly string[] {
  return [...new Set(examples.flatMap(({ value }) => tagsIn(value) ?? []))];
}

/**
 * The values in an argument that has several: `bug` and `urgent` in `bug,urgent`. `undefined` if one of them has
 * characters that may have a special meaning, such as `*`.
 */
export function tagsIn(value: Json): readonly string[] | undefined {
  const texts: readonly Json[] = Array.isArray(value) ? value : String(value).split(',');
  const tags = texts.map((each) => String(each).trim());
  return tags.length > 0 && tags.every((tag) => PLAIN.test(tag)) ? tags : undefined;
}

const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u;

/** The value of the parameter that selects the elements with these tags. */
export function tagsValue({ isArray }: ListTags, tags: readonly string[]): Json {
  return isArray === true ? tags : tags.join(',');
}

/**
 * The values in a member of an element: the strings in its array, or the names of the objects in it. `undefined` if the
 * array contains anything else.
 */
export function tagsOf(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = (value as readonly Json[]).map((each) => (typeof each === 'string' ? each : ownValue(each, 'name')));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}
