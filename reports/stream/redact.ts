import { isJsonObject, type Json } from '../../contract/json/json.js';
import { secretForms } from './secret-forms.js';

/** Removes every secret from a value, including the keys of objects. Never throws. */
export type Redactor = (value: Json) => Json;

export const REDACTED = '[redacted]';

/**
 * The minimum length of a secret that is redacted. A shorter string does not protect anything, and it may occur in many
 * texts by chance.
 */
export const MIN_SECRET_LENGTH = 6;

/**
 * The minimum length at which a secret without its last character is redacted. Some cases send a secret without its
 * last character. A shorter text of this kind is often an ordinary word.
 */
const MIN_CUT_LENGTH = 12;

/** The maximum depth of a value that is redacted. No contract needs this depth, and recursion to this depth is safe. */
const MAX_DEPTH = 256;

/**
 * Returns a function that removes secrets from a value. It replaces each secret in any spelling: literal, JSON-escaped,
 * percent- or form-encoded, and inside base64. It also replaces all credentials after `Bearer` or `Basic`, in a header
 * or in a quotation of a header.
 */
export function redactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  const cut = known.map((secret) => secret.slice(0, -1)).filter((secret) => secret.length >= MIN_CUT_LENGTH);
  const forms = secretForms([...known, ...cut]);
  const text = (value: string): string => {
    const literal = forms.literal === undefined ? value : value.replace(forms.literal, REDACTED);
    return redactCredentials(redactBase64(literal, forms.base64));
  };
  return (value) => redactValue(value, text, 0);
}

type RedactText = (text: string) => string;

function redactValue(value: Json, text: RedactText, depth: number): Json {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return `…[nested deeper than ${MAX_DEPTH}]`;
  if (!isJsonObject(value)) return value.map((item) => redactValue(item, text, depth + 1));
  const members = new Map<string, Json>();
  for (const [key, member] of Object.entries(value)) {
    members.set(freeName(text(key), members), redactValue(member, text, depth + 1));
  }
  return Object.fromEntries(members);
}

/**
 * The name of a member in the redacted object. If the object already has a member with this name, a number is appended.
 */
function freeName(name: string, taken: ReadonlyMap<string, Json>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
  return free;
}

/**
 * Replaces the whole base64 text around an encoded secret, because the rest of it would reveal the first and last
 * characters of the secret.
 */
function redactBase64(text: string, cores: readonly string[]): string {
  return cores.reduce((redacted, core) => {
    const chunks: string[] = [];
    let from = 0;
    for (let at = redacted.indexOf(core); at >= 0; at = redacted.indexOf(core, from)) {
      chunks.push(redacted.slice(from, runStart(redacted, at, from)), REDACTED);
      from = runEnd(redacted, at + core.length);
    }
    return from === 0 ? redacted : chunks.join('') + redacted.slice(from);
  }, text);
}

const BASE64_CHARACTER = /[A-Za-z0-9+/_=-]/;

function runStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && BASE64_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && BASE64_CHARACTER.test(text.charAt(end))) end += 1;
  return end;
}

/**
 * Matches credentials in the syntax `token68` (RFC 9110 §11.2). It matches only a whole string, a quoted string, or a
 * string after the name of the header. Sentences about tokens therefore stay unchanged.
 */
const CREDENTIALS =
  /(^|["'`]|authorization[\s"'`:=,\\]{1,12})(bearer|basic)([ \t]+)[A-Za-z0-9._~+/=-]+(?=$|["'`\s,;\\])/gi;

function redactCredentials(text: string): string {
  return text.replace(CREDENTIALS, (match, before: string, scheme: string, space: string, at: number) => {
    const whole = before !== '' || at + match.length === text.trimEnd().length;
    return whole ? `${before}${scheme}${space}${REDACTED}` : match;
  });
}
