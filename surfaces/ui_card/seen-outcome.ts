import type { Json } from '../../contract/json/json.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Outcome } from '../outcome.js';
import { MOST_SHOWN, isOversized } from '../shown-json.js';
import type { CardSight } from './card-hands.js';

/** What the texts on a card say to the one who reads them. */
export function seenOutcome({ views, heading, status, json, text, events }: CardSight): Outcome {
  const [view, ...others] = views;
  if (view === undefined) return { kind: 'crash', detail: 'the card shows nothing of how the call ended' };
  if (others.length > 0) {
    return { kind: 'crash', detail: `the card shows ${views.join(' and ')} at once: nothing of an earlier call may stay` };
  }
  const told = /^\d{3}$/.test(status) ? { status: Number(status) } : {};
  if (isOversized(json ?? '') || (text?.length ?? 0) > MOST_SHOWN) {
    return { kind: view === 'problem' ? 'problem' : 'value', ...told, oversized: true };
  }
  const value = readValue(json, text);
  switch (view) {
    case 'result':
      return { kind: 'value', ...told, ...(value !== undefined && { value }) };
    case 'problem':
      return { kind: 'problem', ...told, ...(value !== undefined && { problem: value }) };
    case 'events':
      return { kind: 'events', ...told, events: events.map(readEvent) };
    case 'refusal':
      return { kind: 'refused', by: 'client', reason: heading };
    default:
      return { kind: 'problem', native: { error: heading } };
  }
}

/** What should be JSON and is not is told as the text it is, so that the difference shows. */
function readValue(json: string | undefined, text: string | undefined): Json | undefined {
  return json === undefined ? text : (parsed(json) ?? json);
}

function readEvent({ id, event, data }: CardSight['events'][number]): StreamEvent {
  return {
    ...(id !== undefined && { id: unescaped(`"${id}"`, id) }),
    event: unescaped(`"${event}"`, event),
    // In quotes it is a JSON text: it holds something that cannot be seen.
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
