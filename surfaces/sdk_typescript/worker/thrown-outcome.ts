import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { hasManyNodes } from '../../../contract/json/json-bounds.js';
import { TRANSPORT_FAILURE } from '../../failure-table.js';
import type { NativeSignal, Outcome } from '../../outcome.js';
import { MOST_SHOWN, OVERSIZED, isOversized, shownAs } from '../../shown-json.js';

/**
 * The outcome of an error that an SDK throws. `code: 'refused'`: nothing was sent. `code: 'timeout'`: the call timed
 * out. A numeric `status` or a `TransportError`: the exchange failed. Everything else is a crash, even a `TypeError`,
 * because a client must refuse invalid arguments with its own error class.
 */
export function thrownOutcome(thrown: unknown, timeoutMs: number): Outcome {
  const native: NativeSignal = { error: className(thrown) };
  if (read(thrown, 'code') === 'refused') return { kind: 'refused', by: 'client', reason: messageOf(thrown), native };
  if (read(thrown, 'code') === 'timeout') return { kind: 'timeout', afterMs: timeoutMs };
  const status = read(thrown, 'status');
  const shown = shownAs('problem', asJson(read(thrown, 'problem')));
  if (typeof status === 'number') return { kind: 'problem', status, ...shown, native };
  if (native.error === TRANSPORT_FAILURE.error) return { kind: 'problem', ...shown, native };
  return { kind: 'crash', detail: thrownDetail(thrown).detail, native, raised: true };
}

/** Class and message of the thrown value, bounded. */
export function thrownDetail(thrown: unknown): { readonly error: string; readonly detail: string } {
  const error = className(thrown);
  return { error, detail: `${error}: ${messageOf(thrown)}`.slice(0, DETAIL) };
}

const DETAIL = 2000;

/**
 * JSON text of the value, with bytes as a string; `undefined` for values that JSON cannot express, such as cycles or
 * values whose `toJSON` throws.
 */
export function jsonText(value: unknown): string | undefined | typeof OVERSIZED {
  if (value instanceof Uint8Array && value.byteLength > MOST_SHOWN) return OVERSIZED;
  try {
    if (hasManyNodes(value)) return OVERSIZED;
    const text = JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value) as
      | string
      | undefined;
    return text !== undefined && isOversized(text) ? OVERSIZED : text;
  } catch (error) {
    // The text would be nested too deeply, or too long.
    return error instanceof RangeError ? OVERSIZED : undefined;
  }
}

function asJson(value: unknown): Json | undefined | typeof OVERSIZED {
  const text = jsonText(value);
  return typeof text === 'string' ? (JSON.parse(text) as Json) : text;
}

/** Reads a member of a thrown value. Any value may be thrown: `null`, a string, a proxy whose traps all throw. */
function read(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

/** The class that a caller would catch; a minified class has its name only in `name`. */
function className(thrown: unknown): string {
  const name = read(thrown, 'name');
  if (typeof name === 'string' && name !== '' && name !== 'Error') return name;
  const constructor = read(thrown, 'constructor');
  return typeof constructor === 'function' ? constructor.name : typeof thrown;
}

function messageOf(thrown: unknown): string {
  const message = read(thrown, 'message');
  if (typeof message === 'string') return message.slice(0, DETAIL);
  const json = asJson(thrown);
  return json === undefined || json === OVERSIZED || isJsonObject(json)
    ? 'no message'
    : JSON.stringify(json).slice(0, DETAIL);
}
