import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { hasManyNodes } from '../../../contract/json/json-bounds.js';
import { TRANSPORT_FAILURE } from '../../failure-table.js';
import type { NativeSignal, Outcome } from '../../outcome.js';
import type { ModuleExports } from './client-class.js';
import { shownHeaders } from './shown-headers.js';
import { MOST_SHOWN, OVERSIZED, isOversized, shownAs } from '../../shown-json.js';

/**
 * Converts an error that an SDK throws to an outcome. `code: 'refused'`: the SDK sent nothing. `code: 'timeout'`: the
 * call timed out. A numeric `status` or a `TransportError`: the service or the connection failed. Any other error is a
 * crash. This includes a `TypeError`, because a client should refuse invalid arguments with an error class of its own.
 * `exports`: all exports of the SDK's module. `isGenerated`: see `Loaded`.
 */
export function thrownOutcome(
  thrown: unknown,
  timeoutMs: number,
  exports: ModuleExports,
  isGenerated = false,
): Outcome {
  const error = className(thrown, exports);
  const native: NativeSignal = { error: isGenerated ? (exportedClass(thrown, error, exports) ?? error) : error };
  if (read(thrown, 'code') === 'refused') return { kind: 'refused', by: 'client', reason: messageOf(thrown), native };
  if (read(thrown, 'code') === 'timeout') return { kind: 'timeout', afterMs: timeoutMs };
  const status = read(thrown, 'status');
  const shown = shownAs('problem', asJson(read(thrown, 'problem')));
  if (typeof status === 'number')
    return { kind: 'problem', status, ...shown, native: { ...native, ...shownHeaders(read(thrown, 'headers')) } };
  if (native.error === TRANSPORT_FAILURE.error)
    return { kind: 'problem', ...shown, native: { ...native, ...transportCode(thrown) } };
  return { kind: 'crash', detail: thrownDetail(thrown).detail, native, raised: true };
}

function transportCode(thrown: unknown): Pick<NativeSignal, 'code'> {
  const code = read(thrown, 'code');
  return typeof code === 'string' ? { code: code.slice(0, LONGEST_CODE) } : {};
}

const LONGEST_CODE = 100;

/** The class and the message of a thrown value, with a limited length. */
export function thrownDetail(thrown: unknown): { readonly error: string; readonly detail: string } {
  const error = className(thrown, {});
  return { error, detail: `${error}: ${messageOf(thrown)}`.slice(0, DETAIL) };
}

const DETAIL = 2000;

/**
 * A value as JSON text. Bytes become a string with one character for each byte. `undefined` if JSON cannot express the
 * value, for example because it has a cycle or its `toJSON` throws.
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
    // A `RangeError` means that the value is nested too deeply or its text would be too long.
    return error instanceof RangeError ? OVERSIZED : undefined;
  }
}

function asJson(value: unknown): Json | undefined | typeof OVERSIZED {
  const text = jsonText(value);
  return typeof text === 'string' ? (JSON.parse(text) as Json) : text;
}

/** Reads a member of a thrown value. The value may be `null`, a string, or even a proxy that throws on every access. */
function read(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The name of the class with which a caller would catch the error. By default, it is the property `name`, because a
 * minified class has a meaningless name. It is the name of the constructor if the module exports a class with the name
 * in `name`, and the error is not an instance of this class: a caller could not catch the error by the class.
 */
function className(thrown: unknown, exports: ModuleExports): string {
  const name = read(thrown, 'name');
  if (typeof name === 'string' && name !== '' && name !== 'Error' && mayBeInstance(thrown, exports[name])) return name;
  const constructor = read(thrown, 'constructor');
  return typeof constructor === 'function' ? constructor.name : typeof thrown;
}

/**
 * The name of the nearest class of an error that the module exports. A caller of a generated client cannot import any
 * other class.
 */
function exportedClass(thrown: unknown, error: string, exports: ModuleExports): string | undefined {
  if (typeof exports[error] === 'function' || typeof thrown !== 'object') return undefined;
  for (let at: unknown = thrown, depth = 0; at !== null && depth < MOST_ANCESTORS; depth += 1) {
    at = Object.getPrototypeOf(at) as unknown;
    const constructor = read(at, 'constructor');
    if (typeof constructor === 'function' && exports[constructor.name] === constructor) return constructor.name;
  }
  return undefined;
}

const MOST_ANCESTORS = 20;

function mayBeInstance(thrown: unknown, exported: unknown): boolean {
  try {
    return typeof exported !== 'function' || thrown instanceof exported;
  } catch {
    return true;
  }
}

function messageOf(thrown: unknown): string {
  const message = read(thrown, 'message');
  if (typeof message === 'string') return message.slice(0, DETAIL);
  const json = asJson(thrown);
  return json === undefined || json === OVERSIZED || isJsonObject(json)
    ? 'no message'
    : JSON.stringify(json).slice(0, DETAIL);
}
