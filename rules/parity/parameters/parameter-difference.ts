import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation, ParameterIn } from '../../../contract/operation.js';
import type { SplitRequest } from '../../../contract/wire/request/split-request.js';
import { type Comparison, differencesUnder, isSameUnder } from '../../comparison.js';
import { jsonDifferences, respelled } from '../../values/json-difference.js';
import { type ToleranceName, tolerates } from '../../values/tolerances.js';
import { parameterReadings } from './parameter-readings.js';

export interface TextDifference {
  readonly pointer: string;
  readonly kind: string;
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
  readonly tolerance?: ToleranceName;
  readonly default?: Json;
}

type Texts = ReadonlyMap<string, string | readonly string[]>;

const NONE: Texts = new Map<string, never>();

/** The parameters in one part of a request: in the path, the query, the headers or the cookies. */
interface Place {
  readonly schemas: SchemaSource;
  readonly operation: Operation;
  readonly location: ParameterIn;
}

/**
 * The differences between the parameters of the expected request and of the sent request. If one fault causes several
 * differences, only one of them is returned.
 */
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
  const styled = otherStyles(place, lacking, added, (lost, found) =>
    sameTexts(texts(wanted.get(lost)), texts(sent.get(found))),
  );
  const lost = lacking.filter((name) => !styled.has(name));
  const spelt = respelled(lost, added);
  const renamed = new Map([...spelt, ...otherNames(place, { lost, added, spelt }, wanted, sent)]);
  const taken = new Set([...renamed.values(), ...[...styled.values()].map(({ name }) => name)]);
  const firstOf = new Map([...styled].toReversed().map(([name, { parameter }]) => [parameter, name] as const));
  return [...wanted.keys(), ...added.filter((name) => !taken.has(name))].flatMap((name) => {
    const style = styled.get(name);
    if (style !== undefined) {
      if (firstOf.get(style.parameter) !== name) return [];
      const at = joinPointer('', place.location, style.parameter);
      return [{ pointer: at, kind: 'renamed', expected: name, received: style.name }];
    }
    const pointer = joinPointer('', place.location, name);
    const to = renamed.get(name);
    if (to !== undefined) return [{ pointer, kind: 'renamed', expected: name, received: to }];
    return valueDifferences(place, name, pointer, texts(wanted.get(name)), texts(sent.get(name)));
  });
}

/**
 * Finds a renamed parameter. The request lacks exactly one parameter and has exactly one unknown name, and both have
 * the same text.
 */
function otherNames(
  { operation, location }: Place,
  {
    lost,
    added,
    spelt,
  }: {
    readonly lost: readonly string[];
    readonly added: readonly string[];
    readonly spelt: ReadonlyMap<string, string>;
  },
  wanted: Texts,
  sent: Texts,
): readonly (readonly [string, string])[] {
  const [name, ...others] = lost.filter((each) => !spelt.has(each));
  const known = new Set(operation.parameters.filter((each) => each.in === location).map((each) => each.name));
  const [to, ...further] = added.filter((each) => !known.has(each) && ![...spelt.values()].includes(each));
  if (name === undefined || to === undefined || others.length > 0 || further.length > 0) return [];
  const ours = texts(wanted.get(name));
  return ours.length > 0 && sameTexts(ours, texts(sent.get(to))) ? [[name, to]] : [];
}

interface OtherStyle {
  readonly parameter: string;
  /** The wrong name under which the request has the parameter. */
  readonly name: string;
}

/**
 * Finds object parameters that are sent in a wrong style: a member has the name `kind` or `filter` in place of
 * `filter[kind]`, or the reverse. All members of one object are one difference.
 */
function otherStyles(
  { operation, location }: Place,
  lacking: readonly string[],
  added: readonly string[],
  isSame: (lost: string, found: string) => boolean,
): ReadonlyMap<string, OtherStyle> {
  const objects = operation.parameters.filter((parameter) => parameter.in === location && location === 'query');
  const styles = new Map<string, OtherStyle>();
  for (const lost of lacking)
    for (const { name: parameter, style } of objects) {
      const member = lost.startsWith(`${parameter}[`) ? lost.slice(parameter.length + 1, -1) : undefined;
      const isDeep = style === 'deepObject' && member !== undefined;
      const names = isDeep ? [member, `${parameter}.${member}`, `${parameter}_${member}`] : [`${parameter}[${lost}]`];
      const own = added.find((name) => names.includes(name) && isSame(lost, name));
      const name = own ?? (isDeep ? added.find((each) => each === parameter) : undefined);
      if (name !== undefined) styles.set(lost, { parameter, name });
    }
  return styles;
}

function sameTexts(ours: readonly string[], theirs: readonly string[]): boolean {
  return ours.length === theirs.length && ours.every((text, index) => text === theirs[index]);
}

/**
 * Compares the expected and the sent texts of a parameter. If the contract describes the parameter, its parsed values
 * are compared first. If it does not, or if the values differ, the texts are compared.
 */
function valueDifferences(
  place: Place,
  name: string,
  pointer: string,
  ours: readonly string[],
  theirs: readonly string[],
): readonly TextDifference[] {
  if (sameTexts(ours, theirs)) return [];
  const read = parameterReadings(place.schemas, place.operation, place.location, name);
  const [wanted, sent] = [read?.valuesOf(ours) ?? [], read?.valuesOf(theirs) ?? []];
  if (read === undefined || sent.length === 0) return textDifferences(pointer, ours, theirs);
  const comparison = { schemas: place.schemas, stated: read.stated, defaults: true } as const;
  if (ours.length === 0) return sentForOmitted(comparison, sent, pointer, theirs);
  const isSame =
    wanted.length > 0 &&
    wanted.length === sent.length &&
    wanted.every((value, index) => isSameUnder(comparison, value, sent[index]));
  return tolerates('number-spelling', isSame) ? [] : textDifferences(pointer, ours, theirs);
}

/**
 * The differences for a parameter that the input omits and the surface sends. Such a difference is tolerated if a
 * server may parse the sent text as the default of the contract.
 */
function sentForOmitted(
  comparison: Comparison,
  sent: readonly Json[],
  pointer: string,
  theirs: readonly string[],
): readonly TextDifference[] {
  const readings = sent.flatMap((value) => differencesUnder(comparison, undefined, value, pointer));
  const [difference] = [...readings.filter(({ tolerance }) => tolerance !== undefined), ...readings];
  const { tolerance, default: stated } = difference ?? {};
  return textDifferences(pointer, [], theirs).map((text) => ({
    ...text,
    ...(tolerance !== undefined && { tolerance }),
    ...(stated !== undefined && { default: stated, received: difference?.received }),
  }));
}

/**
 * Whether a parameter belongs to the input. API keys (OpenAPI 3.1 §4.8.27) do not belong to it. Cookies that the
 * contract does not name do not belong to it either, because a client may set them by itself.
 */
function isInput({ operation, location }: Place, name: string): boolean {
  if (location === 'cookie')
    return operation.parameters.some((parameter) => parameter.in === 'cookie' && parameter.name === name);
  return !operation.security
    .flat()
    .some((scheme) => scheme.kind === 'apiKey' && scheme.in === location && scheme.parameter === name);
}

function texts(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** Compares the expected and the sent text of a parameter, or the two lists of texts if the parameter has several. */
function textDifferences(
  pointer: string,
  ours: readonly string[],
  theirs: readonly string[],
): readonly TextDifference[] {
  const [text] = ours;
  if (theirs.length > 1 && ours.length === 1 && theirs.every((other) => other === text)) {
    return [{ pointer, kind: 'repeated', expected: ours, received: theirs }];
  }
  if (text !== undefined && theirs.length === 0 && ours.length === 1 && FALSY.has(text))
    return [{ pointer, kind: 'empty-became-omitted', expected: text, received: undefined }];
  if (ours.length === 0 || theirs.length === 0 || (ours.length === 1 && theirs.length === 1)) {
    return jsonDifferences(text, theirs[0], pointer);
  }
  // The fault is reported for the whole list, because the indexes of the differing elements depend on the values.
  return jsonDifferences(ours, theirs, pointer)
    .slice(0, 1)
    .map((difference) => ({ ...difference, pointer }));
}

/** Texts of false values. Some code sends only true values, and so omits a parameter with one of these values. */
const FALSY: ReadonlySet<string> = new Set(['0', 'false']);

/** Characters that end a value in a URL if they are not percent-encoded (RFC 3986 §3). */
const ENDS = new Set(['?', '#', '&']);

/**
 * If a value ends at a reserved character that was not encoded, the rest of the value looks like missing and additional
 * query parameters. Returns the differences without these, so that only the cut value remains.
 */
function withoutSpilled(differences: readonly TextDifference[]): readonly TextDifference[] {
  const cut = differences.find(isCut);
  return cut === undefined ? withoutMoved(differences) : [{ ...cut, kind: 'cut' }];
}

/**
 * If a surface sends a path parameter in the query, the path has a wrong value and the query has an unexpected
 * parameter. Returns the differences without that of the query, so that one fault is reported once.
 */
function withoutMoved(differences: readonly TextDifference[]): readonly TextDifference[] {
  const moved = differences.find(
    ({ pointer, kind, received }) =>
      kind === 'unexpected' && differences.some((lost) => isFromPath(lost, pointer) && lost.expected === received),
  );
  if (moved === undefined) return differences;
  return differences
    .filter((difference) => difference !== moved)
    .map((lost) => (isFromPath(lost, moved.pointer) ? { ...lost, kind: 'moved', received: moved.pointer } : lost));
}

/** Whether a path parameter was sent in the query: the difference is at `/path/id`, and `to` is `/query/id`. */
function isFromPath({ pointer }: TextDifference, to: string): boolean {
  return pointer.startsWith('/path/') && to === `/query/${pointer.slice('/path/'.length)}`;
}

function isCut({ expected, received }: TextDifference): boolean {
  if (typeof expected !== 'string' || typeof received !== 'string') return false;
  return (
    expected.replaceAll('+', ' ').startsWith(received.replaceAll('+', ' ')) && ENDS.has(expected[received.length] ?? '')
  );
}
