import type { ScriptedReply } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';
import { documentedContent, documentedResponse } from '../../../rules/reply.js';
import { smallerValues } from '../../cases/shrinking/shrink-input.js';

/**
 * Yields smaller valid bodies of a scripted reply. `undefined` for a reply that the contract does not allow, because
 * such a reply is small already.
 */
export function smallerReply(
  { schemas }: Contract,
  operation: Operation,
  { status, headers, body, fault }: ScriptedReply,
): Generator<Json, void, boolean | undefined> | undefined {
  const mediaType = headerValue(headers, 'content-type');
  const value = body === undefined || !isJsonMediaType(mediaType) ? undefined : parseJsonText(body);
  if (value === undefined || fault !== undefined) return undefined;
  const spec = documentedResponse(operation, status);
  const schema: SchemaUri | undefined = spec && documentedContent(spec, mediaType ?? '')?.schema;
  const output = schemas.forDirection('output');
  // The `status` member of a problem document must equal the status code of the reply (RFC 9457 §3.1.2).
  const hasStatus = ownValue(value, 'status') === status;
  return smallerValues(
    value,
    (smaller) =>
      (schema === undefined || output.accepts(schema, smaller)) &&
      (!hasStatus || ownValue(smaller, 'status') === status),
  );
}
