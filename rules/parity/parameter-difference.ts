import type { SchemaSource } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json-pointer.js';
import type { Json } from '../../contract/json.js';
import type { Operation, ParameterIn } from '../../contract/operation.js';
import { readings, schemaTypes } from '../../contract/wire/decode-value.js';
import type { SplitRequest } from '../../contract/wire/split-request.js';
import { jsonDifferences, respelled, sameJson } from '../json-difference.js';

export interface TextDifference {
  readonly pointer: string;
  readonly kind: string;
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

type Texts = ReadonlyMap<string, string | readonly string[]>;

const NONE: Texts = new Map<string, never>();

/** Where the parameters of two requests of one operation differ, each fault once. Credentials are another rule's. */
export function parameterDifferences(schemas: SchemaSource, operation: Operation, wanted: SplitRequest, sent: SplitRequest): readonly TextDifference[] {
  const compare = (location: ParameterIn, ours: Texts | undefined, theirs: Texts | undefined): readonly TextDifference[] =>
    locationDifferences(schemas, operation, location, ours ?? NONE, theirs ?? NONE);
  const path = compare('path', wanted.path, sent.path);
  const query = compare('query', wanted.query, sent.query);
  return [...withoutSpilled(path, query), ...compare('header', wanted.header, sent.header), ...compare('cookie', wanted.cookie, sent.cookie)];
}

function locationDifferences(schemas: SchemaSource, operation: Operation, location: ParameterIn, wanted: Texts, sent: Texts): readonly TextDifference[] {
  const added = [...sent.keys()].filter((name) => !wanted.has(name) && isInput(operation, location, name));
  const renamed = respelled([...wanted.keys()].filter((name) => !sent.has(name)), added);
  const taken = new Set(renamed.values());
  return [...wanted.keys(), ...added.filter((name) => !taken.has(name))].flatMap((name) => {
    const pointer = joinPointer('', location, name);
    const to = renamed.get(name);
    if (to !== undefined) return [{ pointer, kind: 'renamed', expected: name, received: to }];
    const [ours, theirs] = [texts(wanted.get(name)), texts(sent.get(name))];
    return isSpelledAlike(schemas, operation, location, name, ours, theirs) ? [] : textDifferences(pointer, ours, theirs);
  });
}

/** What a caller did not give must not be in the query; cookies may be the client's own, and keys are credentials (OpenAPI 3.1 §4.8.27). */
function isInput(operation: Operation, location: ParameterIn, name: string): boolean {
  const isKey = operation.security.some((all) => all.some((scheme) => scheme.kind === 'apiKey' && scheme.in === location && scheme.parameter === name));
  return !isKey && (location !== 'cookie' || operation.parameters.some((parameter) => parameter.in === 'cookie' && parameter.name === name));
}

function texts(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** `1.0` and `1` are one number where a number is meant (tolerance `number-spelling`). */
function isSpelledAlike(schemas: SchemaSource, operation: Operation, location: ParameterIn, name: string, ours: readonly string[], theirs: readonly string[]): boolean {
  if (ours.length !== theirs.length) return false;
  if (ours.every((text, index) => text === theirs[index])) return true;
  const parameter = operation.parameters.find((candidate) => candidate.in === location && (location === 'header' ? candidate.name.toLowerCase() : candidate.name) === name);
  if (parameter === undefined || parameter.contentType !== undefined) return false;
  const isList = schemaTypes(schemas, parameter.schema).has('array');
  if (!isList && ours.length > 1) return false;
  const read = (all: readonly string[]): readonly Json[] => readings(schemas, parameter.schema, isList ? { kind: 'list', texts: all } : { kind: 'scalar', text: all[0] ?? '' });
  return read(ours).length > 0 && sameJson(read(ours), read(theirs));
}

/** Both as texts, or both as lists. */
function textDifferences(pointer: string, ours: readonly string[], theirs: readonly string[]): readonly TextDifference[] {
  const [text] = ours;
  if (ours.length === 1 && theirs.length > 1 && theirs.every((other) => other === text)) return [{ pointer, kind: 'repeated', expected: ours, received: theirs }];
  if (ours.length <= 1 && theirs.length <= 1) return jsonDifferences(text, theirs[0], pointer);
  // Which elements differ is a matter of the values.
  return ours.length > 0 && theirs.length > 0 ? jsonDifferences(ours, theirs, pointer).slice(0, 1).map((difference) => ({ ...difference, pointer })) : jsonDifferences(ours[0], theirs[0], pointer);
}

/** Marks that end a value where they should have been percent-encoded (RFC 3986 §3). */
const ENDS = new Set(['?', '#', '&']);

/** A value that was cut at a reserved character is the fault; what then lacks or stands too much in the query came of that. */
function withoutSpilled(path: readonly TextDifference[], query: readonly TextDifference[]): readonly TextDifference[] {
  const [cut] = [...path, ...query].filter(isCut);
  return cut === undefined ? [...path, ...query] : [{ ...cut, kind: 'cut' }];
}

function isCut({ expected, received }: TextDifference): boolean {
  if (typeof expected !== 'string' || typeof received !== 'string') return false;
  return expected.replaceAll('+', ' ').startsWith(received.replaceAll('+', ' ')) && ENDS.has(expected[received.length] ?? '');
}
