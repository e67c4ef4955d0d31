import { createHash } from 'node:crypto';
import type { Argument } from '../../../../contract/arguments.js';
import type { Contract } from '../../../../contract/contract.js';
import { isValidArgument } from '../../../../contract/inputs/input-violations.js';
import type { Json } from '../../../../contract/json/json.js';
import { ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { appliedSchemas } from '../../../../contract/schema/applied-schemas.js';
import type { PathId } from './path-ids.js';

/** Services usually number their items from 1, so a number of at least this size identifies no item. */
const LEAST_NUMBER = 1_000_000_000;
/** The largest number of 32 bits. Services may fail with larger numbers. */
const MOST_NUMBER = 2_147_483_647;
/** A made-up text of at least this length is assumed to be the identifier of no existing item. */
const LEAST_LENGTH = 16;
/**
 * A UUID with at most this number of different characters, such as one of zeros, may be that of an item that comes with
 * the service.
 */
const LEAST_DIGITS = 5;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether a made-up identifier certainly identifies no item: a large number, a random UUID, or a long text. An example
 * of the contract may identify an existing item.
 */
export function isUnused(contract: Contract, { argument, value }: PathId): boolean {
  if (exampleTexts(contract, argument, value).has(String(value))) return false;
  if (typeof value === 'number') return Math.abs(value) >= LEAST_NUMBER;
  if (typeof value !== 'string') return false;
  if (UUID.test(value)) return new Set(value).size > LEAST_DIGITS;
  if (/^-?\d+$/.test(value)) return value.length >= LEAST_LENGTH;
  return value.length >= LEAST_LENGTH && /^[\w@.-]+$/.test(value);
}

/** The examples, defaults and listed values of a parameter, as texts. */
function exampleTexts({ schemas }: Contract, { parameter }: Argument, value: Json): ReadonlySet<string> {
  if (parameter === undefined) return new Set();
  const inSchema = appliedSchemas(schemas, [parameter.schema], value).flatMap(({ schema }) => [
    ...['example', 'default', 'const'].map((keyword) => ownValue(schema, keyword)),
    ...['examples', 'enum'].flatMap((keyword) => (ownValue(schema, keyword) ?? []) as Json),
  ]);
  return new Set([...parameter.examples.map((example) => example.value), ...inSchema].map(String));
}

/**
 * A valid value of a path parameter that identifies no item. It depends only on `salt` and on the given value.
 * `undefined` if the schema permits no such value.
 */
export function unusedValue(contract: Contract, operation: Operation, id: PathId, salt: string): Json | undefined {
  const { argument } = id;
  const hex = createHash('sha256')
    .update(JSON.stringify([salt, argument.name, id.value]))
    .digest('hex');
  const number = LEAST_NUMBER + (Number.parseInt(hex.slice(0, 8), 16) % (MOST_NUMBER - LEAST_NUMBER));
  const letters = [...hex].map((digit) => 'bcdfghjklmnpqrst'.charAt(Number.parseInt(digit, 16))).join('');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const candidates: readonly Json[] = [
    ...(typeof id.value === 'string' ? [] : [number, number * 1_000_000]),
    uuid,
    `parity-${letters.slice(0, 16)}`,
    letters.slice(0, 24),
    letters.slice(0, LEAST_LENGTH),
    letters.slice(0, 24).toUpperCase(),
    hex.slice(0, 24),
    hex.slice(0, 32),
    hex,
    String(number * 10_000_000),
    `${letters.slice(0, LEAST_LENGTH)}@parity.invalid`,
    number,
  ];
  return candidates.find(
    (value) => isUnused(contract, { ...id, value }) && isValidArgument(contract, operation, argument, value),
  );
}
