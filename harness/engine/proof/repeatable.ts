import { latin1 } from '../../../contract/wire/body/form-field.js';
import { boundaryOf } from '../../../contract/wire/body/read-multipart.js';
import { type HeaderPair, type RequestMessage, headerValue } from '../../../contract/wire/message.js';
import type { Secrets } from './secrets.js';

/** Matches loopback addresses with a port that the system or the harness chose for one run (for a tap or a service). */
const CHOSEN_PORT = /(127\.0\.0\.1|localhost|\[::1\]):[2-6]\d{4}(?!\d)/g;

/** Replaces values that differ between runs with placeholders, so that the same seed gives the same report. */
export function repeatable({ redact, ...secrets }: Secrets): Secrets {
  return { ...secrets, redact: (text) => redact(text).replaceAll(CHOSEN_PORT, '$1:$PORT') };
}

/** Replaces the value of a valid `Date` header (RFC 9110 §6.6.1), which depends on the clock. */
export function repeatableHeader([name, value]: HeaderPair): HeaderPair {
  return name.toLowerCase() === 'date' && !Number.isNaN(Date.parse(value)) ? [name, '$DATE'] : [name, value];
}

/** The multipart boundary that replaces all other boundaries. The encoder in `contract/wire` uses the same boundary. */
const BOUNDARY = 'form-data-boundary-0';
/** The minimum length of a boundary that is replaced. A shorter one may also occur in the content of a part. */
const LEAST_LENGTH = 8;
const MOST_BYTES = 1024 * 1024;

/**
 * Replaces the boundary of a multipart body, which clients choose at random (RFC 2046 §5.1.1). Also removes the headers
 * in which a browser sends the address of its page.
 */
export function repeatableRequest(request: RequestMessage): RequestMessage {
  const headers = request.headers.filter(([name, value]) => !isPageAddress(name, value));
  const boundary = boundaryOf(headerValue(headers, 'content-type') ?? '') ?? '';
  const text = boundary.length < LEAST_LENGTH || request.body.byteLength > MOST_BYTES ? '' : latin1(request.body);
  if (text === '' || text.includes(BOUNDARY)) return { ...request, headers };
  const body = Buffer.from(`\r\n${text}`.replaceAll(`\r\n--${boundary}`, `\r\n--${BOUNDARY}`).slice(2), 'latin1');
  return {
    ...request,
    headers: headers.map(([name, value]): HeaderPair => {
      if (name.toLowerCase() === 'content-type') return [name, value.replace(boundary, () => BOUNDARY)];
      return name.toLowerCase() === 'content-length' ? [name, String(body.byteLength)] : [name, value];
    }),
    body,
  };
}

function isPageAddress(name: string, value: string): boolean {
  return /^(?:origin|referer)$/i.test(name) && value.search(CHOSEN_PORT) >= 0;
}
