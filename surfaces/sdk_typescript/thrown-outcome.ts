import { type Json, isJsonObject } from '../../contract/json/json.js';
import { hasManyNodes } from '../../contract/json/json-bounds.js';
import { TRANSPORT_FAILURE } from '../failure-table.js';
import type { NativeSignal, Outcome } from '../outcome.js';
import { MOST_SHOWN, OVERSIZED, isOversized, shownAs } from '../shown-json.js';

/**
 * What a throw of an SDK says to its caller: `code: 'refused'` that nothing was sent, `code: 'timeout'` that it gave up,
 * a numeric `status` or a `TransportError` that the exchange failed. Everything else is a crash, a `TypeError` included:
 * a client that dislikes its arguments has to say so in words of its own.
 */
export function thrownOutcome(thrown: unknown, timeoutMs: number): Outcome {
  const native: NativeSignal = { error: className(thrown) };
  if (read(thrown, 'code') === 'refused') return { kind: 'refused', by: 'client', reason: messageOf(thrown), native };
  if (read(thrown, 'code') === 'timeout') return { kind: 'timeout', afterMs: timeoutMs };
  const status = read(thrown, 'status');
  const shown = shownAs('problem', asJson(read(thrown, 'problem')));
  if (typeof status === 'number') return { kind: 'problem', status, ...shown, native };
  if (native.error === TRANSPORT_FAILURE.error) return { kind: 'problem', ...shown, native };
  return { kind: 'crash', detail: thrownDetail(thrown).detail, native };
}

/** Class and message of whatever was thrown, bounded. */
export function thrownDetail(thrown: unknown): { readonly error: string; readonly detail: string } {
  const error = className(thrown);
  return { error, detail: `${error}: ${messageOf(thrown)}`.slice(0, DETAIL) };
}

const DETAIL = 2000;

/**
 * JSON text of the value, bytes as a string that stands for them; `undefined` for what JSON cannot express, a cycle or a throwing `toJSON`
 * included.
 */
export function jsonText(value: unknown): string | undefined | typeof OVERSIZED {
  if (value instanceof Uint8Array && value.byteLength > MOST_SHOWN) return OVERSIZED;
  try {
    if (hasManyNodes(value)) return OVERSIZED;
    const text = JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value) as string | undefined;
    return text !== undefined && isOversized(text) ? OVERSIZED : text;
  } catch (error) {
    // Nested deeper, or longer, than a text can be.
    return error instanceof RangeError ? OVERSIZED : undefined;
  }
}

function asJson(value: unknown): Json | undefined | typeof OVERSIZED {
  const text = jsonText(value);
  return typeof text === 'string' ? (JSON.parse(text) as Json) : text;
}

/** Anything may be thrown: `null`, a string, a proxy whose every trap throws. */
function read(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

/** The class as a caller would catch it; a minified one has its name in `name` alone. */
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
  return json === undefined || json === OVERSIZED || isJsonObject(json) ? 'no message' : JSON.stringify(json).slice(0, DETAIL);
}
