import type { ErrorObject } from 'ajv';
import { type Json, ownValue } from '../../contract/json/json.js';
import { joinPointer, valueAt } from '../../contract/json/json-pointer.js';
import { currentEntry } from './earlier-names.js';
import { ENTRY_KINDS, VALIDATORS } from './entry-validators.js';
import { printable, printableText } from '../text/printable.js';
import type { NumberedLine } from './read-lines.js';
import type { ReportEntry } from '../report.js';
import type { ReadBounds, ReportFileFault } from './report-fault.js';

export type EntryReading =
  | { readonly kind: 'entry'; readonly entry: ReportEntry }
  | { readonly kind: 'faults'; readonly faults: readonly ReportFileFault[] };

export function entryReader(bounds: ReadBounds): (line: NumberedLine) => EntryReading {
  return (line) => {
    const { number, text } = line;
    if (text.length > bounds.line)
      return oneFault(line, 'report-line-too-long', `Line ${number} has more than ${bounds.line} characters.`);
    if (nesting(text) > bounds.depth)
      return oneFault(line, 'report-too-deep', `Line ${number} is nested deeper than ${bounds.depth} levels.`);
    const parsed = parse(line);
    return parsed.kind === 'json' ? validate(currentEntry(parsed.value), line) : parsed;
  };
}

function parse(
  line: NumberedLine,
): { readonly kind: 'json'; readonly value: Json } | Extract<EntryReading, { kind: 'faults' }> {
  try {
    return { kind: 'json', value: JSON.parse(line.text) as Json };
  } catch {
    return oneFault(line, 'report-not-json', `Line ${line.number} is not JSON: ${printableText(line.text, 60)}`);
  }
}

function validate(value: Json, line: NumberedLine): EntryReading {
  const kind = ownValue(value, 'kind');
  const known = ENTRY_KINDS.find((name) => name === kind);
  if (known === undefined) {
    const message = `Line ${line.number} has the unknown kind ${printable(kind ?? null)}; the known kinds are ${ENTRY_KINDS.join(', ')}.`;
    return oneFault(line, 'report-entry-unknown', message, '/kind');
  }
  const validator = VALIDATORS[known];
  // The cast is safe, because the schema has validated the entry.
  if (validator(value)) return { kind: 'entry', entry: value as unknown as ReportEntry };
  return { kind: 'faults', faults: (validator.errors ?? []).map((error) => schemaFault(error, value, line)) };
}

/**
 * Converts an error of the validator to a fault. For a missing or additional member, the pointer includes the name of
 * the member.
 */
function schemaFault(error: ErrorObject, value: Json, line: NumberedLine): ReportFileFault {
  const member = memberOf(error);
  const pointer = member === undefined ? error.instancePath : joinPointer(error.instancePath, member);
  const received = valueAt(value, error.instancePath);
  const broken = printableText(error.message ?? 'is invalid', 200);
  const message =
    `Line ${line.number} breaks the report's schema at ${printable(pointer)}: it ${broken}` +
    (member === undefined && received !== undefined ? `, but is ${printable(received)}.` : '.');
  return { code: 'report-entry-invalid', message, repair: REPAIR, line: line.number, pointer };
}

function memberOf(error: ErrorObject): string | undefined {
  const params: { readonly missingProperty?: unknown; readonly additionalProperty?: unknown } = error.params;
  const member = params.missingProperty ?? params.additionalProperty;
  return typeof member === 'string' ? member : undefined;
}

const REPAIR = 'Use the unmodified file that parity check wrote, or correct the line.';

function oneFault(
  line: NumberedLine,
  code: string,
  message: string,
  pointer = '',
): Extract<EntryReading, { kind: 'faults' }> {
  return { kind: 'faults', faults: [{ code, message, repair: REPAIR, line: line.number, pointer }] };
}

/**
 * The depth of nested arrays and objects in a JSON text. It is counted before parsing, so that recursion over the
 * parsed value is safe. No regular expression is used, because it would overflow the stack for a long string.
 */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') quoted = !quoted;
    else if (quoted) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
