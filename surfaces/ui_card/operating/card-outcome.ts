import type { Json } from '../../../contract/json/json.js';
import type { StreamEvent } from '../../../contract/wire/event-stream.js';
import type { NativeSignal, Outcome } from '../../outcome.js';
import { MOST_SHOWN, isOversized } from '../../shown-json.js';
import { unlistedErrors } from './unlisted-errors.js';

/** What the card shows after a call. Texts are as displayed on the page. */
export interface CardContent {
  readonly views: readonly string[];
  readonly heading: string;
  readonly status: string;
  readonly json?: string;
  readonly text?: string;
  /** True if a part of the reply is outside a box that cannot be scrolled. */
  readonly isClipped?: boolean;
  readonly parsedMarkup: boolean;
  /** The visible texts of the list entries in a problem that the card shows. */
  readonly rows?: readonly string[];
  readonly events: readonly { readonly id?: string; readonly event: string; readonly data: string }[];
}

const CLIPPED =
  'the card cuts the reply off at the edge of a box that cannot be scrolled; set `overflow: auto`, or no maximum height';

/** Converts the visible texts of the card after a call to an outcome. */
export function cardOutcome(content: CardContent): Outcome {
  const { views, heading, status, json, text, isClipped, parsedMarkup, rows = [], events } = content;
  const [view, ...others] = views;
  if (view === undefined) return { kind: 'crash', detail: 'the call ended, but the card shows no result' };
  if (others.length > 0) {
    return {
      kind: 'crash',
      detail: `the card shows ${views.join(' and ')} together; remove the views of an earlier call`,
    };
  }
  if (isClipped === true) return { kind: 'crash', detail: CLIPPED };
  const code = /^\d{3}$/.test(status) ? { status: Number(status) } : {};
  if (isOversized(json ?? '') || (text?.length ?? 0) > MOST_SHOWN) {
    return { kind: view === 'problem' ? 'problem' : 'value', ...code, oversized: true };
  }
  const value = readValue(json, text);
  const native = parsedMarkup && ({ native: { parsedMarkup } } as const);
  switch (view) {
    case 'result':
      return { kind: 'value', ...code, ...(value !== undefined && { value }), ...native };
    case 'problem':
      return {
        kind: 'problem',
        ...code,
        ...(value !== undefined && { problem: value }),
        ...ofProblem(native, value, rows),
      };
    case 'events':
      return { kind: 'events', ...code, events: events.map(readEvent), ...native };
    case 'refusal':
      return { kind: 'refused', by: 'client', reason: heading };
    default:
      return { kind: 'problem', native: { error: heading } };
  }
}

function ofProblem(
  given: { readonly native: NativeSignal } | false,
  problem: Json | undefined,
  rows: readonly string[],
): { readonly native?: NativeSignal } {
  const unlisted = unlistedErrors(problem, rows);
  if (unlisted.length === 0) return given === false ? {} : given;
  return { native: { ...(given !== false && given.native), unlisted } };
}

/**
 * The value that the card shows. If the text should be JSON but is not, the text itself is the value, so that the
 * comparison finds the difference.
 */
function readValue(json: string | undefined, text: string | undefined): Json | undefined {
  if (json === undefined) return text;
  const value = parsed(json);
  return value === undefined ? json : value;
}

function readEvent({ id, event, data }: CardContent['events'][number]): StreamEvent {
  return {
    ...(id !== undefined && { id: unescaped(`"${id}"`, id) }),
    event: unescaped(`"${event}"`, event),
    // A text with invisible characters is shown as a JSON string in quotes.
    data: data.startsWith('"') ? unescaped(data, data) : data,
  };
}

function unescaped(quoted: string, shown: string): string {
  const value = parsed(quoted);
  return typeof value === 'string' ? value : shown;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
