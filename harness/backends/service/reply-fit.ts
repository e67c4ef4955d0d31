import type { Operation } from '../../../contract/operation.js';
import { essence } from '../../../contract/wire/message.js';
import { documentedContent, documentedResponse } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';

/** The parts of a reply from which `replyFit` decides whether a service offers the operation at a URL. */
export interface SeenReply {
  readonly status: number;
  readonly contentType: string | undefined;
}

/**
 * Rates the evidence in a reply that a service offers the operation at a URL:
 * - 0: no evidence, because there is no reply, the status is 404, or the reply is an undocumented HTML page. Services
 *   that also have a web page send such a page for every path.
 * - 1: any other reply.
 * - 2: strong evidence, because the reply is a success with a documented media type.
 */
export function replyFit(operation: Operation, reply: SeenReply | undefined): 0 | 1 | 2 {
  if (reply === undefined || reply.status === 404) return 0;
  if (!isSuccess(reply.status)) return 1;
  const spec = documentedResponse(operation, reply.status);
  const isStated = spec !== undefined && spec.content.length > 0;
  if (isStated && reply.contentType !== undefined && documentedContent(spec, reply.contentType) !== undefined) return 2;
  return isStated && essence(reply.contentType) === 'text/html' ? 0 : 1;
}
