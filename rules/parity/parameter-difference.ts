import type { SchemaSource } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json-pointer.js';
import type { Json } from '../../contract/json.js';
import type { Operation, Parameter, ParameterIn } from '../../contract/operation.js';
import { readings, schemaTypes } from '../../contract/wire/decode-value.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import { type SplitRequest, parseJsonText } from '../../contract/wire/split-request.js';
import { jsonDifferences, respelled } from '../json-difference.js';
import { sameJson } from '../same-json.js';

export interface TextDifference {
  readonly pointer: string;
  readonly kind: string;
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

type Texts = ReadonlyMap<string, string | readonly string[]>;

const NONE: Texts = new Map<string, never>();

/** The parameters of one place, under the names that they have there. */
interface Place {
  readonly schemas: SchemaSource;
  readonly operation: Operation;
  readonly location: ParameterIn;
}

/** Where the parameters of two requests of one operation differ, each fault once. */
export function parameterDifferences(
  schemas: SchemaSource,
  operation: Operation,
  wanted: SplitRequest,
  sent: SplitRequest,
): readonly TextDifference[] {
  const compare = (location: ParameterIn): readonly TextDifference[] =>
    placeDifferences({ schemas, operation, location }, wanted[location] ?? NONE, sent[location] ?? NONE);
  return [...withoutSpilled([...compare('path'), ...compare('query')]), ...compare('header'), ...compare('cookie')];
}

function placeDifferences(place: Place, wanted: Texts, sent: Texts): readonly TextDifference[] {
  const lacking = [...wanted.keys()].filter((name) => !sent.has(name));
  const added = [...sent.keys()].filter((name) => !wanted.has(name) && isInput(place, name));
  const renamed = respelled(lacking, added);
  const taken = new Set(renamed.values());
  return [...wanted.keys(), ...added.filter((name) => !taken.has(name))].flatMap((name) => {
    const pointer = joinPointer('', place.location, name);
    const to = renamed.get(name);
    if (to !== undefined) return [{ pointer, kind: 'renamed', expected: name, received: to }];
    const [ours, theirs] = [texts(wanted.get(name)), texts(sent.get(name))];
    return isSpelledAlike(place, name, ours, theirs) ? [] : textDifferences(pointer, ours, theirs);
  });
}

/** In the query is nothing that was not given; cookies may be the client's own, and keys are credentials (OpenAPI 3.1 §4.8.27). */
function isInput({ operation, location }: Place, name: string): boolean {
  if (location === 'cookie') return operation.parameters.some((parameter) => parameter.in === 'cookie' && parameter.name === name);
  return !operation.security.flat().some((scheme) => scheme.kind === 'apiKey' && scheme.in === location && scheme.parameter === name);
}

function texts(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** `1.0` and `1` are one number where a number is meant (tolerance `number-spelling`), and JSON is the value that it spells. */
function isSpelledAlike(place: Place, name: string, ours: readonly string[], theirs: readonly string[]): boolean {
  if (ours.length !== theirs.length) return false;
  if (ours.every((text, index) => text === theirs[index])) return true;
  const parameter = parameterNamed(place, name);
  if (parameter === undefined) return false;
  if (parameter.contentType !== undefined) return isJsonMediaType(parameter.contentType) && isSameJson(ours, theirs);
  const isList = schemaTypes(place.schemas, parameter.schema).has('array');
  if (!isList && ours.length > 1) return false;
  const read = (all: readonly string[]): readonly Json[] =>
    readings(place.schemas, parameter.schema, isList ? { kind: 'list', texts: all } : { kind: 'scalar', text: all[0] ?? '' });
  return read(ours).length > 0 && sameJson(read(ours), read(theirs));
}

function isSameJson([ours = '', ...ourMore]: readonly string[], [theirs = '', ...theirMore]: readonly string[]): boolean {
  const wanted = parseJsonText(ours);
  return wanted !== undefined && ourMore.length + theirMore.length === 0 && sameJson(wanted, parseJsonText(theirs));
}

function parameterNamed({ operation, location }: Place, name: string): Parameter | undefined {
  return operation.parameters.find(
    (parameter) => parameter.in === location && (location === 'header' ? parameter.name.toLowerCase() : parameter.name) === name,
  );
}

/** Both as texts, or both as lists. */
function textDifferences(pointer: string, ours: readonly string[], theirs: readonly string[]): readonly TextDifference[] {
  const [text] = ours;
  if (theirs.length > 1 && ours.length === 1 && theirs.every((other) => other === text)) {
    return [{ pointer, kind: 'repeated', expected: ours, received: theirs }];
  }
  if (ours.length === 0 || theirs.length === 0 || (ours.length === 1 && theirs.length === 1)) {
    return jsonDifferences(text, theirs[0], pointer);
  }
  // Which elements differ is a matter of the values.
  return jsonDifferences(ours, theirs, pointer)
    .slice(0, 1)
    .map((difference) => ({ ...difference, pointer }));
}

/** Marks that end a value where they should have been percent-encoded (RFC 3986 §3). */
const ENDS = new Set(['?', '#', '&']);

/** A value that was cut at a reserved character is the fault; what then lacks or stands too much in the query came of that. */
function withoutSpilled(differences: readonly TextDifference[]): readonly TextDifference[] {
  const cut = differences.find(isCut);
  return cut === undefined ? differences : [{ ...cut, kind: 'cut' }];
}

function isCut({ expected, received }: TextDifference): boolean {
  if (typeof expected !== 'string' || typeof received !== 'string') return false;
  return expected.replaceAll('+', ' ').startsWith(received.replaceAll('+', ' ')) && ENDS.has(expected[received.length] ?? '');
}
