import type { SchemaSource } from '../../contract.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { Operation, Parameter } from '../../operation.js';
import { readings, schemaTypes } from '../decode-value.js';
import { deserialiseParameter } from '../deserialise-parameter.js';
import { decodeQueryComponent } from '../percent.js';

/**
 * Decodes the query of a URL, without its `?`, to the query arguments of an operation. `undefined` if the query has a
 * name that is not a parameter of the operation, or a value that is not in the documented style.
 */
export function readQuery(schemas: SchemaSource, { parameters }: Operation, query: string): JsonObject | undefined {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const read: Record<string, Json> = {};
  let used = 0;
  for (const parameter of parameters.filter((each) => each.in === 'query')) {
    const own = pairs.filter((pair) => isOf(parameter, pair));
    if (own.length === 0) continue;
    const value = valueOf(schemas, parameter, own);
    if (value === undefined) return undefined;
    read[parameter.name] = value;
    used += own.length;
  }
  return used === pairs.length ? read : undefined;
}

function isOf({ name, style }: Parameter, pair: string): boolean {
  const [raw = ''] = pair.split('=', 1);
  const key = decodeQueryComponent(raw) ?? raw;
  return style === 'deepObject' ? key.startsWith(`${name}[`) : key === name;
}

function valueOf(schemas: SchemaSource, parameter: Parameter, pairs: readonly string[]): Json | undefined {
  const types = schemaTypes(schemas, parameter.schema);
  const kind = types.has('object') ? 'map' : types.has('array') ? 'list' : 'scalar';
  if (kind === 'scalar' && pairs.length > 1) return undefined;
  const texts = deserialiseParameter(parameter, { kind: 'pairs', pairs: pairs.map(withPlainBrackets) }, kind);
  return texts && readings(schemas, parameter.schema, texts)[0];
}

function withPlainBrackets(pair: string): string {
  const [name = '', ...value] = pair.split('=');
  return [name.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']'), ...value].join('=');
}
