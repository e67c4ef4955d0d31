import { type HeaderPair, type RequestMessage } from '../../../contract/wire/message.js';
import { isWithinCharacter } from '../../../contract/wire/within-character.js';
import type { ShownCall, ShownExchange, ShownMessage } from '../../../rules/proof.js';
import { type BodyExcerpt, byteLength, isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import type { Exchange, WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import { outcomeText } from './outcome-text.js';
import { repeatableHeader, repeatableRequest } from './repeatable.js';
import { type Secrets, shownHeader } from './secrets.js';
import { SHOWN_LENGTH, shortened } from './shown-text.js';

const FIRST_EXCHANGES = 2;
const LAST_EXCHANGES = 3;
const MAX_HEADERS = 40;
const HEADER_LENGTH = 1024;

/**
 * Returns one observation as text of limited length. Secrets are redacted before the text is shortened, because a cut
 * secret would not be recognised.
 */
export function shownCall(observation: Observation, secrets: Secrets): ShownCall {
  const { surface, outcome } = observation;
  const exchanges = exchangesOf(observation);
  const isAll = exchanges.length <= FIRST_EXCHANGES + LAST_EXCHANGES;
  const kept = isAll ? exchanges : [...exchanges.slice(0, FIRST_EXCHANGES), ...exchanges.slice(-LAST_EXCHANGES)];
  return {
    surface,
    exchanges: kept.map((exchange) => shownExchange(exchange, secrets)),
    ...(!isAll && { exchangeCount: exchanges.length }),
    outcome: shortened(secrets.redact(outcomeText(outcome)), SHOWN_LENGTH),
  };
}

/**
 * The exchanges of an observation. For a sequence, it includes those of all earlier steps. For a list, it includes
 * those of all other pages.
 */
function exchangesOf({ earlier = [], exchanges, followed = [] }: Observation): readonly Exchange[] {
  const pages = followed.flatMap((page) => page.exchanges);
  const steps = earlier.flatMap((step) => [
    ...step.exchanges,
    ...(step.followed ?? []).flatMap((page) => page.exchanges),
  ]);
  return [...steps, ...exchanges, ...pages];
}

export function shownExchange({ request: sent, response }: Exchange, secrets: Secrets): ShownExchange {
  const request = repeatableRequest(sent);
  const target = shortened(secrets.redact(request.target), SHOWN_LENGTH);
  return {
    request: { method: request.method, target, ...shownMessage(request, secrets) },
    response:
      response.kind === 'failed'
        ? { reason: shortened(secrets.redact(response.reason), SHOWN_LENGTH) }
        : { status: response.status, ...shownMessage(response, secrets) },
  };
}

function shownMessage({ headers, body }: RequestMessage | WireResponse, secrets: Secrets): ShownMessage {
  const shown = headers.slice(0, MAX_HEADERS).map((pair): HeaderPair => {
    const [name, value] = shownHeader(repeatableHeader(pair), secrets);
    return [shortened(name, HEADER_LENGTH), shortened(value, HEADER_LENGTH)];
  });
  const more = headers.length - shown.length;
  const count: readonly HeaderPair[] = more > 0 ? [['…', `${more} more headers`]] : [];
  return { headers: [...shown, ...count], ...(byteLength(body) > 0 && shownBody(body, secrets)) };
}

/**
 * The number of bytes that are read at each end of a large body. It is four times the shown length, so that a secret at
 * the cut is not shown.
 */
const EDGE_BYTES = 4 * SHOWN_LENGTH;

/** The number of bytes next to the cut of an excerpt that are not shown, because they may be a part of a secret. */
const CUT_BYTES = 256;

function partsOf(body: Uint8Array | BodyExcerpt): readonly Uint8Array[] {
  if (isExcerpt(body)) return [body.head.subarray(0, -CUT_BYTES), body.tail.subarray(CUT_BYTES)];
  return body.byteLength > 2 * EDGE_BYTES ? [edge(body, 0), edge(body, body.byteLength - EDGE_BYTES)] : [body];
}

function shownBody(
  body: Uint8Array | BodyExcerpt,
  secrets: Secrets,
): Pick<ShownMessage, 'body' | 'encoding' | 'bytes'> {
  const isLarge = isExcerpt(body) || body.byteLength > 2 * EDGE_BYTES;
  const parts = partsOf(body);
  const texts = parts.map(textOf);
  if (texts.some((text) => text === undefined)) {
    // Decoded as Latin-1, every byte becomes one character, so secrets between arbitrary bytes are found.
    const redacted = secrets.redact(parts.map((part) => Buffer.from(part).toString('latin1')).join(''));
    const hex = Buffer.from(redacted, 'latin1').toString('hex');
    return {
      body: shortened(hex, SHOWN_LENGTH),
      encoding: 'hex',
      ...(hex.length > SHOWN_LENGTH && { bytes: byteLength(body) }),
    };
  }
  const text = secrets.redact(texts.join(''));
  return {
    body: shortened(text, SHOWN_LENGTH),
    ...((isLarge || text.length > SHOWN_LENGTH) && { bytes: byteLength(body) }),
  };
}

/**
 * Returns up to `EDGE_BYTES` bytes of a body, from the position `from`. The result has only whole characters:
 * continuation bytes of cut characters (RFC 3629 §3) are dropped.
 */
function edge(body: Uint8Array, from: number): Uint8Array {
  let start = from;
  let end = Math.min(from + EDGE_BYTES, body.byteLength);
  while (start > 0 && start < end && isWithinCharacter(body, start)) start += 1;
  while (end < body.byteLength && end > start && isWithinCharacter(body, end)) end -= 1;
  return body.subarray(start, end);
}

/**
 * Decodes bytes as text. `undefined` if the bytes are not UTF-8, or contain control characters other than white space.
 */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const CONTROL = /[^\P{Cc}\t\n\r]/u;
