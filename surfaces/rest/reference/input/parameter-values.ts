import type { IncomingMessage } from 'node:http';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { decodePercent, decodeQueryComponent } from '../../../../contract/wire/percent.js';
import type { Route, RouteParameter, ScalarType } from '../../runtime/route.js';
import type { InputFault } from '../reply/problem.js';

export interface ParameterValues {
  readonly path: JsonObject;
  readonly query: JsonObject;
  readonly header: JsonObject;
  /**
   * The faults of values that cannot be decoded. A value of the wrong type is not a fault here: it is decoded, and the
   * schema refuses it later.
   */
  readonly faults: readonly InputFault[];
}

/**
 * Reads from a request the parameters that the contract declares for the operation. Other parameters are ignored,
 * because the contract does not forbid them.
 */
export function readParameters(
  route: Route,
  pathValues: readonly string[],
  rawQuery: string,
  request: IncomingMessage,
): ParameterValues {
  const faults: InputFault[] = [];
  const query = readQuery(rawQuery, faults);
  const texts = (parameter: RouteParameter): readonly string[] => {
    const { name } = parameter;
    if (parameter.in === 'path') return [pathValues[route.template.names.indexOf(name)] ?? ''];
    if (parameter.in === 'query') return query.get(name) ?? [];
    const header = request.headers[name.toLowerCase()];
    return header === undefined ? [] : [header].flat();
  };
  const values: Record<RouteParameter['in'], [string, Json][]> = { path: [], query: [], header: [] };
  for (const parameter of route.parameters) {
    const value = readValue(parameter, texts(parameter), faults);
    if (value !== undefined) values[parameter.in].push([parameter.name, value]);
  }
  const { path, query: queryValues, header } = values;
  return {
    path: Object.fromEntries(path),
    query: Object.fromEntries(queryValues),
    header: Object.fromEntries(header),
    faults,
  };
}

/**
 * The values in a query by their decoded names. The values themselves are not decoded yet. Their number is limited,
 * because the server limits the length of a request head.
 */
function readQuery(rawQuery: string, faults: InputFault[]): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, string[]>();
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeQueryComponent(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : pair.slice(equals + 1);
    if (name === undefined) faults.push(undecodable('/query'));
    else if (decodeQueryComponent(value) === undefined) faults.push(undecodable(joinPointer('/query', name)));
    else if (pairs.get(name)?.push(value) === undefined) pairs.set(name, [value]);
  }
  return pairs;
}

function readValue(parameter: RouteParameter, texts: readonly string[], faults: InputFault[]): Json | undefined {
  if (texts.length === 0) return undefined;
  const pointer = joinPointer(`/${parameter.in}`, parameter.name);
  if (texts.length > 1 && parameter.list !== 'repeated') {
    faults.push({ pointer, detail: `must be given once, not ${texts.length} times` });
    return undefined;
  }
  const items = parameter.list === 'comma' ? (texts[0] ?? '').split(',') : texts;
  const decoded = items.map((text) => decode(parameter.in, text));
  if (decoded.includes(undefined)) {
    faults.push(undecodable(pointer));
    return undefined;
  }
  const values = decoded.map((text) => scalarOf(text ?? '', parameter.type));
  return parameter.list === undefined ? values[0] : values;
}

function decode(location: RouteParameter['in'], text: string): string | undefined {
  if (location === 'header') return text;
  return location === 'query' ? decodeQueryComponent(text) : decodePercent(text);
}

/** A number as in JSON (RFC 8259 §6). `0x10`, ` 1` and an empty string are not numbers. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function scalarOf(text: string, type: ScalarType): Json {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return type !== 'string' && NUMBER.test(text) ? Number(text) : text;
}

function undecodable(pointer: string): InputFault {
  return { pointer, detail: 'is not percent-encoded UTF-8' };
}
