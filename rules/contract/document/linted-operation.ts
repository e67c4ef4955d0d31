import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Path } from './path.js';

/**
 * One operation of the document that is linted. Unlike an `Operation`, it may be invalid, and may lack an
 * `operationId`.
 */
export interface LintedOperation {
  readonly path: Path;
  /**
   * The name of the operation in messages: the `operationId`, or the method and path (`GET /items`) if there is none.
   */
  readonly name: string;
  readonly id: string | undefined;
  readonly value: JsonObject;
}

/** One entry of an object that maps names to values, such as `responses`, with its path in the document. */
export interface MappingEntry {
  readonly key: string;
  readonly path: Path;
  readonly value: JsonObject;
}

/** The members of a Path Item that contain operations (OpenAPI 3.1 §4.8.9). */
const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Every operation, in the order of the document. */
export function lintedOperations(document: Json): readonly LintedOperation[] {
  return objectEntries(ownValue(document, 'paths'), ['paths']).flatMap((item) =>
    objectEntries(item.value, item.path)
      .filter(({ key }) => METHODS.has(key))
      .map(({ key, path, value }) => {
        const id = ownValue(value, 'operationId');
        const named = typeof id === 'string' && id !== '';
        return { path, name: named ? id : `${key.toUpperCase()} ${item.key}`, id: named ? id : undefined, value };
      }),
  );
}

export function responsesOf(operation: LintedOperation): readonly MappingEntry[] {
  return objectEntries(ownValue(operation.value, 'responses'), [...operation.path, 'responses']);
}

/** The entries of `content` in a request body or a response: media types with their values. */
export function contentEntries(holder: Json | undefined, path: Path): readonly MappingEntry[] {
  return objectEntries(ownValue(holder, 'content'), [...path, 'content']);
}

export function headersOf(response: MappingEntry): readonly MappingEntry[] {
  return objectEntries(ownValue(response.value, 'headers'), [...response.path, 'headers']);
}

/**
 * Whether an operation documents a status by its exact code, such as `404`, or by its range, such as `4XX` (OpenAPI 3.1
 * §4.8.16). `default` does not count.
 */
export function documentsStatus(operation: LintedOperation, status: number): boolean {
  const range = `${Math.trunc(status / 100)}XX`;
  return responsesOf(operation).some(({ key }) => key === String(status) || key === range);
}

/**
 * Whether every success is an event stream. Neither a tool nor a command can offer such an operation, because it has no
 * single result.
 */
export function isStream(operation: LintedOperation): boolean {
  const successes = responsesOf(operation).filter(({ key }) => key.startsWith('2'));
  const types = successes.flatMap(({ value, path }) => contentEntries(value, path));
  return types.length > 0 && types.every(({ key }) => key.toLowerCase().startsWith('text/event-stream'));
}

/** Whether a media type is `application/json` or has the suffix `+json` (RFC 6839 §3.1), ignoring parameters. */
export function isJsonType(mediaType: string): boolean {
  const [essence = ''] = mediaType.toLowerCase().split(';');
  return /^application\/json\s*$|\+json\s*$/.test(essence);
}

/**
 * The entries of an object whose values are objects. Other values are skipped, because a built-in rule of Spectral
 * reports them.
 */
function objectEntries(value: Json | undefined, path: Path): readonly MappingEntry[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isJsonObject(inner) ? [{ key, path: [...path, key], value: inner }] : [],
  );
}
