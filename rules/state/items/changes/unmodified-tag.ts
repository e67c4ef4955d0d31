import type { Operation } from '../../../../contract/operation.js';
import { headerValue } from '../../../../contract/wire/message.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import type { Violation } from '../../../finding.js';
import { orOmitted } from '../../../values/omitted.js';
import { isSameTag } from './entity-tags.js';

/**
 * Judges the `ETag` of a 304. It must be the current one, which a 200 would have (RFC 9110 §15.4.5). A missing `ETag`
 * is a fault only if the contract documents the header for the 304. `isEvery`: the request had `If-None-Match: *`, so
 * the 304 does not show that the tag of the last read is still the current one.
 */
export function unmodifiedTagFault(
  { id, responses }: Operation,
  { headers, status }: WireResponse,
  current: string,
  isEvery: boolean,
): Omit<Violation, 'surface' | 'blame'> | undefined {
  const tag = headerValue(headers, 'etag');
  const isDocumented = responses.some(
    (response) => response.status === '304' && response.headers.some(({ name }) => name.toLowerCase() === 'etag'),
  );
  if (tag === undefined ? !isDocumented : isEvery || isSameTag(tag, current)) return undefined;
  return {
    pointer: '/response/header/etag',
    kind: 'unmodified-other-tag',
    message: `${id} answers 304 ${tag === undefined ? 'without the ETag' : 'with an ETag other than that'} of the earlier reads.`,
    expected: current,
    received: orOmitted(tag),
    status,
    cause: 'if-none-match',
  };
}
