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
 * How well a reply shows that an operation is offered at a URL. 0: not at all, because there is no reply, the status is
 * 404, or the reply is an undocumented HTML page. Such a page is sent for every path by services that also offer a web
 * page. 2: the reply is a success with a documented media type. 1: any other reply.
 */
export function replyFit(operation: Operation, reply: SeenReply | undefined): 0 | 1 | 2 {
  if (reply === undefined || reply.status === 404) return 0;
  if (!isSuccess(reply.status)) return 1;
  const spec = documentedResponse(operation, reply.status);
  const isStated = spec !== undefined && spec.content.length > 0;
  if (isStated && reply.contentType !== undefined && documentedContent(spec, reply.contentType) !== undefined) return 2;
  return isStated && essence(reply.contentType) === 'text/html' ? 0 : 1;
}
