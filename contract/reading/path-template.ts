import type { Operation, Parameter } from '../operation.js';
import { isJsonObject } from '../json/json.js';
import { childPlace, type Place } from '../document/place.js';
import type { Reader } from './reader.js';

/** The path of a path item that was read earlier, and the keys in this path item, such as `get`. */
interface SeenPath {
  readonly path: string;
  readonly keys: ReadonlySet<string>;
}

/**
 * Reports a malformed path template, a parameter that occurs twice in it, and a template that equals an earlier one.
 * `seen`: the earlier path items. Their key is the template with `{}` in place of each parameter.
 */
export function checkTemplate(reader: Reader, path: string, place: Place, seen: Map<string, SeenPath>): void {
  const names = templateNames(path);
  if (names === undefined) {
    reader.fault(
      place,
      'path-malformed',
      `${JSON.stringify(path)} is not a path template`,
      'Begin the path with / and write each parameter name between { and }.',
    );
    return;
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    reader.fault(
      place,
      'path-malformed',
      `{${twice}} occurs twice in ${path}`,
      'Give the two path parameters different names.',
    );
  }
  // Two templates that differ only in the names of their parameters are the same path (OpenAPI 3.1 §4.8.8).
  const shape = path.replaceAll(/\{[^{}]*\}/g, '{}');
  const first = seen.get(shape);
  const keys = new Set(Object.keys(isJsonObject(place.value) ? place.value : {}));
  const repair = 'Merge the operations of both paths below one path.';
  if (first === undefined) seen.set(shape, { path, keys });
  else if (isApart(first.keys, keys))
    reader.around(place, 'path-duplicate', `${path} is the same path as ${first.path}; both are read`, repair);
  else reader.fault(place, 'path-duplicate', `${path} is the same path as ${first.path}`, repair);
}

/**
 * Whether two path items certainly have no method in common. `one` and `other` are their keys. A path item with a
 * `$ref` may have any method.
 */
function isApart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const isKnown = (keys: ReadonlySet<string>): boolean => !keys.has('$ref');
  const shared = [...one].filter((key) => other.has(key) && !COMMON_KEYS.has(key) && !key.startsWith('x-'));
  return isKnown(one) && isKnown(other) && shared.length === 0;
}

/** The members of a path item that are not operations (OpenAPI 3.1 §4.8.9). */
const COMMON_KEYS: ReadonlySet<string> = new Set(['summary', 'description', 'servers', 'parameters']);

/**
 * Checks that the path template and the path parameters have the same names (OpenAPI 3.1 §4.8.12). Returns the
 * operation, without path parameters that the template does not contain.
 */
export function withTemplateParameters(reader: Reader, operation: Operation, place: Place): Operation {
  const names = templateNames(operation.path) ?? [];
  const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
  for (const name of new Set(names)) {
    if (declared.some((parameter) => parameter.name === name)) continue;
    const message = `{${name}} of ${operation.path} is not declared as a path parameter`;
    const at = childPlace(place, 'parameters') ?? place;
    const repair = `Add a parameter {name: ${name}, in: path, required: true, schema: …}.`;
    const code = 'path-parameter-undeclared';
    if (reader.leavesOut) {
      reader.leftOut.add(operation.path);
      reader.around(at, code, `${message}; the operations of this path are not called`, repair);
    } else reader.fault(at, code, message, repair);
  }
  for (const parameter of declared) {
    if (names.includes(parameter.name)) continue;
    const message = `path parameter ${JSON.stringify(parameter.name)} is not in the template ${operation.path}`;
    reader.readAround.add(
      parameter.location,
      'path-parameter-unused',
      `${message}; it is ignored`,
      `Add {${parameter.name}} to the path, or remove the parameter.`,
    );
  }
  const isUsed = ({ in: location, name }: Parameter): boolean => location !== 'path' || names.includes(name);
  return { ...operation, parameters: operation.parameters.filter(isUsed) };
}

/**
 * The names of the parameters in a template, in order. `undefined` if the template does not start with `/`, or if its
 * braces are not paired (OpenAPI 3.1 §4.8.8).
 */
function templateNames(path: string): readonly string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const rest = path.replaceAll(/\{[^{}]*\}/g, '');
  return /[{}]/.test(rest) || names.includes('') ? undefined : names;
}
