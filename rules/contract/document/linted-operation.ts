import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Path } from './path.js';

/** One operation as the lint sees it: unlike `Operation` it may be broken or without a name. */
export interface LintedOperation {
  readonly path: Path;
  /** Its `operationId`, or `GET /items` where it has none: for messages. */
  readonly name: string;
  readonly id: string | undefined;
  readonly value: JsonObject;
}

/** One entry of a mapping in the document, and the way to it. */
export interface Entry {
  readonly key: string;
  readonly path: Path;
  readonly value: JsonObject;
}

/** The fixed fields of a Path Item that hold operations (OpenAPI 3.1 §4.8.9). */
const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Every operation in the order of the document. */
export function lintedOperations(document: Json): readonly LintedOperation[] {
  return objectEntries(ownValue(document, 'paths'), ['paths']).flatMap((item) =>
    objectEntries(item.value, item.path).filter(({ key }) => METHODS.has(key)).map(({ key, path, value }) => {
      const id = ownValue(value, 'operationId');
      const named = typeof id === 'string' && id !== '';
      return { path, name: named ? id : `${key.toUpperCase()} ${item.key}`, id: named ? id : undefined, value };
    }));
}

export function responsesOf(operation: LintedOperation): readonly Entry[] {
  return objectEntries(ownValue(operation.value, 'responses'), [...operation.path, 'responses']);
}

/** The media types of a request body or a response. */
export function contentOf(holder: Json | undefined, path: Path): readonly Entry[] {
  return objectEntries(ownValue(holder, 'content'), [...path, 'content']);
}

export function headersOf(response: Entry): readonly Entry[] {
  return objectEntries(ownValue(response.value, 'headers'), [...response.path, 'headers']);
}

/** Whether a status is documented, by itself or by its range (OpenAPI 3.1 §4.8.16); `default` promises nothing about it. */
export function documentsStatus(operation: LintedOperation, status: number): boolean {
  const range = `${Math.trunc(status / 100)}XX`;
  return responsesOf(operation).some(({ key }) => key === String(status) || key === range);
}

/** Whether every success is a stream of events: not a call with one result, so neither a tool nor a command can offer it. */
export function isStream(operation: LintedOperation): boolean {
  const successes = responsesOf(operation).filter(({ key }) => key.startsWith('2'));
  const types = successes.flatMap(({ value, path }) => contentOf(value, path));
  return types.length > 0 && types.every(({ key }) => key.toLowerCase().startsWith('text/event-stream'));
}

/** JSON by its name: `application/json` or the suffix `+json` (RFC 6839 §3.1), parameters aside. */
export function isJsonType(mediaType: string): boolean {
  const [essence = ''] = mediaType.toLowerCase().split(';');
  return /^application\/json\s*$|\+json\s*$/.test(essence);
}

/** The entries of a mapping whose values are mappings; what is not is the OpenAPI schema's to report. */
function objectEntries(value: Json | undefined, path: Path): readonly Entry[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => (isJsonObject(inner) ? [{ key, path: [...path, key], value: inner }] : []));
}
