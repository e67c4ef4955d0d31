import type { SchemaSource } from '../../contract/contract.js';
import { pointerTokens } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { MediaContent, Operation, ParameterIn, SchemaUri } from '../../contract/operation.js';
import { statedSchemas } from '../fault-place.js';
import { alternatives } from '../values/alternatives.js';
import { parameterReadings } from './parameters/parameter-readings.js';

/** The text of the case at one place of the request, and the text that the surface sent there. */
interface SentText {
  readonly pointer: string;
  readonly kind: string;
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

/**
 * Whether a surface sent a text without its end, and the sent part is exactly as long as a `maxLength` of the contract
 * permits. The fault is then in the code that shortens all texts.
 */
export function isShortened(
  schemas: SchemaSource,
  operation: Operation,
  media: MediaContent | undefined,
  { pointer, kind, expected, received }: SentText,
): boolean {
  if (typeof expected !== 'string' || typeof received !== 'string') return false;
  // A wrong character encoding changes characters, but it does not remove any.
  const isShorter = kind === 'mis-decoded' && [...received].length < [...expected].length;
  if (kind !== 'changed' && !isShorter) return false;
  return textLimits(schemas, schemasOf(schemas, operation, media, pointer)).some((limit) =>
    isCutAt(limit, expected, received),
  );
}

/** The schemas that describe a value in a request: the value of a parameter, or a part of the body. */
export function schemasOf(
  schemas: SchemaSource,
  operation: Operation,
  media: MediaContent | undefined,
  pointer: string,
): readonly SchemaUri[] {
  const [part = '', name = ''] = pointerTokens(pointer);
  return part === 'body'
    ? statedSchemas(schemas, media?.schema, pointer.slice('/body'.length))
    : (parameterReadings(schemas, operation, part as ParameterIn, name)?.stated ?? []);
}

/** Every `maxLength` that the schemas state for a text. */
function textLimits(schemas: SchemaSource, stated: readonly SchemaUri[]): readonly number[] {
  const limits = stated.flatMap((uri) => alternatives(schemas, [uri]).map(({ maxLength }) => maxLength));
  return limits.filter(Number.isFinite);
}

/**
 * Matches the broken end of a text that was cut within a character: half a surrogate pair, or the replacement
 * character.
 */
const CUT_CHARACTER = /[\uD800-\uDBFF\uFFFD]$/;

/** Whether `received` is the start of `expected`, cut after `limit` characters, UTF-16 units or UTF-8 bytes. */
function isCutAt(limit: number, expected: string, received: string): boolean {
  const kept = received.replace(CUT_CHARACTER, '');
  if (kept === '' || received.length > 2 * limit || !expected.startsWith(kept)) return false;
  const [next = ''] = expected.slice(kept.length, kept.length + 2);
  const bytes = Buffer.byteLength(kept);
  return (
    received.length === limit ||
    [...received].length === limit ||
    (bytes <= limit && bytes + Buffer.byteLength(next) > limit)
  );
}
