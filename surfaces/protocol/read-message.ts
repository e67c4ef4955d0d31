import type { OwnValidator } from '../../contract/schema/own-schema.js';
import type { Line } from './line-process.js';
import type { CallLine, Greeting } from './messages.js';
import { VALIDATORS } from './message-validators.js';

/** A message, or the reason why the line is not a message. `strayOutput`: it is a text without the start of a message. */
export type Read<T> =
  | { readonly kind: 'message'; readonly message: T }
  | { readonly kind: 'noise'; readonly reason: string; readonly strayOutput?: true };

export function readGreeting(line: Line): Read<Greeting> {
  return read(line, VALIDATORS.greeting);
}

export function readCallLine(line: Line): Read<CallLine> {
  return read(line, VALIDATORS.callLine);
}

/** Describes a line that is not a message of the protocol; a driver must log to standard error. */
export function noiseText({ text, number }: Line, reason: string): string {
  return `line ${number} of its stdout, ${JSON.stringify(text.slice(0, 300))}, is not a message of the driver protocol: ${reason}`;
}

function read<T>({ text, isUtf8 }: Line, isMessage: OwnValidator): Read<T> {
  // RFC 8259 §8.1. If the line were read nevertheless, a wrong byte would be reported as a wrong value.
  if (!isUtf8) return { kind: 'noise', reason: 'it is not UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'noise', reason: 'it is not JSON', ...(!text.trimStart().startsWith('{') && { strayOutput: true }) };
  }
  try {
    if (isMessage(value)) return { kind: 'message', message: value as T };
  } catch (error) {
    // Nested deeper than the validator can follow.
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'noise', reason: 'it is nested too deeply' };
  }
  const [first] = isMessage.errors ?? [];
  return {
    kind: 'noise',
    reason: `${first?.instancePath ?? ''} ${first?.message ?? 'does not match the protocol'}`.trim(),
  };
}
