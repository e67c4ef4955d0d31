import type { Operation } from '../../../contract/operation.js';
import { essence } from '../../../contract/wire/message.js';
import { documentedContent, documentedResponse } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';

/** The parts of a reply that show whether the operation is offered at a URL. */
export interface SeenReply {
  readonly status: number;
  readonly contentType: string | undefined;
}

/**
 * How well a reply shows that an operation is offered at a URL: 0 for a reply without the operation, 2 for a success
 * with a documented media type, and 1 for all other replies. A service that also offers a web page may answer every
 * path with this page: a success in HTML shows no operation that documents another media type.
 */
export function replyFit(operation: Operation, reply: SeenReply | undefined): 0 | 1 | 2 {
  if (reply === undefined || reply.status === 404) return 0;
  if (!isSuccess(reply.status)) return 1;
  const spec = documentedResponse(operation, reply.status);
  const isStated = spec !== undefined && spec.content.length > 0;
  if (isStated && reply.contentType !== undefined && documentedContent(spec, reply.contentType) !== undefined) return 2;
  return isStated && essence(reply.contentType) === 'text/html' ? 0 : 1;
}
