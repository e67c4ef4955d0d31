import type { OwnValidator } from '../../contract/schema/own-schema.js';
import type { Line } from './line-process.js';
import type { CallLine, Greeting } from './messages.js';
import { VALIDATORS } from './message-validators.js';

/**
 * A message, or the reason why a line is not a message. `strayOutput`: the line is not JSON and does not begin with
 * `{`, so it is output of a log or a library.
 */
export type Read<T> =
  | { readonly kind: 'message'; readonly message: T }
  | { readonly kind: 'noise'; readonly reason: string; readonly strayOutput?: true };

export function readGreeting(line: Line): Read<Greeting> {
  return read(line, VALIDATORS.greeting);
}

export function readCallLine(line: Line): Read<CallLine> {
  return read(line, VALIDATORS.callLine);
}

/**
 * Describes a line on standard output that is not a message of the protocol. A driver program may write other text only
 * to standard error.
 */
export function noiseText({ text, number }: Line, reason: string): string {
  return `line ${number} of its stdout, ${JSON.stringify(text.slice(0, 300))}, is not a message of the driver protocol: ${reason}`;
}

function read<T>({ text, isUtf8 }: Line, isMessage: OwnValidator): Read<T> {
  // RFC 8259 §8.1 requires UTF-8. Decoding another encoding as UTF-8 would report a wrong byte as a wrong value.
  if (!isUtf8) return { kind: 'noise', reason: 'the line is not UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      kind: 'noise',
      reason: 'the line is not JSON',
      ...(!text.trimStart().startsWith('{') && { strayOutput: true }),
    };
  }
  try {
    if (isMessage(value)) return { kind: 'message', message: value as T };
  } catch (error) {
    // The line is nested more deeply than the validator can follow.
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'noise', reason: 'the line is nested too deeply' };
  }
  const [first] = isMessage.errors ?? [];
  return {
    kind: 'noise',
    reason: `${first?.instancePath ?? ''} ${first?.message ?? 'does not match the protocol'}`.trim(),
  };
}
