import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, specTypeSchemas } from '@modelcontextprotocol/client';
import type { Json } from '../../../contract/json/json.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Connection } from './connection.js';

/**
 * Throws `tool-list-invalid` if a page of the tool list is not a valid result of `tools/list`. The official client
 * would refuse such a page.
 */
export function assertListed(result: Json, page: number): void {
  const judged = specTypeSchemas.ListToolsResult['~standard'].validate(result);
  if (judged instanceof Promise || judged.issues === undefined) return;
  const [issue] = judged.issues;
  const place = (issue?.path ?? []).map((part) => `/${String(typeof part === 'object' ? part.key : part)}`).join('');
  throw invalid(page, `is invalid at ${place === '' ? 'its root' : place}: ${issue?.message ?? 'no reason'}`);
}

/**
 * Converts an error to a `ParityError` with the reason why a server did not list its tools. An error of any other kind
 * is returned unchanged.
 */
export function listingFault(error: unknown, { link }: Connection, page: number, timeoutMs: number): unknown {
  if (error instanceof ParityError) return error;
  const noise = link?.takeNoise();
  if (link?.endReason !== undefined) return fault('ended', page, `${link.endReason}${link.lastWords}`, KEEP_RUNNING);
  if (noise !== undefined) return invalid(page, `is ${JSON.stringify(noise)}, which is not an MCP message`);
  if (error instanceof ProtocolError)
    return fault('refused', page, `the server answers with the error ${error.code}: ${error.message}`, ACCEPT);
  if (error instanceof SdkHttpError)
    return fault('refused', page, `the server answers with the HTTP status ${error.status}`, ACCEPT);
  if (!(error instanceof SdkError)) return error;
  if (error.code === SdkErrorCode.RequestTimeout)
    return fault('unanswered', page, `the server does not answer within ${timeoutMs} ms`, ANSWER);
  return error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType
    ? invalid(page, `is invalid: ${error.message}`)
    : error;
}

const ACCEPT = 'Answer tools/list without a cursor, and with each cursor that the server returned as `nextCursor`.';
const ANSWER = 'Answer every request for tools/list.';
const KEEP_RUNNING = 'Fix the error that ends the server.';

function invalid(page: number, text: string): ParityError {
  const repair = 'Give each entry of `tools` a `name` and an `inputSchema` with `type: object`, as MCP defines a Tool.';
  return fault('invalid', page, `the result ${text}`, repair);
}

function fault(kind: string, page: number, text: string, repair: string): ParityError {
  return new ParityError(`tool-list-${kind}`, `Page ${page} of tools/list cannot be read: ${text}.`, repair);
}
