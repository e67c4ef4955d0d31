import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { CallLine, Greeting } from './messages.js';
import { PROTOCOL_SCHEMA } from './message-schemas.js';

/** A message, or why a line is none. */
export type Read<T> = { readonly kind: 'message'; readonly message: T } | { readonly kind: 'noise'; readonly reason: string };

const ID = 'driver-protocol';
const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false }).addSchema(PROTOCOL_SCHEMA, ID);
const isGreeting = compiled<Greeting>('greeting');
const isCallLine = compiled<CallLine>('callLine');

export function readGreeting(line: string): Read<Greeting> {
  return read(line, isGreeting);
}

export function readCallLine(line: string): Read<CallLine> {
  return read(line, isCallLine);
}

/** A line that is no message of the protocol; a driver's own logging belongs on standard error. */
export function noiseText(line: string, number: number, reason: string): string {
  return `line ${number} of its stdout, ${JSON.stringify(line.slice(0, 300))}, is no message of the driver protocol: ${reason}`;
}

function compiled<T>(name: string): ValidateFunction<T> {
  return ajv.compile<T>({ $ref: `${ID}#/$defs/${name}` });
}

function read<T>(line: string, isMessage: ValidateFunction<T>): Read<T> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'noise', reason: 'it is not JSON' };
  }
  try {
    if (isMessage(value)) return { kind: 'message', message: value };
  } catch (error) {
    // Nested deeper than can be judged.
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'noise', reason: 'it is nested too deeply' };
  }
  const [first] = isMessage.errors ?? [];
  return { kind: 'noise', reason: `${first?.instancePath ?? ''} ${first?.message ?? 'is not as the protocol says'}`.trim() };
}
