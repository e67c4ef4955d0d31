import type { Operation } from '../contract/operation.js';
import { essence, isJsonMediaType } from '../contract/wire/message.js';

/** Whether a request with this `Accept` permits every media type that the contract documents for a success. */
export function acceptsAll(operation: Operation, accept: string): boolean {
  const documented = successTypes(operation);
  return documented.length > 0 && documented.every((type) => permits(accept, type));
}

/**
 * Whether a request with this `Accept` permits a media type. Media ranges with weight 0 are ignored. If the header
 * names any JSON media type, every JSON media type is permitted.
 */
export function permits(accept: string, type: string): boolean {
  const ranges = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*$/i.test(range));
  return ranges.map(essence).some((range) => {
    if (range === '*/*' || range === type || type === '*/*') return true;
    if (range.endsWith('/*') || type.endsWith('/*')) return range.split('/', 1)[0] === type.split('/', 1)[0];
    return isJsonMediaType(range) && isJsonMediaType(type);
  });
}

/** The media types that the contract documents for successes. */
export function successTypes({ responses }: Operation): readonly string[] {
  return responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.map(({ mediaType }) => essence(mediaType)));
}
