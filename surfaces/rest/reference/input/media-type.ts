import type { IncomingMessage } from 'node:http';
import { essence } from '../../../../contract/wire/message.js';
import type { RouteBody, RouteContent } from '../../runtime/route.js';

/**
 * The documented content whose media type matches the request. JSON has no charset parameter (RFC 8259 §11), but
 * clients often send `charset=utf-8`, so it is accepted. Any other charset and any content coding is refused with 415
 * (RFC 9110 §15.5.16).
 */
export function requestContent(request: IncomingMessage, body: RouteBody): RouteContent | undefined {
  const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const given = request.headers['content-type'];
  if (coding !== 'identity' || given === undefined || !onlyUtf8(given)) return undefined;
  const type = essence(given);
  return body.content.find(({ mediaType }) => essence(mediaType) === type);
}

function onlyUtf8(mediaType: string): boolean {
  const [, ...parameters] = mediaType.split(';');
  return parameters.every((parameter) => /^(?:charset=(?:utf-8|"utf-8"))?$/i.test(parameter.trim()));
}
